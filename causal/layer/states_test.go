package layer_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
)

// TestMemory_ScanStates checks that the in-memory store behaves like the engines.
func TestMemory_ScanStates(t *testing.T) {
	m := &causaltest.Memory{Links: []link.FactorLink{causaltest.Causes("retry=yes", "outcome=success", -1)}}
	m.Put("a", "retry=yes", "outcome=success")
	m.Put("b", "retry=no")
	keys := []string{causaltest.ParseFactor("outcome=success").Key(), causaltest.ParseFactor("retry=yes").Key()}
	scan := func(after int) map[string][]int {
		out := map[string][]int{}
		d, err := m.ScanStates(t.Context(), layer.StatesQuery{After: after, Factors: keys}, func(row layer.EpisodeStates) error {
			out[row.Episode] = nil
			for _, s := range row.States {
				out[row.Episode] = append(out[row.Episode], s.Factor)
			}
			slices.Sort(out[row.Episode])
			return nil
		})
		if err != nil || d.Episodes != len(m.Contributions) {
			t.Fatalf("%+v, %v", d, err)
		}
		return out
	}
	if got := scan(layer.FromStart); !slices.Equal(got["a"], []int{0, 1}) || len(got["b"]) > 0 || len(got) != 2 {
		t.Errorf("scanned %v", got)
	}
	m.Forget("b")
	m.Put("c", "retry=yes")
	if got := scan(2); len(got) != 1 || !slices.Equal(got["c"], []int{1}) {
		t.Errorf("scanned %v after the second change", got)
	}
	states, err := m.StatesOf(t.Context(), "p", []string{"retry"})
	if err != nil || len(states) != 1 || states[0].Frequency() != 2 {
		t.Errorf("states %+v, %v", states, err)
	}
	links, more, err := m.LinksInto(t.Context(), "p", []string{"outcome"}, 1)
	if err != nil || more || len(links) != 1 {
		t.Errorf("links %+v, %v, %v", links, more, err)
	}
}
