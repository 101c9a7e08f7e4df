package derive

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// answerTime is what is left of an operation's time for its answer when derivation stops.
const answerTime = 2 * time.Second

// refreshInTime works off the episodes of a project that are due until shortly before the
// deadline of the operation. What is left then is worked off in the background; the answer
// says how much that is.
func (s *Service) refreshInTime(ctx context.Context, project string, done func(int)) error {
	deadline, bounded := ctx.Deadline()
	if !bounded {
		return s.Derive(ctx, project, done)
	}
	working, cancel := context.WithDeadline(ctx, deadline.Add(-answerTime))
	defer cancel()
	err := s.Derive(working, project, done)
	outOfTime := errors.Is(err, episodic.ErrTimeout) || working.Err() != nil && errors.Is(err, context.DeadlineExceeded)
	if outOfTime && ctx.Err() == nil {
		return nil
	}
	return err
}
