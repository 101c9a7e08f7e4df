package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/weaviate/weaviate-go-client/v4/weaviate"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// memory holds both sides: causeway behind HTTP, and the bare clients of its engines.
type memory struct {
	// server serves the API on the loopback interface.
	server *httptest.Server
	// proxied serves the same API over another connection to Weaviate, whose requests
	// spy remembers.
	proxied *httptest.Server
	spy     *spy

	// service is the episodic service over store, as the app has it, with a look at when
	// the graph had committed.
	service *episodic.Service
	store   *clockedStore
	// usage tells where the time of service went.
	usage *usage

	driver   neo4j.DriverWithContext
	weaviate *weaviate.Client

	closers []func()
}

// open connects both sides to the engines that the environment names.
func open(ctx context.Context) (*memory, error) {
	address := os.Getenv("CAUSEWAY_TEST_WEAVIATE_URL")
	if os.Getenv("CAUSEWAY_TEST_NEO4J_URI") == "" || address == "" {
		return nil, errors.New("no engines are named in the environment; run `make bench`, which starts them")
	}
	m := &memory{usage: newUsage()}
	if err := m.connect(ctx, address); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *memory) connect(ctx context.Context, weaviateURL string) (err error) {
	if m.server, err = m.serve(ctx, weaviateURL); err != nil {
		return err
	}
	if err := m.openProxied(ctx, weaviateURL); err != nil {
		return err
	}
	if err := m.openService(weaviateURL); err != nil {
		return err
	}
	return m.openBare(weaviateURL)
}

// serve opens the app over the engines and serves it.
func (m *memory) serve(ctx context.Context, weaviateURL string) (*httptest.Server, error) {
	cfg := config.Default()
	cfg.Engines = config.EnginesExternal
	cfg.Neo4j.URI = os.Getenv("CAUSEWAY_TEST_NEO4J_URI")
	cfg.Neo4j.User, cfg.Neo4j.Password = os.Getenv("CAUSEWAY_TEST_NEO4J_USER"), os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD")
	cfg.Weaviate.URL = weaviateURL
	log := slog.New(slog.DiscardHandler)
	a, err := app.Open(ctx, cfg, engine.State{}, log)
	if err != nil {
		return nil, err
	}
	m.closers = append(m.closers, a.Close)
	handler, err := a.Handler(cfg)
	if err != nil {
		return nil, err
	}
	server := httptest.NewServer(handler)
	m.closers = append(m.closers, server.Close)
	return server, nil
}

func (m *memory) openProxied(ctx context.Context, weaviateURL string) error {
	target, err := url.Parse(weaviateURL)
	if err != nil {
		return fmt.Errorf("read the address of weaviate: %w", err)
	}
	m.spy = &spy{next: httputil.NewSingleHostReverseProxy(target)}
	between := httptest.NewServer(m.spy)
	m.closers = append(m.closers, between.Close)
	m.proxied, err = m.serve(ctx, between.URL)
	return err
}

func (m *memory) openService(weaviateURL string) error {
	store, err := neo4jstore.Open(neo4jstore.Options{
		URI: os.Getenv("CAUSEWAY_TEST_NEO4J_URI"), User: os.Getenv("CAUSEWAY_TEST_NEO4J_USER"),
		Password: os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD"), OnStatement: m.usage.observe,
	})
	if err != nil {
		return err
	}
	m.closers = append(m.closers, func() { _ = store.Close(context.Background()) })
	index, err := weaviateindex.New(weaviateindex.Options{URL: weaviateURL, OnRequest: m.usage.observe})
	if err != nil {
		return err
	}
	m.closers = append(m.closers, index.Close)
	m.store = &clockedStore{Store: store}
	m.service = episodic.NewService(m.store, index, store, time.Now)
	return nil
}

func (m *memory) openBare(weaviateURL string) (err error) {
	m.driver, err = neo4j.NewDriverWithContext(os.Getenv("CAUSEWAY_TEST_NEO4J_URI"),
		neo4j.BasicAuth(os.Getenv("CAUSEWAY_TEST_NEO4J_USER"), os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD"), ""))
	if err != nil {
		return fmt.Errorf("open the bare driver: %w", err)
	}
	m.closers = append(m.closers, func() { _ = m.driver.Close(context.Background()) })
	u, err := url.Parse(weaviateURL)
	if err != nil {
		return fmt.Errorf("read the address of weaviate: %w", err)
	}
	if m.weaviate, err = weaviate.NewClient(weaviate.Config{Scheme: u.Scheme, Host: u.Host}); err != nil {
		return fmt.Errorf("open the bare client of weaviate: %w", err)
	}
	return nil
}

// close ends what open began, in the opposite order.
func (m *memory) close() {
	for i := len(m.closers) - 1; i >= 0; i-- {
		m.closers[i]()
	}
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
