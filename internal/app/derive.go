package app

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// deriveProjects is how many projects one round of deriving takes.
const deriveProjects = 20

// deriveFactors derives what is marked, until ctx ends: episodes from before there were factors,
// what a merge or a rebuild that was cut off has left, and the layers that another version of
// causeway derived. Writes derive their own episodes and need none of this.
func (a *App) deriveFactors(ctx context.Context) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = backlogEvery, maintainLongest
	failing, renewed := false, false
	for wait := time.Duration(0); sleep(ctx, wait); {
		within, traced := a.tracing.Begin(ctx, "deriving")
		var err error
		if !renewed {
			err = a.renewFactors(within)
			renewed = err == nil
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
				a.log.Warn("factors are behind and are derived again later", "error", err)
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

// renewFactors has the layers derived anew that another version of causeway derived.
func (a *App) renewFactors(ctx context.Context) error {
	projects, err := a.Episodes.Reading.Projects(ctx)
	if err != nil {
		return err
	}
	names := make([]string, len(projects))
	for i, p := range projects {
		names[i] = p.Name
	}
	renewed, err := a.Causes.Derive.RefreshOutdated(ctx, names)
	if len(renewed) > 0 {
		a.log.Info("factors of an earlier version are derived anew", "projects", renewed)
	}
	return err
}
