package derive_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
)

func TestNetworks_Recounted(t *testing.T) {
	for _, c := range []struct {
		name   string
		closed bool
	}{{"agentops_a", false}, {"agentops_a", true}, {"asia", false}} {
		t.Run(fmt.Sprintf("%s closed=%t", c.name, c.closed), func(t *testing.T) {
			n := causaltest.ReadNetwork(t, c.name)
			l := n.Layer(t)
			closed := map[string]bool{}
			if c.closed {
				var rules contribution.Rules
				for _, v := range slices.Sorted(slices.Values(n.Events)) {
					closed[v] = true
					rules.Closed = append(rules.Closed, contribution.Closed{Variable: v, AbsentState: "no"})
				}
				l.Change(rules)
			}
			n.CompareRaw(t, l, closed)
		})
	}
}

func TestNetworks_OrderOfEpisodesDoesNotMatter(t *testing.T) {
	n := causaltest.ReadNetwork(t, "agentops_a")
	n.Episodes = n.Episodes[:300]
	want := n.Layer(t).Print()
	shuffled := slices.Clone(n.Episodes)
	rand.New(rand.NewPCG(12, 3)).Shuffle(len(shuffled), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
	l := causaltest.NewLayer(t)
	for batch := range slices.Chunk(shuffled, 97) {
		l.Write(batch...)
	}
	if l.Print() != want {
		t.Error("another order gives another layer")
	}
	l.Write(shuffled[:100]...)
	if l.Print() != want {
		t.Error("episodes written twice give another layer")
	}
}

func TestNetworks_NamesDoNotMatter(t *testing.T) {
	n := causaltest.ReadNetwork(t, "asia")
	renamed := n
	renamed.Episodes = nil
	for _, e := range n.Episodes {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		other := strings.NewReplacer("episode-asia", "another", "tub=", "spot=", "lung=", "shade=").Replace(string(text))
		renamed.Episodes = append(renamed.Episodes, causaltest.Prepared(t, other))
	}
	numbers := func(l *causaltest.Layer) []string {
		var out []string
		for _, link := range l.LinkRows {
			out = append(out, fmt.Sprintf("%+v %+v %v", link.Evidence, link.Pair, *link.Measure.DeltaP))
		}
		slices.Sort(out)
		return out
	}
	if a, b := numbers(n.Layer(t)), numbers(renamed.Layer(t)); !slices.Equal(a, b) {
		t.Errorf("other names, other numbers:\n%v\n%v", a, b)
	}
}
