package estimation_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

func TestFitNoisy_counterfactuals(t *testing.T) {
	t.Parallel()
	for why, stated := range map[string]bool{"relations stated": true, "relations chosen by the counts": false} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			o := openOracle(t, "agentops_a")
			s := o.recorded(t, 2_000)
			n := o.learned(t, s, stated)
			var off mean
			for _, c := range o.truth.EpisodeCounterfactuals {
				row, err := strconv.Atoi(c.Episode[strings.LastIndex(c.Episode, "-")+1:])
				if err != nil {
					t.Fatal(err)
				}
				y := o.column(c.Y)
				q := inference.Query{Target: y, Seen: map[int]int{}, Do: map[int]int{o.column(c.Remove): 0}}
				for i, column := range s.Columns {
					q.Seen[i] = int(column.Of[row])
				}
				answer, err := n.Counterfactual(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				off.off(1-answer.P[o.state(y, c.YActual)], c.ButFor)
			}
			t.Logf("mean |error| %v", &off)
			if off.n != 200 || off.of() > .02 {
				t.Errorf("off by %v on average", &off)
			}
		})
	}
}

// learned fits a noisy mechanism to every variable.
func (o *oracle) learned(t *testing.T, s estimation.Sample, stated bool) *inference.Network {
	t.Helper()
	nodes := make([]inference.Node, len(o.variables))
	for v := range nodes {
		var parents []estimation.Parent
		for _, u := range o.graph.Parents[v] {
			p := estimation.Parent{Column: u, On: []bool{false, true}}
			if stated {
				p.Relation = o.types[[2]int{u, v}]
			}
			parents = append(parents, p)
		}
		f, err := estimation.FitNoisy(s, v, []bool{false, true}, parents)
		if err != nil {
			t.Fatal(err)
		}
		for i, u := range o.graph.Parents[v] {
			if want := o.types[[2]int{u, v}]; f.Influences[i].Relation != want {
				t.Logf("%s %s %s, truly %s", o.variables[u], f.Influences[i].Relation, o.variables[v], want)
			}
		}
		nodes[v] = inference.Node{States: 2, Parents: o.graph.Parents[v], Mechanism: f}
	}
	n, err := inference.NewNetwork(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFitNoisy_strengths(t *testing.T) {
	t.Parallel()
	o := openOracle(t, "agentops_a")
	for rows, most := range map[int]float64{2_000: .035, 20_000: .012} {
		s := o.recorded(t, rows)
		var off mean
		covered, asked := 0, 0
		for v, name := range o.variables {
			var parents []estimation.Parent
			for _, u := range o.graph.Parents[v] {
				parents = append(parents, estimation.Parent{Column: u, On: []bool{false, true}, Relation: o.types[[2]int{u, v}]})
			}
			f, err := estimation.FitNoisy(s, v, []bool{false, true}, parents)
			if err != nil {
				t.Fatal(err)
			}
			within := func(e estimation.Estimate, want float64) {
				asked++
				if e.Low <= want && want <= e.High {
					covered++
				}
			}
			within(f.Base, o.truth.SCM.Base[name])
			for i, u := range o.graph.Parents[v] {
				for _, e := range o.truth.SCM.Edges {
					if e.Source == o.variables[u] && e.Target == name && e.Type != "correlates" {
						off.off(f.Influences[i].Weight, e.W)
						within(f.Strengths[i], e.W)
					}
				}
			}
		}
		t.Logf("%d rows: mean |error| of a strength %v, %d of %d intervals contain the truth", rows, &off, covered, asked)
		if off.of() > most {
			t.Errorf("%d rows: off by %v on average", rows, &off)
		}
		if float64(covered) < .85*float64(asked) {
			t.Errorf("%d rows: %d of %d intervals contain the truth", rows, covered, asked)
		}
	}
}

func TestFitNoisy_refuses(t *testing.T) {
	t.Parallel()
	s := sampleOf([]int{2, 3}, repeat(10, 0, 0)...)
	for why, c := range map[string]struct {
		column   int
		happened []bool
	}{
		"three states":         {1, []bool{false, true, true}},
		"nothing happens":      {0, []bool{false, false}},
		"whatever is, happens": {0, []bool{true, true}},
	} {
		if _, err := estimation.FitNoisy(s, c.column, c.happened, nil); !errors.Is(err, estimation.ErrNotBinary) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestFitNoisy_choosesRelations(t *testing.T) {
	t.Parallel()
	// It hardly ever happens without the second parent, and seldom with the third.
	random := rand.New(rand.NewPCG(5, 6))
	truth := inference.Noisy{Base: .1, Influences: []inference.Influence{
		{Relation: episodic.RelationCauses, Weight: .6, On: []bool{true, false}},
		{Relation: episodic.RelationEnables, Weight: .9, On: []bool{false, true}},
		{Relation: episodic.RelationPrevents, Weight: .8, On: []bool{false, true}},
		{Relation: episodic.RelationCauses, Weight: .5, On: []bool{false, true}},
	}}
	var rows [][]int16
	out := make([]float64, 2)
	for range 4_000 {
		parents := []int{random.IntN(2), random.IntN(2), random.IntN(2), random.IntN(2)}
		truth.Probabilities(parents, out)
		v := int16(1) // state 0 means that it happened
		if random.Float64() < out[1] {
			v = 0
		}
		rows = append(rows, []int16{int16(parents[0]), int16(parents[1]), int16(parents[2]), int16(parents[3]), v})
	}
	s := sampleOf([]int{2, 2, 2, 2, 2}, rows...)
	f, err := estimation.FitNoisy(s, 4, []bool{true, false}, []estimation.Parent{
		{Column: 0, On: []bool{true, false}},
		{Column: 1, On: []bool{false, true}},
		{Column: 2, On: []bool{false, true}},
		{Column: 3, On: []bool{false, true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range truth.Influences {
		got := f.Influences[i]
		if got.Relation != want.Relation || math.Abs(got.Weight-want.Weight) > .08 || !f.Chosen[i] {
			t.Errorf("parent %d: %s %.3f, want %s %.3f", i, got.Relation, got.Weight, want.Relation, want.Weight)
		}
		if e := f.Strengths[i]; e.Low > want.Weight || e.High < want.Weight {
			t.Errorf("parent %d: [%.3f, %.3f] does not contain %.3f", i, e.Low, e.High, want.Weight)
		}
	}
	f.Probabilities([]int{0, 1, 0, 0}, out)
	if want := 1 - .9*.4; math.Abs(out[0]-want) > .05 {
		t.Errorf("state 0 happens with %v, want %v", out[0], want)
	}
	if f.Saturated < f.LogLikelihood || f.Saturated-f.LogLikelihood > .01 {
		t.Errorf("log-likelihood %v, at best %v", f.LogLikelihood, f.Saturated)
	}
	// Drawn mechanisms vary as much as the standard errors say.
	var weights []float64
	for range 2_000 {
		weights = append(weights, f.Draw(random).(inference.Noisy).Influences[0].Weight)
	}
	m, v := moments(weights)
	if e := f.Strengths[0]; math.Abs(m-e.P) > .01 || math.Sqrt(v) < .8*e.Error || math.Sqrt(v) > 1.2*e.Error {
		t.Errorf("drawn strengths %v +- %v, want %v +- %v", m, math.Sqrt(v), e.P, e.Error)
	}
}

func moments(of []float64) (average, variance float64) {
	for _, v := range of {
		average += v / float64(len(of))
	}
	for _, v := range of {
		variance += (v - average) * (v - average) / float64(len(of))
	}
	return average, variance
}
