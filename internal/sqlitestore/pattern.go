package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

var (
	//go:embed sql/pattern/get_patterns.sql
	getPatterns statement
	//go:embed sql/pattern/list_patterns.sql
	listPatterns statement
	//go:embed sql/pattern/count_patterns.sql
	countPatterns statement
	//go:embed sql/pattern/list_indexed.sql
	listIndexed statement
)

// GetPatterns implements [patterns.Store].
func (s *Store) GetPatterns(ctx context.Context, project string, keys []string) ([]patterns.Pattern, error) {
	var out []patterns.Pattern
	err := s.viewProject(ctx, project, func(t *tx, number int64) error {
		return t.query(getPatterns, params{"project": number, "keys": distinct(keys)}, func(r *row) { out = append(out, r.pattern()) })
	})
	if err != nil {
		return nil, fmt.Errorf("get %d patterns: %w", len(keys), err)
	}
	return out, nil
}

// viewProject runs work that only reads a project, by its number. It does not run it for an
// unknown one.
func (s *Store) viewProject(ctx context.Context, project string, work func(*tx, int64) error) error {
	err := s.viewDerived(ctx, project, func(t *tx, l factorLayer) error { return work(t, l.projectNumber) })
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return nil
	}
	return err
}

// readProject runs one statement that reads patterns of a project, or what follows from them.
func (s *Store) readProject(ctx context.Context, project string, st statement, p params, each func(*row)) error {
	return s.viewProject(ctx, project, func(t *tx, _ int64) error { return t.query(st, p, each) })
}

// countProject is readProject for statements that count.
func (s *Store) countProject(ctx context.Context, project string, st statement, p params) (n int, err error) {
	err = s.readProject(ctx, project, st, p, func(r *row) { n = r.integer("count") })
	return n, err
}

// ListPatterns implements [patterns.Store].
func (s *Store) ListPatterns(ctx context.Context, q patterns.Query) ([]patterns.Pattern, error) {
	p := filterPatterns(q)
	p["order"], p["rank"], p["after"], p["limit"] = string(q.Order), nil, nil, q.Page.Limit
	if q.Page.After != "" {
		rank, key, ok := patterns.Place(q.Page.After)
		if !ok {
			return nil, fmt.Errorf("list patterns: %q is no place in a list", q.Page.After)
		}
		p["rank"], p["after"] = rank, key
	}
	var out []patterns.Pattern
	if err := s.readProject(ctx, q.Project, listPatterns, p, func(r *row) { out = append(out, r.pattern()) }); err != nil {
		return nil, fmt.Errorf("list patterns: %w", err)
	}
	return out, nil
}

// CountPatterns implements [patterns.Store].
func (s *Store) CountPatterns(ctx context.Context, q patterns.Query) (int, error) {
	n, err := s.countProject(ctx, q.Project, countPatterns, filterPatterns(q))
	if err != nil {
		return 0, fmt.Errorf("count patterns: %w", err)
	}
	return n, nil
}

func filterPatterns(q patterns.Query) params {
	f := q.Filter
	return params{
		"project": q.Project, "categories": listOrNull(f.Categories), "statuses": listOrNull(f.Statuses), "origins": listOrNull(f.Origins),
		"anti_pattern": valueOrNull(f.AntiPattern), "least_rate": valueOrNull(f.MinRate), "most_rate": valueOrNull(f.MaxRate),
		"least_trials": f.MinTrials, "contested": valueOrNull(f.Contested), "episode": orNull(f.Episode),
		"text": orNull(episodic.FoldCase(f.Text)), "trigger": orNull(episodic.FoldCase(f.Trigger)),
	}
}

// Indexed implements [patterns.Store].
func (s *Store) Indexed(
	ctx context.Context, project string, entries []string, statuses []patterns.Status, limit int,
) (found []patterns.Pattern, more bool, err error) {
	err = s.viewProject(ctx, project, func(t *tx, number int64) error {
		p := params{"project": number, "entries": distinct(entries), "statuses": statuses, "limit": limit + 1}
		return t.query(listIndexed, p, func(r *row) { found = append(found, r.pattern()) })
	})
	if err != nil {
		return nil, false, fmt.Errorf("find patterns under %d entries: %w", len(entries), err)
	}
	return found[:min(len(found), limit)], len(found) > limit, nil
}
