package paths

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/text"
)

// MaxLevel is the most links that one step of a search between factors may meet.
const MaxLevel = 5_000

// FactorEdge is a link as it is walked, by keys: one that correlates makes two, one each way.
type FactorEdge struct{ Link, From, To string }

// NextEdges returns the edges that leave factors (Downstream) or arrive at them (Upstream), at
// most limit, those first by the key of the link; in no particular order.
type NextEdges func(keys []string, d search.Direction, limit int) ([]FactorEdge, error)

// Walks returns the keys of the links that [derive.Store.FactorSubgraph] is asked for, in
// order, so that every store finds and cuts them alike: by the length of the shortest walk
// through the link, then by key.
//
// Between two sets of ends it walks from both, on from where fewer factors are, until the
// levels add up to the depth: each step of a walk is then seen from one end or the other. A
// side with more than MaxLevel edges is left, and the other walks the whole way; only when
// both have more is the answer cut.
func Walks(q search.FactorSearch, next NextEdges) (links []string, more bool, err error) {
	w := &factorWalk{next: next, links: map[string]bool{}, most: MaxLevel}
	ahead, behind := newFrontier(search.Downstream, q.From), newFrontier(search.Upstream, q.To)
	oneSided := ahead == nil || behind == nil
	if oneSided {
		w.most = min(w.most, q.Limit)
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

// frontier is the factors that were reached last from one side.
type frontier struct {
	direction search.Direction
	keys      []string
	reached   map[string]bool
	// wide are the edges of the next level when there are too many.
	wide []FactorEdge
}

// newFrontier returns nil when there is no such side.
func newFrontier(d search.Direction, keys []string) *frontier {
	if len(keys) == 0 {
		return nil
	}
	f := &frontier{direction: d, keys: text.Sorted(keys), reached: map[string]bool{}}
	for _, k := range f.keys {
		f.reached[k] = true
	}
	return f
}

// factorWalk gathers edges.
type factorWalk struct {
	next  NextEdges
	edges []FactorEdge
	// links are the keys of the edges.
	links map[string]bool
	// most is how many new links one level may have; cut says that there were more.
	most int
	cut  bool
}

// widen walks one level on from one of the sides; when one has nothing left, all that it can
// reach is seen.
func (w *factorWalk) widen(ahead, behind *frontier) error {
	for side := smaller(ahead, behind); side != nil && !w.cut; side = smaller(ahead, behind) {
		// A link that correlates makes two edges, and may have been walked the other way.
		limit := 2*(w.most+1) + len(w.edges)
		edges, err := w.next(side.keys, side.direction, limit)
		if err != nil {
			return err
		}
		if len(edges) < limit {
			w.add(side, edges)
			return nil
		}
		side.wide = edges
		if other := smaller(ahead, behind); other == nil {
			w.cut = true
			w.leave(ahead)
			w.leave(behind)
		}
	}
	return nil
}

// smaller returns the side to walk on from: of those that are not too wide the one where fewer
// factors are; nil when there is none, or one has nothing left.
func smaller(a, b *frontier) *frontier {
	if a != nil && len(a.keys) == 0 || b != nil && len(b.keys) == 0 {
		return nil
	}
	fit := func(f *frontier) bool { return f != nil && f.wide == nil }
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

// add takes the edges of a whole level in.
func (w *factorWalk) add(side *frontier, edges []FactorEdge) {
	side.keys = nil
	for _, e := range edges {
		w.edges = append(w.edges, e)
		w.links[e.Link] = true
		far := e.To
		if side.direction == search.Upstream {
			far = e.From
		}
		if !side.reached[far] {
			side.reached[far] = true
			side.keys = append(side.keys, far)
		}
	}
	slices.Sort(side.keys)
}

// leave takes in what was seen of a level that is too wide.
func (w *factorWalk) leave(side *frontier) {
	if side != nil && side.wide != nil {
		w.add(side, side.wide)
	}
}

// onWalks returns the links that lie on a walk of at most the depth, those on short walks
// first, then by key.
func (w *factorWalk) onWalks(q search.FactorSearch) []string {
	ahead := edgeLevels(w.edges, q.From, func(e FactorEdge) (near, far string) { return e.From, e.To })
	behind := edgeLevels(w.edges, q.To, func(e FactorEdge) (near, far string) { return e.To, e.From })
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

// edgeLevels tells the least number of edges from the ends to a factor; without ends it is 0
// for every one.
func edgeLevels(edges []FactorEdge, ends []string, walk func(FactorEdge) (near, far string)) func(string) (int, bool) {
	if len(ends) == 0 {
		return func(string) (int, bool) { return 0, true }
	}
	next := map[string][]string{}
	for _, e := range edges {
		near, far := walk(e)
		next[near] = append(next[near], far)
	}
	level := map[string]int{}
	queue := slices.Clone(ends)
	for _, key := range ends {
		level[key] = 0
	}
	for len(queue) > 0 {
		key := queue[0]
		queue = queue[1:]
		for _, far := range next[key] {
			if _, seen := level[far]; !seen {
				level[far] = level[key] + 1
				queue = append(queue, far)
			}
		}
	}
	return func(key string) (int, bool) { n, reached := level[key]; return n, reached }
}
