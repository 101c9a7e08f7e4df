package storetest_test

import (
	"context"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/storetest"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// native opens the test servers.
func native(tb testing.TB, _ string) storetest.Set {
	tb.Helper()
	c, url := enginetest.Neo4j(tb), enginetest.Weaviate(tb)
	s, err := neo4jstore.Open(neo4jstore.Options{URI: c.URI, User: c.User, Password: c.Password, Timeout: enginetest.Patience})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { closed(tb, s.Close) })
	if err := s.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	x, err := weaviateindex.New(weaviateindex.Options{URL: url, APIKey: enginetest.WeaviateKey(), SearchTimeout: enginetest.Patience})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(x.Close)
	return storetest.Set{Graph: s, Index: x, Factors: s, Patterns: s}
}

func closed(tb testing.TB, end func(context.Context) error) {
	tb.Helper()
	if err := end(context.WithoutCancel(tb.Context())); err != nil {
		tb.Error(err)
	}
}

func TestNative(t *testing.T) { storetest.RunService(t, native) }
