package storetest

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// StatesOf implements [derive.Store].
func (r layerReads) StatesOf(_ context.Context, project string, variables []string) ([]factor.Factor, error) {
	var out []factor.Factor
	for _, f := range r.view(project).factors {
		if slices.Contains(variables, f.Variable) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b factor.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out, nil
}

// LinksInto implements [derive.Store].
func (r layerReads) LinksInto(_ context.Context, project string, variables []string, limit int) (links []link.FactorLink, more bool, err error) {
	links = slices.DeleteFunc(r.view(project).sortedLinks(), func(l link.FactorLink) bool {
		return l.Relation == episodic.RelationCorrelates || !slices.Contains(variables, l.Target.Variable)
	})
	return links[:min(len(links), limit)], len(links) > limit, nil
}

// ScanStates implements [derive.Store], except for the number of changes: everything is later than any
// graph.
func (m *model) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	d, err := m.GetDerivation(ctx, q.Project)
	if err != nil {
		return d, err
	}
	return d, scanStates(m.project(q.Project).contributed, q, func(string) bool { return true }, each)
}

// scanStates scans some contributions.
func scanStates(of contributions, q layer.StatesQuery, wanted func(id string) bool, each func(layer.EpisodeStates) error) error {
	for id, c := range of {
		if !wanted(id) {
			continue
		}
		states := layer.EpisodeStates{Episode: id, Seen: c.Seen}
		for _, o := range c.Observations {
			if place := slices.Index(q.Factors, o.Key()); place >= 0 {
				states.States = append(states.States, layer.ObservedState{Factor: place, Order: o.Order})
			}
		}
		if err := each(states); err != nil {
			return err
		}
	}
	return nil
}
