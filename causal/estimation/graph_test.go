package estimation_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
)

func TestOSet_oracle(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		o := openOracle(t, name)
		for _, d := range o.truth.Do {
			var want []int
			for _, v := range d.OSet {
				want = append(want, o.column(v))
			}
			slices.Sort(want)
			if got := estimation.OSet(o.graph, o.column(d.X), o.column(d.Y)); !slices.Equal(got, want) {
				t.Errorf("%s: %s -> %s: %v, want %v", name, d.X, d.Y, got, d.OSet)
			}
		}
	}
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	// 0 causes 1 and influences 2; 3 mediates; 4 is a common effect of 1 and 2.
	const u, x, y, proxy, both = 0, 1, 2, 3, 4
	for _, c := range []struct {
		why      string
		parents  [][]int
		unknown  []int
		want     []int
		possible bool
	}{
		{"its causes are recorded", [][]int{nil, {u}, {u, x}, nil, {x, y}}, nil, []int{u}, true},
		{"its cause is not recorded", [][]int{nil, {u}, {u, x}, nil, {x, y}}, []int{u}, nil, false},
		{"something on the back door is", [][]int{nil, {u}, {proxy, x}, {u}, {x, y}}, []int{u}, []int{proxy}, true},
		{"what is not recorded leads nowhere else", [][]int{nil, {u}, {x}, nil, {x, y}}, []int{u}, nil, true},
		{"the target is a cause of it", [][]int{nil, {u, y}, {u}, nil, {x, y}}, nil, nil, false},
	} {
		s := make([]bool, len(c.parents))
		for v := range s {
			s[v] = !slices.Contains(c.unknown, v)
		}
		got, ok := estimation.Identify(estimation.Graph{Parents: c.parents}, s, x, y)
		if !slices.Equal(got, c.want) || ok != c.possible {
			t.Errorf("%s: %v %v, want %v %v", c.why, got, ok, c.want, c.possible)
		}
	}
}

// In random graphs, an adjustment set is found exactly when some set of recorded columns blocks all
// back-door paths, and the set found does.
func TestIdentify_all(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	identified, not := 0, 0
	for range 2_000 {
		const n = 6
		g := estimation.Graph{Parents: make([][]int, n)}
		recorded := make([]bool, n)
		for v := range n {
			recorded[v] = random.IntN(3) > 0
			for u := range v {
				if random.IntN(5) < 2 {
					g.Parents[v] = append(g.Parents[v], u)
				}
			}
		}
		x := random.IntN(n - 1)
		y := x + 1 + random.IntN(n-1-x)
		recorded[x], recorded[y] = true, true
		got, ok := estimation.Identify(g, recorded, x, y)
		possible := false
		for set := range 1 << n {
			var z []int
			for v := range n {
				if set>>v&1 == 1 {
					z = append(z, v)
				}
			}
			if allowed(g, recorded, z, x, y) && !backDoor(g, z, x, y) {
				possible = true
			}
		}
		if ok != possible {
			t.Fatalf("%v, recorded %v, %d -> %d: %v %v, possible %v", g.Parents, recorded, x, y, got, ok, possible)
		}
		if !ok {
			not++
			continue
		}
		identified++
		if !allowed(g, recorded, got, x, y) || backDoor(g, got, x, y) {
			t.Fatalf("%v, recorded %v, %d -> %d: %v leaves a back door open", g.Parents, recorded, x, y, got)
		}
	}
	if identified == 0 || not == 0 {
		t.Errorf("%d identified, %d not", identified, not)
	}
}

// allowed reports whether columns may be adjusted for.
func allowed(g estimation.Graph, recorded []bool, z []int, x, y int) bool {
	down := g.Descendants(x)
	for _, v := range z {
		if !recorded[v] || v == y || down[v] {
			return false
		}
	}
	return true
}

// backDoor searches all paths from x to y that start with an edge into x for one that is open given z.
func backDoor(g estimation.Graph, z []int, x, y int) bool {
	edge := func(u, v int) bool { return slices.Contains(g.Parents[v], u) }
	var walk func(path []int) bool
	walk = func(path []int) bool {
		at := path[len(path)-1]
		if at == y {
			return open(g, path, z)
		}
		for next := range g.Parents {
			if slices.Contains(path, next) || (!edge(next, at) && !edge(at, next)) {
				continue
			}
			if len(path) == 1 && !edge(next, at) {
				continue
			}
			if walk(append(slices.Clone(path), next)) {
				return true
			}
		}
		return false
	}
	return walk([]int{x})
}

// open reports whether a path is open given z.
func open(g estimation.Graph, path, z []int) bool {
	for i := 1; i+1 < len(path); i++ {
		v := path[i]
		collider := slices.Contains(g.Parents[v], path[i-1]) && slices.Contains(g.Parents[v], path[i+1])
		if !collider {
			if slices.Contains(z, v) {
				return false
			}
			continue
		}
		down, met := g.Descendants(v), false
		for _, w := range z {
			met = met || down[w]
		}
		if !met {
			return false
		}
	}
	return true
}
