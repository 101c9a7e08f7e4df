package app

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/lease"
)

const (
	// dueShare is how often per interval it is checked which projects are due; dueLongest and
	// dueShortest bound the pause between checks.
	dueShare    = 100
	dueLongest  = 10 * time.Minute
	dueShortest = 100 * time.Millisecond
	// retryAfter is the pause after a failed run of a project, unless runs are due sooner.
	retryAfter = time.Hour
)

// consolidateRegularly consolidates the patterns of every project that is due, one after the
// other, until ctx ends. If there are several instances, only one consolidates a project; the
// lease records the runs.
func (a *App) consolidateRegularly(ctx context.Context) {
	every := a.consolidateEvery
	if every <= 0 {
		return
	}
	failing := false
	for pause := max(min(every/dueShare, dueLongest), dueShortest); sleep(ctx, pause); {
		err := a.consolidateDue(ctx, every)
		if err != nil && !failing && ctx.Err() == nil {
			a.log.Warn("patterns could not be consolidated; this is retried", "error", err)
		}
		failing = err != nil
	}
}

// consolidateDue runs a job for each project that is due and waits for it.
func (a *App) consolidateDue(ctx context.Context, every time.Duration) error {
	projects, err := a.Episodes.Reading.Projects(ctx)
	if err != nil {
		return err
	}
	due := func(last lease.Turns) bool {
		return passed(last.Done, every) && passed(last.Tried, min(every, retryAfter))
	}
	for _, p := range projects {
		held, err := a.leases.Take(ctx, consolidation(p.Name), due)
		switch {
		case errors.Is(err, lease.ErrHeld), errors.Is(err, lease.ErrNotDue):
			continue
		case err != nil:
			return err
		}
		job, err := a.startConsolidation(ctx, held, p.Name)
		if errors.Is(err, jobs.ErrTooMany) { // imports have priority
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := a.jobs.Wait(ctx, p.Name, job.Key); err != nil {
			return err
		}
	}
	return nil
}

// passed reports whether at least d has passed since at. A time in the future counts as long past:
// the clock was set back.
func passed(at time.Time, d time.Duration) bool {
	since := time.Since(at)
	return since >= d || since < -time.Minute
}
