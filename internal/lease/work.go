package lease

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// Do works under the lease and releases it. Work writes behind a fence: once another holder has the
// lease, the stores refuse its writes. If the lease cannot be renewed, the context of the
// work is canceled with [ErrLost] as its cause, and the error is ErrLost too.
func (h *Held) Do(ctx context.Context, work func(context.Context) error) error {
	h.held.Tried = h.service.now()
	working, cancel := context.WithCancelCause(ctx)
	fenced := ledger.WithFence(working, ledger.Fence{ID: h.name.id(), Holder: h.held.Holder})
	noting := ledger.Unfenced(working)
	var renewing sync.WaitGroup
	renewing.Go(func() { h.renew(noting, cancel) })
	err := h.attempt(fenced, work)
	lost := errors.Is(context.Cause(working), ErrLost)
	cancel(nil)
	renewing.Wait()
	if lost {
		return errors.Join(ErrLost, err)
	}
	if err == nil {
		h.held.Done = h.service.now()
	}
	return errors.Join(err, h.Release(context.WithoutCancel(noting)))
}

// attempt does the work; it turns a panic into an error, so that the lease is released.
func (h *Held) attempt(ctx context.Context, work func(context.Context) error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic while a lease was held: %v", reason)
		}
	}()
	return work(ctx)
}

// renew renews the lease until the work has ended, and cancels the work if that fails too long.
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

// Release releases the lease, so that others need not wait for it to expire. It does not touch
// a lease that another holder has taken.
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
