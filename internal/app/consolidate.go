package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/patterns"
)

// consolidation names the lease under which the patterns of a project are consolidated.
func consolidation(project string) lease.Name {
	return lease.Name{Project: project, Work: "consolidate"}
}

// consolidator is the app as the mutation consolidate needs it.
type consolidator struct{ app *App }

// Start implements [resolvers.Consolidator].
func (c consolidator) Start(ctx context.Context, project string, dryRun bool) (jobs.Job, error) {
	if err := episodic.ValidateProject(project); err != nil {
		return jobs.Job{}, err
	}
	held, err := c.app.leases.Take(ctx, consolidation(project), nil)
	if err != nil {
		return jobs.Job{}, err
	}
	return c.app.startConsolidation(ctx, held, project, dryRun)
}

// startConsolidation begins the job that consolidates under a lease.
func (a *App) startConsolidation(ctx context.Context, held *lease.Held, project string, dryRun bool) (jobs.Job, error) {
	work := func(ctx context.Context, progress func(done, total int)) (any, error) {
		var report patterns.Consolidation
		err := held.Do(ctx, func(ctx context.Context) (err error) {
			report, err = a.consolidate(ctx, project, dryRun, progress)
			return err
		})
		return report, err
	}
	job, err := a.jobs.Start(ctx, project, jobs.KindConsolidate, len(patterns.Stages()), a.observed(jobs.KindConsolidate, work))
	if err != nil {
		err = errors.Join(err, held.Release(context.WithoutCancel(ctx)))
	}
	return job, err
}

// consolidate does the work; its lease is held.
func (a *App) consolidate(ctx context.Context, project string, dryRun bool, progress func(done, total int)) (patterns.Consolidation, error) {
	return a.Patterns.Consolidate(ctx, patterns.ConsolidateRequest{Project: project, DryRun: dryRun}, progress)
}

// Report implements [resolvers.Consolidator].
func (c consolidator) Report(kept json.RawMessage) (patterns.Consolidation, error) {
	var report patterns.Consolidation
	if err := json.Unmarshal(kept, &report); err != nil {
		return patterns.Consolidation{}, fmt.Errorf("read the report of a consolidation: %w", err)
	}
	return report, nil
}
