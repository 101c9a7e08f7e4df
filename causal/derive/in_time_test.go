package derive_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
)

// slowStore derives for ever, and says what a driver says whose call is cut off.
type slowStore struct {
	derive.Store

	says error
	fast bool
}

func (s slowStore) RefreshSome(ctx context.Context, _ string, _ int) (int, error) {
	if !s.fast {
		<-ctx.Done()
	}
	return 0, s.says
}

// An edit answers after some seconds, whatever the engine calls the end of its time; the rest is derived behind it. An engine that does not answer
// before that is an error.
func TestService_settles(t *testing.T) {
	for name, c := range map[string]struct {
		store slowStore
		fails bool
	}{
		"a deadline":                  {slowStore{says: context.DeadlineExceeded}, false},
		"a connection that is cut":    {slowStore{says: episodic.ErrUnavailable}, false},
		"a time limit of the engine":  {slowStore{says: episodic.ErrTimeout}, false},
		"an engine that is not there": {slowStore{says: episodic.ErrUnavailable, fast: true}, true},
		"another error":               {slowStore{says: errors.New("broken")}, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				began := time.Now()
				err := derive.New(c.store, nil, nil, time.Now).Settle(ctx, "p")
				if (err != nil) != c.fails || time.Since(began) > 10*time.Second {
					t.Errorf("after %s: %v", time.Since(began), err)
				}
			})
		})
	}
}
