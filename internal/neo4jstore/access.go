package neo4jstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// RecordAccess implements [episodic.Store].
func (s *Store) RecordAccess(ctx context.Context, project string, reads map[string]int64, now time.Time) error {
	if len(reads) == 0 {
		return nil
	}
	rows := make([]params, 0, len(reads))
	for _, id := range slices.Sorted(maps.Keys(reads)) {
		rows = append(rows, params{"id": id, "count": reads[id]})
	}
	err := s.write(ctx, func(t *tx) error {
		return t.exec(cypher.RecordAccess, params{"project": project, "reads": rows, "now": now.UTC()})
	})
	if err != nil {
		return fmt.Errorf("record reads of %d episodes: %w", len(reads), err)
	}
	return nil
}

// GetAccess implements [episodic.Store].
func (s *Store) GetAccess(ctx context.Context, project string, ids []string) (map[string]episodic.Access, error) {
	found, err := read(ctx, s, cypher.GetAccess, params{"project": project, "ids": distinct(ids)}, func(r *row) keyed[episodic.Access] {
		return keyed[episodic.Access]{r.text("id"), r.access()}
	})
	if err != nil {
		return nil, fmt.Errorf("get reads of %d episodes: %w", len(ids), err)
	}
	out := make(map[string]episodic.Access, len(found))
	for _, a := range found {
		out[a.key] = a.value
	}
	return out, nil
}

// GetTraits implements [episodic.Store].
func (s *Store) GetTraits(ctx context.Context, project string, ids []string) (map[string]episodic.Traits, error) {
	found, err := read(ctx, s, cypher.GetTraits, params{"project": project, "ids": distinct(ids)}, func(r *row) keyed[episodic.Traits] {
		return keyed[episodic.Traits]{r.text("id"), episodic.Traits{
			StartedAt: episodic.SortKeyTime(r.text("sortKey")), Outcome: episodic.Outcome(r.text("outcome")),
			Domain: r.maybeText("domain"), Reads: int64(r.integer("reads")),
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("get what ranks %d episodes: %w", len(ids), err)
	}
	out := make(map[string]episodic.Traits, len(found))
	for _, a := range found {
		out[a.key] = a.value
	}
	return out, nil
}
