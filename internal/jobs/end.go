package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

const (
	// settleTime and reportTime limit storing the state and the report of a job when the service
	// ends; the difference is reserved for the state.
	settleTime, reportTime = 15 * time.Second, 10 * time.Second
	// reportTries is how often a reachable engine may reject a report before the job ends without
	// it.
	reportTries = 6
)

// end stores how the job ended. cause is why its context ended before the work, if it did. Until it
// succeeds the job continues its heartbeats.
func (r *run) end(ctx context.Context, cause error, report any, failed error) {
	r.advance()
	last := r.held.Job
	last.FinishedAt = r.service.Now()
	last.State, last.Failure = r.outcome(cause, failed)
	if errors.Is(cause, errGone) {
		return
	}
	lost := r.settleReport(ctx, last.FinishedAt, report)
	if lost != nil && !errors.Is(lost, ledger.ErrNotFound) {
		r.service.Log.Warn("the report of a job could not be kept", "job", last.Key, "state", last.State, "error", lost)
	}
	if err := r.settle(ctx, last); err != nil {
		r.service.Log.Warn("how a job ended could not be kept; it will read as interrupted", "job", last.Key, "state", last.State, "error", err)
	}
}

// outcome returns the final state of a job. Work that has finished counts as such, even if a
// cancellation arrived meanwhile.
func (r *run) outcome(cause, failed error) (State, *Failure) {
	switch {
	case failed == nil:
		return StateSucceeded, nil
	case errors.Is(cause, errCancelled):
		return StateCancelled, nil
	case errors.Is(cause, errStopped):
		return StateInterrupted, interrupted("the service ended before the job did")
	case errors.Is(cause, errSilent):
		return StateInterrupted, interrupted(fmt.Sprintf("the graph engine did not take a sign of life of the job for %s", Lease))
	default:
		f := r.service.Explain(failed)
		r.service.Log.Warn("a job failed", "job", r.held.Key, "project", r.held.Project, "error", failed)
		return StateFailed, &f
	}
}

// settling returns a context that ends some time after the service began to interrupt jobs: until
// then, a job can wait for an engine to store its end.
func (s *Service) settling(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-s.halted:
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(after):
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// pause waits before another attempt to reach an engine, which gives no signal when it is back, and
// reports whether ctx is still active. No answer waits for it: the job has ended or lost its engine.
func pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(look):
		return true
	}
}

// settleReport stores the report and retries while the engine is unavailable. The error says that
// it gave up, [ledger.ErrNotFound] that the job is gone.
func (r *run) settleReport(ctx context.Context, at time.Time, report any) error {
	if report == nil {
		return nil
	}
	ctx, cancel := r.service.settling(ctx, reportTime)
	defer cancel()
	for refused := 0; ; {
		err := r.keepReport(ctx, at, report)
		if err == nil {
			return nil
		}
		alive := r.keep(ctx)
		if alive == nil {
			refused++
		}
		switch {
		case errors.Is(alive, ledger.ErrNotFound):
			return alive
		case refused == reportTries, !pause(ctx):
			return err
		}
	}
}

// settle overwrites the stored state with the final one and retries until it succeeds. It removes
// the report of a job that is gone because its project was purged.
func (r *run) settle(ctx context.Context, last Job) error {
	ctx, cancel := r.service.settling(ctx, settleTime)
	defer cancel()
	for {
		err := r.keepEnd(ctx, last)
		if errors.Is(err, ledger.ErrNotFound) {
			err = r.forgetReport(ctx)
		}
		if err == nil || !pause(ctx) {
			return err
		}
	}
}

func (r *run) keepEnd(ctx context.Context, last Job) error {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	e, err := ledger.Get(ctx, r.service.Store, r.id())
	if err != nil {
		return err
	}
	r.version, r.held.Job = e.Version, last
	return r.replace(ctx, last.FinishedAt.Add(Kept))
}

func (r *run) reportID() ledger.ID {
	return ledger.ID{Kind: reportKind, Project: r.held.Project, Key: r.held.Key}
}

func (r *run) keepReport(ctx context.Context, at time.Time, report any) error {
	ctx, cancel := context.WithTimeout(ctx, reportTime)
	defer cancel()
	data, err := packed(report)
	if err != nil {
		return err
	}
	err = r.service.Store.AddEntry(ctx, ledger.Entry{ID: r.reportID(), Data: data, CreatedAt: at, ExpiresAt: at.Add(Kept)})
	if errors.Is(err, ledger.ErrExists) { // the answer to an attempt before was lost
		return nil
	}
	return err
}

func (r *run) forgetReport(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	err := r.service.Store.RemoveEntry(ctx, r.reportID(), 1)
	if errors.Is(err, ledger.ErrNotFound) {
		return nil
	}
	return err
}
