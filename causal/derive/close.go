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

// MaxClosed is the maximum number of variables in one call.
const MaxClosed = 100

// DeclareClosed declares variables closed or open: in an episode that records no state of a closed
// variable, none of its states occurred. absent names the state of such episodes; it may be empty.
// It returns ErrProjectNotFound, and a [problem.InvalidError] for a variable without a name or with
// decisions as states: an option that was not decided is unknown, not rejected. A later episode
// that decides the variable opens it.
func (s *Service) DeclareClosed(ctx context.Context, project string, variables []string, absent string, closed bool) error {
	if len(variables) == 0 || len(variables) > MaxClosed {
		return problem.Refuse("variables", "name 1 to %d variables", MaxClosed)
	}
	if err := rejectUnnamed(variables); err != nil {
		return err
	}
	if err := problem.AsError(factor.NameProblems("absentState", absent, factor.MaxState)); err != nil {
		return err
	}
	now := s.instant()
	err := s.editRules(ctx, project, now, func(tx Tx, rules *contribution.Rules) (bool, error) {
		if closed {
			if err := rejectDecided(tx, variables); err != nil {
				return false, err
			}
		}
		for _, name := range variables {
			rules.Closed = slices.DeleteFunc(rules.Closed, func(c contribution.Closed) bool { return c.Variable == name })
			if closed {
				rules.Closed = append(rules.Closed, contribution.Closed{Variable: name, AbsentState: absent, At: now})
			}
		}
		return true, nil
	})
	if err != nil {
		return fmt.Errorf("declare %d variables: %w", len(variables), err)
	}
	return nil
}

// rejectUnnamed reports variables without a valid name.
func rejectUnnamed(variables []string) error {
	var c problem.Checker
	for i, name := range variables {
		if strings.TrimSpace(name) == "" {
			c.Invalid(fmt.Sprintf("variables[%d]", i), "name the variable")
		}
		c.Add(factor.NameProblems(fmt.Sprintf("variables[%d]", i), name, factor.MaxVariable)...)
	}
	return c.Err()
}

// rejectDecided reports variables that have decisions as states.
func rejectDecided(tx Tx, variables []string) error {
	decided, err := tx.Decided(text.Sorted(variables))
	if err != nil {
		return err
	}
	var c problem.Checker
	for i, name := range variables {
		if slices.Contains(decided, name) {
			c.Invalid(fmt.Sprintf("variables[%d]", i),
				"%q is decided: an episode that records no choice tells nothing about it, so it cannot be closed", name)
		}
	}
	return c.Err()
}
