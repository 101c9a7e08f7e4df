package composite_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/composite"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
)

// joined are the composites of so many episodes that tell an event each, by its number.
func joined(episodes int, told func(i int) (event int)) []string {
	rows := &dataset.Rows{}
	variables := map[string]factor.Variable{}
	places := map[string]int{}
	for i := range episodes {
		name := fmt.Sprintf("milestone: text %c", 'A'+told(i))
		if _, known := places[name]; !known {
			places[name] = len(rows.Factors)
			rows.Factors = append(rows.Factors, factor.Identity{Variable: name, State: factor.StateOccurred})
			rows.Variables = append(rows.Variables, name)
		}
		variables[name] = factor.Variable{Name: name, Recorded: variables[name].Recorded + 1}
		rows.Episodes = append(rows.Episodes, layer.EpisodeStates{Episode: fmt.Sprintf("%04d", i), States: []layer.ObservedState{{Factor: places[name]}}})
	}
	all := dataset.Empty().With(rows)
	found := composite.TextsAmong(variables, len(variables), episodes).Join(all.Columns, func(string) bool { return true })
	return slices.Sorted(maps.Keys(found))
}

// Texts that do not meet because each is rare exclude nothing.
func TestJoin(t *testing.T) {
	for _, c := range []struct {
		why      string
		episodes int
		told     func(i int) int
		want     []string
	}{
		{"one of two", 80, func(i int) int { return i % 2 }, []string{"milestone: text A or milestone: text B"}},
		{"one of three, two of them rare", 200, func(i int) int { return max(0, i%10-7) }, []string{"milestone: text A or milestone: text B or milestone: text C"}},
		{"one of twenty rare ones", 400, func(i int) int { return i % 20 }, nil},
		{"too few episodes to tell", 30, func(i int) int { return i % 2 }, nil},
	} {
		if got := joined(c.episodes, c.told); !slices.Equal(got, c.want) {
			t.Errorf("%s: joined are %q, want %q", c.why, got, c.want)
		}
	}
}

// Of too many variables, those that few episodes tell need not be known: the texts are the same, and as many are left.
func TestTextsAmong_rareNeedNotBeKnown(t *testing.T) {
	all := map[string]factor.Variable{
		"outcome": {Name: "outcome", Recorded: 90}, "closed": {Name: "closed", Recorded: 3, Closed: true}, "declared": {Name: "declared", Closed: true},
		"often": {Name: "often", Recorded: composite.LeastTold}, "always": {Name: "always", Recorded: 100},
	}
	for i := range composite.MostTexts {
		name := fmt.Sprintf("Looked at #%d", i)
		all[name] = factor.Variable{Name: name, Recorded: 1 + i%(composite.LeastTold-1)}
	}
	known := maps.Clone(all)
	maps.DeleteFunc(known, func(_ string, v factor.Variable) bool { return v.Recorded < composite.LeastTold && !v.Closed })
	want, got := composite.TextsAmong(all, len(all), 100), composite.TextsAmong(known, len(all), 100)
	if !slices.Equal(got.Names(), want.Names()) || !slices.Equal(got.Names(), []string{"often"}) {
		t.Errorf("the texts are %q, and %q when all are known", got.Names(), want.Names())
	}
	if left := composite.MostTexts + 2; got.Left != left || want.Left != left {
		t.Errorf("left are %d, and %d when all are known, want %d", got.Left, want.Left, left)
	}
}
