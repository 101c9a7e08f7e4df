package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// GetOccurrences implements [episodic.Store].
func (s *Store) GetOccurrences(ctx context.Context, project string, keys []string) ([]episodic.Occurrence, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	found, err := s.occurrences(ctx, cypher.GetOccurrences, params{"project": project, "keys": distinct(keys)})
	if err != nil {
		return nil, fmt.Errorf("get %d occurrences: %w", len(keys), err)
	}
	return found, nil
}

// ListOccurrences implements [episodic.Store].
func (s *Store) ListOccurrences(ctx context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error) {
	statement := cypher.ListOccurrences
	switch {
	case q.Filter.Label != "":
		statement = cypher.ListOccurrencesByLabel
	case q.Filter.Episode != "":
		statement = cypher.ListEpisodeOccurrences
	}
	p := occurrenceParams(q)
	p["limit"] = q.Page.Limit
	found, err := s.occurrences(ctx, statement, p)
	if err != nil {
		return nil, fmt.Errorf("list occurrences: %w", err)
	}
	return found, nil
}

// CountOccurrences implements [episodic.Store].
func (s *Store) CountOccurrences(ctx context.Context, q episodic.OccurrenceQuery) (int, error) {
	statement := cypher.CountOccurrences
	if q.Filter.Label != "" {
		statement = cypher.CountOccurrencesByLabel
	}
	q.Page.After = ""
	n, err := s.count(ctx, statement, occurrenceParams(q))
	if err != nil {
		return 0, fmt.Errorf("count occurrences: %w", err)
	}
	return n, nil
}

func occurrenceParams(q episodic.OccurrenceQuery) params {
	after, before := q.Filter.Keys(q.Page.After)
	var end any = before
	if before == episodic.LastKey {
		end = nil
	}
	return params{
		"project": q.Project, "after": after, "before": before, "end": end,
		"kinds": words(q.Filter.Kinds), "types": listOrNull(q.Filter.Types), "label": episodic.FoldCase(q.Filter.Label),
	}
}

func (s *Store) occurrences(ctx context.Context, statement cypher.Statement, p params) ([]episodic.Occurrence, error) {
	return read(ctx, s, statement, p, (*row).occurrence)
}
