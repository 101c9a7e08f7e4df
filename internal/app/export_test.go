package app

import (
	"context"

	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

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
