package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/list_states_of.sql
	listStatesOf statement
	//go:embed sql/causal/list_links_into.sql
	listLinksInto statement
	//go:embed sql/causal/list_contributions_after.sql
	listContributionsAfter statement
	//go:embed sql/causal/list_observations_after.sql
	listObservationsAfter statement
)

// StatesOf implements [derive.Store].
func (s *Store) StatesOf(ctx context.Context, project string, variables []string) ([]factor.Factor, error) {
	var out []factor.Factor
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		p := params{"layer": l.number, "hashes": nameHashes(distinct(variables))}
		return t.query(listStatesOf, p, func(r *row) { out = append(out, r.factor()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list the states of %d variables: %w", len(variables), err)
	}
	return out, nil
}

// LinksInto implements [derive.Store].
func (s *Store) LinksInto(ctx context.Context, project string, variables []string, limit int) (links []link.FactorLink, more bool, err error) {
	directed := []episodic.Relation{episodic.RelationCauses, episodic.RelationEnables, episodic.RelationPrevents}
	links, err = s.factorLinks(ctx, project, listLinksInto, params{
		"hashes": nameHashes(distinct(variables)), "directed": bits(directed, relations()), "limit": limit + 1,
	})
	if err != nil {
		return nil, false, fmt.Errorf("list the links into %d variables: %w", len(variables), err)
	}
	return links[:min(len(links), limit)], len(links) > limit, nil
}

// TellStates implements [derive.Store].
func (s *Store) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	var out layer.Derivation
	err := s.view(ctx, func(t *tx) error {
		l, err := t.bareLayer(q.Project)
		if err != nil {
			return err
		}
		if out, err = t.derivationOf(l); err != nil {
			return err
		}
		return t.tellStates(l, q, each)
	})
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("tell the states of %d factors in project %q: %w", len(q.Factors), q.Project, err)
	}
	return out, nil
}

func (t *tx) tellStates(l factorLayer, q layer.StatesQuery, each func(layer.EpisodeStates) error) error {
	places, err := t.placesOf(l, q.Factors)
	if err != nil {
		return err
	}
	var ids []string
	teller := stateReader{places: places, each: func(i int, states []layer.ObservedState) error {
		return each(layer.EpisodeStates{Episode: ids[i], States: states})
	}}
	p := params{"layer": l.number, "after": q.After}
	err = t.query(listContributionsAfter, p, func(r *row) {
		teller.episodes = append(teller.episodes, r.int64("episode"))
		ids = append(ids, r.text("id"))
	})
	if err != nil {
		return err
	}
	if err := t.query(listObservationsAfter, p, teller.observe); err != nil {
		return err
	}
	return teller.tell(len(ids))
}

// placesOf returns the places of factors among those that are asked for, by their numbers.
func (t *tx) placesOf(l factorLayer, keys []string) (map[int64]int, error) {
	asked, out := make(map[string]int, len(keys)), make(map[int64]int, len(keys))
	for i, key := range keys {
		asked[key] = i
	}
	err := t.query(getFactors, params{"layer": l.number, "keys": keys}, func(r *row) { out[r.int64("number")] = asked[r.text("key")] })
	return out, err
}

// teller puts together what each episode tells. Observations come in the order of the episodes.
type stateReader struct {
	places   map[int64]int
	episodes []int64
	// each is told of the episodes by their place.
	each func(i int, states []layer.ObservedState) error
	// told is how many episodes were told, states what is known of the next one.
	told   int
	states []layer.ObservedState
}

func (t *stateReader) observe(r *row) {
	episode := r.int64("episode")
	for t.told < len(t.episodes) && t.episodes[t.told] != episode {
		if err := t.tell(t.told + 1); err != nil {
			r.err = err
			return
		}
	}
	if place, asked := t.places[r.int64("factor")]; asked {
		t.states = append(t.states, layer.ObservedState{Factor: place, Order: r.maybeOrder("at")})
	}
}

// tell tells the episodes before one. All but the first have none of the factors.
func (t *stateReader) tell(before int) error {
	for ; t.told < before; t.told++ {
		if err := t.each(t.told, t.states); err != nil {
			return err
		}
		t.states = t.states[:0]
	}
	return nil
}
