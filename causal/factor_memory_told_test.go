package causal_test

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// contributed is a contribution with the change of the graph that put it.
type contributed struct {
	causal.Contribution

	graph int
}

// put lets an episode tell some things, none of which has an order, in a change of the graph.
func (m *memory) put(episode string, names ...string) {
	c := causal.Contribution{Episode: episode}
	for _, name := range names {
		c.Observations = append(c.Observations, causal.Observation{Identity: thing(name)})
	}
	m.contribute(c)
}

// contribute keeps what an episode contributes, in a change of the graph.
func (m *memory) contribute(c causal.Contribution) {
	if m.told == nil {
		m.told = map[string]contributed{}
	}
	m.state.Graph++
	m.told[c.Episode] = contributed{c, m.state.Graph}
	m.state.Episodes = len(m.told)
}

// forget takes away what an episode contributes, in a change of the graph.
func (m *memory) forget(episode string) {
	m.state.Graph++
	delete(m.told, episode)
	m.state.Episodes = len(m.told)
}

// StatesOf counts the states that links and contributions name.
func (m *memory) StatesOf(_ context.Context, _ string, variables []string) ([]causal.Factor, error) {
	known := map[string]causal.Factor{}
	for _, f := range m.all() {
		known[f.Key()] = f
	}
	for _, c := range m.told {
		for _, o := range c.Observations {
			f := known[o.Key()]
			f.Identity = o.Identity
			f.Outcomes.Unknown++
			known[o.Key()] = f
		}
	}
	out := slices.Collect(maps.Values(known))
	out = slices.DeleteFunc(out, func(f causal.Factor) bool { return !slices.Contains(variables, f.Variable) })
	slices.SortFunc(out, func(a, b causal.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out, nil
}

func (m *memory) LinksInto(_ context.Context, _ string, variables []string, limit int) (links []causal.FactorLink, more bool, err error) {
	for _, l := range m.links {
		if l.Relation != episodic.RelationCorrelates && slices.Contains(variables, l.Target.Variable) {
			links = append(links, l)
		}
	}
	slices.SortFunc(links, func(a, b causal.FactorLink) int { return cmp.Compare(a.Key, b.Key) })
	return links[:min(len(links), limit)], len(links) > limit, nil
}

func (m *memory) TellStates(_ context.Context, q causal.StatesQuery, each func(causal.Told) error) (causal.Derivation, error) {
	for id, c := range m.told {
		if c.graph <= q.After {
			continue
		}
		told := causal.Told{Episode: id}
		for _, o := range c.Observations {
			if place := slices.Index(q.Factors, o.Key()); place >= 0 {
				told.States = append(told.States, causal.ToldState{Factor: place, Order: o.Order})
			}
		}
		if err := each(told); err != nil {
			return causal.Derivation{}, err
		}
	}
	return m.state, nil
}

var _ causal.FactorStore = (*memory)(nil)
