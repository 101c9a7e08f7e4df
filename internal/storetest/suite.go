package storetest

import (
	"slices"
	"testing"
)

// RunStore tests an [episodic.Store].
func RunStore(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil {
		t.Fatal("the set has no graph")
	}
	runExamples(t, f, slices.Concat(
		recordExamples(), readExamples(), referenceExamples(), recallExamples(), concurrentExamples(),
	))
	t.Run("property", func(t *testing.T) { storeRecipe().run(t, f) })
}

// RunLinks tests a [trace.Store] together with the [episodic.Store] that fills it.
func RunLinks(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil {
		t.Fatal("the set has no graph")
	}
	runExamples(t, f, linkExamples())
	t.Run("property", func(t *testing.T) { linkRecipe().run(t, f) })
}

// RunIndex tests an [episodic.Index].
func RunIndex(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Index == nil {
		t.Fatal("the set has no index")
	}
	runExamples(t, f, slices.Concat(indexExamples(), filterExamples(), chunkExamples(), nearestExamples()))
	t.Run("property", func(t *testing.T) { indexRecipe().run(t, f) })
}

// RunService tests a whole set through the services.
func RunService(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Graph == nil || f.Index == nil {
		t.Fatal("the set has no graph or no index")
	}
	t.Run("property", func(t *testing.T) { serviceRecipe().run(t, f) })
}
