package answers_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// solved is what follows from a model, by seeing, by doing, and had it been otherwise.
type solved struct{ Given, Done, Otherwise struct{ Value float64 } }

// modelInput is a model as the API takes it.
func modelInput(m causaltest.ModelVector) vars {
	var nodes, links []vars
	for _, n := range m.Nodes {
		nodes = append(nodes, vars{"name": n.ID, "base": n.Base})
	}
	for _, e := range m.Edges {
		links = append(links, vars{"source": e.Source, "target": e.Target, "relation": strings.ToUpper(string(e.Type)), "strength": e.W})
	}
	return vars{"nodes": nodes, "links": links}
}

func states(of map[string]int) []vars {
	out := []vars{}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out = append(out, vars{"name": name, "happened": of[name] == 1})
	}
	return out
}

// solve asks for all three answers, but for seeing where what was seen cannot be.
func (p *project) solve(m causaltest.ModelVector, target string, seen, do map[string]int, possible bool) solved {
	p.T.Helper()
	if !possible {
		seen = nil
	}
	return harness.Get[struct{ SolveModel solved }](p, `query($model: CausalModelInput!, $seen: [NodeStateInput!]!, $do: [NodeStateInput!]!, $target: String!) {
		solveModel(model: $model, seen: $seen, do: $do, target: $target) { given { value } done { value } otherwise { value } } }`,
		vars{"model": modelInput(m), "seen": states(seen), "do": states(do), "target": target}).SolveModel
}

// TestSolveModel_Vectors asks what follows from small models that are given. The tests of causal/calculate
// ask all of them.
func TestSolveModel_Vectors(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	asked := 0
	for i, m := range causaltest.ReadCounterfactual[causaltest.ModelVector](t, "scm_vectors.json") {
		if len(m.Nodes) > 6 {
			continue
		}
		t.Run(fmt.Sprintf("model %d of %d nodes", i, len(m.Nodes)), func(t *testing.T) {
			s, _ := shared.Services(t)
			p := &project{&harness.Project{Service: s, T: t, Name: "none"}}
			for _, q := range m.Queries {
				for what, pair := range p.answers(m, q) {
					asked++
					if math.Abs(pair[0]-pair[1]) > 1e-9 {
						t.Errorf("%s on %s, %s: %.12f, want %.12f", q.X, q.Y, what, pair[0], pair[1])
					}
				}
			}
		})
	}
	if asked < 100 {
		t.Errorf("only %d numbers were compared", asked)
	}
}

// answers are the answers of the API beside the true ones.
func (p *project) answers(m causaltest.ModelVector, q causaltest.ModelQuery) map[string][2]float64 {
	p.T.Helper()
	out := map[string][2]float64{
		"all seen":  {p.solve(m, q.Y, q.Full, q.Do, true).Otherwise.Value, q.OtherwiseFull},
		"some seen": {p.solve(m, q.Y, q.Part, q.Do, true).Otherwise.Value, q.OtherwisePart},
	}
	for x := range 2 {
		state := map[string]int{q.X: x}
		a := p.solve(m, q.Y, state, state, q.YGiven[x] != nil)
		out[fmt.Sprintf("do %d", x)] = [2]float64{a.Done.Value, q.YDo[x]}
		if q.YGiven[x] != nil {
			out[fmt.Sprintf("given %d", x)] = [2]float64{a.Given.Value, *q.YGiven[x]}
		}
	}
	if q.PN != nil {
		out["PN"] = [2]float64{1 - p.solve(m, q.Y, map[string]int{q.X: 1, q.Y: 1}, map[string]int{q.X: 0}, true).Otherwise.Value, *q.PN}
	}
	if q.PS != nil {
		out["PS"] = [2]float64{p.solve(m, q.Y, map[string]int{q.X: 0, q.Y: 0}, map[string]int{q.X: 1}, true).Otherwise.Value, *q.PS}
	}
	return out
}

// boundsVector is what bounds are computed from, with the bounds.
type boundsVector struct {
	Name   string
	YDoX   float64 `json:"p_y_do_x"`
	YDoZ   float64 `json:"p_y_do_notx"`
	XY     float64 `json:"xy"`
	XNotY  float64 `json:"xny"`
	ZY     float64 `json:"zy"`
	ZNotY  float64 `json:"zny"`
	Bounds struct {
		PN, PS, PNS *[2]float64
		Consistent  bool
	}
}

// TestCausationBounds_Vectors asks for the bounds of the probabilities of causation.
func TestCausationBounds_Vectors(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	s, _ := shared.Services(t)
	p := &project{&harness.Project{Service: s, T: t, Name: "none"}}
	vectors := causaltest.ReadCounterfactual[boundsVector](t, "tian_pearl_vectors.json")
	for i, v := range vectors {
		type bounds struct{ Low, High float64 }
		got := harness.Get[struct {
			CausationBounds struct {
				PN, PS, PNS bounds
				Consistent  bool
			}
		}](p, `query($input: CausationInput!) { causationBounds(input: $input) { pn { low high } ps { low high } pns { low high } consistent } }`,
			vars{"input": vars{"yDoX": v.YDoX, "yDoZ": v.YDoZ, "xy": v.XY, "xNotY": v.XNotY, "zy": v.ZY, "zNotY": v.ZNotY}}).CausationBounds
		if got.Consistent != v.Bounds.Consistent {
			t.Errorf("%d %s: consistent is %t", i, v.Name, got.Consistent)
		}
		for name, pair := range map[string]struct {
			got  bounds
			want *[2]float64
		}{"PN": {got.PN, v.Bounds.PN}, "PS": {got.PS, v.Bounds.PS}, "PNS": {got.PNS, v.Bounds.PNS}} {
			if pair.got.Low < 0 || pair.got.High > 1 {
				t.Errorf("%d %s %s: %+v are no probabilities", i, v.Name, name, pair.got)
			}
			if v.Bounds.Consistent && pair.want != nil && (math.Abs(pair.got.Low-pair.want[0]) > 1e-9 || math.Abs(pair.got.High-pair.want[1]) > 1e-9) {
				t.Errorf("%d %s %s: %+v, want %v", i, v.Name, name, pair.got, *pair.want)
			}
		}
	}
	if len(vectors) < 50 {
		t.Errorf("only %d vectors", len(vectors))
	}
}
