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
	found := composite.TextsAmong(variables, episodes).Join(all.Columns, func(string) bool { return true })
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
