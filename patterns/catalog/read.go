package catalog

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// Pattern returns a pattern by key or name. It returns ErrNotFound and ErrProjectNotFound.
func (s *Service) Pattern(ctx context.Context, project, name string) (patterns.Pattern, error) {
	found, err := s.FetchPatterns(ctx, project, []string{name, patterns.KeyOf(name)})
	if err != nil {
		return patterns.Pattern{}, err
	}
	if len(found) == 0 {
		return patterns.Pattern{}, episodic.Absent(ctx, s.episodes, project, fmt.Errorf("pattern %q: %w", name, episodic.ErrNotFound))
	}
	for _, p := range found {
		if p.Key == name {
			return p, nil
		}
	}
	return found[0], nil
}

// FetchPatterns returns the patterns with these keys in no particular order; missing ones are left out.
func (s *Service) FetchPatterns(ctx context.Context, project string, keys []string) ([]patterns.Pattern, error) {
	found, err := s.store.GetPatterns(ctx, project, keys)
	if err != nil {
		return nil, fmt.Errorf("get %d patterns of %s: %w", len(keys), project, err)
	}
	return found, nil
}

// Patterns returns a page of patterns. It returns ErrProjectNotFound.
func (s *Service) Patterns(ctx context.Context, q patterns.Query) ([]patterns.Pattern, error) {
	found, err := s.store.ListPatterns(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list patterns of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.episodes, q.Project, nil)
	}
	return found, nil
}

// CountPatterns returns how many patterns match, regardless of the page.
func (s *Service) CountPatterns(ctx context.Context, q patterns.Query) (int, error) {
	n, err := s.store.CountPatterns(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count patterns of %s: %w", q.Project, err)
	}
	return n, nil
}

// Evidence returns a page of the trials of a pattern, by the ids of their episodes.
func (s *Service) Evidence(ctx context.Context, q patterns.EvidenceQuery) ([]patterns.Evidence, error) {
	found, err := s.store.ListPatternEvidence(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list evidence of pattern %s of %s: %w", q.Pattern, q.Project, err)
	}
	return found, nil
}

// CountEvidence returns how many trials match, regardless of the page.
func (s *Service) CountEvidence(ctx context.Context, q patterns.EvidenceQuery) (int, error) {
	n, err := s.store.CountPatternEvidence(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count evidence of pattern %s of %s: %w", q.Pattern, q.Project, err)
	}
	return n, nil
}

// History returns a page of the changes of a pattern, latest first.
func (s *Service) History(ctx context.Context, project, key string, page episodic.Page) ([]patterns.Change, error) {
	found, err := s.store.ListChanges(ctx, project, key, page)
	if err != nil {
		return nil, fmt.Errorf("list changes of pattern %s of %s: %w", key, project, err)
	}
	return found, nil
}

// CountHistory returns how many changes a pattern had.
func (s *Service) CountHistory(ctx context.Context, project, key string) (int, error) {
	n, err := s.store.CountChanges(ctx, project, key)
	if err != nil {
		return 0, fmt.Errorf("count changes of pattern %s of %s: %w", key, project, err)
	}
	return n, nil
}
