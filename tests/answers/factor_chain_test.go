package answers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// planted is how many chains of each kind a history has.
const planted = 9

// told is an episode with an event for each factor, in their order, and links between ends.
func told(id string, factors []string, links ...[2]string) vars {
	var events, stated []vars
	for i, f := range factors {
		events = append(events, vars{"id": fmt.Sprintf("e%d", i), "content": f, "factor": f})
	}
	for _, l := range links {
		stated = append(stated, vars{"source": l[0], "relation": "CAUSES", "target": l[1]})
	}
	return vars{"id": id, "task": "a generated run", "events": events, "links": stated}
}

// recordChains records chains from "lived N begin" to "lived N end" and from "composed N begin" to
// "composed N end", in random order. Of the lived ones some are in one episode; in others a second
// episode goes on from an event of the first, or is linked to it by the first. All share a factor "noise".
func (p *project) recordChains() {
	p.T.Helper()
	var all, linked []vars
	for i := range planted {
		name := func(kind, at string) string { return fmt.Sprintf("%s %d %s", kind, i, at) }
		first, second := fmt.Sprintf("lived-%02d-a", i), fmt.Sprintf("lived-%02d-b", i)
		begin, middle, end := name("lived", "begin"), name("lived", "middle"), name("lived", "end")
		switch i % 3 {
		case 0:
			all = append(all, told(first, []string{begin, middle, end, "noise"}, [2]string{"e0", "e1"}, [2]string{"e1", "e2"}, [2]string{"e2", "e3"}))
		case 1:
			all = append(all, told(first, []string{begin, middle}, [2]string{"e0", "e1"}))
			linked = append(linked, told(second, []string{end}, [2]string{first + "/e1", "e0"}))
		default:
			all = append(all, told(second, []string{middle, end}, [2]string{"e0", "e1"}))
			linked = append(linked, told(first, []string{begin}, [2]string{"e0", second + "/e0"}))
		}
		begin, middle, end = name("composed", "begin"), name("composed", "middle"), name("composed", "end")
		all = append(all,
			told(fmt.Sprintf("composed-%02d-a", i), []string{begin, middle, "noise"}, [2]string{"e0", "e1"}, [2]string{"e2", "e0"}),
			told(fmt.Sprintf("composed-%02d-b", i), []string{middle, end}, [2]string{"e0", "e1"}))
	}
	r := rand.New(rand.NewPCG(21, 5))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, e := range slices.Concat(all, linked) {
		p.Record(e)
	}
}

// chainAnswer is what the test asks of a chain.
type chainAnswer struct {
	Status  string
	Explain string
	LeftOut struct{ ComposedPath *int }
	Paths   []struct {
		Length             int
		ComposedAt         []struct{ Label string }
		SupportOfWholePath struct {
			Total    int
			Episodes []struct{ Key string }
		}
	}
}

const chainQuery = `query($project: String!, $from: String!, $to: String!, $mode: PathMode!, $composed: Boolean!) {
	factorPath(project: $project, from: $from, to: $to, mode: $mode, follow: {composed: $composed}) {
		status explain leftOut { composedPath }
		paths { length composedAt { label } supportOfWholePath { total episodes { key } } } } }`

// TestFactorPath_Chains plants chains that somebody lived and others that only their factors' names
// compose: all of the first kind are found, none of the second unless asked for.
func TestFactorPath_Chains(t *testing.T) {
	harness.Beside(t)
	p := newProject(t)
	p.recordChains()
	ask := func(kind string, i int, mode string, composed bool) chainAnswer {
		v := vars{"from": fmt.Sprintf("%s %d begin", kind, i), "to": fmt.Sprintf("%s %d end", kind, i), "mode": mode, "composed": composed}
		return harness.Get[map[string]chainAnswer](p, chainQuery, v)["factorPath"]
	}
	for i := range planted {
		whole := 0
		if i%3 == 0 {
			whole = 1
		}
		for _, mode := range []string{"SHORTEST", "ALL_SIMPLE"} {
			a := ask("lived", i, mode, false)
			if a.Status != "FOUND" || len(a.Paths) != 1 || a.Paths[0].Length != 2 || len(a.Paths[0].ComposedAt) > 0 || a.Paths[0].SupportOfWholePath.Total != whole {
				t.Errorf("lived %d, %s: %+v", i, mode, a)
			}
			a = ask("composed", i, mode, false)
			if a.Status != "NO_PATH" || a.LeftOut.ComposedPath == nil || *a.LeftOut.ComposedPath != 2 {
				t.Errorf("composed %d, %s: %+v", i, mode, a)
			}
			a = ask("composed", i, mode, true)
			if len(a.Paths) != 1 || len(a.Paths[0].ComposedAt) != 1 || a.Paths[0].ComposedAt[0].Label != fmt.Sprintf("composed %d middle", i) {
				t.Errorf("composed %d, %s, asked for: %+v", i, mode, a)
			}
		}
	}
}
