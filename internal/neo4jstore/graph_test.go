package neo4jstore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

// graph is what the test itself knows of the links it wrote: the brute-force oracle.
type graph struct {
	keys  []string
	links []oracleLink
}

type oracleLink struct {
	source, target string
	relation       episodic.Relation
	basis          episodic.Basis
}

// randomGraph records three episodes whose links are drawn at random inside and across
// them, with cycles, parallel links and links that point at what is recorded later.
func randomGraph(t *testing.T, s *neo4jstore.Store, project string, r *rand.Rand) graph {
	t.Helper()
	const episodes, events = 3, 5
	var g graph
	stated := map[string][]episodic.Link{}
	for i := range episodes {
		for j := range events {
			g.keys = append(g.keys, fmt.Sprintf("ep%d/e%d", i, j+1))
		}
	}
	for range 12 + r.IntN(25) {
		source, target := g.keys[r.IntN(len(g.keys))], g.keys[r.IntN(len(g.keys))]
		l := oracleLink{source, target, pick(r, episodic.Relations()), pick(r, episodic.Bases())}
		if source == target || slices.Contains(g.links, l) {
			continue
		}
		g.links = append(g.links, l)
		by, _, _ := episodic.SplitKey(source)
		if r.IntN(2) == 0 {
			by, _, _ = episodic.SplitKey(target)
		}
		stated[by] = append(stated[by], episodic.Link{Source: source, Relation: l.relation, Target: target, Basis: l.basis})
	}
	for _, i := range r.Perm(episodes) {
		id := fmt.Sprintf("ep%d", i)
		record(t, s, project, prepare(t, id, events, func(e *episodic.Episode) { e.Links = stated[id] }))
	}
	return g
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// next returns where the followed links lead, without repetition.
func (g graph) next(key string, f causal.Follow, d causal.Direction) []string {
	var out []string
	for _, l := range g.links {
		from, to := l.source, l.target
		if l.relation == episodic.RelationCorrelates && to == key || l.relation != episodic.RelationCorrelates && d == causal.Upstream {
			from, to = to, from
		}
		if from == key && slices.Contains(f.Relations, l.relation) && slices.Contains(f.Bases, l.basis) {
			out = append(out, to)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// simple returns every simple path of 1 to depth links, as its keys.
func (g graph) simple(from, to string, depth int, f causal.Follow) [][]string {
	var out [][]string
	var walk func(trail []string)
	walk = func(trail []string) {
		last := trail[len(trail)-1]
		if last == to && len(trail) > 1 {
			out = append(out, slices.Clone(trail))
			return
		}
		if len(trail) > depth {
			return
		}
		for _, n := range g.next(last, f, causal.Downstream) {
			if !slices.Contains(trail, n) {
				walk(append(trail, n))
			}
		}
	}
	walk([]string{from})
	slices.SortFunc(out, func(a, b []string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	return out
}

func shortestOf(paths [][]string) [][]string {
	for i, p := range paths {
		if len(p) > len(paths[0]) {
			return paths[:i]
		}
	}
	return paths
}

// distances returns the least number of links to everything that is reached, but itself.
func (g graph) distances(of string, f causal.Follow, d causal.Direction) map[string]int {
	depth := map[string]int{of: 0}
	for queue := []string{of}; len(queue) > 0; queue = queue[1:] {
		for _, n := range g.next(queue[0], f, d) {
			if _, seen := depth[n]; !seen {
				depth[n] = depth[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	delete(depth, of)
	return depth
}

func randomFollow(r *rand.Rand) causal.Follow {
	f := causal.Follow{Relations: episodic.CausalRelations(), Bases: episodic.Bases()}
	switch r.IntN(4) {
	case 0:
		f.Relations = []episodic.Relation{pick(r, episodic.Relations()), episodic.RelationCauses}
	case 1:
		f.Bases = []episodic.Basis{pick(r, episodic.Bases()), episodic.BasisStated}
	case 2:
		f.Relations = episodic.Relations()
	}
	return f
}
