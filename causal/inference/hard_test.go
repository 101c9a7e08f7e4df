package inference_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
)

// hardVector is a graph of hp_vectors.json with its known causes.
type hardVector struct {
	Name  string
	Nodes []string
	Edges []struct {
		Source, Target string
		Type           episodic.Relation
	}
	Exogenous map[string]int
	Y         string
	Actual    map[string]int
	Answers   map[string]struct {
		Actual         bool
		ButFor         bool     `json:"but_for"`
		Cause          bool     `json:"hp_cause"`
		Part           bool     `json:"hp_part_of_cause"`
		Witness        []string `json:"witness"`
		Responsibility float64
	}
}

func (v hardVector) graph() inference.Hard {
	h := inference.Hard{Exogenous: make([]bool, len(v.Nodes))}
	for i, n := range v.Nodes {
		h.Exogenous[i] = v.Exogenous[n] == 1
	}
	for _, e := range v.Edges {
		h.Links = append(h.Links, inference.HardLink{
			Source: slices.Index(v.Nodes, e.Source), Target: slices.Index(v.Nodes, e.Target), Relation: e.Type,
		})
	}
	return h
}

func TestHard_Vectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "counterfactual", "hp_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []hardVector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range all {
		t.Run(v.Name, func(t *testing.T) { v.check(t) })
	}
}

func (v hardVector) check(t *testing.T) {
	h, y := v.graph(), slices.Index(v.Nodes, v.Y)
	actual, err := h.Actual()
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range v.Nodes {
		if actual[i] != (v.Actual[n] == 1) {
			t.Errorf("%s is %t", n, actual[i])
		}
	}
	causes := mustCauses(t, h, y)
	for n, want := range v.Answers {
		x := slices.Index(v.Nodes, n)
		butFor, err := h.ButFor(x, y)
		if err != nil || butFor != want.ButFor {
			t.Errorf("but for %s: %t, %v", n, butFor, err)
		}
		at := slices.IndexFunc(causes, func(c inference.HardCause) bool { return c.Node == x })
		if part := at >= 0; part != want.Part {
			t.Errorf("%s is part of a cause: %t", n, part)
		}
		if at < 0 {
			continue
		}
		c := causes[at]
		if alone := len(c.With) == 0; alone != want.Cause || alone && len(c.Witness) != len(want.Witness) {
			t.Errorf("%s: %+v, want %+v", n, c, want)
		}
		if math.Abs(c.Responsibility-want.Responsibility) > 1e-9 {
			t.Errorf("%s is responsible by %v, want %v", n, c.Responsibility, want.Responsibility)
		}
		if !flips(h, y, actual, append([]int{x}, c.With...), c.Witness) {
			t.Errorf("%s: nothing is otherwise with the witness %+v", n, c)
		}
	}
}

func mustCauses(t *testing.T, h inference.Hard, y int) []inference.HardCause {
	t.Helper()
	causes, evaluated, err := h.Causes(t.Context(), y, inference.HardLimits{Time: time.Minute})
	if err != nil || !evaluated {
		t.Fatalf("evaluated %t, %v", evaluated, err)
	}
	return causes
}

// world evaluates a graph by applying the definition until nothing changes, with some nodes set.
func world(h inference.Hard, force map[int]bool) []bool {
	there := make([]bool, len(h.Exogenous))
	for range len(there) + 1 {
		next := make([]bool, len(there))
		for n := range there {
			caused, allowed := h.Exogenous[n], true
			for _, l := range h.Links {
				if l.Target != n {
					continue
				}
				switch l.Relation {
				case episodic.RelationCauses:
					caused = caused || there[l.Source]
				case episodic.RelationEnables:
					allowed = allowed && there[l.Source]
				case episodic.RelationPrevents:
					allowed = allowed && !there[l.Source]
				}
			}
			next[n] = caused && allowed
			if state, set := force[n]; set {
				next[n] = state
			}
		}
		there = next
	}
	return there
}

