package app

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// deriveProjects is the number of projects in one round of deriving.
const deriveProjects = 20

// deriveFactors derives stale contributions until ctx ends: of episodes recorded before factors
// existed, of interrupted merges and rebuilds, and of layers derived by another version of
// causeway. It also derives what was just written, which readers do otherwise.
func (a *App) deriveFactors(ctx context.Context) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = backlogEvery, maintainLongest
	failing, refreshed := false, false
	for wait := time.Duration(0); sleep(ctx, wait); {
		within, traced := a.tracing.Begin(ctx, "deriving")
		var err error
		if !refreshed {
			err = a.refreshOutdated(within)
			refreshed = err == nil
		}
		done := 0
		if err == nil {
			done, err = a.Causes.Derive.DeriveBacklog(within, deriveProjects)
		}
		traced.End(done, err)
		wait = backlogEvery
		switch {
		case err != nil && ctx.Err() == nil:
			if !failing {
				a.log.Warn("factors are behind; deriving is retried", "error", err)
			}
			wait = pause.NextBackOff()
		case done > 0:
			wait = 0
			fallthrough
		default:
			pause.Reset()
		}
		failing = err != nil
	}
}

// refreshOutdated refreshes the layers that another version of causeway derived.
func (a *App) refreshOutdated(ctx context.Context) error {
	names, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	refreshed, err := a.Causes.Derive.RefreshOutdated(ctx, names)
	if len(refreshed) > 0 {
		a.log.Info("factors derived by another version are refreshed", "projects", refreshed)
	}
	return err
}
