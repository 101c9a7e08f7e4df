package storetest

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// steps returns the followed links in the direction of the walk.
func (l factorLayer) steps(f search.FactorFollow) []search.Step {
	var out []search.Step
	for _, at := range l.sortedLinks() {
		if !follows(f, at) {
			continue
		}
		out = append(out, search.Step{Link: at})
		if at.Relation == episodic.RelationCorrelates {
			out = append(out, search.Step{Link: at, Back: true})
		}
	}
	return out
}

func follows(f search.FactorFollow, l link.FactorLink) bool {
	weight := l.Measure.Strength
	if weight == nil {
		weight = l.StatedStrength
	}
	return slices.Contains(f.Relations, l.Relation) && meets(f.Bases, l.Bases()) && shows(f.Shown, l) &&
		reaches(weight, f.MinStrength) &&
		(!f.InTime || l.Pair.Forward > 0 && l.Pair.Forward >= l.Pair.Backward) && inTime(l.FirstSeen, f.Until)
}

// FactorLinksAt implements [derive.Store].
func (r layerReads) FactorLinksAt(_ context.Context, project string, keys []string, d search.Direction, f search.FactorFollow, limit int) (map[string][]link.FactorLink, error) {
	out := map[string][]link.FactorLink{}
	for _, s := range r.view(project).steps(f) {
		at := s.From().Key()
		if d == search.Upstream {
			at = s.To().Key()
		}
		if slices.Contains(keys, at) {
			out[at] = append(out[at], s.Link)
		}
	}
	for at, list := range out {
		slices.SortStableFunc(list, func(a, b link.FactorLink) int {
			return cmp.Or(cmp.Compare(b.Evidence.Total(), a.Evidence.Total()), cmp.Compare(a.Key, b.Key))
		})
		out[at] = list[:min(len(list), limit)]
	}
	return out, nil
}

// levels returns the least number of steps from some ends to each factor reached, against the steps
// when back is set; without ends it is 0 for every factor.
func (l factorLayer) levels(steps []search.Step, ends []string, back bool) map[string]int {
	if len(ends) == 0 {
		out := map[string]int{}
		for key := range l.factors {
			out[key] = 0
		}
		return out
	}
	var edges []edge
	for _, s := range steps {
		e := edge{from: s.From().Key(), to: s.To().Key()}
		if back {
			e.from, e.to = e.to, e.from
		}
		edges = append(edges, e)
	}
	return distances(edges, ends)
}

// ShortestFactorPath implements [derive.Store].
func (r layerReads) ShortestFactorPath(_ context.Context, q search.FactorSearch) ([]search.Step, error) {
	if slices.ContainsFunc(q.From, func(key string) bool { return slices.Contains(q.To, key) }) {
		return nil, nil
	}
	all := r.view(q.Project)
	steps := all.steps(q.Follow)
	left := all.levels(steps, q.To, true)
	at, found := "", false
	for _, from := range q.From {
		n, reaches := left[from]
		if _, known := all.factors[from]; !known || !reaches || n > q.Depth {
			continue
		}
		if !found || n < left[at] || n == left[at] && from < at {
			at, found = from, true
		}
	}
	var path []search.Step
	for found && left[at] > 0 {
		next := slices.DeleteFunc(slices.Clone(steps), func(s search.Step) bool {
			n, reaches := left[s.To().Key()]
			return s.From().Key() != at || !reaches || n != left[at]-1
		})
		slices.SortFunc(next, func(a, b search.Step) int {
			return cmp.Or(cmp.Compare(a.To().Key(), b.To().Key()), compareWeights(a.Link.Weight(), b.Link.Weight()), cmp.Compare(a.Link.Key, b.Link.Key))
		})
		path, at = append(path, next[0]), next[0].To().Key()
	}
	return path, nil
}

// compareWeights orders by weight, greatest first and unknown last.
func compareWeights(a, b *float64) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	default:
		return cmp.Compare(*b, *a)
	}
}

// FactorSubgraph implements [derive.Store].
func (r layerReads) FactorSubgraph(_ context.Context, q search.FactorSearch) (links []link.FactorLink, more bool, err error) {
	all := r.view(q.Project)
	steps := all.steps(q.Follow)
	ahead, behind := all.levels(steps, q.From, false), all.levels(steps, q.To, true)
	length := map[string]int{}
	for _, s := range steps {
		before, reached := ahead[s.From().Key()]
		after, reaches := behind[s.To().Key()]
		n := before + 1 + after
		if least, known := length[s.Link.Key]; reached && reaches && n <= q.Depth && (!known || n < least) {
			length[s.Link.Key] = n
		}
	}
	for key := range length {
		links = append(links, all.links[key])
	}
	slices.SortFunc(links, func(a, b link.FactorLink) int {
		return cmp.Or(cmp.Compare(length[a.Key], length[b.Key]), cmp.Compare(a.Key, b.Key))
	})
	more = len(links) > q.Limit
	links = links[:min(len(links), q.Limit)]
	slices.SortFunc(links, func(a, b link.FactorLink) int { return cmp.Compare(a.Key, b.Key) })
	return links, more, nil
}
