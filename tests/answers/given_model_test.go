package answers_test

import (
	"math"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// links are edges as the API takes them.
func links(edges []causaltest.VectorEdge) []vars {
	out := []vars{}
	for _, e := range edges {
		out = append(out, vars{"source": e.Source, "relation": strings.ToUpper(string(e.Type)), "target": e.Target})
	}
	return out
}

func TestSolveModel_ReadsLinksAlone(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	for _, v := range causaltest.ReadCounterfactual[causaltest.CauseVector](t, "hp_vectors.json")[:5] {
		nodes := []vars{}
		for _, name := range v.Nodes {
			nodes = append(nodes, vars{"name": name, "base": v.Exogenous[name]})
		}
		got := harness.Get[struct {
			SolveModel struct {
				Reading struct {
					Evaluated bool
					Nodes     []struct {
						Name                       string
						There, ButFor, Part, Alone bool
						Witness                    []string
						Responsibility             float64
					}
				}
			}
		}](p, `query($model: CausalModelInput!, $target: String!) { solveModel(model: $model, target: $target) {
			reading { evaluated nodes { name there butFor part alone witness responsibility } } } }`,
			vars{"model": vars{"nodes": nodes, "links": links(v.Edges)}, "target": v.Y}).SolveModel.Reading
		answered := 0
		for _, n := range got.Nodes {
			want, asked := v.Answers[n.Name]
			if !asked {
				continue
			}
			answered++
			if n.There != want.Actual || n.ButFor != want.ButFor || n.Part != want.Part || n.Alone != want.Alone ||
				n.Alone && len(n.Witness) != len(want.Witness) || math.Abs(n.Responsibility-want.Responsibility) > 1e-9 {
				t.Errorf("%s: %+v, want %+v", v.Name, n, want)
			}
		}
		if !got.Evaluated || answered != len(v.Answers) {
			t.Errorf("%s: %d of %d answered, evaluated %v", v.Name, answered, len(v.Answers), got.Evaluated)
		}
	}
}

func TestSolveModel_RefusesWhatIsNoModel(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	node := func(name string) vars { return vars{"name": name, "base": .5} }
	link := func(source, target string) vars {
		return vars{"source": source, "relation": "CAUSES", "target": target}
	}
	both := []vars{node("a"), node("b")}
	for _, c := range []struct {
		why, says string
		given     vars
	}{
		{"a circle", "circle", vars{"model": vars{"nodes": both, "links": []vars{link("a", "b"), link("b", "a")}}, "target": "b"}},
		{"no such target", `no node "c"`, vars{"model": vars{"nodes": both}, "target": "c"}},
		{"a link to nowhere", `no node "c"`, vars{"model": vars{"nodes": both, "links": []vars{link("a", "c")}}, "target": "a"}},
		{"seen and impossible", `"b" cannot come about`, vars{
			"model": vars{"nodes": []vars{node("a"), {"name": "b"}}, "links": []vars{link("a", "b")}}, "target": "a",
			"seen": []vars{{"name": "a", "happened": false}, {"name": "b", "happened": true}},
		}},
	} {
		got := p.Ask(`query($model: CausalModelInput!, $seen: [NodeStateInput!]! = [], $target: String!) {
			solveModel(model: $model, seen: $seen, target: $target) { given { value } } }`, c.given)
		if !strings.HasPrefix(got.Codes(), "INVALID_INPUT") || !strings.Contains(got.Text(), c.says) {
			t.Errorf("%s: %s %s", c.why, got.Codes(), got.Text())
		}
	}
}
