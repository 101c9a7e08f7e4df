package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/get_occurrences.sql
	getOccurrences statement
	//go:embed sql/episodic/list_occurrences.sql
	listOccurrences statement
	//go:embed sql/episodic/count_occurrences.sql
	countOccurrences statement
)

// GetOccurrences implements [episodic.Store].
func (s *Store) GetOccurrences(ctx context.Context, project string, keys []string) ([]episodic.Occurrence, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	found, err := s.occurrences(ctx, getOccurrences, params{"project": project, "keys": distinct(keys)})
	if err != nil {
		return nil, fmt.Errorf("get %d occurrences: %w", len(keys), err)
	}
	return found, nil
}

// ListOccurrences implements [episodic.Store].
func (s *Store) ListOccurrences(ctx context.Context, q episodic.OccurrenceQuery) ([]episodic.Occurrence, error) {
	p := occurrenceParams(q)
	p["limit"] = q.Page.Limit
	found, err := s.occurrences(ctx, listOccurrences, p)
	if err != nil {
		return nil, fmt.Errorf("list occurrences: %w", err)
	}
	return found, nil
}

// CountOccurrences implements [episodic.Store].
func (s *Store) CountOccurrences(ctx context.Context, q episodic.OccurrenceQuery) (int, error) {
	q.Page.After = ""
	n, err := s.count(ctx, countOccurrences, occurrenceParams(q))
	if err != nil {
		return 0, fmt.Errorf("count occurrences: %w", err)
	}
	return n, nil
}

func occurrenceParams(q episodic.OccurrenceQuery) params {
	after, before := q.Filter.Keys(q.Page.After)
	from := after
	if id, _, found := strings.Cut(after, "/"); found {
		from = id + "/"
	}
	return params{
		"project": q.Project, "from": from, "after": after, "before": before,
		"kinds": listOrNull(q.Filter.Kinds), "types": listOrNull(q.Filter.Types),
		"label": labelPattern(q.Filter.Label),
	}
}

// labelPattern is a pattern for LIKE that finds a text anywhere in a label. A text that is
// longer than every label still is when it is cut, and SQLite refuses very long patterns.
func labelPattern(text string) any {
	if text == "" {
		return nil
	}
	folded := []rune(episodic.FoldCase(text))
	folded = folded[:min(len(folded), episodic.MaxLabel+1)]
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(string(folded)) + "%"
}

func (s *Store) occurrences(ctx context.Context, st statement, p params) ([]episodic.Occurrence, error) {
	var out []episodic.Occurrence
	err := s.read(ctx, st, p, func(r *row) { out = append(out, r.occurrence()) })
	return out, err
}
