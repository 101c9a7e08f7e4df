package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

var (
	//go:embed sql/pattern/list_pattern_evidence.sql
	listPatternEvidence statement
	//go:embed sql/pattern/count_pattern_evidence.sql
	countPatternEvidence statement
	//go:embed sql/pattern/list_applications.sql
	listApplications statement
	//go:embed sql/pattern/list_changes.sql
	listChanges statement
	//go:embed sql/pattern/count_changes.sql
	countChanges statement
)

// ListPatternEvidence implements [patterns.Store].
func (s *Store) ListPatternEvidence(ctx context.Context, q patterns.EvidenceQuery) ([]patterns.Evidence, error) {
	p := filterTrials(q)
	p["after"], p["limit"] = q.Page.After, q.Page.Limit
	var out []patterns.Evidence
	if err := s.readProject(ctx, q.Project, listPatternEvidence, p, func(r *row) { out = append(out, r.trial()) }); err != nil {
		return nil, fmt.Errorf("list the evidence of pattern %s: %w", q.Pattern, err)
	}
	return out, nil
}

// CountPatternEvidence implements [patterns.Store].
func (s *Store) CountPatternEvidence(ctx context.Context, q patterns.EvidenceQuery) (int, error) {
	n, err := s.countProject(ctx, q.Project, countPatternEvidence, filterTrials(q))
	if err != nil {
		return 0, fmt.Errorf("count the evidence of pattern %s: %w", q.Pattern, err)
	}
	return n, nil
}

func filterTrials(q patterns.EvidenceQuery) params {
	return params{
		"project": q.Project, "pattern": q.Pattern, "verdicts": listOrNull(q.Verdicts),
		"since": microsOrNull(q.Since), "until": microsOrNull(q.Until), "counted": q.Counted,
	}
}

// ScanApplications implements [patterns.Store].
func (s *Store) ScanApplications(ctx context.Context, project string, each func(patterns.Evidence) error) error {
	err := s.viewProject(ctx, project, func(t *tx, number int64) error {
		return t.query(listApplications, params{"project": number}, func(r *row) {
			if e := r.trial(); r.err == nil {
				r.err = each(e)
			}
		})
	})
	if err != nil {
		return fmt.Errorf("scan the applications of patterns in project %q: %w", project, err)
	}
	return nil
}

// ListChanges implements [patterns.Store].
func (s *Store) ListChanges(ctx context.Context, project, pattern string, page episodic.Page) ([]patterns.Change, error) {
	p := params{"project": project, "pattern": pattern, "before": nil, "limit": page.Limit}
	if page.After != "" {
		before, err := strconv.Atoi(page.After)
		if err != nil {
			return nil, fmt.Errorf("list the history of pattern %s: %w", pattern, err)
		}
		p["before"] = before
	}
	var out []patterns.Change
	err := s.readProject(ctx, project, listChanges, p, func(r *row) {
		var c patterns.Change
		r.json("body", &c)
		out = append(out, c)
	})
	if err != nil {
		return nil, fmt.Errorf("list the history of pattern %s: %w", pattern, err)
	}
	return out, nil
}

// CountChanges implements [patterns.Store].
func (s *Store) CountChanges(ctx context.Context, project, pattern string) (int, error) {
	n, err := s.countProject(ctx, project, countChanges, params{"project": project, "pattern": pattern})
	if err != nil {
		return 0, fmt.Errorf("count the changes of pattern %s: %w", pattern, err)
	}
	return n, nil
}
