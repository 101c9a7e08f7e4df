package sqlitestore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
)

// Subgraph implements [trace.Store].
func (s *Store) Subgraph(ctx context.Context, q trace.PathSearch) (hops []trace.Hop, more bool, err error) {
	// Every occurrence but a beginning has a hop that leads to it, so that more of them than
	// these have more hops than the limit.
	enough := q.Limit + len(q.From)
	var nodes []trace.WalkNode
	err = s.view(ctx, func(t *tx) error {
		w := t.walker(search.Follow{Relations: q.Relations, Bases: q.Bases})
		found, err := w.joining(q)
		if err != nil {
			return err
		}
		nodes, err = w.walkNodes(found, enough+1)
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("find the links between %d and %d occurrences: %w", len(q.From), len(q.To), err)
	}
	hops = trace.JoinHops(nodes, q.Depth)
	if len(nodes) > enough || len(hops) > q.Limit {
		return hops[:min(len(hops), q.Limit)], true, nil
	}
	return hops, false, nil
}

// joined is an occurrence on a walk, with its distances from a beginning and to an end.
type joined struct {
	number        int64
	ahead, behind int
}

func (j joined) length() int { return j.ahead + j.behind }

// joining returns the occurrences on walks between the ends. The search from the ends goes
// only through what that from the beginnings reached, and only as far as the depth leaves.
func (w *walker) joining(q trace.PathSearch) ([]joined, error) {
	numbers, err := w.numbers(q.Project, slices.Concat(q.From, q.To))
	if err != nil {
		return nil, err
	}
	ahead := newReach(search.Downstream, named(numbers, q.From))
	if err := w.exhaust(ahead, q.Depth, nil); err != nil {
		return nil, err
	}
	within := func(n int64, behind int) bool {
		d, reached := ahead.distance[n]
		return reached && d+behind <= q.Depth
	}
	ends := slices.DeleteFunc(named(numbers, q.To), func(n int64) bool { return !within(n, 0) })
	behind := newReach(search.Upstream, ends)
	if err := w.exhaust(behind, q.Depth, within); err != nil {
		return nil, err
	}
	out := make([]joined, 0, len(behind.distance))
	for n, d := range behind.distance {
		out = append(out, joined{number: n, ahead: ahead.distance[n], behind: d})
	}
	return out, nil
}

func named(numbers map[string]int64, keys []string) []int64 {
	var out []int64
	for _, key := range keys {
		if n, known := numbers[key]; known {
			out = append(out, n)
		}
	}
	return out
}

// walkNodes returns the occurrences on the shortest walks, up to limit, by the length of
// the walk, then by key, with the links among them.
func (w *walker) walkNodes(found []joined, limit int) ([]trace.WalkNode, error) {
	slices.SortFunc(found, func(a, b joined) int { return cmp.Compare(a.length(), b.length()) })
	if len(found) > limit {
		longest := found[limit-1].length()
		found = slices.DeleteFunc(found, func(j joined) bool { return j.length() > longest })
	}
	numbers := make([]int64, len(found))
	for i, j := range found {
		numbers[i] = j.number
	}
	occurrences, err := w.occurrences(numbers)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b joined) int {
		return cmp.Or(cmp.Compare(a.length(), b.length()), strings.Compare(occurrences[a.number].Key, occurrences[b.number].Key))
	})
	found = found[:min(len(found), limit)]
	nodes := make([]trace.WalkNode, len(found))
	at := make(map[int64]int, len(found))
	for i, j := range found {
		nodes[i] = trace.WalkNode{Occurrence: occurrences[j.number], Ahead: j.ahead, Behind: j.behind}
		at[j.number] = i
	}
	return nodes, w.addLinks(nodes, at)
}

// addLinks gives each of the nodes the links that lead from it to others of them.
func (w *walker) addLinks(nodes []trace.WalkNode, at map[int64]int) error {
	numbers := make([]int64, 0, len(at))
	for n := range at {
		numbers = append(numbers, n)
	}
	links, err := w.links(numbers, numbers)
	if err != nil {
		return err
	}
	for pair, parallel := range links {
		n := &nodes[at[pair.source]]
		for _, link := range parallel {
			n.Links = append(n.Links, link)
			n.Targets = append(n.Targets, nodes[at[pair.target]].Occurrence.Key)
		}
	}
	return nil
}
