package storetest

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// FindJoined implements [layer.PathSearcher] by trying all pairs of links between occurrences.
func (r layerReads) FindJoined(_ context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error) {
	p := r.view(project)
	instances := map[string]factor.Identity{}
	for _, c := range p.contributed {
		maps.Copy(instances, c.Instances)
	}
	out := make([]bool, len(joints))
	for i, j := range joints {
		out[i] = len(p.stating(until, j.First.Link.Key, j.Second.Link.Key)) > 0
		for _, x := range p.supporting(j.First, instances, until) {
			for _, y := range p.supporting(j.Second, instances, until) {
				out[i] = out[i] || x.to == y.from
			}
		}
	}
	return out, nil
}

// stating returns the episodes that state all of some links.
func (v view) stating(until time.Time, links ...string) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(v.contributed)) {
		c := v.contributed[id]
		missing := func(key string) bool {
			return !slices.ContainsFunc(c.Supports, func(s contribution.Support) bool { return s.Link() == key })
		}
		if inTime(c.Seen, until) && !slices.ContainsFunc(links, missing) {
			out = append(out, id)
		}
	}
	return out
}

// supporting returns the links between occurrences that support a step, in its direction.
func (v view) supporting(s search.Step, instances map[string]factor.Identity, until time.Time) []edge {
	by := v.stating(until, s.Link.Key)
	var out []edge
	for _, e := range v.drawn() {
		if e.link.Relation != s.Link.Relation || !slices.Contains(by, e.link.Episode) {
			continue
		}
		both := []edge{e}
		if e.link.Relation == episodic.RelationCorrelates {
			both = append(both, edge{from: e.to, to: e.from, link: e.link})
		}
		for _, e := range both {
			if instances[e.from] == s.From() && instances[e.to] == s.To() {
				out = append(out, e)
			}
		}
	}
	return out
}

// CommonSupport implements [layer.PathSearcher].
func (r layerReads) CommonSupport(_ context.Context, project string, sets [][]string, until time.Time, limit int) ([]search.CommonSupport, error) {
	out := make([]search.CommonSupport, len(sets))
	for i, links := range sets {
		all := r.view(project).stating(until, links...)
		out[i] = search.CommonSupport{Episodes: all[:min(len(all), limit)], Total: len(all)}
	}
	return out, nil
}
