package doubt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// drawn are rows of a network of binary columns: each has the parents given, and happens in seven of ten rows in which one of
// them does, else in one of ten; without parents in half of all rows.
func drawn(t *testing.T, rows int, seed uint64, parents ...[]int) estimation.Sample {
	t.Helper()
	var nodes []inference.Node
	for _, of := range parents {
		m := inference.Noisy{Base: .5}
		for range of {
			m.Base = .1
			m.Influences = append(m.Influences, inference.Influence{Relation: episodic.RelationCauses, Weight: .65, On: []bool{false, true}})
		}
		nodes = append(nodes, inference.Node{States: 2, Parents: of, Mechanism: m})
	}
	network, err := inference.NewNetwork(nodes)
	if err != nil {
		t.Fatal(err)
	}
	s := estimation.Sample{Rows: rows}
	for range nodes {
		s.Columns = append(s.Columns, estimation.Column{States: 2, Of: make([]int16, rows)})
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for row := range rows {
		for v, state := range network.Draw(random, nil) {
			s.Columns[v].Of[row] = int16(state)
		}
	}
	return s
}

// inOrder says that lower columns come first.
func inOrder(rows int) func(a, b int) (both, before, after int) {
	return func(a, b int) (both, before, after int) {
		if a < b {
			return rows, rows, 0
		}
		return rows, 0, rows
	}
}

func told(r doubt.Result) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%s %d-%d %s", f.Kind, f.Source, f.Target, f.Direction))
	}
	slices.Sort(out)
	return out
}

func TestFind(t *testing.T) {
	chain, collider := [][]int{{}, {0}, {1}, {2}}, [][]int{{}, {}, {0, 1}, {2}}
	for _, c := range []struct {
		why   string
		truth [][]int
		said  [][]int
		timed bool
		want  []string
	}{
		{"nothing is wrong", chain, chain, true, nil},
		{"nothing is wrong, without times", collider, collider, false, nil},
		{"a link of a chain is missing, and only that is told", chain, [][]int{{}, {0}, {}, {2}}, true, []string{"MISSING 1-2 TIME"}},
		{"without times the others tell its direction", chain, [][]int{{}, {0}, {}, {2}}, false, []string{"MISSING 1-2 COUNTS"}},
		{"and with no others nothing does", [][]int{{}, {0}}, [][]int{{}, {}}, false, []string{"MISSING 0-1 UNTOLD"}},
		{"a link turned round, as the times tell", chain, [][]int{{1}, {}, {1}, {2}}, true, []string{"REVERSED 1-0 TIME"}},
		{"turned round in a chain it explains the same", chain, [][]int{{1}, {}, {1}, {2}}, false, nil},
		{"a common effect tells the direction", collider, [][]int{{2}, {}, {1}, {2}}, false, []string{"REVERSED 2-0 COUNTS"}},
		{"of two links that explain the same turned round, neither is told", [][]int{{}, {0}, {1}}, [][]int{{}, {0, 2}, {}}, false, nil},
		{"though a third one says that only one of them would do alone", [][]int{{}, {0}, {1}, {2}}, [][]int{{}, {0, 2}, {}, {2}}, false, nil},
		{"a common effect further on tells it", [][]int{{}, {}, {0, 1}, {2}, {3}}, [][]int{{}, {}, {0, 1}, {2, 4}, {}}, false, []string{"REVERSED 4-3 COUNTS"}},
		{"a link between what is independent", chain, [][]int{{}, {0}, {1}, {2, 0}}, true, []string{"CONTRADICTED 0-3 UNTOLD"}},
		{"a common cause that the graph does not have", [][]int{{}, {0}, {0}}, [][]int{{}, {0}, {}}, true, []string{"MISSING 0-2 TIME"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			d := doubt.Data{Sample: drawn(t, 8_000, 7, c.truth...), Graph: estimation.Graph{Parents: c.said}}
			if c.timed {
				d.Order = inOrder(d.Sample.Rows)
			}
			if got := told(doubt.Find(d)); !slices.Equal(got, c.want) {
				t.Errorf("doubts %v, want %v", got, c.want)
			}
		})
	}
}

