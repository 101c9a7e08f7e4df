package derive

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// MaxStatements is the most links that one call states.
const MaxStatements = 10_000

// RecordLinks states links between factors, or replaces what the same origin stated before. It
// returns how many are new or other than before; the project is created when it is new. An
// [problem.InvalidError] names the statements that join a factor to itself, give no names or
// a number out of its range.
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
		return problem.AsError([]problem.Problem{{
			Path: "links", Code: problem.CodeTooLarge,
			Message: fmt.Sprintf("%d links; at most %d are taken at a time", len(statements), MaxStatements),
		}})
	}
	var problems []problem.Problem
	seen := map[string]int{}
	for i, s := range statements {
		at := ""
		if len(statements) > 1 {
			at = fmt.Sprintf("links[%d].", i)
		}
		problems = append(problems, s.Problems(at)...)
		if first, twice := seen[s.ID()]; twice {
			problems = append(problems, problem.Invalid(at+"source", "the same link of the same origin is at links[%d]", first))
		}
		seen[s.ID()] = i
	}
	return problem.AsError(problems)
}

// RemoveLink takes a statement back; what episodes state of the link stays. It returns
// ErrProjectNotFound and an error that wraps [episodic.ErrNotFound].
func (s *Service) RemoveLink(ctx context.Context, project, statement string) error {
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		return RemoveStatement(tx, statement)
	})
	if err != nil {
		return fmt.Errorf("take back statement %q: %w", statement, err)
	}
	return nil
}

// Statements returns a page of what was stated between factors, in the order of their ids. It
// returns ErrProjectNotFound.
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

// CountStatements returns how many statements a project has.
func (s *Service) CountStatements(ctx context.Context, project string) (int, error) {
	n, err := s.factors.CountStatements(ctx, project)
	if err != nil {
		return 0, fmt.Errorf("count the statements of project %q: %w", project, err)
	}
	return n, nil
}
