package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// SimplePaths returns every path without a repeated occurrence, from an occurrence in from to one in
// to, of 1 to depth links, over the hops of a subgraph. Among parallel hops it takes the one with
// the strongest basis (the order of [episodic.Bases]), then the least link id. The paths are ordered
// by length, then by the keys along them. more says that there may be others: the search reached
// the limit or MaxSteps.
func SimplePaths(hops []Hop, from, to []string, depth, limit int) (paths []Path, more bool) {
	s := newSimpleSearch(hops, to)
	// Iterative deepening finds the shortest paths first, so a truncated answer contains the
	// shortest ones.
	for length := 1; length <= depth && len(s.found) <= limit; length++ {
		for _, start := range text.Sorted(from) {
			s.walk(start, length, limit)
		}
	}
	slices.SortStableFunc(s.found, ComparePaths)
	if len(s.found) > limit {
		return s.found[:limit], true
	}
	return s.found, s.steps > MaxSteps
}

// MaxSteps is the maximum number of occurrences that one search of simple paths visits (about a
// second).
const MaxSteps = 5_000_000

// ComparePaths orders paths by length, then by the keys along them.
func ComparePaths(a, b Path) int {
	if c := cmp.Compare(a.Length(), b.Length()); c != 0 {
		return c
	}
	return strings.Compare(trail(a), trail(b))
}

// trail returns the keys along a path, separated by a character that keys cannot contain.
func trail(p Path) string {
	var b strings.Builder
	b.WriteString(p.From.Key)
	for _, h := range p.Hops {
		b.WriteByte('\n')
		b.WriteString(h.To.Key)
	}
	return b.String()
}

// simpleSearch is a depth-first search that avoids occurrences from which no end is in reach.
type simpleSearch struct {
	next    map[string][]Hop
	ends    map[string]bool
	toEnd   map[string]int
	visited map[string]bool
	trail   []Hop
	found   []Path
	steps   int
}

func newSimpleSearch(hops []Hop, to []string) *simpleSearch {
	s := &simpleSearch{
		next: strongest(hops), ends: map[string]bool{}, visited: map[string]bool{},
	}
	for _, key := range to {
		s.ends[key] = true
	}
	s.measure(to)
	return s
}

// strongest groups hops by source, one per target, in the order of the targets.
func strongest(hops []Hop) map[string][]Hop {
	ordered := slices.Clone(hops)
	slices.SortFunc(ordered, func(a, b Hop) int {
		return cmp.Or(
			strings.Compare(a.From.Key, b.From.Key), strings.Compare(a.To.Key, b.To.Key), CompareLinks(a.Link, b.Link),
		)
	})
	next := map[string][]Hop{}
	for _, h := range ordered {
		list := next[h.From.Key]
		if len(list) > 0 && list[len(list)-1].To.Key == h.To.Key {
			continue
		}
		next[h.From.Key] = append(list, h)
	}
	return next
}

// CompareLinks orders parallel links: strongest basis first (the order of [episodic.Bases]), then
// by id.
func CompareLinks(a, b Link) int {
	order := episodic.Bases()
	return cmp.Or(
		cmp.Compare(slices.Index(order, a.Basis), slices.Index(order, b.Basis)), strings.Compare(a.ID, b.ID),
	)
}

// measure fills toEnd with the distance in links from each occurrence to an end.
func (s *simpleSearch) measure(to []string) {
	before := map[string][]string{}
	for from, hops := range s.next {
		for _, h := range hops {
			before[h.To.Key] = append(before[h.To.Key], from)
		}
	}
	s.toEnd = search.Distances(to, before)
}

// walk adds the paths with exactly left more links from key, up to one over the limit.
func (s *simpleSearch) walk(key string, left, limit int) {
	s.steps++
	distance, reaches := s.toEnd[key]
	if !reaches || distance > left || len(s.found) > limit || s.steps > MaxSteps {
		return
	}
	if left == 0 {
		s.found = append(s.found, Path{
			From: s.trail[0].From, To: s.trail[len(s.trail)-1].To, Hops: slices.Clone(s.trail),
		})
		return
	}
	s.visited[key] = true
	for _, h := range s.next[key] {
		if !s.visited[h.To.Key] {
			s.trail = append(s.trail, h)
			s.walk(h.To.Key, left-1, limit)
			s.trail = s.trail[:len(s.trail)-1]
		}
	}
	delete(s.visited, key)
}
