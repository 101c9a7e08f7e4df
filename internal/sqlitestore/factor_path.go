package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
)

var (
	//go:embed sql/causal/find_factor_numbers.sql
	findFactorNumbers statement
	//go:embed sql/causal/step_factors_downstream.sql
	stepFactorsDownstream statement
	//go:embed sql/causal/step_factors_upstream.sql
	stepFactorsUpstream statement
)

// ShortestFactorPath implements [derive.Store]: a search from both sides, level by
// level, then the first of the paths that it found.
func (s *Store) ShortestFactorPath(ctx context.Context, q search.FactorSearch) ([]search.Step, error) {
	if slices.ContainsFunc(q.From, func(key string) bool { return slices.Contains(q.To, key) }) {
		return nil, nil
	}
	var steps []search.Step
	err := s.viewLinks(ctx, q.Project, func(t *tx, l factorLayer) error {
		w := &factorWalker{walker: t.walker(search.Follow{}), layer: l.number, follow: q.Follow, identities: map[int64]factor.Identity{}}
		trail, err := w.shortest(q)
		if err != nil || len(trail) == 0 {
			return err
		}
		steps, err = w.steps(trail)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the shortest path between factors: %w", err)
	}
	return steps, nil
}

// factorWalker walks the links from factor to factor, by number, as walker does from
// occurrence to occurrence.
type factorWalker struct {
	*walker

	layer      int64
	follow     search.FactorFollow
	identities map[int64]factor.Identity
}

// factorNumbers returns the numbers of factors by key; absent ones are left out.
func (t *tx) factorNumbers(layer int64, keys []string) (map[string]int64, error) {
	out := make(map[string]int64, len(keys))
	err := t.query(findFactorNumbers, params{"layer": layer, "keys": distinct(keys)}, func(r *row) {
		out[r.text("key")] = r.int64("number")
	})
	return out, err
}

// shortest returns the numbers along the first of the shortest paths.
func (w *factorWalker) shortest(q search.FactorSearch) ([]int64, error) {
	numbers, err := w.factorNumbers(w.layer, slices.Concat(q.From, q.To))
	if err != nil {
		return nil, err
	}
	from, to := named(numbers, q.From), named(numbers, q.To)
	if len(from) == 0 || len(to) == 0 {
		return nil, nil
	}
	ahead, behind := newReach(search.Downstream, from), newReach(search.Upstream, to)
	for ahead.depth()+behind.depth() < q.Depth {
		near, far := ahead, behind
		if len(behind.frontier()) < len(ahead.frontier()) {
			near, far = behind, ahead
		}
		if len(near.frontier()) == 0 {
			return nil, nil
		}
		if err := w.read(near.direction, near.frontier()); err != nil {
			return nil, err
		}
		if err := w.advance(near, nil); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(near.frontier(), func(n int64) bool { _, both := far.distance[n]; return both }) {
			return w.first(from, w.tracks(ahead, behind))
		}
	}
	return nil, nil
}

// read reads where the links at some factors lead, unless it is known.
func (w *factorWalker) read(d search.Direction, frontier []int64) error {
	st := stepFactorsDownstream
	if d == search.Upstream {
		st = stepFactorsUpstream
	}
	next := w.next[d]
	ask := unread(next, frontier)
	for page := range slices.Chunk(ask, frontierPage) {
		p := followFactors(w.follow)
		p["factors"] = page
		err := w.query(st, p, func(r *row) {
			at := r.int64("at")
			next[at] = append(next[at], r.int64("next"))
		})
		if err != nil {
			return err
		}
	}
	for _, n := range ask {
		slices.Sort(next[n])
		next[n] = slices.Compact(next[n])
	}
	return nil
}

// first follows the tracks from the beginnings, at each fork to the factor of the least key.
func (w *factorWalker) first(from []int64, on map[int64][]int64) ([]int64, error) {
	forks := slices.DeleteFunc(slices.Clone(from), func(n int64) bool { return len(on[n]) == 0 })
	var trail []int64
	for len(forks) > 0 {
		if err := w.identitiesOf(forks, w.identities); err != nil {
			return nil, err
		}
		at := slices.MinFunc(forks, func(a, b int64) int {
			return strings.Compare(w.identities[a].Key(), w.identities[b].Key())
		})
		trail = append(trail, at)
		forks = on[at]
	}
	return trail, nil
}

// steps turns the numbers along a path into steps, each over the first of the parallel links.
func (w *factorWalker) steps(trail []int64) ([]search.Step, error) {
	ends := make([]factor.Identity, len(trail))
	for i, n := range trail {
		ends[i] = w.identities[n]
	}
	var keys []string
	for i := range ends[1:] {
		for _, relation := range w.follow.Relations {
			keys = append(keys, link.FactorLinkKey(ends[i].Key(), relation, ends[i+1].Key()))
		}
	}
	found, err := w.factorLinks(getFactorLinks, params{"layer": w.layer, "keys": distinct(keys)}, w.identities, nil)
	if err != nil {
		return nil, err
	}
	steps := make([]search.Step, len(ends)-1)
	for i := range steps {
		var parallel []search.Step
		for _, l := range found {
			for _, s := range search.StepsOf(l.FactorLink) {
				if w.follow.Admits(l.FactorLink) && s.From() == ends[i] && s.To() == ends[i+1] {
					parallel = append(parallel, s)
				}
			}
		}
		if len(parallel) == 0 {
			return nil, fmt.Errorf("no link from %s to %s", ends[i].Label(), ends[i+1].Label())
		}
		steps[i] = slices.MinFunc(parallel, func(a, b search.Step) int { return search.CompareFactorLinks(a.Link, b.Link) })
	}
	return steps, nil
}
