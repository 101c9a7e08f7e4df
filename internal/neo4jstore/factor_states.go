package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// StatesOf implements [derive.Store].
func (s *Store) StatesOf(ctx context.Context, project string, variables []string) ([]factor.Factor, error) {
	out, err := s.factors(ctx, cypher.ListStatesOf, params{"project": project, "variables": distinct(variables)})
	if err != nil {
		return nil, fmt.Errorf("list the states of %d variables: %w", len(variables), err)
	}
	return out, nil
}

// LinksInto implements [derive.Store].
func (s *Store) LinksInto(ctx context.Context, project string, variables []string, limit int) (links []link.FactorLink, more bool, err error) {
	p := params{"project": project, "variables": distinct(variables), "limit": limit + 1}
	links, err = readLinks(ctx, s, cypher.ListLinksInto, p, decodeLink)
	if err != nil {
		return nil, false, fmt.Errorf("list the links into %d variables: %w", len(variables), err)
	}
	return links[:min(len(links), limit)], len(links) > limit, nil
}

// ScanStates implements [derive.Store]. Neo4j has no reads of one moment, see
// [Store.Snapshot], so it holds the lock that every writer of the project takes. It calls
// each only after all is read, because the transaction may be repeated.
func (s *Store) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	places := make(map[string]any, len(q.Factors))
	for i, key := range q.Factors {
		places[key] = i
	}
	var state layerState
	var episodes []layer.EpisodeStates
	err := s.write(ctx, func(t *tx) error {
		episodes = nil
		_, found, err := lockPresent(t, q.Project)
		if err == nil && found {
			err = t.query(cypher.GetDerivation, params{"project": q.Project}, func(r *row) { state = r.wholeState() })
		}
		if err != nil {
			return err
		}
		if !found {
			return episodic.ErrProjectNotFound
		}
		p := params{"project": q.Project, "after": q.After}
		if len(places) == 0 {
			return t.query(cypher.TellContributions, p, func(r *row) {
				episodes = append(episodes, layer.EpisodeStates{Episode: r.text("id"), Seen: r.maybeTime("seen")})
			})
		}
		p["places"] = places
		return t.query(cypher.TellStates, p, func(r *row) {
			episodes = append(episodes, layer.EpisodeStates{Episode: r.text("id"), Seen: r.maybeTime("seen"), States: r.observedStates("states")})
		})
	})
	for i := 0; err == nil && i < len(episodes); i++ {
		err = each(episodes[i])
	}
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("scan the states of %d factors in project %q: %w", len(q.Factors), q.Project, err)
	}
	return state.Derivation, nil
}

// observedStates reads a column that holds a list of places and orders.
func (r *row) observedStates(name string) []layer.ObservedState {
	items := column[[]any](r, name, false)
	out := make([]layer.ObservedState, len(items))
	for i, item := range items {
		pair, _ := item.([]any)
		if len(pair) != 2 {
			r.fail("column %q holds %v, not a place and an order", name, item)
			return nil
		}
		place, ok := pair[0].(int64)
		order, hasOrder := pair[1].(int64)
		if !ok || !hasOrder && pair[1] != nil {
			r.fail("column %q holds %v, not a place and an order", name, item)
			return nil
		}
		if out[i].Factor = int(place); hasOrder {
			out[i].Order = &order
		}
	}
	return out
}