// Nothing is proposed where the graph is right, whatever the seed: at most a twentieth of the records have a doubt.
func TestFind_NothingWrong(t *testing.T) {
	truth, doubted := [][]int{{}, {}, {0}, {0, 1}, {2}, {3, 4}, {5}, {1}}, 0
	for seed := range uint64(100) {
		s := drawn(t, 400, seed, truth...)
		if r := doubt.Find(doubt.Data{Sample: s, Graph: estimation.Graph{Parents: truth}, Order: inOrder(s.Rows)}); len(r.Findings) > 0 {
			doubted++
		}
	}
	if doubted > 5 {
		t.Errorf("%d of 100 right graphs are doubted", doubted)
	}
}

// What is fixed is not turned round, what is not to be tested is not told, and what too few rows tell is not tested.
func TestFind_Limits(t *testing.T) {
	truth := [][]int{{}, {0}, {1}}
	s := drawn(t, 2_000, 3, truth...)
	d := doubt.Data{Sample: s, Graph: estimation.Graph{Parents: [][]int{{1}, {}, {}}}, Order: inOrder(s.Rows)}
	if got := told(doubt.Find(d)); !slices.Equal(got, []string{"MISSING 1-2 TIME", "REVERSED 1-0 TIME"}) {
		t.Errorf("doubts %v", got)
	}
	d.Fixed = func(source, target int) bool { return source == 1 && target == 0 }
	d.Tested = func(a, b int) bool { return a+b != 3 }
	if got := told(doubt.Find(d)); slices.Contains(got, "REVERSED 1-0 TIME") || slices.Contains(got, "MISSING 1-2 TIME") {
		t.Errorf("doubts %v", got)
	}
	few := drawn(t, 20, 3, truth...)
	if r := doubt.Find(doubt.Data{Sample: few, Graph: estimation.Graph{Parents: [][]int{{}, {}, {}}}}); r.Tests != 0 || r.Untested != 3 || len(r.Findings) > 0 {
		t.Errorf("of 20 rows: %+v", r)
	}
}

// What is not told because something else explains as much opens paths all the same.
func TestResult_LeadsEither(t *testing.T) {
	said := estimation.Graph{Parents: [][]int{{}, {0, 2}, {}}}
	r := doubt.Find(doubt.Data{Sample: drawn(t, 8_000, 7, []int{}, []int{0}, []int{1}), Graph: said})
	if len(r.Findings) > 0 || !r.Leads(said, 0, 2) {
		t.Errorf("doubts %v, a path from 0 to 2 may lead: %t", told(r), r.Leads(said, 0, 2))
	}
}

func TestResult_Leads(t *testing.T) {
	g := estimation.Graph{Parents: [][]int{{}, {0}, {}, {2}}}
	missing := doubt.Result{Findings: []doubt.Finding{{Kind: doubt.Missing, Source: 1, Target: 2, Direction: doubt.ByTime}}}
	either := doubt.Result{Findings: []doubt.Finding{{Kind: doubt.Missing, Source: 2, Target: 1, Direction: doubt.Untold}}}
	turned := doubt.Result{Findings: []doubt.Finding{{Kind: doubt.Reversed, Source: 0, Target: 1, Direction: doubt.ByTime}}}
	for _, c := range []struct {
		why      string
		r        doubt.Result
		from, to int
		want     bool
	}{
		{"no doubt", doubt.Result{}, 0, 3, false},
		{"over the missing link", missing, 0, 3, true},
		{"not back over it", missing, 2, 1, false},
		{"over one that may point either way", either, 0, 3, true},
		{"and as it is proposed", either, 2, 1, true},
		{"over a reversed one", turned, 1, 0, true},
		{"and as it is recorded", turned, 0, 1, true},
	} {
		if got := c.r.Leads(g, c.from, c.to); got != c.want {
			t.Errorf("%s: %t", c.why, got)
		}
	}
}
