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

// ScanStates implements [derive.Store].
func (s *Store) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	var out layer.Derivation
	err := s.viewDerived(ctx, q.Project, func(t *tx, l factorLayer) (err error) {
		if out, err = t.derivationOf(l); err != nil {
			return err
		}
		return t.tellStates(l, q, each)
	})
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("scan the states of %d factors in project %q: %w", len(q.Factors), q.Project, err)
	}
	return out, nil
}

func (t *tx) tellStates(l factorLayer, q layer.StatesQuery, each func(layer.EpisodeStates) error) error {
	places, err := t.placesOf(l, q.Factors)
	if err != nil {
		return err
	}
	var found []layer.EpisodeStates
	reader := stateReader{places: places, each: func(i int, states []layer.ObservedState) error {
		found[i].States = states
		return each(found[i])
	}}
	p := params{"layer": l.number, "after": q.After}
	err = t.query(listContributionsAfter, p, func(r *row) {
		reader.episodes = append(reader.episodes, r.int64("episode"))
		found = append(found, layer.EpisodeStates{Episode: r.text("id"), Seen: r.micros("seen")})
	})
	if err != nil {
		return err
	}
	if len(places) > 0 {
		if err := t.query(listObservationsAfter, p, reader.observe); err != nil {
			return err
		}
	}
	return reader.emit(len(found))
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

// stateReader collects the states of each episode. Observations come in the order of the episodes.
type stateReader struct {
	places   map[int64]int
	episodes []int64
	// each receives an episode by its place.
	each func(i int, states []layer.ObservedState) error
	// emitted counts the episodes that each received; states are those of the next one.
	emitted int
	states  []layer.ObservedState
}

func (t *stateReader) observe(r *row) {
	episode := r.int64("episode")
	for t.emitted < len(t.episodes) && t.episodes[t.emitted] != episode {
		if err := t.emit(t.emitted + 1); err != nil {
			r.err = err
			return
		}
	}
	if place, asked := t.places[r.int64("factor")]; asked {
		t.states = append(t.states, layer.ObservedState{Factor: place, Order: r.maybeOrder("at")})
	}
}

// emit passes on the episodes before one. All but the first have none of the factors.
func (t *stateReader) emit(before int) error {
	for ; t.emitted < before; t.emitted++ {
		if err := t.each(t.emitted, t.states); err != nil {
			return err
		}
		t.states = t.states[:0]
	}
	return nil
}
