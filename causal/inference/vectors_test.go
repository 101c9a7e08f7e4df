package inference_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// read decodes a file of the causal test data.
func read(t *testing.T, into any, path ...string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(append([]string{enginetest.Data(t), "causal"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}

// near fails if two numbers differ by more than a tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance || math.IsNaN(got) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// scmVector is a noisy model with queries and their exact answers.
type scmVector struct {
	N     int
	Nodes []struct {
		ID   string
		Base float64
	}
	Edges []struct {
		Source, Target, Type string
		W                    float64
	}
	Queries []struct {
		X, Y        string
		Do          map[string]int
		Full        map[string]int `json:"evidence_full"`
		CFFull      *float64       `json:"p_y1_cf_full"`
		Partial     map[string]int `json:"evidence_partial"`
		CFPartial   *float64       `json:"p_y1_cf_partial"`
		PDo         []float64      `json:"p_y1_do"`
		PGiven      []*float64     `json:"p_y1_given"`
		PN, PS, PNS *float64
	}
}

func (v scmVector) network(t *testing.T) (*inference.Network, map[string]int) {
	t.Helper()
	number := map[string]int{}
	for i, n := range v.Nodes {
		number[n.ID] = i
	}
	nodes := make([]inference.Node, len(v.Nodes))
	for i, n := range v.Nodes {
		noisy := inference.Noisy{Base: n.Base}
		nodes[i].States = 2
		for _, e := range v.Edges {
			if e.Target == n.ID {
				nodes[i].Parents = append(nodes[i].Parents, number[e.Source])
				noisy.Influences = append(noisy.Influences, inference.Influence{
					Relation: episodic.Relation(e.Type), Weight: e.W, On: []bool{false, true},
				})
			}
		}
		nodes[i].Mechanism = noisy
	}
	n, err := inference.NewNetwork(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return n, number
}

func numbered(states map[string]int, number map[string]int) map[int]int {
	out := map[int]int{}
	for id, s := range states {
		out[number[id]] = s
	}
	return out
}

// probabilityOf returns the probability of state 1, for a query that must have an answer.
func probabilityOf(t *testing.T, ask func(inference.Query) (inference.Answer, error), q inference.Query) (float64, inference.Method) {
	t.Helper()
	a, err := ask(q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return a.P[1], a.Method
}

func TestNetwork_SCMVectors(t *testing.T) {
	var vectors []scmVector
	read(t, &vectors, "counterfactual", "scm_vectors.json")
	for _, v := range vectors {
		n, number := v.network(t)
		infer := func(q inference.Query) (inference.Answer, error) { return n.Infer(t.Context(), q) }
		counter := func(q inference.Query) (inference.Answer, error) { return n.Counterfactual(t.Context(), q) }
		compare := func(what string, got float64, method inference.Method, want float64) {
			t.Helper()
			if method == inference.Exact {
				near(t, what, got, want, 1e-9)
			} else {
				t.Logf("%d nodes: %s by %s", v.N, what, method)
				near(t, what, got, want, .02)
			}
		}
		for _, q := range v.Queries {
			x, y, do := number[q.X], number[q.Y], numbered(q.Do, number)
			if q.CFFull != nil {
				p, by := probabilityOf(t, counter, inference.Query{Target: y, Seen: numbered(q.Full, number), Do: do})
				compare("full", p, by, *q.CFFull)
			}
			if q.CFPartial != nil {
				p, by := probabilityOf(t, counter, inference.Query{Target: y, Seen: numbered(q.Partial, number), Do: do})
				compare("partial", p, by, *q.CFPartial)
			}
			for s, want := range q.PDo {
				p, by := probabilityOf(t, infer, inference.Query{Target: y, Do: map[int]int{x: s}})
				compare("do", p, by, want)
			}
			for s, want := range q.PGiven {
				given := inference.Query{Target: y, Seen: map[int]int{x: s}}
				if want == nil {
					_, err := infer(given)
					var impossible *inference.ImpossibleError
					if !errors.As(err, &impossible) || impossible.Node != x {
						t.Errorf("what cannot be seen of node %d: %v", x, err)
					}
					continue
				}
				p, by := probabilityOf(t, infer, given)
				compare("given", p, by, *want)
			}
			var pn, ps float64
			var by inference.Method
			if q.PN != nil {
				pn, by = probabilityOf(t, counter, inference.Query{Target: y, Seen: map[int]int{x: 1, y: 1}, Do: map[int]int{x: 0}})
				compare("PN", 1-pn, by, *q.PN)
			}
			if q.PS != nil {
				ps, by = probabilityOf(t, counter, inference.Query{Target: y, Seen: map[int]int{x: 0, y: 0}, Do: map[int]int{x: 1}})
				compare("PS", ps, by, *q.PS)
			}
			if q.PNS != nil {
				both, err := n.Joint(t.Context(), inference.Query{}, x, y)
				if err != nil {
					t.Fatal(err)
				}
				compare("PNS", both.P[3]*(1-pn)+both.P[0]*ps, by, *q.PNS)
			}
		}
	}
}

func TestCausation_TianPearlVectors(t *testing.T) {
	var vectors []struct {
		Name string
		YX   float64 `json:"p_y_do_x"`
		YZ   float64 `json:"p_y_do_notx"`
		XY   float64
		XNY  float64
		ZY   float64
		ZNY  float64

		Bounds struct {
			PN, PS, PNS []float64
			Consistent  bool
		}
		Truth *struct{ PN, PS, PNS float64 }
	}
	read(t, &vectors, "counterfactual", "tian_pearl_vectors.json")
	for _, v := range vectors {
		b := inference.Causation{YX: v.YX, YZ: v.YZ, XY: v.XY, XNotY: v.XNY, ZY: v.ZY, ZNotY: v.ZNY}.Bounds()
		if b.Consistent != v.Bounds.Consistent {
			t.Errorf("%s: consistent is %v", v.Name, b.Consistent)
		}
		within := func(what string, got inference.Range, want []float64) {
			t.Helper()
			near(t, v.Name+": "+what+" from", got.Low, want[0], 1e-9)
			near(t, v.Name+": "+what+" to", got.High, want[1], 1e-9)
		}
		within("PN", b.PN, v.Bounds.PN)
		within("PS", b.PS, v.Bounds.PS)
		within("PNS", b.PNS, v.Bounds.PNS)
		if v.Truth == nil {
			continue
		}
		inside := func(what string, got inference.Range, truth float64) {
			t.Helper()
			if truth < got.Low-1e-9 || truth > got.High+1e-9 {
				t.Errorf("%s: the true %s %v is not in %v", v.Name, what, truth, got)
			}
		}
		inside("PN", b.PN, v.Truth.PN)
		inside("PS", b.PS, v.Truth.PS)
		inside("PNS", b.PNS, v.Truth.PNS)
	}
}
