package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/lease"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// errNoService says why a command takes no execution events in.
var errNoService = errors.New("only a running service takes execution events in; `causeway up` starts one")

const (
	// journalPatience bounds the wait for another process of the same home to end.
	journalPatience = 10 * time.Second
	// applyEvery is the pause of the applier when nothing announces anything; applyLongest the longest
	// one while an engine does not answer.
	applyEvery   = 5 * time.Second
	applyFirst   = 200 * time.Millisecond
	applyLongest = 30 * time.Second
	// pruneEvery is how often retention runs in a project.
	pruneEvery = time.Hour
	// measureEvery is how often it is counted what the projects hold.
	measureEvery = time.Minute
	// lookAtRetention is how often it is checked which projects are due.
	lookAtRetention = time.Minute
)

// retention is what is kept of the execution events of a project.
type retention struct{ days, events int }

// OpenCapture opens the journal; without that nothing is taken in. It comes before [App.Start] and
// [App.Handler]. If the journal cannot be opened, everything else is served, and calls that capture say why.
func (a *App) OpenCapture(ctx context.Context, cfg config.Config) {
	screen, err := a.screen()
	if err != nil {
		a.capture = capture.Disabled(err)
		return
	}
	waiting, cancel := context.WithTimeout(ctx, journalPatience)
	defer cancel()
	j, err := journal.Open(waiting, journal.Options{
		Path:       journalPath(cfg),
		MaxRecords: int64(cfg.Capture.JournalRecords), MaxBytes: cfg.Capture.JournalBytes, Now: time.Now,
	})
	if err != nil {
		a.log.Error("execution events are refused, because the journal cannot be opened", "error", err)
		a.capture = capture.Disabled(err)
		return
	}
	a.closeJournal = func() error { return j.Close() }
	a.capture = capture.New(capture.Options{
		Journal: j, Store: a.engines.graph, Events: a.Episodes.Workflow, Now: time.Now, OnApplied: a.metrics.ObserveApplied,
		Screen: screen,
	})
	a.metrics.WatchJournal(a.capture.Stats)
}

// screen keeps personal data and secrets out of what is captured.
func (a *App) screen() (capture.Screen, error) {
	rules, err := privacy.New(a.privacy.Pattern)
	if err != nil {
		return capture.Screen{}, fmt.Errorf("privacy.pattern: %w", err)
	}
	return capture.Screen{Rules: rules, Policy: privacy.Policy(a.privacy.Policy), OnFound: a.metrics.ObserveFound}, nil
}

// startCapture begins what brings captured events to the engines.
func (a *App) startCapture(ctx context.Context) {
	if a.capture.Journal == nil {
		return
	}
	a.background.Go(func() { a.workOffJournal(ctx, "applying", a.capture.ApplySome) })
	a.background.Go(func() { a.workOffJournal(ctx, "indexing of events", a.capture.IndexSome) })
	a.background.Go(func() { a.tendJournal(ctx) })
	a.background.Go(func() { a.pruneRegularly(ctx) })
	a.background.Go(func() { a.measureExecution(ctx) })
	a.background.Go(func() { a.completeTraces(ctx) })
}

// workOffJournal runs rounds of one kind until ctx ends. While an engine does not answer, the pause
// grows; the log says once that this began and once that it is over.
func (a *App) workOffJournal(ctx context.Context, stage string, round func(context.Context) (int, error)) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = applyFirst, applyLongest
	failing := false
	for {
		changed := a.capture.Journal.Changed()
		within, traced := a.tracing.Begin(ctx, stage)
		taken, err := round(within)
		traced.End(taken, err)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if !failing {
				a.log.Warn(stage+" is behind and is retried", "error", err)
			}
			failing = true
			if !sleep(ctx, pause.NextBackOff()) {
				return
			}
			continue
		case failing:
			a.log.Info(stage+" works again", "done", taken)
		}
		failing = false
		pause.Reset()
		if taken > 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-time.After(applyEvery):
		}
	}
}

// tendJournal forgets receipts that are old, and looks after the file, until ctx ends.
func (a *App) tendJournal(ctx context.Context) {
	pruned := time.Time{}
	for sleep(ctx, tendEvery) {
		if err := a.capture.Journal.Tend(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("the journal could not be tended", "error", err)
		}
		if time.Since(pruned) < sweepEvery {
			continue
		}
		pruned = time.Now()
		if _, err := a.capture.Journal.Prune(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("old receipts were not removed", "error", err)
		}
	}
}

// measureExecution counts what all projects hold of execution events, until ctx ends.
func (a *App) measureExecution(ctx context.Context) {
	for wait := tendEvery; sleep(ctx, wait); wait = measureEvery {
		if err := a.measureOnce(ctx); err != nil && ctx.Err() == nil {
			a.log.Debug("execution events could not be counted", "error", err)
		}
	}
}

func (a *App) measureOnce(ctx context.Context) error {
	names, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	sizes, err := a.engines.graph.CountEvents(ctx, names)
	if err != nil {
		return err
	}
	var all workflow.Health
	for project, size := range sizes {
		all.Events, all.Bytes = all.Events+size.Events, all.Bytes+size.Bytes
		if size.Events == 0 {
			continue
		}
		health, err := a.Episodes.Workflow.Health(ctx, project)
		if err != nil {
			return err
		}
		all.Keys, all.Collisions = all.Keys+health.Keys, all.Collisions+health.Collisions
	}
	a.executionBytes.Store(all.Bytes)
	a.metrics.ObserveExecution(all.Events, all.Bytes, all.Keys, all.Collisions)
	return nil
}

// pruneRegularly removes execution events that are too old or too many, hourly in each project, until
// ctx ends. Of several instances one does so; the lease records the runs.
func (a *App) pruneRegularly(ctx context.Context) {
	failing := false
	for sleep(ctx, lookAtRetention) {
		err := a.pruneDue(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			a.log.Warn("execution events could not be pruned; this is retried", "error", err)
		}
		failing = err != nil
	}
}

func (a *App) pruneDue(ctx context.Context) error {
	names, err := a.projectNames(ctx)
	if err != nil {
		return err
	}
	due := func(last lease.Turns) bool { return passed(last.Tried, pruneEvery) }
	for _, project := range names {
		held, err := a.leases.Take(ctx, lease.Name{Project: project, Work: "prune events"}, due)
		switch {
		case errors.Is(err, lease.ErrHeld), errors.Is(err, lease.ErrNotDue):
			continue
		case err != nil:
			return err
		}
		err = held.Do(ctx, func(ctx context.Context) error {
			ctx = a.audit.Note(ctx, project, audit.EventRetention, "", 0)
			removed, err := a.Episodes.Workflow.Retain(ctx, project, a.retention.days, a.retention.events)
			if removed > 0 {
				a.log.Info("execution events were removed by retention", "project", project, "removed", removed)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
