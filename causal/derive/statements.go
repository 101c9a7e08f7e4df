package derive

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// MaxStatements is the maximum number of links in one call.
const MaxStatements = 10_000

// RecordLinks adds statements of links between factors, or replaces earlier ones of the same origin.
// It returns the number of new or changed statements; it creates the project if necessary. A
// [problem.InvalidError] reports statements that link a factor to itself, lack a name or have a
// number out of range.
func (s *Service) RecordLinks(ctx context.Context, project string, statements []link.Statement) (changed int, err error) {
	if err := validateStatements(statements); err != nil {
		return 0, err
	}
	now := s.instant()
	statements = slices.Clone(statements)
	for i := range statements {
		statements[i].At = now
	}
	err = s.factors.ChangeFactors(ctx, project, true, now, func(tx Tx) (err error) {
		changed, err = PutStatements(tx, statements)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("state %d links: %w", len(statements), err)
	}
	return changed, nil
}

func validateStatements(statements []link.Statement) error {
	if len(statements) > MaxStatements {
		return problem.RefuseSize("links", "%d links; at most %d are taken at a time", len(statements), MaxStatements)
	}
	var c problem.Checker
	seen := map[string]int{}
	for i, s := range statements {
		at := ""
		if len(statements) > 1 {
			at = fmt.Sprintf("links[%d].", i)
		}
		c.Add(s.Problems(at)...)
		if first, known := seen[s.ID()]; known {
			c.Invalid(at+"source", "the same link of the same origin is at links[%d]", first)
		}
		seen[s.ID()] = i
	}
	return c.Err()
}

// RemoveLink removes a statement; links that episodes state stay. It returns ErrProjectNotFound and
// an error that wraps [episodic.ErrNotFound].
func (s *Service) RemoveLink(ctx context.Context, project, statement string) error {
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		return RemoveStatement(tx, statement)
	})
	if err != nil {
		return fmt.Errorf("remove statement %q: %w", statement, err)
	}
	return nil
}

// Statements returns a page of the statements of a project, ordered by id. It returns
// ErrProjectNotFound.
func (s *Service) Statements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error) {
	found, err := s.factors.ListStatements(ctx, project, page)
	if err != nil {
		return nil, fmt.Errorf("list the statements of project %q: %w", project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.occurrences, project, nil)
	}
	return found, nil
}

// CountStatements returns the number of statements of a project.
func (s *Service) CountStatements(ctx context.Context, project string) (int, error) {
	n, err := s.factors.CountStatements(ctx, project)
	if err != nil {
		return 0, fmt.Errorf("count the statements of project %q: %w", project, err)
	}
	return n, nil
}
