package app

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// Unexplained returns the events that no removal explains.
func Unexplained(gone []journal.Entry, removals []audit.Entry) []journal.Entry {
	return unexplained(gone, removals)
}

func (a *App) Jobs() *jobs.Service { return a.jobs }

// HoldConsolidation takes the lease under which patterns are consolidated.
func (a *App) HoldConsolidation(ctx context.Context, project string) (*lease.Held, error) {
	return a.leases.Take(ctx, consolidation(project), nil)
}

// StartConsolidation does what the mutation does.
func (a *App) StartConsolidation(ctx context.Context, project string, dryRun bool) (jobs.Job, error) {
	return consolidator{a}.Start(ctx, project, dryRun)
}

// ConsolidateAll does what the command does with these projects.
func (a *App) ConsolidateAll(ctx context.Context, names ...string) ([]upkeep.Consolidation, error) {
	return a.consolidateAll(ctx, names, false, func(string) func(int, int) { return func(int, int) {} })
}

// PruneDue removes execution events of the projects that are due.
func (a *App) PruneDue(ctx context.Context) error { return a.pruneDue(ctx) }

// RetainDue removes episodes of the projects that are due.
func (a *App) RetainDue(ctx context.Context, now time.Time) error { return a.retainDue(ctx, now) }

// Expiring says what retention removes next.
func (a *App) Expiring(ctx context.Context, project string) (*model.DeleteEpisodesPayload, error) {
	return a.expiring(ctx, project)
}

// ApplySome applies what was captured.
func (a *App) ApplySome(ctx context.Context) (int, error) { return a.capture.ApplySome(ctx) }

// Audit notes who removes, restores and merges.
func (a *App) Audit() *audit.Service { return a.audit }

// Executions is where execution events are stored.
func (a *App) Executions() execution.Store { return a.engines.graph }

// Readiness says what /readyz answers.
func (a *App) Readiness(ctx context.Context) httpapi.Readiness { return a.ready(ctx) }

// MeasureExecution counts what the projects hold of execution events.
func (a *App) MeasureExecution(ctx context.Context) error { return a.measureOnce(ctx) }

// Journal keeps captured events until the engines have them.
func (a *App) Journal() *journal.Journal { return a.capture.Journal }
