package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
)

//go:embed sql/causal/list_links_between.sql
var listLinksBetween statement

// ShortestPaths implements [trace.Store]: for each pair of ends a search from both sides,
// then the first of the paths that it found.
func (s *Store) ShortestPaths(ctx context.Context, q trace.PathSearch) ([]trace.Path, error) {
	var paths []trace.Path
	err := s.view(ctx, func(t *tx) error {
		w := t.walker(search.Follow{Relations: q.Relations, Bases: q.Bases})
		trails, err := w.shortest(q)
		if err != nil || len(trails) == 0 {
			return err
		}
		paths, err = w.paths(trails)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find shortest paths: %w", err)
	}
	slices.SortStableFunc(paths, trace.ComparePaths)
	return paths[:min(len(paths), q.Limit)], nil
}

// shortest returns the numbers along one path for each pair of ends that are joined.
func (w *walker) shortest(q trace.PathSearch) ([][]int64, error) {
	numbers, err := w.numbers(q.Project, slices.Concat(q.From, q.To))
	if err != nil {
		return nil, err
	}
	var trails [][]int64
	for _, fromKey := range q.From {
		for _, toKey := range q.To {
			from, known := numbers[fromKey]
			to, alsoKnown := numbers[toKey]
			if !known || !alsoKnown || from == to {
				continue
			}
			trail, err := w.between(from, to, q.Depth)
			if err != nil {
				return nil, err
			}
			if len(trail) > 0 {
				trails = append(trails, trail)
			}
		}
	}
	return trails, nil
}

// between returns the numbers along the first of the shortest paths between two occurrences,
// none when there is no path of at most depth links. Both sides are searched in turn, the
// one with the smaller frontier first, until they meet.
func (w *walker) between(from, to int64, depth int) ([]int64, error) {
	ahead, behind := newReach(search.Downstream, []int64{from}), newReach(search.Upstream, []int64{to})
	for ahead.depth()+behind.depth() < depth {
		near, far := ahead, behind
		if len(behind.frontier()) < len(ahead.frontier()) {
			near, far = behind, ahead
		}
		if len(near.frontier()) == 0 {
			return nil, nil
		}
		if err := w.advance(near, nil); err != nil {
			return nil, err
		}
		met := slices.ContainsFunc(near.frontier(), func(n int64) bool { _, both := far.distance[n]; return both })
		if met {
			return w.first(from, w.tracks(ahead, behind))
		}
	}
	return nil, nil
}

// tracks returns where the shortest paths go on from each occurrence, once two searches have
// met: their frontiers hold what both reached in the middle.
func (w *walker) tracks(ahead, behind *reach) map[int64][]int64 {
	on := map[int64][]int64{}
	middle := map[int64]bool{}
	for _, n := range ahead.frontier() {
		if d, both := behind.distance[n]; both && d == behind.depth() {
			middle[n] = true
		}
	}
	wanted := middle
	for level := ahead.depth() - 1; level >= 0; level-- {
		found := map[int64]bool{}
		for _, n := range ahead.levels[level] {
			for _, to := range w.next[search.Downstream][n] {
				if wanted[to] {
					on[n] = append(on[n], to)
					found[n] = true
				}
			}
		}
		wanted = found
	}
	wanted = middle
	for level := behind.depth() - 1; level >= 0; level-- {
		found := map[int64]bool{}
		for _, n := range behind.levels[level] {
			for _, from := range w.next[search.Upstream][n] {
				if wanted[from] {
					on[from] = append(on[from], n)
					found[n] = true
				}
			}
		}
		wanted = found
	}
	return on
}

// first follows the tracks from a beginning, at each fork to the occurrence of the least key.
func (w *walker) first(from int64, on map[int64][]int64) ([]int64, error) {
	trail := []int64{from}
	for at := from; len(on[at]) > 0; {
		forks := on[at]
		at = forks[0]
		if len(forks) > 1 {
			found, err := w.occurrences(forks)
			if err != nil {
				return nil, err
			}
			for _, n := range forks[1:] {
				if found[n].Key < found[at].Key {
					at = n
				}
			}
		}
		trail = append(trail, at)
	}
	return trail, nil
}

// linkedPair is two occurrences, one after the other.
type linkedPair struct{ source, target int64 }

// links returns the links from some occurrences to others.
func (w *walker) links(sources, targets []int64) (map[linkedPair][]trace.Link, error) {
	out := map[linkedPair][]trace.Link{}
	err := w.query(listLinksBetween, followParams(params{"sources": sources, "targets": targets}, w.follow), func(r *row) {
		at := linkedPair{r.int64("source"), r.int64("target")}
		out[at] = append(out[at], r.link())
	})
	return out, err
}

// paths turns the numbers along paths into paths, each hop with the first of its parallel links.
func (w *walker) paths(trails [][]int64) ([]trace.Path, error) {
	numbers := slices.Compact(slices.Sorted(slices.Values(slices.Concat(trails...))))
	found, err := w.occurrences(numbers)
	if err != nil {
		return nil, err
	}
	links, err := w.links(numbers, numbers)
	if err != nil {
		return nil, err
	}
	paths := make([]trace.Path, len(trails))
	for i, trail := range trails {
		paths[i] = trace.Path{From: found[trail[0]], To: found[trail[len(trail)-1]]}
		for j := range trail[1:] {
			at := linkedPair{trail[j], trail[j+1]}
			paths[i].Hops = append(paths[i].Hops, trace.Hop{
				From: found[at.source], To: found[at.target], Link: slices.MinFunc(links[at], trace.CompareLinks),
			})
		}
	}
	return paths, nil
}
