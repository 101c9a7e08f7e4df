package app

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/metrics"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// startPatience bounds how long Open waits for a graph engine that is still starting.
const startPatience = 60 * time.Second

// App is causeway put together: the services over the engines in use.
type App struct {
	// Episodes answers what happened.
	Episodes *episodic.Service
	// Causes answers why.
	Causes *causal.Service

	store   *neo4jstore.Store
	index   *weaviateindex.Index
	metrics *metrics.Metrics
	log     *slog.Logger

	stop       context.CancelFunc
	background sync.WaitGroup
}

// Open connects to the engines that state and cfg name and brings the schema of the graph
// up to date. A graph engine that is still starting is waited for; a search engine that
// does not answer is not. Close ends what Open began.
func Open(ctx context.Context, cfg config.Config, state engine.State, log *slog.Logger) (*App, error) {
	to, err := connect(cfg, state)
	if err != nil {
		return nil, err
	}
	m := metrics.New()
	store, err := neo4jstore.Open(neo4jstore.Options{
		URI: to.neo4jURI, User: to.neo4jUser, Password: to.neo4jPassword,
		Database: cfg.Neo4j.Database, Timeout: cfg.Neo4j.Timeout,
		OnStatement: m.ObserveStatement, RequestID: httpapi.RequestID,
	})
	if err != nil {
		return nil, err
	}
	index, err := weaviateindex.New(weaviateindex.Options{
		URL: to.weaviateURL, APIKey: to.weaviateKey, AtLeast: to.atLeast, OnRequest: m.ObserveIndexRequest,
	})
	if err != nil {
		return nil, fmt.Errorf("connect to weaviate: %w", err)
	}
	a := &App{
		Episodes: episodic.NewService(store, index, store, time.Now),
		Causes:   causal.NewService(store, store),
		store:    store, index: index, metrics: m, log: log,
	}
	m.WatchBacklog(store.CountBacklog)
	if err := a.migrate(ctx); err != nil {
		a.closeEngines()
		return nil, err
	}
	return a, nil
}

// migrate retries while the graph engine does not answer yet.
func (a *App) migrate(ctx context.Context) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := a.store.Migrate(ctx)
		if err != nil && !unavailable(err) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(startPatience))
	return err
}

// Start begins the work in the background: retried indexing and counted reads.
func (a *App) Start(ctx context.Context) {
	ctx, a.stop = context.WithCancel(ctx)
	a.background.Go(func() { indexBacklog(ctx, a.Episodes, a.log) })
	a.background.Go(func() { flushAccess(ctx, a.Episodes, a.log) })
}

// Close ends the work in the background and lets the engines go.
func (a *App) Close() {
	if a.stop != nil {
		a.stop()
		a.background.Wait()
	}
	a.closeEngines()
}
