package storetest

import (
	"slices"
	"testing"
)

// RunPatterns tests a [patterns.Store] together with the stores whose writes it follows.
func RunPatterns(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil || f.Factors == nil || f.Patterns == nil {
		t.Fatal("the set has no graph, no factors or no patterns")
	}
	runExamples(t, f, slices.Concat(patternExamples(), evidenceExamples(), mineExamples()))
	t.Run("property", func(t *testing.T) {
		alone := *f
		alone.alone = false // changes of rules are derived at once
		r := patternRecipe()
		if f.alone {
			r.server = r.embedded
		}
		r.run(t, &alone)
	})
}
