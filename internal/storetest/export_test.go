package storetest

import "testing"

// NewModel returns the model as a set.
func NewModel() Set { return Set{Graph: newModel(), Index: newModelIndex()} }

// RunProperties runs every property test on a set.
func RunProperties(t *testing.T, open Open) {
	for name, r := range map[string]recipe{
		"store": storeRecipe(), "links": linkRecipe(), "index": indexRecipe(), "service": serviceRecipe(),
	} {
		t.Run(name, func(t *testing.T) { r.run(t, &fixture{Set: open(t, ""), open: open, alone: true}) })
	}
}
