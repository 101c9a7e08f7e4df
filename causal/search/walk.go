package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/internal/text"
)

// MaxLevel is the maximum number of new links in one step of a search between factors.
const MaxLevel = 5_000

// FactorEdge is a directed link, as keys; a CORRELATES link makes two, one in each direction.
type FactorEdge struct{ Link, From, To string }

// NextEdges returns, in no particular order, the edges that leave factors (Downstream) or enter them
// (Upstream), at most limit: the first by the key of the link.
type NextEdges func(keys []string, d Direction, limit int) ([]FactorEdge, error)

// Walks returns the keys of the links for [layer.PathSearcher.FactorSubgraph], so that every store
// finds and truncates them alike: ordered by the length of the shortest walk through the link, then
// by key.
//
// Between two sets of ends it searches from both, always from the smaller frontier, until the levels
// add up to the depth: each step of a walk is then seen from one side. If a side exceeds MaxLevel
// edges, the search continues only from the other side; if both do, the answer is truncated.
func Walks(q FactorSearch, next NextEdges) (links []string, more bool, err error) {
	w := &factorWalk{next: next, links: map[string]bool{}, limit: MaxLevel}
	ahead, behind := newFrontier(Downstream, q.From), newFrontier(Upstream, q.To)
	oneSided := ahead == nil || behind == nil
	if oneSided {
		w.limit = min(w.limit, q.Limit)
	}
	for range q.Depth {
		if err := w.widen(ahead, behind); err != nil {
			return nil, false, err
		}
		if oneSided && len(w.links) > q.Limit {
			break
		}
	}
	found := w.onWalks(q)
	if more = w.cut || len(found) > q.Limit; more {
		found = found[:min(len(found), q.Limit)]
	}
	slices.Sort(found)
	return found, more, nil
}

// frontier has the factors reached last from one side.
type frontier struct {
	direction Direction
	keys      []string
	reached   map[string]bool
	// oversized has the edges of the next level if there are too many.
	oversized []FactorEdge
}

// newFrontier returns nil if there are no keys on that side.
func newFrontier(d Direction, keys []string) *frontier {
	if len(keys) == 0 {
		return nil
	}
	f := &frontier{direction: d, keys: text.Sorted(keys), reached: map[string]bool{}}
	for _, k := range f.keys {
		f.reached[k] = true
	}
	return f
}

// factorWalk collects edges.
type factorWalk struct {
	next  NextEdges
	edges []FactorEdge
	// links are the keys of the edges.
	links map[string]bool
	// limit is the maximum number of new links per level; cut says that there were more.
	limit int
	cut   bool
}

// widen searches one level from one of the sides. It stops when a side has nothing left, because then
// everything in reach is known.
func (w *factorWalk) widen(ahead, behind *frontier) error {
	for side := smaller(ahead, behind); side != nil && !w.cut; side = smaller(ahead, behind) {
		// A CORRELATES link makes two edges, and may already be known in the other direction.
		limit := 2*(w.limit+1) + len(w.edges)
		edges, err := w.next(side.keys, side.direction, limit)
		if err != nil {
			return err
		}
		if len(edges) < limit {
			w.add(side, edges)
			return nil
		}
		side.oversized = edges
		if other := smaller(ahead, behind); other == nil {
			w.cut = true
			w.addPartial(ahead)
			w.addPartial(behind)
		}
	}
	return nil
}

// smaller returns the side to search from: the smaller frontier that is not oversized. It returns nil
// if there is none, or if a side has nothing left.
func smaller(a, b *frontier) *frontier {
	if a != nil && len(a.keys) == 0 || b != nil && len(b.keys) == 0 {
		return nil
	}
	fit := func(f *frontier) bool { return f != nil && f.oversized == nil }
	switch {
	case fit(a) && fit(b) && len(b.keys) < len(a.keys):
		return b
	case fit(a):
		return a
	case fit(b):
		return b
	default:
		return nil
	}
}

// add adds the edges of a whole level.
func (w *factorWalk) add(side *frontier, edges []FactorEdge) {
	side.keys = nil
	for _, e := range edges {
		w.edges = append(w.edges, e)
		w.links[e.Link] = true
		far := e.To
		if side.direction == Upstream {
			far = e.From
		}
		if !side.reached[far] {
			side.reached[far] = true
			side.keys = append(side.keys, far)
		}
	}
	slices.Sort(side.keys)
}

// addPartial adds the known part of an oversized level.
func (w *factorWalk) addPartial(side *frontier) {
	if side != nil && side.oversized != nil {
		w.add(side, side.oversized)
	}
}

// onWalks returns the links on walks within the depth, those on short walks first, then by key.
func (w *factorWalk) onWalks(q FactorSearch) []string {
	ahead := edgeDistances(w.edges, q.From, func(e FactorEdge) (near, far string) { return e.From, e.To })
	behind := edgeDistances(w.edges, q.To, func(e FactorEdge) (near, far string) { return e.To, e.From })
	length := map[string]int{}
	for _, e := range w.edges {
		before, reached := ahead(e.From)
		after, reaches := behind(e.To)
		n := before + 1 + after
		if !reached || !reaches || n > q.Depth {
			continue
		}
		if least, known := length[e.Link]; !known || n < least {
			length[e.Link] = n
		}
	}
	out := make([]string, 0, len(length))
	for link := range length {
		out = append(out, link)
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(length[a], length[b]), strings.Compare(a, b))
	})
	return out
}

// edgeDistances returns a function for the distance of a factor from the ends; without ends the
// distance is always 0.
func edgeDistances(edges []FactorEdge, ends []string, walk func(FactorEdge) (near, far string)) func(string) (int, bool) {
	if len(ends) == 0 {
		return func(string) (int, bool) { return 0, true }
	}
	next := map[string][]string{}
	for _, e := range edges {
		near, far := walk(e)
		next[near] = append(next[near], far)
	}
	level := Distances(ends, next)
	return func(key string) (int, bool) { n, reached := level[key]; return n, reached }
}
