package storetest_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/storetest"
)

// referenceSet is a store made of maps, on which the derivation works.
func referenceSet(testing.TB, string) storetest.Set {
	r := storetest.NewReference()
	return storetest.Set{Graph: r, Factors: r}
}

// TestDerivation tests the derivation itself, on the simplest store.
func TestDerivation(t *testing.T) { storetest.RunAlone(t, "factors", referenceSet) }
