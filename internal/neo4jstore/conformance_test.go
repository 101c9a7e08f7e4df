package neo4jstore_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// neo4jSet opens the server of the tests for the conformance suites.
func neo4jSet(tb testing.TB, _ string) storetest.Set {
	tb.Helper()
	return setOf(store(tb))
}

// narrowSet takes variables that three episodes record for wide, so that pairs of all kinds are compared.
func narrowSet(tb testing.TB, _ string) storetest.Set {
	tb.Helper()
	return setOf(store(tb).WithNarrow(2))
}

func setOf(s *neo4jstore.Store) storetest.Set {
	return storetest.Set{Graph: s, Ledger: s, Factors: s, Patterns: s, Dependents: s, Execution: s}
}

func TestConformance_store(t *testing.T) { storetest.RunStore(t, neo4jSet) }

// Of the lists, some are found among few episodes and some along all.
func TestConformance_lists(t *testing.T) {
	open := func(tb testing.TB, _ string) storetest.Set { return storetest.Set{Graph: store(tb).WithFew(20)} }
	storetest.RunLists(t, open, func(*testing.T) {})
}

func TestConformance_ledger(t *testing.T) { storetest.RunLedger(t, neo4jSet) }

func TestConformance_links(t *testing.T) { storetest.RunLinks(t, neo4jSet) }

func TestConformance_factors(t *testing.T) { storetest.RunFactors(t, narrowSet) }

func TestConformance_patterns(t *testing.T) { storetest.RunPatterns(t, neo4jSet) }

func TestConformance_dependents(t *testing.T) { storetest.RunDependents(t, neo4jSet) }

func TestConformance_execution(t *testing.T) { storetest.RunExecution(t, neo4jSet) }
