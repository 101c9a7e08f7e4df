package lease_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

type store interface {
	ledger.Store
	Migrate(ctx context.Context) error
	Close(ctx context.Context) error
}

// open returns two instances over the engine of the run, and the lease of a project of the test.
// Their clock goes as far ahead as the test says.
func open(t *testing.T) (first, second *lease.Service, name lease.Name, ahead *atomic.Int64) {
	t.Helper()
	first, second, name, ahead, _ = openStore(t)
	return first, second, name, ahead
}

// openStore is open that returns the store of the first instance too.
func openStore(t *testing.T) (first, second *lease.Service, name lease.Name, ahead *atomic.Int64, of ledger.Store) {
	t.Helper()
	dir := t.TempDir()
	ahead = &atomic.Int64{}
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	instance := func() ledger.Store {
		var s store
		var err error
		if enginetest.Embedded() {
			s, err = sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "causeway.db")})
		} else {
			at := enginetest.Neo4j(t)
			s, err = neo4jstore.Open(neo4jstore.Options{URI: at.URI, User: at.User, Password: at.Password, Timeout: enginetest.Patience})
		}
		if err == nil {
			t.Cleanup(func() { _ = s.Close(context.WithoutCancel(t.Context())) })
			err = s.Migrate(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	of = instance()
	return lease.New(of, now), lease.New(instance(), now), lease.Name{Project: enginetest.Project(t), Work: "test"}, ahead, of
}

func nothing(context.Context) error { return nil }

// Of many that want the lease at once exactly one has it, whichever instance it is.
func TestTake_oneOfMany(t *testing.T) {
	first, second, name, _ := open(t)
	services := []*lease.Service{first, second}
	for range 5 {
		var all sync.WaitGroup
		var mu sync.Mutex
		var held []*lease.Held
		for i := range 8 {
			all.Go(func() {
				h, err := services[i%2].Take(t.Context(), name, nil)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					held = append(held, h)
				case !errors.Is(err, lease.ErrHeld):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if len(held) != 1 {
			t.Fatalf("%d have it", len(held))
		}
		if err := held[0].Do(t.Context(), nothing); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTake_afterItsHolderDied(t *testing.T) {
	first, second, name, ahead := open(t)
	dead, err := first.Take(t.Context(), name, nil) // and never renewed
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why   string
		after time.Duration
		want  error
	}{
		{"the term goes on", lease.Term - 5*time.Second, lease.ErrHeld},
		{"the term is over", lease.Term + time.Second, nil},
		{"the other has it now", lease.Term + 2*time.Second, lease.ErrHeld},
	} {
		ahead.Store(int64(c.after))
		if _, err := second.Take(t.Context(), name, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	if err := dead.Release(t.Context()); err != nil {
		t.Errorf("the dead holder comes back: %v", err)
	}
	if _, held, err := second.Turns(t.Context(), name); err != nil || !held {
		t.Errorf("it let go what is another's: held %t, %v", held, err)
	}
}

func TestTake_whenItIsDue(t *testing.T) {
	first, second, name, ahead := open(t)
	daily := func() func(lease.Turns) bool {
		return func(last lease.Turns) bool {
			return time.Now().Add(time.Duration(ahead.Load())).Sub(last.Done) >= 24*time.Hour
		}
	}
	failed := errors.New("it went wrong")
	for _, c := range []struct {
		why   string
		after time.Duration
		with  *lease.Service
		work  func(context.Context) error
		want  error
	}{
		{"never done: it is due", 0, first, func(context.Context) error { return failed }, failed},
		{"it failed: it is due still", time.Hour, second, nothing, nil},
		{"the other did it", 2 * time.Hour, first, nothing, lease.ErrNotDue},
		{"a day after", 26 * time.Hour, first, nothing, nil},
	} {
		ahead.Store(int64(c.after))
		h, err := c.with.Take(t.Context(), name, daily())
		if err == nil {
			err = h.Do(t.Context(), c.work)
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.why, err, c.want)
		}
	}
	last, held, err := second.Turns(t.Context(), name)
	if err != nil || held || last.Done.Sub(last.Tried) < 0 || time.Until(last.Done) < 25*time.Hour {
		t.Errorf("done last %+v, held %t, %v", last, held, err)
	}
}

func TestDo_letsGoAfterAPanic(t *testing.T) {
	first, second, name, _ := open(t)
	h, err := first.Take(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Do(t.Context(), func(context.Context) error { panic("ouch") }); err == nil {
		t.Error("a panic is no error")
	}
	if _, err := second.Take(t.Context(), name, nil); err != nil {
		t.Error(err)
	}
}

// A holder that died before the clock was set back does not keep the lease until the clock is
// there again.
func TestTake_afterTheClockWasSetBack(t *testing.T) {
	first, second, name, ahead := open(t)
	if _, err := first.Take(t.Context(), name, nil); err != nil {
		t.Fatal(err)
	}
	ahead.Store(int64(-lease.Term / 5)) // clocks may differ by that much
	if _, err := second.Take(t.Context(), name, nil); !errors.Is(err, lease.ErrHeld) {
		t.Errorf("a clock that is a little slower: %v", err)
	}
	ahead.Store(int64(-24 * time.Hour))
	if _, held, err := second.Turns(t.Context(), name); err != nil || held {
		t.Errorf("a day before: held %t, %v", held, err)
	}
	if _, err := second.Take(t.Context(), name, nil); err != nil {
		t.Errorf("a day before: %v", err)
	}
}

// A holder that was paused, while another took the lease over, writes no more.
func TestDo_afterAPause(t *testing.T) {
	first, second, name, ahead, store := openStore(t)
	write := func(ctx context.Context, key string) error {
		at := time.Now()
		return store.AddEntry(ctx, ledger.Entry{
			ID: ledger.ID{Kind: "test", Project: name.Project, Key: key}, CreatedAt: at, ExpiresAt: at.Add(time.Minute),
		})
	}
	held, err := first.Take(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = held.Do(t.Context(), func(ctx context.Context) error {
		ctx = context.WithoutCancel(ctx) // it does not notice by itself
		if err := write(ctx, "before"); err != nil {
			t.Errorf("while it holds the lease: %v", err)
		}
		ahead.Store(int64(lease.Term + time.Second))
		other, err := second.Take(t.Context(), name, nil)
		if err != nil {
			return err
		}
		if err := write(ctx, "after"); !errors.Is(err, episodic.ErrOvertaken) {
			t.Errorf("after another took it: %v", err)
		}
		return other.Do(t.Context(), func(ctx context.Context) error { return write(ctx, "after") })
	})
	if err != nil && !errors.Is(err, lease.ErrLost) {
		t.Error(err)
	}
	if err := write(t.Context(), "after"); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("the second did not write: %v", err)
	}
}
