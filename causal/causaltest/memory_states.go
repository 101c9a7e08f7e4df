package causaltest

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// contributed is a contribution with the revision of the graph that stored it.
type contributed struct {
	contribution.Contribution

	graph int
}

// Put lets an episode record some factors without an order, in a new revision of the graph.
func (m *Memory) Put(episode string, names ...string) {
	c := contribution.Contribution{Episode: episode}
	for _, name := range names {
		c.Observations = append(c.Observations, contribution.Observation{Identity: ParseFactor(name)})
	}
	m.contribute(c)
}

// contribute stores the contribution of an episode in a new revision of the graph.
func (m *Memory) contribute(c contribution.Contribution) {
	if m.Contributions == nil {
		m.Contributions = map[string]contributed{}
	}
	m.State.Graph++
	m.Contributions[c.Episode] = contributed{c, m.State.Graph}
	m.State.Episodes = len(m.Contributions)
}

// Forget removes the contribution of an episode in a new revision of the graph.
func (m *Memory) Forget(episode string) {
	m.State.Graph++
	delete(m.Contributions, episode)
	m.State.Episodes = len(m.Contributions)
}

// StatesOf implements [layer.StateReader] over the links and contributions.
func (m *Memory) StatesOf(_ context.Context, _ string, variables []string) ([]factor.Factor, error) {
	known := map[string]factor.Factor{}
	for _, f := range m.All() {
		known[f.Key()] = f
	}
	for _, c := range m.Contributions {
		for _, o := range c.Observations {
			f := known[o.Key()]
			f.Identity = o.Identity
			f.Outcomes.Unknown++
			known[o.Key()] = f
		}
	}
	out := slices.Collect(maps.Values(known))
	out = slices.DeleteFunc(out, func(f factor.Factor) bool { return !slices.Contains(variables, f.Variable) })
	slices.SortFunc(out, func(a, b factor.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out, nil
}

// LinksInto implements [layer.LinkReader].
func (m *Memory) LinksInto(_ context.Context, _ string, variables []string, limit int) (links []link.FactorLink, more bool, err error) {
	links, more = linksInto(m.Links, variables, limit)
	return links, more, nil
}

// linksInto returns the first of the directed links into states of variables, by key.
func linksInto(of []link.FactorLink, variables []string, limit int) (links []link.FactorLink, more bool) {
	for _, l := range of {
		if l.Relation != episodic.RelationCorrelates && slices.Contains(variables, l.Target.Variable) {
			links = append(links, l)
		}
	}
	slices.SortFunc(links, func(a, b link.FactorLink) int { return cmp.Compare(a.Key, b.Key) })
	return links[:min(len(links), limit)], len(links) > limit
}

// ScanStates implements [layer.StateReader].
func (m *Memory) ScanStates(_ context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	for id, c := range m.Contributions {
		if c.graph <= q.After {
			continue
		}
		row := layer.EpisodeStates{Episode: id, Seen: c.Seen}
		for _, o := range c.Observations {
			if place := slices.Index(q.Factors, o.Key()); place >= 0 {
				row.States = append(row.States, layer.ObservedState{Factor: place, Order: o.Order})
			}
		}
		if err := each(row); err != nil {
			return layer.Derivation{}, err
		}
	}
	return m.State, nil
}

var _ derive.Store = (*Memory)(nil)
