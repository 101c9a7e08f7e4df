package app

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/lease"
)

// retainRegularly removes episodes that are too old, hourly in each project, until ctx ends. Of several instances one
// does so; the lease records the runs.
func (a *App) retainRegularly(ctx context.Context) {
	if a.episodeRetention.Days <= 0 {
		return
	}
	failing := false
	for sleep(ctx, lookAtRetention) {
		err := a.retainDue(ctx, time.Now())
		if err != nil && !failing && ctx.Err() == nil {
			a.log.Warn("episodes could not be removed by retention; this is retried", "error", err)
		}
		failing = err != nil
	}
}

// retainDue removes the episodes of the projects that are due. What an interrupted run left, the next one removes.
func (a *App) retainDue(ctx context.Context, now time.Time) error {
	names, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	due := func(last lease.Turns) bool { return passed(last.Done, pruneEvery) }
	for _, project := range names {
		held, err := a.leases.Take(ctx, lease.Name{Project: project, Work: "retain episodes"}, due)
		switch {
		case errors.Is(err, lease.ErrHeld), errors.Is(err, lease.ErrNotDue):
			continue
		case err != nil:
			return err
		}
		if err := held.Do(ctx, func(ctx context.Context) error { return a.retain(ctx, project, now) }); err != nil {
			return err
		}
	}
	return nil
}

// expiring returns what retention removes of a project at its next run; nil if it is off.
func (a *App) expiring(ctx context.Context, project string) (*model.DeleteEpisodesPayload, error) {
	if a.episodeRetention.Days <= 0 {
		return nil, nil //nolint:nilnil // null says that it is off
	}
	keys, matching, err := a.Episodes.Recording.Expiring(ctx, project, a.expiry(time.Now()), a.episodeRetention.Purge)
	if err != nil {
		return nil, err
	}
	return &model.DeleteEpisodesPayload{Episodes: keys, Matching: matching}, nil
}

// expiry is the time before which episodes began that are too old at now.
func (a *App) expiry(now time.Time) time.Time {
	return now.AddDate(0, 0, -a.episodeRetention.Days).UTC()
}

// retain removes the episodes of a project that are too old at now.
func (a *App) retain(ctx context.Context, project string, now time.Time) error {
	before := a.expiry(now)
	ctx = a.audit.Note(ctx, project, audit.Retention, "until "+before.Format(time.RFC3339), 0)
	removed := 0
	for more := true; more; {
		var n int
		var err error
		n, more, err = a.Episodes.Recording.Expire(ctx, project, before, a.episodeRetention.Purge)
		removed += n
		if err != nil {
			return err
		}
	}
	if removed > 0 {
		a.log.Info("episodes were removed by retention", "project", project, "removed", removed, "purged", a.episodeRetention.Purge)
	}
	return nil
}