func flips(h inference.Hard, y int, actual []bool, x, w []int) bool {
	force := map[int]bool{}
	for _, n := range x {
		force[n] = !actual[n]
	}
	for _, n := range w {
		force[n] = actual[n]
	}
	return world(h, force)[y] != actual[y]
}

// responsibilities follows the definition literally: every set of at most three nodes with every set of
// witnesses. A set that contains a cause is not a cause.
func responsibilities(h inference.Hard, y int) (share []float64, alone []bool) {
	actual := world(h, nil)
	n := len(actual)
	share, alone = make([]float64, n), make([]bool, n)
	witness := map[int]int{} // the fewest, by the set X
	for x := 1; x < 1<<n; x++ {
		if xs := members(x); len(xs) <= 3 && !slices.Contains(xs, y) {
			for w := range 1 << n {
				ws := members(w)
				if w&x != 0 || slices.Contains(ws, y) || !flips(h, y, actual, xs, ws) {
					continue
				}
				if fewest, known := witness[x]; !known || len(ws) < fewest {
					witness[x] = len(ws)
				}
			}
		}
	}
	for x, w := range witness {
		minimal := true
		for part := range witness {
			minimal = minimal && (part == x || part&x != part)
		}
		for _, n := range members(x) {
			if minimal {
				share[n] = max(share[n], 1/float64(len(members(x))+w))
				alone[n] = alone[n] || len(members(x)) == 1
			}
		}
	}
	return share, alone
}

func members(set int) []int {
	var out []int
	for i := range 30 {
		if set&(1<<i) != 0 {
			out = append(out, i)
		}
	}
	return out
}

// randomHard is a graph whose links lead from lower to higher numbers.
func randomHard(r *rand.Rand, n int, density float64) inference.Hard {
	h := inference.Hard{Exogenous: make([]bool, n)}
	relations := []episodic.Relation{
		episodic.RelationCauses, episodic.RelationCauses, episodic.RelationEnables, episodic.RelationPrevents, episodic.RelationCorrelates,
	}
	for target := range n {
		h.Exogenous[target] = r.Float64() < .5
		for source := range target {
			if r.Float64() < density {
				h.Links = append(h.Links, inference.HardLink{Source: source, Target: target, Relation: relations[r.IntN(len(relations))]})
			}
		}
	}
	return h
}

func TestHard_AgainstTheDefinition(t *testing.T) {
	r := soak.Rand(15, 4)
	found := 0
	for i := range soak.Rounds(400) {
		n := 3 + r.IntN(5)
		h := randomHard(r, n, .5)
		y := n - 1
		share, alone := responsibilities(h, y)
		got, single := make([]float64, n), make([]bool, n)
		for _, c := range mustCauses(t, h, y) {
			found++
			got[c.Node], single[c.Node] = c.Responsibility, len(c.With) == 0
		}
		if !cmp.Equal(got, share) || !cmp.Equal(single, alone) {
			t.Fatalf("graph %d %+v: %v %v, by the definition %v %v", i, h, got, single, share, alone)
		}
		actual := world(h, nil)
		for x := range n {
			if butFor, err := h.ButFor(x, y); err != nil || butFor != flips(h, y, actual, []int{x}, nil) {
				t.Fatalf("graph %d %+v: but for %d %t, %v", i, h, x, butFor, err)
			}
		}
	}
	if found < soak.Rounds(200) {
		t.Errorf("only %d causes: the graphs test little", found)
	}
}

func TestHard_NumbersDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 5))
	for range 50 {
		h := randomHard(r, 9, .4)
		to := r.Perm(9)
		renamed := inference.Hard{Exogenous: make([]bool, 9)}
		for n, e := range h.Exogenous {
			renamed.Exogenous[to[n]] = e
		}
		for _, l := range h.Links {
			renamed.Links = append(renamed.Links, inference.HardLink{Source: to[l.Source], Target: to[l.Target], Relation: l.Relation})
		}
		want := map[int]float64{}
		for _, c := range mustCauses(t, h, 8) {
			want[to[c.Node]] = c.Responsibility
		}
		got := map[int]float64{}
		for _, c := range mustCauses(t, renamed, to[8]) {
			got[c.Node] = c.Responsibility
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v: %s", h, diff)
		}
	}
}

