package trace_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/google/go-cmp/cmp"
)

func hop(from, to string) trace.Hop {
	return trace.Hop{
		From: episodic.Occurrence{Key: from}, To: episodic.Occurrence{Key: to},
		Link: trace.Link{ID: from + to, Relation: episodic.RelationCauses, Basis: episodic.BasisStated},
	}
}

// trails returns the keys along each path.
func trails(paths []trace.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		keys := []string{p.From.Key}
		for _, h := range p.Hops {
			keys = append(keys, h.To.Key)
		}
		out[i] = strings.Join(keys, ">")
	}
	return out
}

// everySimplePath is the oracle: all permutations grown link by link, without any pruning.
func everySimplePath(hops []trace.Hop, from, to string, depth int) []string {
	var out []string
	var grow func(trail []string)
	grow = func(trail []string) {
		last := trail[len(trail)-1]
		if last == to && len(trail) > 1 {
			out = append(out, strings.Join(trail, ">"))
		}
		if len(trail) > depth {
			return
		}
		tried := map[string]bool{}
		for _, h := range hops {
			if h.From.Key == last && !tried[h.To.Key] && !slices.Contains(trail, h.To.Key) {
				tried[h.To.Key] = true
				grow(append(slices.Clone(trail), h.To.Key))
			}
		}
	}
	grow([]string{from})
	sort.Slice(out, func(i, j int) bool {
		if a, b := strings.Count(out[i], ">"), strings.Count(out[j], ">"); a != b {
			return a < b
		}
		return out[i] < out[j]
	})
	return out
}

func TestSimplePaths_EqualsOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 2 + random.IntN(6)
		var hops []trace.Hop
		for range random.IntN(3 * n) {
			hops = append(hops, hop(fmt.Sprint("k", random.IntN(n)), fmt.Sprint("k", random.IntN(n))))
		}
		depth := 1 + random.IntN(6)
		got, more := trace.SimplePaths(hops, []string{"k0"}, []string{"k1"}, depth, 10_000)
		if more {
			t.Fatal("nothing is cut off here")
		}
		want := everySimplePath(hops, "k0", "k1", depth)
		if len(want) == 0 && len(got) == 0 {
			continue
		}
		if diff := cmp.Diff(want, trails(got)); diff != "" {
			t.Fatalf("depth %d over %v (-want +got):\n%s", depth, hops, diff)
		}
	}
}

func TestSimplePaths_Cases(t *testing.T) {
	ladder := []trace.Hop{hop("a", "b"), hop("b", "c"), hop("a", "c"), hop("c", "a"), hop("c", "c")}
	cases := map[string]struct {
		why      string
		hops     []trace.Hop
		from, to []string
		depth    int
		limit    int
		want     []string
		more     bool
	}{
		"cycle":          {why: "a loop and a self link are walked round", hops: ladder, from: []string{"a"}, to: []string{"c"}, depth: 5, limit: 9, want: []string{"a>c", "a>b>c"}},
		"depth":          {why: "a path longer than the depth is none", hops: ladder, from: []string{"a"}, to: []string{"c"}, depth: 1, limit: 9, want: []string{"a>c"}},
		"cut":            {why: "the shortest survive the limit and the cut is told", hops: ladder, from: []string{"a"}, to: []string{"c"}, depth: 5, limit: 1, want: []string{"a>c"}, more: true},
		"several ends":   {why: "every pair of ends is joined", hops: ladder, from: []string{"a", "b"}, to: []string{"c"}, depth: 1, limit: 9, want: []string{"a>c", "b>c"}},
		"same end twice": {why: "an end named twice is one end", hops: ladder, from: []string{"a", "a"}, to: []string{"c"}, depth: 1, limit: 9, want: []string{"a>c"}},
		"no way back":    {why: "links have a direction", hops: []trace.Hop{hop("a", "b")}, from: []string{"b"}, to: []string{"a"}, depth: 5, limit: 9, want: []string{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, more := trace.SimplePaths(c.hops, c.from, c.to, c.depth, c.limit)
			if diff := cmp.Diff(c.want, trails(got)); diff != "" || more != c.more {
				t.Errorf("%s: more %v (-want +got):\n%s", c.why, more, diff)
			}
		})
	}
}

func TestSimplePaths_ParallelLinks(t *testing.T) {
	temporal, stated, later := hop("a", "b"), hop("a", "b"), hop("a", "b")
	temporal.Link.Basis, temporal.Link.ID = episodic.BasisTemporal, "1"
	stated.Link.ID, later.Link.ID = "2", "3"
	for _, hops := range [][]trace.Hop{{temporal, stated, later}, {later, stated, temporal}} {
		got, _ := trace.SimplePaths(hops, []string{"a"}, []string{"b"}, 3, 9)
		if len(got) != 1 || got[0].Hops[0].Link.ID != "2" {
			t.Errorf("of parallel links the strongest basis with the least id is taken, got %+v", got)
		}
	}
}

func TestSimplePaths_EndsOnADenseGraph(t *testing.T) {
	var hops []trace.Hop
	for i := range 40 {
		for j := range 40 {
			hops = append(hops, hop(fmt.Sprint("k", i), fmt.Sprint("k", j)))
		}
	}
	got, more := trace.SimplePaths(hops, []string{"k0"}, []string{"k1"}, 10, 100)
	if len(got) != 100 || !more || got[0].Length() != 1 {
		t.Errorf("got %d paths, more %v; a dense graph is cut at the limit, shortest first", len(got), more)
	}
}

// TestSimplePaths_Vectors compares the number of simple paths with vectors that networkx made.
func TestSimplePaths_Vectors(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "graph", "path_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var graphs []struct {
		Edges []struct{ Source, Target, Type string }
		Query []struct {
			Source, Target string
			Types          []string
			Count          *int `json:"n_simple_paths"`
			Depth          int  `json:"simple_depth"`
		} `json:"queries"`
	}
	if err := json.Unmarshal(raw, &graphs); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, g := range graphs {
		for _, q := range g.Query {
			if q.Count == nil || q.Source == q.Target || *q.Count > 5000 {
				continue
			}
			var hops []trace.Hop
			for _, e := range g.Edges {
				if slices.Contains(q.Types, e.Type) {
					hops = append(hops, hop(e.Source, e.Target))
				}
			}
			got, more := trace.SimplePaths(hops, []string{q.Source}, []string{q.Target}, q.Depth, 5000)
			if len(got) != *q.Count || more {
				t.Errorf("%s to %s over %v: %d paths (more %v), want %d", q.Source, q.Target, q.Types, len(got), more, *q.Count)
			}
			checked++
		}
	}
	if checked < 50 {
		t.Errorf("only %d vectors were checked", checked)
	}
}
