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
	if cutOff(within, err) && ctx.Err() == nil {
		return nil
	}
	return err
}

// cutOff reports whether an error is that of a statement which the deadline of a context ended. A driver that waits for an answer then says that
// the engine does not answer.
func cutOff(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, episodic.ErrUnavailable))
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
	if (errors.Is(err, episodic.ErrTimeout) || cutOff(working, err)) && ctx.Err() == nil {
		return nil
	}
	return err
}
