package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/weaviate/weaviate-go-client/v4/weaviate"

	"github.com/causeway-memory/causeway/internal/config"
)

// engines holds two sides of the same servers: causeway over them, and their bare clients.
type engines struct {
	native *side
	// proxied serves the same API over another connection to Weaviate, at between, whose
	// requests spy remembers.
	proxied *httptest.Server
	between string
	spy     *spy

	driver   neo4j.DriverWithContext
	weaviate *weaviate.Client

	closers
}

// openEngines connects both sides to the servers of cfg.
func openEngines(ctx context.Context, cfg config.Config) (_ *engines, err error) {
	m := &engines{}
	defer m.closeAfter(&err)
	if m.native, err = openNative(ctx, cfg); err != nil {
		return nil, err
	}
	m.later(m.native.close)
	if err := m.openProxied(ctx, cfg); err != nil {
		return nil, err
	}
	return m, m.openBare(cfg)
}

func (m *engines) openProxied(ctx context.Context, cfg config.Config) error {
	target, err := url.Parse(cfg.Weaviate.URL)
	if err != nil {
		return fmt.Errorf("read the address of weaviate: %w", err)
	}
	m.spy = &spy{next: httputil.NewSingleHostReverseProxy(target)}
	between := httptest.NewServer(m.spy)
	m.later(between.Close)
	m.between = between.URL
	cfg.Weaviate.URL = m.between
	m.proxied, err = serve(ctx, cfg, &m.closers)
	return err
}

func (m *engines) openBare(cfg config.Config) (err error) {
	m.driver, err = neo4j.NewDriverWithContext(cfg.Neo4j.URI, neo4j.BasicAuth(cfg.Neo4j.User, cfg.Neo4j.Password, ""))
	if err != nil {
		return fmt.Errorf("open the bare driver: %w", err)
	}
	m.later(func() { _ = m.driver.Close(context.Background()) })
	u, err := url.Parse(cfg.Weaviate.URL)
	if err != nil {
		return fmt.Errorf("read the address of weaviate: %w", err)
	}
	if m.weaviate, err = weaviate.NewClient(weaviate.Config{
		Scheme: u.Scheme, Host: u.Host, Headers: map[string]string{"Authorization": "Bearer " + cfg.Weaviate.APIKey},
	}); err != nil {
		return fmt.Errorf("open the bare client of weaviate: %w", err)
	}
	return nil
}
