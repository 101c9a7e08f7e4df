package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// backlogBatch is how many episodes one round of indexing takes.
	backlogBatch = 200
	// backlogEvery is the pause between rounds while everything is indexed.
	backlogEvery = 2 * time.Second
	// backlogLongest is the longest pause while the index does not answer.
	backlogLongest = 30 * time.Second
	// accessEvery is how often counted reads are written.
	accessEvery = 5 * time.Second
)

// indexBacklog works off what is not indexed yet, until ctx ends. That an engine does not
// answer is logged once when it begins and once when it is over, and the pause grows
// meanwhile. What the index refuses is postponed by the service and holds up nothing.
func indexBacklog(ctx context.Context, episodes *episodic.Service, log *slog.Logger) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = backlogEvery, backlogLongest
	failing := false
	for wait := backlogEvery; sleep(ctx, wait); {
		round, err := episodes.IndexBacklog(ctx, backlogBatch)
		if round.Refused != nil {
			log.Warn("the index refuses an episode, which is tried again later", "error", round.Refused)
		}
		switch {
		case err != nil:
			if !failing && ctx.Err() == nil {
				log.Warn("indexing is behind and is retried", "error", err)
			}
			failing = true
			wait = pause.NextBackOff()
			continue
		case failing:
			log.Info("indexing works again", "indexed", round.Done)
		}
		failing = false
		pause.Reset()
		wait = backlogEvery
		if round.Taken == backlogBatch {
			wait = 0
		}
	}
}

// flushAccess writes counted reads until ctx ends, and once more then.
func flushAccess(ctx context.Context, episodes *episodic.Service, log *slog.Logger) {
	for sleep(ctx, accessEvery) {
		if err := episodes.FlushAccess(ctx); err != nil && ctx.Err() == nil {
			log.Warn("reads were not counted", "error", err)
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), accessEvery)
	defer cancel()
	if err := episodes.FlushAccess(last); err != nil {
		log.Warn("reads were not counted", "error", err)
	}
}

// sleep waits for d and reports whether ctx is still going.
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
