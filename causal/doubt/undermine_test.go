package doubt_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/model"
)

func TestResult_Undermines(t *testing.T) {
	missing := func(source, target int) doubt.Finding {
		return doubt.Finding{Kind: doubt.Missing, Source: source, Target: target, Direction: doubt.ByTime}
	}
	// 0 decides about 1 and 3, 1 leads over 2 to 3, 4 leads to 5.
	g := estimation.Graph{Parents: [][]int{{}, {0}, {1}, {2, 0}, {}, {4}}}
	use := model.EffectUse{Do: []int{1}, Target: 3, Adjustment: []int{0}, Adjusted: true, Modelled: true}
	for _, c := range []struct {
		why      string
		findings []doubt.Finding
		adjusted bool
		want     []int
	}{
		{"no doubt", nil, false, nil},
		{"far away", []doubt.Finding{missing(5, 4)}, false, nil},
		{"a cause of what is set alone", []doubt.Finding{missing(4, 1)}, false, nil},
		{"a cause of the target alone", []doubt.Finding{missing(5, 3)}, false, nil},
		{"a cause of both, of which each link is missing", []doubt.Finding{missing(4, 1), missing(5, 3)}, false, []int{0, 1}},
		{"and another doubt is not among them", []doubt.Finding{missing(4, 1), missing(4, 0), missing(5, 3)}, true, []int{0, 2}},
		{"a way beside the mediator", []doubt.Finding{missing(1, 3)}, false, []int{0}},
		{"which strata see all the same", []doubt.Finding{missing(1, 3)}, true, nil},
		{"a cause of the mediator and the target", []doubt.Finding{missing(0, 2)}, false, []int{0}},
		{"which strata hold fixed", []doubt.Finding{missing(0, 2)}, true, nil},
		{"what is held fixed follows from what is set", []doubt.Finding{{Kind: doubt.Reversed, Source: 0, Target: 1, Direction: doubt.ByTime}}, true, []int{0}},
		{"a link that may be none", []doubt.Finding{{Kind: doubt.Contradicted, Source: 0, Target: 3}}, false, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			u := use
			u.Modelled = !c.adjusted
			got, equal := doubt.Result{Findings: c.findings}.Undermines(g, u)
			var at []int
			for _, f := range got {
				at = append(at, slices.IndexFunc(c.findings, func(o doubt.Finding) bool { return o.Source == f.Source && o.Target == f.Target && o.Kind == f.Kind }))
			}
			if !slices.Equal(at, c.want) || len(equal) > 0 {
				t.Errorf("undermined by %v and %v, want %v", at, equal, c.want)
			}
		})
	}
}

// joint is the distribution of binary columns: the probability of each combination, of which bit v is column v.
type joint struct {
	graph estimation.Graph
	// likely is the probability that a column is 1, by its parents' states.
	likely [][]float64
}

func newJoint(random *rand.Rand, g estimation.Graph) joint {
	j := joint{graph: g}
	for _, parents := range g.Parents {
		row := make([]float64, 1<<len(parents))
		for i := range row {
			row[i] = .05 + .9*random.Float64()
		}
		j.likely = append(j.likely, row)
	}
	return j
}

// of is the probability of a combination when the columns of do, which are 1, are set.
func (j joint) of(states int, do []int) float64 {
	p := 1.
	for v, parents := range j.graph.Parents {
		one := states>>v&1 == 1
		if slices.Contains(do, v) {
			if !one {
				return 0
			}
			continue
		}
		at := 0
		for i, parent := range parents {
			at |= states >> parent & 1 << i
		}
		if one {
			p *= j.likely[v][at]
		} else {
			p *= 1 - j.likely[v][at]
		}
	}
	return p
}

// share is the probability that all bits of one set are as in states, given that those of another are.
func (j joint) share(states, of, given int) float64 {
	both, all := 0., 0.
	for other := range 1 << len(j.graph.Parents) {
		if (other^states)&given == 0 {
			p := j.of(other, nil)
			if all += p; (other^states)&of == 0 {
				both += p
			}
		}
	}
	return both / all
}

