package app

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/cenkalti/backoff/v5"
)

const (
	// backlogBatch is the number of episodes in one round of indexing.
	backlogBatch = 200
	// embedBatch is the number of episodes in one round of embedding.
	embedBatch = 100
	// maintainEvery is the pause between checks of the indexes of recently written projects,
	// maintainLongest the longest pause after failures; maintainAllEvery is how often the indexes
	// of all projects are checked.
	maintainEvery    = 3 * time.Second
	maintainLongest  = 2 * time.Minute
	maintainAllEvery = time.Minute
	// backlogEvery is the pause between rounds when everything is indexed.
	backlogEvery = 2 * time.Second
	// backlogLongest is the longest pause while the index does not answer.
	backlogLongest = 30 * time.Second
	// accessEvery is how often counted reads are flushed.
	accessEvery = 5 * time.Second
	// tendEvery is how often the graph engine is looked after.
	tendEvery = 2 * time.Second
	// sweepEvery is how often expired calls and jobs are deleted.
	sweepEvery = 15 * time.Minute
)

// workOffBacklog processes one stage of the backlog until ctx ends. While an engine does not
// answer, the pause grows; the log says once that this began and once that it is over. The
// service postpones refused episodes, so they hold up nothing.
func (a *App) workOffBacklog(ctx context.Context, round func(context.Context, int) (index.Round, error), stage string, batch int) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = backlogEvery, backlogLongest
	failing := false
	for wait := backlogEvery; sleep(ctx, wait); {
		within, traced := a.tracing.Begin(ctx, stage)
		done, err := round(within, batch)
		traced.End(done.Taken, err)
		if done.Refused != nil {
			a.log.Warn("an episode was refused and is retried later", "stage", stage, "error", done.Refused)
		}
		switch {
		case err != nil:
			if !failing && ctx.Err() == nil {
				a.log.Warn(stage+" is behind and is retried", "error", err)
			}
			failing = true
			wait = pause.NextBackOff()
			continue
		case failing:
			a.log.Info(stage+" works again", "done", done.Done)
		}
		failing = false
		pause.Reset()
		wait = backlogEvery
		if done.Taken == batch {
			wait = 0
		}
	}
}

// maintain builds the index generations that are needed until ctx ends. It checks the projects
// this process has written to, and periodically all projects, because other processes write too.
func maintain(ctx context.Context, a *App) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = maintainEvery, maintainLongest
	var lookedAtAll time.Time
	for wait := backlogEvery; sleep(ctx, wait); {
		wait = maintainEvery
		all := time.Since(lookedAtAll) > maintainAllEvery
		within, traced := a.tracing.Begin(ctx, "maintenance")
		done, err := a.Episodes.Index.Maintain(within, all)
		traced.End(len(done), errors.Join(err, firstFailed(done)))
		if ctx.Err() != nil {
			return
		}
		failed := err != nil
		if err != nil {
			a.log.Warn("the indexes could not be maintained", "error", err)
		}
		for _, m := range done {
			failed = failed || m.Err != nil
			a.logGeneration(m)
		}
		if failed {
			wait = pause.NextBackOff()
			continue
		}
		if all {
			lookedAtAll = time.Now()
		}
		pause.Reset()
	}
}

// firstFailed returns the first error of an index that could not be built, or nil.
func firstFailed(done []index.Maintained) error {
	for _, m := range done {
		if m.Err != nil {
			return m.Err
		}
	}
	return nil
}

func (a *App) logGeneration(m index.Maintained) {
	a.metrics.ObserveGeneration(m.Err)
	if m.Err != nil {
		a.log.Warn("the index of a project could not be built; this is retried", "project", m.Project, "error", m.Err)
		return
	}
	g := m.Generation
	a.log.Info("the index of a project was built", "project", m.Project, "generation", g.Number, "provider", g.Provider, "dimension", g.Dimension)
}

// flushAccess writes counted reads until ctx ends, and then once more.
func (a *App) flushAccess(ctx context.Context) {
	for sleep(ctx, accessEvery) {
		if err := a.Episodes.Reading.FlushAccess(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("reads were not counted", "error", err)
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), accessEvery)
	defer cancel()
	if err := a.Episodes.Reading.FlushAccess(last); err != nil {
		a.log.Warn("reads were not counted", "error", err)
	}
}

// sweepLedger deletes expired calls and jobs until ctx ends.
func (a *App) sweepLedger(ctx context.Context) {
	for wait := maintainAllEvery; sleep(ctx, wait); wait = sweepEvery {
		if err := ledger.Sweep(ctx, a.engines.graph, time.Now()); err != nil && ctx.Err() == nil {
			a.log.Warn("expired calls and jobs were not deleted", "error", err)
		}
	}
}

// tendEngine looks after the graph engine until ctx ends. The log says once that it cannot be
// written, and once that it can again.
func (a *App) tendEngine(ctx context.Context) {
	if a.engines.tend == nil {
		return
	}
	failing := false
	for sleep(ctx, tendEvery) {
		err := a.engines.tend(ctx)
		switch {
		case err != nil && !failing && ctx.Err() == nil:
			a.log.Error("the memory cannot be written", "engine", a.engines.graphName, "error", err)
		case err == nil && failing:
			a.log.Info("the memory can be written again", "engine", a.engines.graphName)
		}
		failing = err != nil
	}
}

// sleep waits for d and reports whether ctx is still live.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return ctx.Err() == nil
	}
}
