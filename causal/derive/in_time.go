package derive

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// answerTime is the part of an operation's time that is reserved for its answer.
const answerTime = 2 * time.Second

// settleTime is how long a merge or a split derives before it answers. Of a factor that thousands of
// episodes have, the rest is left to the background.
const settleTime = 5 * time.Second

// settle is refreshInTime for an edit of the rules, whose caller waits for an answer.
func (s *Service) settle(ctx context.Context, project string) error {
	if _, bounded := ctx.Deadline(); !bounded {
		return s.Derive(ctx, project, nil)
	}
	within, cancel := context.WithTimeout(ctx, settleTime+answerTime)
	defer cancel()
	err := s.refreshInTime(within, project, nil)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil
	}
	return err
}

// refreshInTime derives the stale episodes of a project until shortly before the deadline of the
// operation. A background job derives the rest; the answer says how many are left.
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
