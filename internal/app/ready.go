package app

import (
	"context"
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
	asking.Wait()
	return httpapi.Readiness{
		Ready: graph.Ready && search.Ready, Checks: []httpapi.Check{graph, search},
		Backlog: backlog, Failing: failing, Unembedded: unembedded,
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
