package main

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// side is causeway over one set of engines.
type side struct {
	// server serves the whole API on the loopback interface.
	server *httptest.Server
	// service is the episodic service as the app has it, over connections of its own: store
	// notes when the graph had committed, usage where the time went.
	service *memory.Episodes
	store   *clockedStore
	usage   *usage
	// causes is the causal service over the same store, of which parts make others, derived how
	// long that has derived, in nanoseconds.
	causes  *memory.Causes
	parts   memory.CauseParts
	derived atomic.Int64
	// patterns are what a service of patterns over the same store is made of.
	patterns memory.PatternParts

	closers
}

// openNative connects to the engines of cfg.
func openNative(ctx context.Context, cfg config.Config) (_ *side, err error) {
	s := &side{usage: newUsage()}
	defer s.closeAfter(&err)
	store, err := neo4jstore.Open(neo4jstore.Options{
		URI: cfg.Neo4j.URI, User: cfg.Neo4j.User, Password: cfg.Neo4j.Password,
		OnStatement: s.usage.observe, OnDerive: s.observeDerive,
	})
	if err != nil {
		return nil, err
	}
	s.later(func() { _ = store.Close(context.Background()) })
	index, err := weaviateindex.New(weaviateindex.Options{URL: cfg.Weaviate.URL, APIKey: cfg.Weaviate.APIKey, OnRequest: s.usage.observe})
	if err != nil {
		return nil, err
	}
	s.later(index.Close)
	s.store = &clockedStore{Store: store}
	s.service = memory.NewEpisodes(memory.EpisodeParts{Store: s.store, Index: index, Fallback: store}, time.Now)
	s.parts = memory.CauseParts{Links: store, Occurrences: store, Factors: store, Tokens: tokens.New()}
	s.patterns = memory.PatternParts{Patterns: store, Factors: store, Episodes: store, Tokens: s.parts.Tokens}
	s.causes = memory.NewCauses(s.parts, time.Now)
	s.server, err = serve(ctx, cfg, &s.closers)
	return s, err
}

// openEmbedded opens the file in a home folder.
func openEmbedded(ctx context.Context, home string) (_ *side, err error) {
	s := &side{usage: newUsage()}
	defer s.closeAfter(&err)
	cfg := config.Default()
	cfg.Engines, cfg.Home = config.EnginesEmbedded, home
	if s.server, err = serve(ctx, cfg, &s.closers); err != nil {
		return nil, err
	}
	store, err := sqlitestore.Open(sqlitestore.Options{
		Path: engine.DatabasePath(home), Timeout: cfg.Embedded.Timeout,
		OnStatement: s.usage.observe, OnDerive: s.observeDerive,
	})
	if err != nil {
		return nil, err
	}
	s.later(func() { _ = store.Close(context.Background()) })
	s.store = &clockedStore{Store: store}
	apart := struct{ episodic.Index }{store.Index()} // not with the graph in one transaction, so that each can be timed
	s.service = memory.NewEpisodes(memory.EpisodeParts{Store: s.store, Index: apart}, time.Now)
	s.parts = memory.CauseParts{Links: store, Occurrences: store, Factors: store, Tokens: tokens.New()}
	s.patterns = memory.PatternParts{Patterns: store, Factors: store, Episodes: store, Tokens: s.parts.Tokens}
	s.causes = memory.NewCauses(s.parts, time.Now)
	return s, nil
}

// observeDerive adds up how long deriving took; failures count too.
func (s *side) observeDerive(_ context.Context, took time.Duration, _ error) {
	s.derived.Add(int64(took))
}

// serve opens the app and serves it until c is closed.
func serve(ctx context.Context, cfg config.Config, c *closers) (*httptest.Server, error) {
	a, err := app.Open(ctx, cfg, engine.State{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	c.later(a.Close)
	handler, err := a.Handler(cfg)
	if err != nil {
		return nil, err
	}
	server := httptest.NewServer(handler)
	c.later(server.Close)
	return server, nil
}

// clockedStore notes when the graph had committed. It is for one goroutine.
type clockedStore struct {
	episodic.Store
	committed time.Time
}

// RecordEpisodes implements [episodic.Store].
func (s *clockedStore) RecordEpisodes(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	receipts, err := s.Store.RecordEpisodes(ctx, project, episodes, strict, now)
	s.committed = time.Now()
	return receipts, err
}

// closers end what was begun. The zero value is ready to use.
type closers struct{ list []func() }

func (c *closers) later(end func()) { c.list = append(c.list, end) }

// close ends everything in the opposite order.
func (c *closers) close() {
	for i := len(c.list) - 1; i >= 0; i-- {
		c.list[i]()
	}
	c.list = nil
}

// closeAfter ends everything after a failure.
func (c *closers) closeAfter(err *error) {
	if *err != nil {
		c.close()
	}
}
