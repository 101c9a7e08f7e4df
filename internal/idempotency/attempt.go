package idempotency

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// attempt is one call that holds its key, or has the result of an earlier call. During the work
// it belongs to the goroutine that renews the lease, otherwise to the caller.
type attempt struct {
	service *Service
	entry   ledger.Entry
	held    record
	retry   bool
	// redo is that of the call.
	redo func(context.Context, json.RawMessage) (bool, error)
}

// lease sets the expiry of the lease.
func (a *attempt) lease() { a.held.Until = a.service.now().Add(Lease) }

// write encodes the record into the entry.
func (a *attempt) write() error {
	a.entry.ExpiresAt = a.service.now().Add(Kept)
	data, err := json.Marshal(a.held)
	a.entry.Data, a.entry.Holder = data, a.held.Owner
	return err
}

// add takes an unused key. It returns ErrExists if the key is in use.
func (a *attempt) add(ctx context.Context) error {
	a.lease()
	if err := a.write(); err != nil {
		return err
	}
	a.entry.Version = 1
	return a.service.store.AddEntry(ctx, a.entry)
}

// takeOver reads the entry of the key. It takes the result of a finished call, and the key of a
// call that was interrupted or has expired.
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
		if again, err := a.cutOff(ctx, other.Result); err != nil || !again {
			a.held = other
			return err
		}
	case other.holds(a.service.now()):
		return ErrUnderWay
	}
	a.entry.Version = found.Version
	a.lease()
	err = a.replace(ctx)
	a.retry = err == nil
	return err
}

// cutOff reports whether the work has to be done again in spite of its result.
func (a *attempt) cutOff(ctx context.Context, result json.RawMessage) (bool, error) {
	if a.redo == nil {
		return false, nil
	}
	return a.redo(ctx, result)
}

// replace stores the record. It returns ErrMoved if another attempt has the key. It advances the
// version only over entries of this attempt.
func (a *attempt) replace(ctx context.Context) error {
	if err := a.write(); err != nil {
		return err
	}
	for {
		next := a.entry
		next.Version++
		err := a.service.store.ReplaceEntry(ctx, next)
		if err == nil {
			a.entry = next
		}
		if !errors.Is(err, ledger.ErrMoved) {
			return err
		}
		data, err := a.catchUp(ctx)
		if err != nil || bytes.Equal(data, a.entry.Data) { // equal: the answer to replacing it was lost
			return err
		}
	}
}

// remove forgets the call. It returns ErrMoved if another attempt has the key.
func (a *attempt) remove(ctx context.Context) error {
	for {
		err := a.service.store.RemoveEntry(ctx, a.entry.ID, a.entry.Version)
		if !errors.Is(err, ledger.ErrMoved) {
			return err
		}
		if _, err := a.catchUp(ctx); err != nil {
			return err
		}
	}
}

// catchUp reads the version and the data of an entry that has changed. If this attempt changed
// it and the answer was lost, catchUp succeeds; otherwise it returns ErrMoved.
func (a *attempt) catchUp(ctx context.Context) ([]byte, error) {
	found, err := ledger.Get(ctx, a.service.store, a.entry.ID)
	if err != nil {
		return nil, err
	}
	var other record
	if err := json.Unmarshal(found.Data, &other); err != nil {
		return nil, fmt.Errorf("read what is kept of the call: %w", err)
	}
	if other.Owner != a.held.Owner {
		return nil, ledger.ErrMoved
	}
	a.entry.Version = found.Version
	return found.Data, nil
}

// hold does the work, behind a fence, and renews the lease concurrently. If the lease is lost, it cancels the
// context of the work and returns the reason.
func (a *attempt) hold(ctx context.Context, work func(ctx context.Context)) error {
	working, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	fenced := ledger.WithFence(working, ledger.Fence{ID: a.entry.ID, Holder: a.held.Owner, MayBeGone: true})
	done, lost := make(chan struct{}), make(chan error, 1)
	go func() { // from here on the entry and the record are its own, until done
		err := a.renew(context.WithoutCancel(ctx), done)
		if err != nil {
			cancel(err)
		}
		lost <- err
	}()
	func() {
		defer close(done) // after a panic too
		work(fenced)
	}()
	return <-lost
}

// renew renews the lease until done is closed. It returns an error if another attempt has the
// key, or if the lease is about to expire: one renewal early, so that the work has time to end.
// A purge of the project may remove the entry; then nobody has the key.
func (a *attempt) renew(ctx context.Context, done <-chan struct{}) error {
	ticker := time.NewTicker(renewal)
	defer ticker.Stop()
	until := a.held.Until
	for {
		select {
		case <-done:
			return nil
		case <-ticker.C:
		}
		a.lease()
		err := a.renewOnce(ctx)
		switch {
		case err == nil, errors.Is(err, ledger.ErrNotFound):
			until = a.held.Until
		case errors.Is(err, ledger.ErrMoved):
			return ErrUnderWay
		case !a.service.now().Add(renewal).Before(until):
			return fmt.Errorf("hold the idempotency key: %w", err)
		}
	}
}

// renewOnce replaces the entry before the next renewal is due.
func (a *attempt) renewOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewal)
	defer cancel()
	return a.replace(ctx)
}

// settled returns a context in which to record the result of the work.
func settled(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), settleTime)
}

// finish stores the result. A failure to store it does not fail the work, which is done: a
// repeat does it once more and finds it done.
func (a *attempt) finish(ctx context.Context, result any) error {
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

// giveUp forgets a failed call, so that a repeat is a new call. If it is open whether the work
// was done, the key stays, and the next call may take it over at once.
func (a *attempt) giveUp(ctx context.Context, open bool) {
	ctx, cancel := settled(ctx)
	defer cancel()
	if !open {
		_ = a.remove(ctx) // else the lease ends by itself
		return
	}
	a.held.Until = time.Time{}
	_ = a.replace(ctx) // else the lease ends by itself
}
