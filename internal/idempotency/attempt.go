package idempotency

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// attempt is one call that has its key, or learned what became of the one that had it.
type attempt struct {
	service *Service
	// mu guards what follows while the lease is renewed beside the work.
	mu    sync.Mutex
	entry ledger.Entry
	held  record
	again bool
}

// write sets the data of the entry to what is held.
func (a *attempt) write() error {
	a.entry.ExpiresAt = a.service.now().Add(Kept)
	if !a.held.Done {
		a.held.Until = a.service.now().Add(Lease)
	}
	data, err := json.Marshal(a.held)
	a.entry.Data = data
	return err
}

// add takes a key that nobody has used. It returns ErrExists when somebody has.
func (a *attempt) add(ctx context.Context) error {
	if err := a.write(); err != nil {
		return err
	}
	a.entry.Version = 1
	return a.service.store.AddEntry(ctx, a.entry)
}

// takeOver looks at who has the key. It takes the result of a call that is done, and the key
// of one that was cut off or has expired.
func (a *attempt) takeOver(ctx context.Context) error {
	found, err := ledger.Get(ctx, a.service.store, a.entry.ID)
	if err != nil {
		return err
	}
	if !found.ExpiresAt.After(a.service.now()) {
		if err := a.service.store.RemoveEntry(ctx, found.ID, found.Version); err != nil {
			return err
		}
		return ledger.ErrMoved
	}
	var other record
	if err := json.Unmarshal(found.Data, &other); err != nil {
		return fmt.Errorf("read what is kept of the call: %w", err)
	}
	switch {
	case other.Owner == a.held.Owner: // the answer to adding it was lost
		a.entry.Version = found.Version
		return nil
	case other.Request != a.held.Request:
		return ErrConflict
	case other.Done:
		a.held = other
		return nil
	case other.Until.After(a.service.now()):
		return ErrUnderWay
	}
	a.again, a.entry.Version = true, found.Version
	return a.replace(ctx)
}

// replace keeps what is held. It returns ErrMoved when another attempt has the key.
func (a *attempt) replace(ctx context.Context) error {
	if err := a.write(); err != nil {
		return err
	}
	a.entry.Version++
	err := a.service.store.ReplaceEntry(ctx, a.entry)
	if !errors.Is(err, ledger.ErrMoved) {
		return err
	}
	found, err := ledger.Get(ctx, a.service.store, a.entry.ID)
	if err != nil {
		return err
	}
	var other record
	err = json.Unmarshal(found.Data, &other)
	if err == nil && (other.Owner != a.held.Owner || found.Version != a.entry.Version) {
		err = ledger.ErrMoved // else the answer to replacing it was lost
	}
	return err
}

// hold renews the lease until end is called, which says whether it was lost. The context
// ends when it is.
func (a *attempt) hold(ctx context.Context) (working context.Context, end func() error) {
	working, cancel := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		ticker := time.NewTicker(renewal)
		defer ticker.Stop()
		for {
			select {
			case <-working.Done():
				return
			case <-ticker.C:
				a.renew(working, cancel)
			}
		}
	})
	return working, func() error {
		lost := context.Cause(working)
		if ctx.Err() != nil || !errors.Is(lost, ErrUnderWay) {
			lost = nil
		}
		cancel(nil)
		renewing.Wait()
		return lost
	}
}

// renew renews the lease once. An engine that does not answer is asked again; a key that
// another attempt has taken ends the work. A purge of the project may take the entry away.
func (a *attempt) renew(ctx context.Context, cancel context.CancelCauseFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	version := a.entry.Version
	err := a.replace(ctx)
	if errors.Is(err, ledger.ErrMoved) {
		cancel(ErrUnderWay)
		return
	}
	if err != nil {
		a.entry.Version = version
	}
}

// settled returns a context in which to note what became of the work.
func settled(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), settleTime)
}

// finish keeps the result. That it could not be kept is no failure of the work, which is
// done: a repeat does it once more and finds it done.
func (a *attempt) finish(ctx context.Context, result any) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	a.held.Done, a.held.Result, a.held.Until = true, text, time.Time{}
	ctx, cancel := settled(ctx)
	defer cancel()
	_ = a.replace(ctx)
	return nil
}

// giveUp forgets a call that failed, so that a repeat is a new call. When it is open whether
// the work was done, the key stays, free to be taken over at once.
func (a *attempt) giveUp(ctx context.Context, open bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ctx, cancel := settled(ctx)
	defer cancel()
	if !open {
		_ = a.service.store.RemoveEntry(ctx, a.entry.ID, a.entry.Version) // else the lease ends by itself
		return
	}
	a.held.Until = time.Time{}
	data, err := json.Marshal(a.held)
	if err != nil {
		return
	}
	a.entry.Data = data
	a.entry.Version++
	_ = a.service.store.ReplaceEntry(ctx, a.entry) // else the lease ends by itself
}
