package causal

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// EffectBudget is how many tokens an explanation of an effect takes unless asked otherwise.
const EffectBudget = 1_000

// MaxContext is the most states of a context that a question names.
const MaxContext = 50

// The targets of questions that name none.
const (
	targetFailure = VariableOutcome + "=" + string(episodic.OutcomeFailure)
	targetSuccess = VariableOutcome + "=" + string(episodic.OutcomeSuccess)
)

func (q InterveneQuestion) withDefaults() InterveneQuestion {
	q.Do, q.Context = trimmed(q.Do), trimmed(q.Context)
	q.Against, q.Target = strings.TrimSpace(q.Against), orElse(q.Target, targetFailure)
	return q
}

func (q InterveneQuestion) validate() error {
	problems := budgetProblems(q.Budget)
	if len(q.Do) == 0 || len(q.Do) > MaxActions {
		problems = append(problems, invalid("do", "name 1 to %d states that are set", MaxActions))
	}
	problems = append(problems, listProblems("do", q.Do)...)
	return failed(append(problems, contextProblems(q.Context)...))
}

func (q WhatIfQuestion) withDefaults() WhatIfQuestion {
	q.Episode, q.Decision = strings.TrimSpace(q.Episode), strings.TrimSpace(q.Decision)
	q.Alternative, q.Target = strings.TrimSpace(q.Alternative), orElse(q.Target, targetFailure)
	return q
}

func (q WhatIfQuestion) validate() error {
	problems := append(budgetProblems(q.Budget), episodeProblems(q.Episode)...)
	if q.Decision == "" {
		problems = append(problems, invalid("decision", "name the decision by its id in the episode, or by its key"))
	}
	if q.Alternative == "" {
		problems = append(problems, invalid("alternative", "name the option that might have been chosen"))
	}
	return failed(problems)
}

func (q BestActionQuestion) withDefaults() BestActionQuestion {
	q.Variable, q.Context = strings.TrimSpace(q.Variable), trimmed(q.Context)
	q.Target = orElse(q.Target, targetSuccess)
	return q
}

func (q BestActionQuestion) validate() error {
	problems := budgetProblems(q.Budget)
	if q.Variable == "" {
		problems = append(problems, invalid("variable", "name the variable that is decided"))
	}
	return failed(append(problems, contextProblems(q.Context)...))
}

func (q ImpactQuestion) withDefaults() ImpactQuestion {
	q.Episode, q.Target = strings.TrimSpace(q.Episode), orElse(q.Target, targetFailure)
	return q
}

func (q ImpactQuestion) validate() error {
	return failed(append(budgetProblems(q.Budget), episodeProblems(q.Episode)...))
}

func episodeProblems(id string) []episodic.Problem {
	if id == "" {
		return []episodic.Problem{invalid("episode", "name the episode by its id")}
	}
	return nil
}

func contextProblems(context []string) []episodic.Problem {
	var out []episodic.Problem
	if len(context) > MaxContext {
		out = append(out, invalid("context", "%d states; at most %d are taken", len(context), MaxContext))
	}
	return append(out, listProblems("context", context)...)
}

// listProblems says which names of a list are empty or there twice.
func listProblems(path string, names []string) []episodic.Problem {
	var out []episodic.Problem
	first := map[string]int{}
	for i, name := range names {
		at := fmt.Sprintf("%s[%d]", path, i)
		earlier, twice := first[name]
		switch {
		case name == "":
			out = append(out, invalid(at, "name a state by its key or its label, such as %q", targetSuccess))
		case twice:
			out = append(out, invalid(at, "%q is named at %s[%d] already", name, path, earlier))
		default:
			first[name] = i
		}
	}
	return out
}

func trimmed(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.TrimSpace(name)
	}
	return out
}

// orElse is the name, or another one where it is empty.
func orElse(name, other string) string {
	if name = strings.TrimSpace(name); name != "" {
		return name
	}
	return other
}
