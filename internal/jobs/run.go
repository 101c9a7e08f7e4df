package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

const (
	// look is how often a running job checks for cancellation and stores its progress.
	look = 500 * time.Millisecond
	// beat is the interval of heartbeats without progress.
	beat = 4 * time.Second
	// keepTime is the time limit of storing either once. It is half a lease: an engine that is slow for a
	// while takes one heartbeat of two, and a connection that hangs leaves time for another one.
	keepTime = Lease / 2
)

// run is a job that runs in this service.
type run struct {
	service  *Service
	cancel   context.CancelCauseFunc
	finished chan struct{}

	// mu guards the progress that the work reports.
	mu          sync.Mutex
	done, total int
	// The stored record, used by the storing goroutine only.
	held    record
	version int
	// confirmed is the last stored heartbeat.
	confirmed time.Time
}

func (r *run) id() ledger.ID {
	return ledger.ID{Kind: jobKind, Project: r.held.Project, Key: r.held.Key}
}

// add stores the new job.
func (r *run) add(ctx context.Context) error {
	r.total, r.version = r.held.Total, 1
	data, err := json.Marshal(r.held)
	if err != nil {
		return err
	}
	return r.service.Store.AddEntry(ctx, ledger.Entry{
		ID: r.id(), Data: data, Holder: r.held.Key, CreatedAt: r.held.CreatedAt, ExpiresAt: r.held.CreatedAt.Add(Kept),
	})
}

// do does the work and stores how it ended. The stores refuse the writes of the work once the job is
// gone, as after a purge of its project, or once the call that started it has a new holder.
func (r *run) do(ctx context.Context, work Work) {
	fenced := ledger.WithFence(ctx, ledger.Fence{ID: r.id(), Holder: r.held.Key})
	ctx = ledger.Unfenced(ctx)
	var noting sync.WaitGroup
	noting.Go(func() { r.note(ctx) })
	report, err := r.attempt(fenced, work)
	cause := context.Cause(ctx)
	r.cancel(nil)
	noting.Wait()
	r.end(ctx, cause, report, err)
}

// attempt does the work; it turns a panic into an error.
func (r *run) attempt(ctx context.Context, work Work) (report any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic in a job: %v", reason)
		}
	}()
	return work(ctx, r.progress)
}

func (r *run) progress(done, total int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done, r.total = done, total
}

// note stores the progress until the work has ended, and cancels the work if a caller cancels it or
// the project is purged. It retries an engine that does not answer, but the work ends when it cannot
// store a heartbeat and other instances consider the job interrupted. A job that merely stood still, as
// on a machine that slept, goes on with a late heartbeat.
func (r *run) note(ctx context.Context) {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := r.service.Now()
		if r.confirmed.After(now) { // the clock was set back
			r.confirmed = now
		}
		err := r.keep(ctx)
		switch {
		case errors.Is(err, ledger.ErrNotFound):
			r.cancel(errGone)
		case r.held.Cancel:
			r.cancel(errCancelled)
		case err != nil && r.service.Now().Sub(r.confirmed) > Lease:
			r.cancel(errSilent)
			return
		}
	}
}

// keep stores new progress, or a heartbeat when one is due, and checks whether the job was
// canceled.
func (r *run) keep(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	e, err := ledger.Get(ctx, r.service.Store, r.id())
	if err != nil {
		return err
	}
	kept, err := decode(e)
	if err != nil {
		return err
	}
	r.held.Cancel, r.version, r.confirmed = kept.Cancel, e.Version, kept.Beat
	moved := r.advance()
	if !moved && r.service.Now().Sub(kept.Beat).Abs() < beat {
		return nil
	}
	err = r.replace(ctx, r.held.CreatedAt.Add(Kept))
	if errors.Is(err, ledger.ErrMoved) { // somebody cancels it: seen at the next look
		return nil
	}
	return err
}

// advance copies the progress of the work, and reports whether it has changed.
func (r *run) advance() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	moved := r.held.Done != r.done || r.held.Total != r.total
	r.held.Done, r.held.Total = r.done, r.total
	return moved
}

func (r *run) replace(ctx context.Context, expires time.Time) error {
	r.held.Beat = r.service.Now()
	data, err := json.Marshal(r.held)
	if err != nil {
		return err
	}
	err = r.service.Store.ReplaceEntry(ctx, ledger.Entry{ID: r.id(), Version: r.version + 1, Data: data, Holder: r.held.Key, ExpiresAt: expires})
	if err == nil {
		r.confirmed = r.held.Beat
	}
	return err
}
