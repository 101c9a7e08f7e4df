package jobs

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

const (
	// look is how often a running job looks whether it is cancelled and notes its progress.
	look = 500 * time.Millisecond
	// beat is how often it gives a sign of life without any progress.
	beat = 4 * time.Second
	// settleTime bounds noting how a job ended.
	settleTime = 15 * time.Second
)

// run is a job that this service does.
type run struct {
	service  *Service
	cancel   context.CancelCauseFunc
	finished chan struct{}

	// mu guards what the work tells while it is noted.
	mu          sync.Mutex
	done, total int
	// What is kept, by the goroutine that notes alone.
	held    record
	version int
}

func (r *run) id() ledger.ID {
	return ledger.ID{Kind: jobKind, Project: r.held.Project, Key: r.held.Key}
}

// add keeps the new job.
func (r *run) add(ctx context.Context) error {
	r.total, r.version = r.held.Total, 1
	data, err := json.Marshal(r.held)
	if err != nil {
		return err
	}
	return r.service.Store.AddEntry(ctx, ledger.Entry{
		ID: r.id(), Data: data, CreatedAt: r.held.CreatedAt, ExpiresAt: r.held.CreatedAt.Add(Kept),
	})
}

// do does the work and notes how it ended.
func (r *run) do(ctx context.Context, work Work) {
	var noting sync.WaitGroup
	noting.Go(func() { r.note(ctx) })
	report, err := r.attempt(ctx, work)
	cause := context.Cause(ctx)
	r.cancel(nil)
	noting.Wait()
	r.end(ctx, cause, report, err)
}

// attempt does the work; a panic is its error.
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

// note notes the progress until the work has ended, and ends it when somebody cancels it or
// the project is purged. An engine that does not answer is asked again.
func (r *run) note(ctx context.Context) {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := r.keep(ctx); errors.Is(err, ledger.ErrNotFound) {
			r.cancel(errGone)
		}
		if r.held.Cancel {
			r.cancel(errCancelled)
		}
	}
}

// keep writes the progress when there is any, or a sign of life when it is time, and learns
// whether the job is cancelled.
func (r *run) keep(ctx context.Context) error {
	e, err := ledger.Get(ctx, r.service.Store, r.id())
	if err != nil {
		return err
	}
	var kept record
	if err := json.Unmarshal(e.Data, &kept); err != nil {
		return err
	}
	r.held.Cancel, r.version = kept.Cancel, e.Version
	moved := r.advance()
	if !moved && r.service.Now().Sub(kept.Beat) < beat {
		return nil
	}
	err = r.replace(ctx, r.held.CreatedAt.Add(Kept))
	if errors.Is(err, ledger.ErrMoved) { // somebody cancels it: seen at the next look
		return nil
	}
	return err
}

// advance takes over what the work told, and reports whether it is something new.
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
	return r.service.Store.ReplaceEntry(ctx, ledger.Entry{ID: r.id(), Version: r.version + 1, Data: data, ExpiresAt: expires})
}

// end notes how the job ended. cause is why its context ended before the work, if it did.
func (r *run) end(ctx context.Context, cause error, report any, failed error) {
	r.advance()
	r.held.FinishedAt = r.service.Now()
	r.held.State, r.held.Failure = r.outcome(cause, failed)
	if errors.Is(cause, errGone) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	err := r.patiently(ctx, func() error { return r.keepReport(ctx, report) })
	if err == nil {
		err = r.patiently(ctx, func() error { return r.keepEnd(ctx) })
	}
	if err != nil {
		r.service.Log.Warn("how a job ended could not be kept; it will read as interrupted", "job", r.held.Key, "state", r.held.State, "error", err)
	}
}

// outcome says in which state a job ends. Work that came to its end counts as such, whatever
// was asked meanwhile.
func (r *run) outcome(cause, failed error) (State, *Failure) {
	switch {
	case failed == nil:
		return StateSucceeded, nil
	case errors.Is(cause, errCancelled):
		return StateCancelled, nil
	case errors.Is(cause, errStopped):
		return StateInterrupted, interrupted()
	default:
		f := r.service.Explain(failed)
		r.service.Log.Warn("a job failed", "job", r.held.Key, "project", r.held.Project, "error", failed)
		return StateFailed, &f
	}
}

// patiently repeats what fails, because an engine may be away for a moment, until ctx ends.
func (r *run) patiently(ctx context.Context, call func() error) error {
	for {
		err := call()
		if err == nil || errors.Is(err, ledger.ErrNotFound) {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(look):
		}
	}
}

// keepEnd writes the last state over whatever is kept.
func (r *run) keepEnd(ctx context.Context) error {
	e, err := ledger.Get(ctx, r.service.Store, r.id())
	if err != nil {
		return err
	}
	r.version = e.Version
	return r.replace(ctx, r.held.FinishedAt.Add(Kept))
}

func (r *run) keepReport(ctx context.Context, report any) error {
	if report == nil {
		return nil
	}
	data, err := packed(report)
	if err != nil {
		return err
	}
	err = r.service.Store.AddEntry(ctx, ledger.Entry{
		ID:   ledger.ID{Kind: reportKind, Project: r.held.Project, Key: r.held.Key},
		Data: data, CreatedAt: r.held.FinishedAt, ExpiresAt: r.held.FinishedAt.Add(Kept),
	})
	if errors.Is(err, ledger.ErrExists) { // the answer to an attempt before was lost
		return nil
	}
	return err
}

// maxReport is the most bytes of a report that are read: many times what an import of the
// default limits writes.
const maxReport = 256 << 20

// packed writes a report as compressed JSON: that of many files is long and repeats itself.
func packed(report any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	err := json.NewEncoder(z).Encode(report)
	if err = errors.Join(err, z.Close()); err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	return b.Bytes(), nil
}

func unpacked(data []byte) (json.RawMessage, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxReport+1))
	if err == nil && len(text) > maxReport {
		err = fmt.Errorf("it has more than %d bytes", maxReport)
	}
	return text, err
}
