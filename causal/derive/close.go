package derive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// MaxClosed is the most variables that one call declares.
const MaxClosed = 100

// DeclareClosed declares variables closed, or takes that back: in an episode that tells no
// state of a closed variable, none of its states occurred. absent names the state of such
// episodes; it may be empty. It returns ErrProjectNotFound, and an [problem.InvalidError] for
// a variable without a name, or one that decisions are the states of: what was not decided is
// unknown, not refused. An episode that decides it later takes the declaration back.
func (s *Service) DeclareClosed(ctx context.Context, project string, variables []string, absent string, closed bool) error {
	if len(variables) == 0 || len(variables) > MaxClosed {
		return problem.AsError([]problem.Problem{problem.Invalid("variables", "name 1 to %d variables", MaxClosed)})
	}
	if err := unnamed(variables); err != nil {
		return err
	}
	if err := problem.AsError(factor.NameProblems("absentState", absent, factor.MaxState)); err != nil {
		return err
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		if closed {
			if err := noDecisions(tx, variables); err != nil {
				return err
			}
		}
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		next := rules.Clone()
		for _, name := range variables {
			next.Closed = slices.DeleteFunc(next.Closed, func(c contribution.Closed) bool { return c.Variable == name })
			if closed {
				next.Closed = append(next.Closed, contribution.Closed{Variable: name, AbsentState: absent, At: now})
			}
		}
		return ChangeRules(tx, next.Sorted())
	})
	if err != nil {
		return fmt.Errorf("declare %d variables: %w", len(variables), err)
	}
	return nil
}

// unnamed refuses variables without a name.
func unnamed(variables []string) error {
	var problems []problem.Problem
	for i, name := range variables {
		if strings.TrimSpace(name) == "" {
			problems = append(problems, problem.Invalid(fmt.Sprintf("variables[%d]", i), "name the variable"))
		}
		problems = append(problems, factor.NameProblems(fmt.Sprintf("variables[%d]", i), name, factor.MaxVariable)...)
	}
	return problem.AsError(problems)
}

// noDecisions refuses variables that decisions are the states of.
func noDecisions(tx Tx, variables []string) error {
	decided, err := tx.Decided(text.Sorted(variables))
	if err != nil {
		return err
	}
	var problems []problem.Problem
	for i, name := range variables {
		if slices.Contains(decided, name) {
			problems = append(problems, problem.Invalid(fmt.Sprintf("variables[%d]", i),
				"%q is decided: an episode that records no choice tells nothing about it, so it cannot be closed", name))
		}
	}
	return problem.AsError(problems)
}
