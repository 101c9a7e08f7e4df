package storetest

import (
	"slices"
	"testing"
)

// RunFactors tests a [derive.Store] together with the [episodic.Store] that fills it.
func RunFactors(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil || f.Factors == nil {
		t.Fatal("the set has no graph or no factors")
	}
	runExamples(t, f, slices.Concat(factorExamples(), stateExamples()))
	t.Run("property", func(t *testing.T) { factorRecipe().run(t, f) })
}
