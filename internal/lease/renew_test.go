package lease_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/internal/ledger"
)

// entries is a ledger in memory that can be away, for times that no test waits for.
type entries struct {
	ledger.Store
	mu   sync.Mutex
	held map[ledger.ID]ledger.Entry
	away bool
	// deaf loses the answer to the next write.
	deaf bool
}

var errAway = errors.New("the engine is away")

func (s *entries) set(away, deaf bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away, s.deaf = away, deaf
}

// answer is what a write returns that was made.
func (s *entries) answer() error {
	if s.deaf {
		s.deaf = false
		return errAway
	}
	return nil
}

func (s *entries) GetEntries(_ context.Context, kind, project string, keys []string) (out []ledger.Entry, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return nil, errAway
	}
	for _, key := range keys {
		if e, found := s.held[ledger.ID{Kind: kind, Project: project, Key: key}]; found {
			out = append(out, e)
		}
	}
	return out, nil
}

func (s *entries) AddEntry(_ context.Context, e ledger.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, found := s.held[e.ID]
	switch {
	case s.away:
		return errAway
	case found:
		return ledger.ErrExists
	}
	e.Version = 1
	s.held[e.ID] = e
	return s.answer()
}

func (s *entries) ReplaceEntry(_ context.Context, e ledger.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, found := s.held[e.ID]
	switch {
	case s.away:
		return errAway
	case !found:
		return ledger.ErrNotFound
	case was.Version != e.Version-1:
		return ledger.ErrMoved
	}
	s.held[e.ID] = e
	return s.answer()
}

// inMemory runs a test over such a ledger; its time passes at once.
func inMemory(t *testing.T, test func(t *testing.T, s *entries, first, second *lease.Service, name lease.Name)) {
	synctest.Test(t, func(t *testing.T) {
		s := &entries{held: map[ledger.ID]ledger.Entry{}}
		test(t, s, lease.New(s, time.Now), lease.New(s, time.Now), lease.Name{Project: "demo", Work: "test"})
	})
}

func take(t *testing.T, s *lease.Service, name lease.Name) *lease.Held {
	t.Helper()
	h, err := s.Take(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Work that lasts many terms keeps its lease, also when an answer is lost.
func TestDo_renews(t *testing.T) {
	inMemory(t, func(t *testing.T, s *entries, first, second *lease.Service, name lease.Name) {
		err := take(t, first, name).Do(t.Context(), func(ctx context.Context) error {
			for range 20 {
				time.Sleep(lease.Term / 2)
				s.set(false, true)
				if _, err := second.Take(ctx, name, nil); !errors.Is(err, lease.ErrHeld) {
					t.Errorf("the other takes it meanwhile: %v", err)
				}
			}
			s.set(false, false)
			return context.Cause(ctx)
		})
		if err != nil {
			t.Error(err)
		}
		take(t, second, name)
	})
}

// Work whose lease cannot be renewed ends before another may begin.
func TestDo_endsBeforeItsTerm(t *testing.T) {
	inMemory(t, func(t *testing.T, s *entries, first, second *lease.Service, name lease.Name) {
		var ended time.Time
		err := take(t, first, name).Do(t.Context(), func(ctx context.Context) error {
			time.Sleep(3 * lease.Term)
			s.set(true, false)
			away := time.Now()
			<-ctx.Done()
			ended = time.Now()
			if took := ended.Sub(away); took > lease.Term*3/4 {
				t.Errorf("it went on for %s", took)
			}
			return context.Cause(ctx)
		})
		if !errors.Is(err, lease.ErrLost) {
			t.Errorf("it ended with %v", err)
		}
		s.set(false, false)
		for {
			if _, err := second.Take(t.Context(), name, nil); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		if margin := time.Since(ended); margin < lease.Term/4 {
			t.Errorf("another began %s after it ended", margin)
		}
	})
}

// The entry goes when its project is purged.
func TestDo_endsWithItsProject(t *testing.T) {
	inMemory(t, func(t *testing.T, s *entries, first, _ *lease.Service, name lease.Name) {
		err := take(t, first, name).Do(t.Context(), func(ctx context.Context) error {
			s.mu.Lock()
			clear(s.held)
			s.mu.Unlock()
			<-ctx.Done()
			return ctx.Err()
		})
		if !errors.Is(err, lease.ErrLost) {
			t.Errorf("it ended with %v", err)
		}
	})
}
