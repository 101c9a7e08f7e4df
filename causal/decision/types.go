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
	// Target is the wanted state; "outcome=success" when empty. Avoid makes it the unwanted state.
	Target  string
	Avoid   bool
	Context []string
	Widen   bool
	// Temporal lets links carry effects that show nothing but the order in time.
	Temporal bool
	Budget   int
}

// Option is one option with its effect.
type Option struct {
	factor.Identity

	// Rank starts at 1; it is 0 where the evidence does not suffice.
	Rank   int
	Effect effect.Effect
}

// BestAction ranks options by their less favorable bound.
type BestAction struct {
	Status model.Status
	Reason string
	Target factor.Identity
	// Avoid says that the target is what is not wanted.
	Avoid   bool
	Options []Option
	// Difference is the difference that the first option makes to the second; nil unless both can be
	// compared. Disagree says that model and strata disagree about it.
	Difference *model.Interval
	Disagree   bool

	Derivation layer.Derivation
	Text       explain.Explanation
}

// ImpactQuestion asks which decision of an episode mattered to a target. Options rank by how much
// they favor it when it is "outcome=success", else by how little.
type ImpactQuestion struct {
	Project, Episode string
	// Target is "outcome=failure" when empty.
	Target string
	// Temporal lets links carry effects that show nothing but the order in time.
	Temporal bool
	Budget   int
}

// RankedDecision is a decision of an episode with the effects of its options.
type RankedDecision struct {
	Decision episodic.Occurrence
	Chosen   factor.Identity
	// Options are the chosen option, then the others by rank; options with insufficient evidence come
	// last.
	Options []Option
	// Largest is the largest effect of an alternative with sufficient evidence, compared by the bound
	// closer to 0; nil when there is none.
	Largest *model.Interval
	Status  model.Status
	Reason  string
}

// Impact ranks the decisions of an episode, the ones that mattered most first and those with
// insufficient evidence last.
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
	c := problem.Checker{Problems: explain.BudgetProblems(q.Budget)}
	if q.Variable == "" {
		c.Invalid("variable", "name the variable that is decided")
	}
	c.Add(effect.ContextProblems(q.Context)...)
	return c.Err()
}

func (q ImpactQuestion) withDefaults() ImpactQuestion {
	q.Episode, q.Target = strings.TrimSpace(q.Episode), explain.OrElse(q.Target, effect.TargetFailure)
	return q
}

func (q ImpactQuestion) validate() error {
	return problem.AsError(append(explain.BudgetProblems(q.Budget), effect.EpisodeProblems(q.Episode)...))
}
