package app

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/metrics"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/telemetry"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/cenkalti/backoff/v5"
)

// graphEngine stores episodes, factors, patterns, execution events and the ledger.
type graphEngine interface {
	episodic.Store
	trace.Store
	derive.Store
	patterns.Store
	dependents.Layer
	execution.Store
	ledger.Store
	// Migrate brings the schema up to date; Ready checks that it can be used.
	Migrate(ctx context.Context) error
	Ready(ctx context.Context) error
	Close(ctx context.Context) error
}

// searchEngine finds chunks.
type searchEngine interface {
	episodic.Index
	// Version is also the health check.
	Version(ctx context.Context) (string, error)
	Close()
}

// engineSet is a graph engine with its search engine.
type engineSet struct {
	graph  graphEngine
	search searchEngine
	// fallback is nil if graph and search are one engine.
	fallback episodic.Fallback
	// tend does what the graph engine left for later and says whether it can still be written;
	// nil if the engine is a server, which does so itself.
	tend func(context.Context) error
	// graphName and searchName name the engines in readiness checks.
	graphName, searchName string
}

// openEngines opens the engines that cfg and state name. It sends nothing to servers, but does
// open the file of an embedded engine. The caller closes the set.
func openEngines(cfg config.Config, state engine.State, m *metrics.Metrics, tracing *telemetry.Tracing) (engineSet, error) {
	if cfg.Engines == config.EnginesEmbedded {
		return openEmbedded(cfg, m, tracing)
	}
	return openServers(cfg, state, m, tracing)
}

func openEmbedded(cfg config.Config, m *metrics.Metrics, tracing *telemetry.Tracing) (engineSet, error) {
	if err := os.MkdirAll(cfg.Home, 0o700); err != nil {
		return engineSet{}, fmt.Errorf("make the home folder (setting home): %w", err)
	}
	store, err := sqlitestore.Open(sqlitestore.Options{
		Path: engine.DatabasePath(cfg.Home), Timeout: cfg.Embedded.Timeout,
		OnStatement: tracing.Observe(telemetry.SQLite, m.ObserveStatement),
		OnDerive:    m.ObserveDerivation,
	})
	if err != nil {
		return engineSet{}, err
	}
	return engineSet{graph: store, search: store.Index(), tend: store.Tend, graphName: "sqlite", searchName: "index"}, nil
}

func openServers(cfg config.Config, state engine.State, m *metrics.Metrics, tracing *telemetry.Tracing) (engineSet, error) {
	to, err := connect(cfg, state)
	if err != nil {
		return engineSet{}, err
	}
	store, err := neo4jstore.Open(neo4jstore.Options{
		URI: to.neo4jURI, User: to.neo4jUser, Password: to.neo4jPassword,
		Database: cfg.Neo4j.Database, Timeout: cfg.Neo4j.Timeout,
		OnStatement: tracing.Observe(telemetry.Neo4j, m.ObserveStatement), OnDerive: m.ObserveDerivation,
		RequestID: httpapi.RequestID, Guarded: true,
	})
	if err != nil {
		return engineSet{}, err
	}
	search, err := weaviateindex.New(weaviateindex.Options{
		URL: to.weaviateURL, APIKey: to.weaviateKey, AtLeast: to.atLeast,
		OnRequest: tracing.Observe(telemetry.Weaviate, m.ObserveIndexRequest),
	})
	if err != nil {
		_ = store.Close(context.Background()) // it has no connection yet
		return engineSet{}, fmt.Errorf("connect to weaviate: %w", err)
	}
	return engineSet{graph: store, search: search, fallback: store, graphName: "neo4j", searchName: "weaviate"}, nil
}

// startPatience bounds the wait for a graph engine that is still starting.
const startPatience = 60 * time.Second

// migrate brings the schema up to date, retrying for so long while the graph engine does not answer; 0 is forever.
func (e engineSet) migrate(ctx context.Context, patience time.Duration) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := e.graph.Migrate(ctx)
		if err != nil && !unavailable(err) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(patience))
	return err
}

// closeTime bounds closing the engines.
const closeTime = 5 * time.Second

func (e engineSet) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	e.search.Close()
	return e.graph.Close(ctx)
}