func TestHard_Circle(t *testing.T) {
	h := inference.Hard{Exogenous: []bool{true, false}, Links: []inference.HardLink{
		{Source: 0, Target: 1, Relation: episodic.RelationCauses}, {Source: 1, Target: 0, Relation: episodic.RelationEnables},
	}}
	if _, err := h.Actual(); !errors.Is(err, inference.ErrCyclic) {
		t.Errorf("actual: %v", err)
	}
	if _, err := h.ButFor(0, 1); !errors.Is(err, inference.ErrCyclic) {
		t.Errorf("but for: %v", err)
	}
	if _, _, err := h.Causes(t.Context(), 1, inference.HardLimits{}); !errors.Is(err, inference.ErrCyclic) {
		t.Errorf("causes: %v", err)
	}
	h.Links[1].Relation = episodic.RelationCorrelates
	if butFor, err := h.ButFor(0, 1); err != nil || !butFor {
		t.Errorf("what goes along with something closes no circle: %t, %v", butFor, err)
	}
}

func TestHard_Limits(t *testing.T) {
	chain := func(n int) inference.Hard {
		h := inference.Hard{Exogenous: make([]bool, n)}
		h.Exogenous[0] = true
		for i := 1; i < n; i++ {
			h.Links = append(h.Links, inference.HardLink{Source: i - 1, Target: i, Relation: episodic.RelationCauses})
		}
		return h
	}
	for _, c := range []struct {
		nodes, y  int
		evaluated bool
		why       string
	}{
		{16, 15, true, "15 nodes lead to the effect"},
		{17, 16, false, "16 nodes lead to it"},
		{400, 15, true, "what does not lead to it does not count"},
	} {
		t.Run(fmt.Sprint(c.nodes, c.y), func(t *testing.T) {
			causes, evaluated, err := chain(c.nodes).Causes(t.Context(), c.y, inference.HardLimits{})
			if err != nil || evaluated != c.evaluated || (len(causes) > 0) != c.evaluated {
				t.Errorf("%s: %d causes, evaluated %t, %v", c.why, len(causes), evaluated, err)
			}
		})
	}
}

func TestHard_TimeIsOver(t *testing.T) {
	// Each of 30 exogenous nodes suffices: no 3 of them are a joint cause, and all sets of 15 of them
	// are tried.
	h := inference.Hard{Exogenous: make([]bool, 31)}
	for i := range 30 {
		h.Exogenous[i] = true
		h.Links = append(h.Links, inference.HardLink{Source: i, Target: 30, Relation: episodic.RelationCauses})
	}
	limits := inference.HardLimits{Nodes: 30, Together: 15}
	began := time.Now()
	causes, evaluated, err := h.Causes(t.Context(), 30, limits)
	if err != nil || evaluated || len(causes) > 0 {
		t.Errorf("%d causes, evaluated %t, %v", len(causes), evaluated, err)
	}
	if took := time.Since(began); enginetest.TooLong(t, took, 5*time.Second) {
		t.Errorf("stopped after %v, not 200 ms", took)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.Causes(gone, 30, limits); !errors.Is(err, context.Canceled) {
		t.Errorf("who asked has gone: %v", err)
	}
}

// TestHard_WorstCase measures the worst case that the limits allow: dense graphs of 15 nodes.
func TestHard_WorstCase(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 6))
	in := 0
	for range 100 {
		h := randomHard(r, 16, .6)
		if _, evaluated, err := h.Causes(t.Context(), 15, inference.HardLimits{}); err != nil {
			t.Fatal(err)
		} else if evaluated {
			in++
		}
	}
	if in < 95 {
		t.Errorf("only %d of 100 graphs of 15 nodes were searched within the time", in)
	}
}
