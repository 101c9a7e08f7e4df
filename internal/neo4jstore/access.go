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
	out := map[string]episodic.Access{}
	err := s.read(ctx, cypher.GetAccess, params{"project": project, "ids": distinct(ids)}, func(r *row) {
		out[r.text("id")] = episodic.Access{Count: int64(r.integer("count")), LastAt: r.maybeTime("lastAt")}
	})
	if err != nil {
		return nil, fmt.Errorf("get reads of %d episodes: %w", len(ids), err)
	}
	return out, nil
}
