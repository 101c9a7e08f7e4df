package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// consolidation names the lease for consolidating the patterns of a project.
func consolidation(project string) lease.Name {
	return lease.Name{Project: project, Work: "consolidate"}
}

// consolidator implements the mutation consolidate.
type consolidator struct{ app *App }

// Start implements [resolvers.Consolidator].
func (c consolidator) Start(ctx context.Context, project string, dryRun bool) (jobs.Job, error) {
	if err := intake.ValidateProject(project); err != nil {
		return jobs.Job{}, err
	}
	if _, err := c.app.Episodes.Reading.Project(ctx, project); err != nil {
		return jobs.Job{}, err
	}
	if dryRun { // writes nothing, so it needs no lease
		return c.app.startJob(ctx, project, func(ctx context.Context, progress func(done, total int)) (any, error) {
			return c.app.consolidate(ctx, project, true, progress)
		})
	}
	held, err := c.app.leases.Take(ctx, consolidation(project), nil)
	if err != nil {
		return jobs.Job{}, err
	}
	return c.app.startConsolidation(ctx, held, project)
}

// startConsolidation starts a job that consolidates under the lease and then releases it.
func (a *App) startConsolidation(ctx context.Context, held *lease.Held, project string) (jobs.Job, error) {
	job, err := a.startJob(ctx, project, func(ctx context.Context, progress func(done, total int)) (any, error) {
		return a.consolidateUnder(ctx, held, project, progress)
	})
	if err != nil {
		err = errors.Join(err, held.Release(context.WithoutCancel(ctx)))
	}
	return job, err
}

func (a *App) startJob(ctx context.Context, project string, work jobs.Work) (jobs.Job, error) {
	return a.jobs.Start(ctx, project, jobs.KindConsolidate, len(upkeep.Stages()), a.observed(jobs.KindConsolidate, work))
}

// consolidateUnder consolidates under a lease and releases it.
func (a *App) consolidateUnder(ctx context.Context, held *lease.Held, project string, progress func(done, total int)) (report upkeep.Consolidation, err error) {
	err = held.Do(ctx, func(ctx context.Context) (err error) {
		report, err = a.consolidate(ctx, project, false, progress)
		return err
	})
	return report, err
}

// consolidate consolidates a project and, unless it is a dry run, updates the metrics.
func (a *App) consolidate(ctx context.Context, project string, dryRun bool, progress func(done, total int)) (upkeep.Consolidation, error) {
	report, err := a.Patterns.Upkeep.Consolidate(ctx, upkeep.ConsolidateRequest{Project: project, DryRun: dryRun}, progress)
	if !dryRun {
		a.count(report)
	}
	return report, err
}

// count records in the metrics what a consolidation wrote.
func (a *App) count(report upkeep.Consolidation) {
	a.metrics.ObservePatterns(string(patterns.StatusCandidate), len(report.Extraction.Added))
	for _, c := range slices.Concat(report.Validation.Changed, report.Deprecated) {
		a.metrics.ObservePatterns(string(c.After), 1)
	}
	a.metrics.ObserveMended(report.Validation.Mended)
}

// Consolidate consolidates the patterns of a project, or of every project if project is empty, on
// the running engines. It returns [lease.ErrHeld] if another run is under way. Projects that are
// being consolidated elsewhere or were purged meanwhile are skipped and named in the error; any
// other error ends the run. The reports cover the projects that were done.
func Consolidate(
	ctx context.Context, cfg config.Config, project string, dryRun bool, log *slog.Logger, progress func(project string) func(done, total int),
) ([]upkeep.Consolidation, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	if project != "" {
		return a.consolidateAll(ctx, []string{project}, dryRun, progress)
	}
	names, err := a.projectNames(ctx)
	if err != nil {
		return nil, err
	}
	return a.consolidateAll(ctx, names, dryRun, progress)
}

// consolidateAll consolidates the projects one by one; see [Consolidate].
func (a *App) consolidateAll(
	ctx context.Context, names []string, dryRun bool, progress func(project string) func(done, total int),
) (reports []upkeep.Consolidation, err error) {
	var left []error
	for _, name := range names {
		report, err := a.consolidateNow(ctx, name, dryRun, progress(name))
		switch {
		case errors.Is(err, lease.ErrHeld), errors.Is(err, episodic.ErrProjectNotFound):
			left = append(left, err)
		case err != nil:
			return reports, errors.Join(append(left, err)...)
		default:
			reports = append(reports, report)
		}
	}
	return reports, errors.Join(left...)
}

func (a *App) consolidateNow(ctx context.Context, project string, dryRun bool, progress func(done, total int)) (upkeep.Consolidation, error) {
	if _, err := a.Episodes.Reading.Project(ctx, project); err != nil {
		return upkeep.Consolidation{}, err
	}
	if dryRun {
		return a.consolidate(ctx, project, true, progress)
	}
	held, err := a.leases.Take(ctx, consolidation(project), nil)
	if err != nil {
		return upkeep.Consolidation{}, fmt.Errorf("consolidate the patterns of %s: %w", project, err)
	}
	return a.consolidateUnder(ctx, held, project, progress)
}

// Report implements [resolvers.Consolidator].
func (c consolidator) Report(kept json.RawMessage) (upkeep.Consolidation, error) {
	var report upkeep.Consolidation
	if err := json.Unmarshal(kept, &report); err != nil {
		return upkeep.Consolidation{}, fmt.Errorf("read the report of a consolidation: %w", err)
	}
	return report, nil
}
