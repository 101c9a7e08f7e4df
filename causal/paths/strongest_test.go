package paths_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
)

// TestFactorPath_EquallyStrongShorterFirst lists equally strong paths by their length, also when
// the longer one has the lesser keys.
func TestFactorPath_EquallyStrongShorterFirst(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{
		causaltest.Causes("a", "b", 1), causaltest.Causes("b", "z", .9), causaltest.Causes("b", "c", 1), causaltest.Causes("c", "z", .5), causaltest.Causes("a", "y", .5), causaltest.Causes("y", "z", 1),
	}}
	q := pathQuestion("a", "z")
	q.Mode, q.Limit = paths.ModeKBest, 3
	var got []string
	for _, p := range askPath(t, m, q).Paths {
		got = append(got, names(p))
	}
	if want := []string{"a b z", "a y z", "a b c z"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