func bits(columns ...int) int {
	out := 0
	for _, c := range columns {
		out |= 1 << c
	}
	return out
}

// byFormula is the probability of the target when 1 is set, as the g-formula of a recorded graph gives it.
func (j joint) byFormula(g estimation.Graph, do, target int) float64 {
	out := 0.
	for states := range 1 << len(g.Parents) {
		if states>>do&1 == 0 || states>>target&1 == 0 {
			continue
		}
		p := 1.
		for v, parents := range g.Parents {
			if v != do {
				p *= j.share(states, bits(v), bits(parents...))
			}
		}
		out += p
	}
	return out
}

// byStrata is the same by adjustment.
func (j joint) byStrata(do, target int, adjustment []int) float64 {
	out := 0.
	for fixed := range 1 << len(adjustment) {
		states := bits(do, target)
		for i, c := range adjustment {
			states |= fixed >> i & 1 << c
		}
		out += j.share(states, bits(adjustment...), 0) * j.share(states, bits(target), bits(append(slices.Clone(adjustment), do)...))
	}
	return out
}

// TestResult_Undermines_exactly draws worlds, takes a link out of what is recorded, or turns it round, and compares what the recorded
// graph makes of the exact frequencies with the truth: an answer that is not marked is never wrong, and one that is marked nearly always.
func TestResult_Undermines_exactly(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 1))
	right, wrong, vain := 0, 0, 0
	for range 4_000 {
		truth, edges := randomGraph(random)
		if len(edges) == 0 {
			continue
		}
		e := edges[random.IntN(len(edges))]
		said := estimation.Graph{Parents: slices.Clone(truth.Parents)}
		said.Parents[e[1]] = slices.DeleteFunc(slices.Clone(said.Parents[e[1]]), func(p int) bool { return p == e[0] })
		f := doubt.Finding{Kind: doubt.Missing, Source: e[0], Target: e[1], Direction: doubt.ByTime}
		if random.IntN(3) == 0 {
			said.Parents[e[0]] = append(slices.Clone(said.Parents[e[0]]), e[1])
			f = doubt.Finding{Kind: doubt.Reversed, Source: e[1], Target: e[0], Direction: doubt.ByTime}
		}
		do, target := random.IntN(5), random.IntN(5)
		if circular(said) || do == target || !said.Descendants(do)[target] {
			continue
		}
		j := newJoint(random, truth)
		exact := 0.
		for states := range 1 << 5 {
			if states>>target&1 == 1 {
				exact += j.of(states, []int{do})
			}
		}
		u := model.EffectUse{Do: []int{do}, Target: target}
		answers := map[string]float64{}
		recorded := make([]bool, 5)
		for i := range recorded {
			recorded[i] = true
		}
		if adjustment, ok := estimation.Identify(said, recorded, do, target); ok {
			u.Adjustment = adjustment
			answers["strata"] = j.byStrata(do, target, adjustment)
		}
		answers["formula"] = j.byFormula(said, do, target)
		for by, p := range answers {
			u.Adjusted, u.Modelled = by == "strata", by == "formula"
			marked, _ := doubt.Result{Findings: []doubt.Finding{f}}.Undermines(said, u)
			off := math.Abs(p-exact) > 1e-9
			switch {
			case off && len(marked) == 0:
				t.Fatalf("truth %v, said %v, do %d for %d by %s, adjusted for %v: %v is %v and not marked", truth.Parents, said.Parents, do, target, by, u.Adjustment, p, exact)
			case off:
				wrong++
			case len(marked) > 0:
				vain++
			default:
				right++
			}
		}
	}
	t.Logf("%d right and not marked, %d wrong and marked, %d right and marked", right, wrong, vain)
	if right < 300 || wrong < 300 || 4*vain > wrong {
		t.Errorf("%d right and not marked, %d wrong and marked, %d right and marked", right, wrong, vain)
	}
}
