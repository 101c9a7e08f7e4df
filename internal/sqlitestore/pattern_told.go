package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/patterns"
)

//go:embed sql/pattern/list_told_episodes.sql
var listToldEpisodes statement

// ScanEpisodes implements [patterns.Store].
func (s *Store) ScanEpisodes(
	ctx context.Context, project string, factors []string, each func(patterns.EpisodeStates) error,
) (layer.Derivation, error) {
	var out layer.Derivation
	err := s.viewDerived(ctx, project, func(t *tx, l factorLayer) (err error) {
		if out, err = t.derivationOf(l); err != nil {
			return err
		}
		return t.tellEpisodes(l, factors, each)
	})
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("scan the episodes of project %q: %w", project, err)
	}
	return out, nil
}

func (t *tx) tellEpisodes(l factorLayer, factors []string, each func(patterns.EpisodeStates) error) error {
	places, err := t.placesOf(l, factors)
	if err != nil {
		return err
	}
	var episodes []patterns.EpisodeStates
	reader := stateReader{places: places, each: func(i int, states []layer.ObservedState) error {
		episodes[i].States = states
		return each(episodes[i])
	}}
	p := params{"layer": l.number, "after": layer.FromStart}
	err = t.query(listToldEpisodes, p, func(r *row) {
		e := r.observedEpisode()
		reader.episodes = append(reader.episodes, r.int64("episode"))
		episodes = append(episodes, patterns.EpisodeStates{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome, Errors: e.Errors})
	})
	if err != nil {
		return err
	}
	if err := t.query(listObservationsAfter, p, reader.observe); err != nil {
		return err
	}
	return reader.emit(len(episodes))
}
