package decision

import (
	"strings"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

// BestActionQuestion asks which option of a variable serves a target best in a context.
type BestActionQuestion struct {
	Project string
	// Variable is the name of the decision's variable.
	Variable string
	// Target is what is wanted; "outcome=success" when empty. Avoid turns it into what is not.
	Target  string
	Avoid   bool
	Context []string
	Widen   bool
	Budget  int
}

// Option is one option with what it leads to.
type Option struct {
	factor.Identity

	// Rank is from 1; 0 where the evidence does not suffice.
	Rank   int
	Effect effect.Effect
}

// BestAction ranks options by the bound that speaks least for them.
type BestAction struct {
	Status  model.Status
	Reason  string
	Target  factor.Identity
	Options []Option

	Derivation layer.Derivation
	Text       explain.Explanation
}

// ImpactQuestion asks which decision of an episode mattered to a target. Options rank by how
// much of it they bring when it is "outcome=success", else by how little.
type ImpactQuestion struct {
	Project, Episode string
	// Target is "outcome=failure" when empty.
	Target string
	Budget int
}

// RankedDecision is a decision of an episode with what its options lead to.
type RankedDecision struct {
	Decision episodic.Occurrence
	Chosen   factor.Identity
	// Options has a row for every option, the chosen one first, then by their rank; those of which
	// too little is known last.
	Options []Option
	// Largest is the difference of the alternative with the largest effect of which enough is
	// known, by the bound of its interval that is nearer to 0; nil when of none.
	Largest *model.Interval
	Status  model.Status
	Reason  string
}

// Impact ranks the decisions of an episode, those that mattered most first and those of which
// too little is known last.
type Impact struct {
	Status    model.Status
	Reason    string
	Target    factor.Identity
	Decisions []RankedDecision

	Derivation layer.Derivation
	Text       explain.Explanation
}

func (q BestActionQuestion) withDefaults() BestActionQuestion {
	q.Variable, q.Context = strings.TrimSpace(q.Variable), effect.Trimmed(q.Context)
	q.Target = explain.OrElse(q.Target, effect.TargetSuccess)
	return q
}

func (q BestActionQuestion) validate() error {
	problems := explain.BudgetProblems(q.Budget)
	if q.Variable == "" {
		problems = append(problems, problem.Invalid("variable", "name the variable that is decided"))
	}
	return problem.AsError(append(problems, effect.ContextProblems(q.Context)...))
}

func (q ImpactQuestion) withDefaults() ImpactQuestion {
	q.Episode, q.Target = strings.TrimSpace(q.Episode), explain.OrElse(q.Target, effect.TargetFailure)
	return q
}

func (q ImpactQuestion) validate() error {
	return problem.AsError(append(explain.BudgetProblems(q.Budget), effect.EpisodeProblems(q.Episode)...))
}
