package storetest

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// StatesOf implements [causal.FactorStore].
func (r layerReads) StatesOf(_ context.Context, project string, variables []string) ([]causal.Factor, error) {
	var out []causal.Factor
	for _, f := range r.view(project).factors {
		if slices.Contains(variables, f.Variable) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b causal.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out, nil
}

// LinksInto implements [causal.FactorStore].
func (r layerReads) LinksInto(_ context.Context, project string, variables []string, limit int) (links []causal.FactorLink, more bool, err error) {
	links = slices.DeleteFunc(r.view(project).sortedLinks(), func(l causal.FactorLink) bool {
		return l.Relation == episodic.RelationCorrelates || !slices.Contains(variables, l.Target.Variable)
	})
	return links[:min(len(links), limit)], len(links) > limit, nil
}

// TellStates implements [causal.FactorStore], but for the number of changes: everything comes
// after every graph.
func (m *model) TellStates(ctx context.Context, q causal.StatesQuery, each func(causal.Told) error) (causal.Derivation, error) {
	d, err := m.GetDerivation(ctx, q.Project)
	if err != nil {
		return d, err
	}
	return d, tellStates(m.project(q.Project).contributed, q, func(string) bool { return true }, each)
}

// tellStates tells of some contributions.
func tellStates(of contributions, q causal.StatesQuery, wanted func(id string) bool, each func(causal.Told) error) error {
	for id, c := range of {
		if !wanted(id) {
			continue
		}
		told := causal.Told{Episode: id}
		for _, o := range c.Observations {
			if place := slices.Index(q.Factors, o.Key()); place >= 0 {
				told.States = append(told.States, causal.ToldState{Factor: place, Order: o.Order})
			}
		}
		if err := each(told); err != nil {
			return err
		}
	}
	return nil
}
