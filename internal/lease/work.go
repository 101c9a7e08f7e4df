package lease

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// Do works under the lease and lets it go. The context of the work ends, with [ErrLost] as its
// cause, when the lease could not be renewed; then the error is ErrLost too.
func (h *Held) Do(ctx context.Context, work func(context.Context) error) error {
	h.held.Tried = h.service.now()
	working, cancel := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { h.renew(working, cancel) })
	err := h.attempt(working, work)
	lost := errors.Is(context.Cause(working), ErrLost)
	cancel(nil)
	renewing.Wait()
	if lost {
		return errors.Join(ErrLost, err)
	}
	if err == nil {
		h.held.Done = h.service.now()
	}
	return errors.Join(err, h.Release(context.WithoutCancel(ctx)))
}

// attempt does the work; a panic is its error, so that the lease is let go.
func (h *Held) attempt(ctx context.Context, work func(context.Context) error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic while a lease was held: %v", reason)
		}
	}()
	return work(ctx)
}

// renew renews the lease until the work has ended, and ends it when that fails for too long.
func (h *Held) renew(ctx context.Context, end context.CancelCauseFunc) {
	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		within, cancel := context.WithTimeout(ctx, keepTime)
		err := h.keep(within)
		cancel()
		gone := errors.Is(err, ErrHeld) || errors.Is(err, ledger.ErrNotFound)
		if gone || h.service.now().Sub(h.confirmed) > keepFor && ctx.Err() == nil {
			end(ErrLost)
			return
		}
	}
}

// Release lets the lease go, so that others need not wait for its term to end. Nothing is
// released that is somebody else's already.
func (h *Held) Release(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	left := h.held
	left.Holder, left.Until = "", time.Time{}
	mine := h.held.Holder
	kept, version, err := h.service.read(ctx, h.name)
	if err != nil || kept.Holder != mine {
		return err
	}
	h.held, h.version = left, version
	return h.write(ctx, h.service.now())
}
