package effect

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

// EffectBudget is the default number of tokens of an explanation.
const EffectBudget = 1_000

// MaxContext is the most states of a context that a question names.
const MaxContext = 50

// The targets of questions that name none.
const (
	TargetFailure = factor.VariableOutcome + "=" + string(episodic.OutcomeFailure)
	TargetSuccess = factor.VariableOutcome + "=" + string(episodic.OutcomeSuccess)
)

func (q InterveneQuestion) withDefaults() InterveneQuestion {
	q.Do, q.Context = Trimmed(q.Do), Trimmed(q.Context)
	q.Against, q.Target = strings.TrimSpace(q.Against), explain.OrElse(q.Target, TargetFailure)
	return q
}

func (q InterveneQuestion) validate() error {
	c := problem.Checker{Problems: explain.BudgetProblems(q.Budget)}
	if len(q.Do) == 0 || len(q.Do) > MaxActions {
		c.Invalid("do", "name 1 to %d states that are set", MaxActions)
	}
	c.Add(listProblems("do", q.Do)...)
	c.Add(ContextProblems(q.Context)...)
	return c.Err()
}

func (q WhatIfQuestion) withDefaults() WhatIfQuestion {
	q.Episode, q.Decision = strings.TrimSpace(q.Episode), strings.TrimSpace(q.Decision)
	q.Alternative, q.Target = strings.TrimSpace(q.Alternative), explain.OrElse(q.Target, TargetFailure)
	return q
}

func (q WhatIfQuestion) validate() error {
	c := problem.Checker{Problems: append(explain.BudgetProblems(q.Budget), EpisodeProblems(q.Episode)...)}
	if q.Decision == "" {
		c.Invalid("decision", "name the decision by its id in the episode, or by its key")
	}
	if q.Alternative == "" {
		c.Invalid("alternative", "name the option that might have been chosen")
	}
	return c.Err()
}

// EpisodeProblems are the problems with the id of an episode.
func EpisodeProblems(id string) []problem.Problem {
	if id == "" {
		return []problem.Problem{problem.Invalid("episode", "name the episode by its id")}
	}
	return nil
}

// ContextProblems are the problems with the states of a context.
func ContextProblems(context []string) []problem.Problem {
	var c problem.Checker
	if len(context) > MaxContext {
		c.Invalid("context", "%d states; at most %d are taken", len(context), MaxContext)
	}
	c.Add(listProblems("context", context)...)
	return c.Problems
}

// listProblems are the names of a list that are empty or repeated.
func listProblems(path string, names []string) []problem.Problem {
	var c problem.Checker
	first := map[string]int{}
	for i, name := range names {
		at := fmt.Sprintf("%s[%d]", path, i)
		earlier, repeated := first[name]
		switch {
		case name == "":
			c.Invalid(at, "name a state by its key or its label, such as %q", TargetSuccess)
		case repeated:
			c.Invalid(at, "%q is named at %s[%d] already", name, path, earlier)
		default:
			first[name] = i
		}
	}
	return c.Problems
}

// Trimmed are the names without surrounding space.
func Trimmed(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.TrimSpace(name)
	}
	return out
}
