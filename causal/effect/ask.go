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
	problems := explain.BudgetProblems(q.Budget)
	if len(q.Do) == 0 || len(q.Do) > MaxActions {
		problems = append(problems, problem.Invalid("do", "name 1 to %d states that are set", MaxActions))
	}
	problems = append(problems, listProblems("do", q.Do)...)
	return problem.AsError(append(problems, ContextProblems(q.Context)...))
}

func (q WhatIfQuestion) withDefaults() WhatIfQuestion {
	q.Episode, q.Decision = strings.TrimSpace(q.Episode), strings.TrimSpace(q.Decision)
	q.Alternative, q.Target = strings.TrimSpace(q.Alternative), explain.OrElse(q.Target, TargetFailure)
	return q
}

func (q WhatIfQuestion) validate() error {
	problems := append(explain.BudgetProblems(q.Budget), EpisodeProblems(q.Episode)...)
	if q.Decision == "" {
		problems = append(problems, problem.Invalid("decision", "name the decision by its id in the episode, or by its key"))
	}
	if q.Alternative == "" {
		problems = append(problems, problem.Invalid("alternative", "name the option that might have been chosen"))
	}
	return problem.AsError(problems)
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
	var out []problem.Problem
	if len(context) > MaxContext {
		out = append(out, problem.Invalid("context", "%d states; at most %d are taken", len(context), MaxContext))
	}
	return append(out, listProblems("context", context)...)
}

// listProblems are the names of a list that are empty or repeated.
func listProblems(path string, names []string) []problem.Problem {
	var out []problem.Problem
	first := map[string]int{}
	for i, name := range names {
		at := fmt.Sprintf("%s[%d]", path, i)
		earlier, repeated := first[name]
		switch {
		case name == "":
			out = append(out, problem.Invalid(at, "name a state by its key or its label, such as %q", TargetSuccess))
		case repeated:
			out = append(out, problem.Invalid(at, "%q is named at %s[%d] already", name, path, earlier))
		default:
			first[name] = i
		}
	}
	return out
}

// Trimmed are the names without surrounding space.
func Trimmed(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.TrimSpace(name)
	}
	return out
}
