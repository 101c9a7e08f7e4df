package idempotency_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/problem"
)

// memory keeps entries without an engine, so that time can be made to pass in a bubble.
// replacing, when set, stands between a caller and a change.
type memory struct {
	ledger.Store
	mu        sync.Mutex
	entries   map[ledger.ID]ledger.Entry
	replacing func(ctx context.Context, replace func() error) error
}

func newMemory() *memory { return &memory{entries: map[ledger.ID]ledger.Entry{}} }

func (m *memory) AddEntry(_ context.Context, e ledger.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, is := m.entries[e.ID]; is {
		return ledger.ErrExists
	}
	m.entries[e.ID] = e
	return nil
}

func (m *memory) GetEntries(_ context.Context, kind, project string, keys []string) ([]ledger.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []ledger.Entry
	for _, key := range keys {
		if e, is := m.entries[ledger.ID{Kind: kind, Project: project, Key: key}]; is {
			out = append(out, e)
		}
	}
	return out, nil
}

func (m *memory) ReplaceEntry(ctx context.Context, e ledger.Entry) error {
	replace := func() error {
		return m.change(e.ID, e.Version-1, func() { m.entries[e.ID] = e })
	}
	if m.replacing != nil {
		return m.replacing(ctx, replace)
	}
	return replace()
}

func (m *memory) RemoveEntry(_ context.Context, id ledger.ID, version int) error {
	return m.change(id, version, func() { delete(m.entries, id) })
}

func (m *memory) change(id ledger.ID, version int, by func()) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, is := m.entries[id]
	switch {
	case !is:
		return ledger.ErrNotFound
	case found.Version != version:
		return ledger.ErrMoved
	}
	by()
	return nil
}

// started calls Do beside the test, and returns once its work has begun.
func started(t *testing.T, s *idempotency.Service, work idempotency.Work[string]) (wait func() (string, error)) {
	t.Helper()
	var result string
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, err = idempotency.Do(t.Context(), s, *call("p"), work)
	}()
	synctest.Wait()
	return func() (string, error) { <-done; return result, err }
}

// Whatever becomes of a call that lost its key, the key is its new owner's.
func TestDo_leavesALostKeyAlone(t *testing.T) {
	for _, c := range []struct {
		why string
		end func(ctx context.Context) (string, error)
	}{
		{"it is cancelled", func(ctx context.Context) (string, error) { return "", ctx.Err() }},
		{"it fails", func(context.Context) (string, error) { return "", problem.ErrInvalid }},
		{"it is done all the same", func(context.Context) (string, error) { return "first", nil }},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var clock clock
				service := idempotency.New(newMemory(), clock.now)
				first := started(t, service, func(ctx context.Context, _ bool) (string, error) {
					<-ctx.Done()
					return c.end(ctx)
				})
				clock.pass(idempotency.Lease)
				time.Sleep(time.Second) // so that the first call renews first
				end := make(chan struct{})
				second := started(t, service, func(context.Context, bool) (string, error) { <-end; return "second", nil })
				if got, err := first(); err != nil && !errors.Is(err, idempotency.ErrUnderWay) {
					t.Errorf("the first call answers %q, %v", got, err)
				}
				var n atomic.Int64
				if got, err := idempotency.Do(t.Context(), service, *call("p"), counting(&n)); !errors.Is(err, idempotency.ErrUnderWay) {
					t.Errorf("beside the second call: %q, %v", got, err)
				}
				close(end)
				if got, err := second(); got != "second" || err != nil {
					t.Errorf("the second call answers %q, %v", got, err)
				}
				if got, err := idempotency.Do(t.Context(), service, *call("p"), counting(&n)); got != "second" || err != nil {
					t.Errorf("a repeat: %q, %v", got, err)
				}
			})
		})
	}
}

// A call that cannot renew its lease ends before another may take its key.
func TestDo_endsWithItsLease(t *testing.T) {
	for _, c := range []struct {
		why    string
		outage time.Duration
		lost   bool
	}{
		{"an engine that is back soon", idempotency.Lease / 2, false},
		{"an engine that stays away", time.Hour, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, began := newMemory(), time.Now()
				store.replacing = func(ctx context.Context, replace func() error) error {
					if time.Since(began) > c.outage {
						return replace()
					}
					<-ctx.Done()
					return ctx.Err()
				}
				_, err := idempotency.Do(t.Context(), idempotency.New(store, time.Now), *call("p"), func(ctx context.Context, _ bool) (string, error) {
					select {
					case <-ctx.Done():
					case <-time.After(3 * idempotency.Lease):
					}
					return "", ctx.Err()
				})
				if c.lost != (err != nil) || c.lost && (!errors.Is(err, context.DeadlineExceeded) || time.Since(began) >= idempotency.Lease) {
					t.Errorf("after %v: %v", time.Since(began), err)
				}
			})
		})
	}
}

// The work may end while a renewal is under way that comes through without an answer.
func TestDo_endsBesideARenewal(t *testing.T) {
	for _, c := range []struct {
		why, want string
		err       error
		again     bool
	}{
		{"its result is kept", "first", nil, false},
		{"an error is forgotten", "second", problem.ErrInvalid, false},
		{"an error that leaves open what was done frees the key", "second", episodic.ErrTimeout, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, renewed := newMemory(), make(chan struct{})
				store.replacing = func(ctx context.Context, replace func() error) error {
					store.replacing = nil
					err := replace()
					close(renewed)
					select {
					case <-ctx.Done():
					case <-time.After(time.Second):
					}
					return errors.Join(err, context.Canceled)
				}
				service := idempotency.New(store, time.Now)
				_, err := idempotency.Do(t.Context(), service, *call("p"), func(context.Context, bool) (string, error) {
					<-renewed
					return "first", c.err
				})
				if !errors.Is(err, c.err) {
					t.Errorf("%v", err)
				}
				told := false
				got, err := idempotency.Do(t.Context(), service, *call("p"), func(_ context.Context, again bool) (string, error) {
					told = again
					return "second", nil
				})
				if got != c.want || told != c.again || err != nil {
					t.Errorf("the repeat is told %t: %q, %v", told, got, err)
				}
			})
		})
	}
}

// A panic of the work stops the renewals, so that the key is free after a while.
func TestDo_endsWithAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := idempotency.New(newMemory(), time.Now)
		func() {
			defer func() { _ = recover() }()
			_, _ = idempotency.Do(t.Context(), service, *call("p"), func(context.Context, bool) (string, error) { panic("work") })
		}()
		time.Sleep(idempotency.Lease + time.Second)
		var n atomic.Int64
		if got, err := idempotency.Do(t.Context(), service, *call("p"), counting(&n)); got != "result 1" || err != nil {
			t.Errorf("the repeat: %q, %v", got, err)
		}
	})
}

// A call that died before the clock was set back does not keep its key until the clock is there again.
func TestDo_afterTheClockWasSetBack(t *testing.T) {
	var clock clock
	store := newMemory()
	service := idempotency.New(store, clock.now)
	func() {
		defer func() { _ = recover() }()
		_, _ = idempotency.Do(t.Context(), service, *call("p"), func(context.Context, bool) (string, error) { panic("dies") })
	}()
	var n atomic.Int64
	if _, err := idempotency.Do(t.Context(), service, *call("p"), counting(&n)); !errors.Is(err, idempotency.ErrUnderWay) {
		t.Errorf("its lease goes on: %v", err)
	}
	clock.pass(-24 * time.Hour)
	if got, err := idempotency.Do(t.Context(), service, *call("p"), counting(&n)); got != "result 1" || err != nil {
		t.Errorf("a day before: %q, %v", got, err)
	}
}
