package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/record_access.sql
	recordAccess statement
	//go:embed sql/episodic/get_access.sql
	getAccess statement
	//go:embed sql/episodic/get_traits.sql
	getTraits statement
)

// RecordAccess implements [episodic.Store].
func (s *Store) RecordAccess(ctx context.Context, project string, reads map[string]int64, now time.Time) error {
	if len(reads) == 0 {
		return nil
	}
	rows := make([]params, 0, len(reads))
	for _, id := range slices.Sorted(maps.Keys(reads)) {
		rows = append(rows, params{"project": project, "id": id, "count": reads[id], "now": episodic.Instant(now)})
	}
	if err := s.write(ctx, func(t *tx) error { return t.execRows(recordAccess, rows) }); err != nil {
		return fmt.Errorf("record reads of %d episodes: %w", len(reads), err)
	}
	return nil
}

// GetAccess implements [episodic.Store].
func (s *Store) GetAccess(ctx context.Context, project string, ids []string) (map[string]episodic.Access, error) {
	out := map[string]episodic.Access{}
	err := s.read(ctx, getAccess, params{"project": project, "ids": distinct(ids)}, func(r *row) { out[r.text("id")] = r.access() })
	if err != nil {
		return nil, fmt.Errorf("get reads of %d episodes: %w", len(ids), err)
	}
	return out, nil
}

// GetTraits implements [episodic.Store].
func (s *Store) GetTraits(ctx context.Context, project string, ids []string) (map[string]episodic.Traits, error) {
	out := make(map[string]episodic.Traits, len(ids))
	err := s.read(ctx, getTraits, params{"project": project, "ids": distinct(ids)}, func(r *row) {
		out[r.text("id")] = episodic.Traits{
			StartedAt: episodic.SortKeyTime(r.text("sort_key")), Outcome: episodic.Outcome(r.text("outcome")),
			Domain: r.maybeText("domain"), Reads: r.int64("reads"),
		}
	})
	if err != nil {
		return nil, fmt.Errorf("get what ranks %d episodes: %w", len(ids), err)
	}
	return out, nil
}

func (r *row) access() episodic.Access {
	return episodic.Access{Count: r.int64("count"), LastAt: r.maybeTime("last_at")}
}
