package app_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// store is what both graph engines offer beside the ports of the domains.
type store interface {
	storetest.Graph
	Migrate(ctx context.Context) error
	Close(ctx context.Context) error
}

func ready(tb testing.TB, s store, err error) storetest.Set {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(tb.Context())); err != nil {
			tb.Error(err)
		}
	})
	if err := s.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return storetest.Set{Graph: s}
}

func embedded(tb testing.TB, dir string) storetest.Set {
	tb.Helper()
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "causeway.db"), Timeout: enginetest.Patience})
	return ready(tb, s, err)
}

func native(tb testing.TB, _ string) storetest.Set {
	tb.Helper()
	c := enginetest.Neo4j(tb)
	s, err := neo4jstore.Open(neo4jstore.Options{URI: c.URI, User: c.User, Password: c.Password, Timeout: enginetest.Patience})
	return ready(tb, s, err)
}

func TestCopy_CutOff(t *testing.T) {
	for why, c := range map[string]struct{ from, to storetest.Open }{
		"embedded to native":   {embedded, native},
		"native to embedded":   {native, embedded},
		"embedded to embedded": {embedded, embedded},
	} {
		t.Run(why, func(t *testing.T) { storetest.RunCopy(t, c.from, c.to) })
	}
}
