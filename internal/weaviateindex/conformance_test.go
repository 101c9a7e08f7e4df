package weaviateindex_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

// weaviateSet opens the server of the tests for the conformance suite.
func weaviateSet(tb testing.TB, _ string) storetest.Set { return storetest.Set{Index: open(tb)} }

func TestConformance(t *testing.T) { storetest.RunIndex(t, weaviateSet) }
