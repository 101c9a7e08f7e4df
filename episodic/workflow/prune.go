package workflow

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/problem"
)

const (
	// silentFor is how long a workflow reports nothing before it counts as ended.
	silentFor = 24 * time.Hour
	// restsFor is how long nothing has to come of a completed workflow before retention takes its events: what is late still gets into its
	// episode, and an old log that was just captured becomes one.
	restsFor = time.Hour
	// pruneBatch is how many events one transaction removes.
	pruneBatch = 500
	maxDays    = 36_500
	maxKeep    = 10_000_000
)

// Prune removes the events of a project that are older than a number of days, or beyond a number of
// newest ones, oldest first, and returns how many. Events of a workflow that is neither completed nor
// silent for 24 hours stay. A dry run only counts. Events go into the archive first, if there is one. It returns ErrProjectNotFound.
func (s *Service) Prune(ctx context.Context, project string, days, keep int, dryRun bool) (removed int, err error) {
	return s.prune(ctx, project, days, keep, 0, dryRun)
}

// Retain is Prune as retention does it by itself: events of a workflow to which something came within the last hour stay too.
func (s *Service) Retain(ctx context.Context, project string, days, keep int) (removed int, err error) {
	return s.prune(ctx, project, days, keep, restsFor, false)
}

func (s *Service) prune(ctx context.Context, project string, days, keep int, rests time.Duration, dryRun bool) (removed int, err error) {
	var c problem.Checker
	if days < 1 || days > maxDays {
		c.Invalid("days", "it is %d; from 1 to %d are possible", days, maxDays)
	}
	if keep < 0 || keep > maxKeep {
		c.Invalid("keep", "it is %d; from 0 to %d are possible", keep, maxKeep)
	}
	if err := c.Err(); err != nil {
		return 0, err
	}
	if err := episodic.KnownProject(ctx, s.parts.Projects, project); err != nil {
		return 0, err
	}
	now := s.now()
	p := execution.Pruning{
		Project: project, Before: now.AddDate(0, 0, -days), Keep: keep, Rested: now.Add(-rests), Silent: now.Add(-silentFor),
		Limit: pruneBatch, DryRun: dryRun,
	}
	if s.parts.Archive != nil {
		p.Archive = func(events []execution.Stored) error { return s.parts.Archive(project, events) }
	}
	if dryRun {
		p.Limit = maxKeep
	}
	for more := true; more; {
		ids, err := s.parts.Store.PruneEvents(ctx, p)
		if err != nil {
			return removed, fmt.Errorf("prune execution events of %s: %w", project, err)
		}
		removed, more = removed+len(ids), len(ids) == p.Limit
		if !dryRun {
			if err := s.unindex(ctx, project, ids); err != nil {
				return removed, err
			}
		}
	}
	return removed, nil
}

// unindex removes events from the index. What a failure leaves there is passed over by searches.
func (s *Service) unindex(ctx context.Context, project string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	progress, err := s.parts.Progress.GetProgress(ctx, project)
	if err != nil || progress.Generation == 0 {
		return err
	}
	at := episodic.IndexGeneration{Project: episodic.ExecutionIndex(project), Generation: progress.Generation}
	if err := s.parts.Engine.DeleteEpisodes(ctx, at, ids); err != nil {
		return fmt.Errorf("remove execution events of %s from the index: %w", project, err)
	}
	return nil
}
