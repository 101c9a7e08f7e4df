package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// readyTime bounds one readiness check.
const readyTime = 3 * time.Second

// ready checks both engines, the schema and the backlog concurrently, so that one engine that
// does not answer does not use up the time of the other.
func (a *App) ready(ctx context.Context) httpapi.Readiness {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	var graph, search httpapi.Check
	var backlog, failing, unembedded *int
	var asking sync.WaitGroup
	asking.Go(func() { graph = check(a.engines.graphName, a.engines.graph.Ready(ctx)) })
	asking.Go(func() {
		_, err := a.engines.search.Version(ctx)
		search = check(a.engines.searchName, err)
	})
	asking.Go(func() {
		if n, err := a.engines.graph.CountBacklog(ctx); err == nil {
			backlog, failing, unembedded = &n.Episodes, &n.Failing, &n.Unembedded
		}
	})
	out := httpapi.Readiness{}
	asking.Go(func() { a.readJournal(ctx, &out) })
	asking.Wait()
	out.Ready, out.Checks = graph.Ready && search.Ready, append([]httpapi.Check{graph, search}, out.Checks...)
	out.Backlog, out.Failing, out.Unembedded = backlog, failing, unembedded
	return out
}

// readJournal says how the journal does. A journal that takes nothing in is a warning: everything else
// is served without it.
func (a *App) readJournal(ctx context.Context, out *httpapi.Readiness) {
	if err := a.capture.Ready(); err != nil {
		out.Warnings = append(out.Warnings, "execution events are refused: "+err.Error())
		return
	}
	if stats, err := a.capture.Stats(ctx); err == nil {
		waiting, failed := int(stats.Journaled.Records), int(stats.Failed.Records)
		out.Waiting, out.Failed = &waiting, &failed
		if failed > 0 {
			out.Warnings = append(out.Warnings, fmt.Sprintf("the graph refused %d captured events; capture.failures of its project lists them", failed))
		}
		if full := stats.Journaled.Records + stats.Applied.Records + stats.Failed.Records; full*2 > stats.MostRecords {
			out.Warnings = append(out.Warnings, fmt.Sprintf("the journal is more than half full: %d of %d events (capture.journal_records)", full, stats.MostRecords))
		}
	}
	if bytes := a.executionBytes.Load(); bytes > a.alertBytes {
		out.Warnings = append(out.Warnings, fmt.Sprintf("execution events take %d bytes, more than capture.alert_bytes", bytes))
	}
}

func check(name string, err error) httpapi.Check {
	c := httpapi.Check{Name: name, Ready: err == nil}
	if err != nil {
		c.Reason = err.Error()
	}
	return c
}

// up checks concurrently whether each engine can be used.
func (e engineSet) up(ctx context.Context) map[string]bool {
	var graph, search error
	var asking sync.WaitGroup
	asking.Go(func() { graph = e.graph.Ready(ctx) })
	asking.Go(func() { _, search = e.search.Version(ctx) })
	asking.Wait()
	return map[string]bool{e.graphName: graph == nil, e.searchName: search == nil}
}
