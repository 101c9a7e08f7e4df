package counterfactual

import (
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Question asks about one episode: had something not happened, or been otherwise, would the target
// have been the same? Exactly one of Remove and Set is given.
type Question struct {
	Project, Episode string
	// Remove is an occurrence (its short id or key) or a factor (key or label) to remove. Set is a
	// factor ("retry=no") whose variable is set to its state.
	Remove, Set string
	// Target is an occurrence or a factor; the outcome of the episode when empty.
	Target string
	// ContextOnly conditions only on what was known before any decision, the cause and the target.
	ContextOnly bool
	// Temporal also follows links that show nothing but the order in time.
	Temporal bool
	Budget   int
}

// Verdict is the probability that the target would have been otherwise, in a word.
type Verdict string

// The verdicts.
const (
	VerdictYes      Verdict = "YES"
	VerdictProbably Verdict = "PROBABLY"
	VerdictUnlikely Verdict = "UNLIKELY"
	VerdictNo       Verdict = "NO"
)

// Structural is the answer from the links of the episode alone, without numbers: everything
// happened that is exogenous or has a cause, has all of its preconditions, and is not prevented.
type Structural struct {
	// Linked says that some link of the episode leads to the target, Reached that links lead there
	// from the cause. Links that do not reach the target say nothing about it.
	Linked, Reached bool
	// ButFor says that without the cause the target would not have happened.
	ButFor bool
	// Remaining are the shortest paths to the target that remain without the cause, at most
	// [MaxRemaining].
	Remaining []trace.Path
	// Against counts the links that lead back in time, Failed the links by which something prevents
	// what happened anyway; neither kind was followed. Learned counts the untyped links that were read
	// as the counts clearly suggest. Circle says that the links form a cycle, so that nothing was
	// computed.
	Against, Failed, Learned int
	// Temporal counts the links upstream of the target that show nothing but the order in time and were
	// not followed.
	Temporal int
	// Bases counts the links that were followed to the target, by their bases: those that the episode
	// gives, STATED where somebody stated the link between the factors, MEASURED where counts bear it
	// out.
	Bases  []link.BasisTotal
	Circle bool
	// Evaluated says whether the search for actual causes ended within its budget.
	Evaluated bool
	// Causes are the actual causes found, the most responsible first (Halpern 2015).
	Causes []ActualCause
}

// ActualCause is an occurrence that is a cause of the target, or part of one.
type ActualCause struct {
	Occurrence episodic.Occurrence
	// Factor is its factor; zero when unknown.
	Factor factor.Identity
	// Alone says that it is a cause by itself. With are the other parts of the cause.
	Alone bool
	With  []episodic.Occurrence
	// Witness are the occurrences held fixed.
	Witness []episodic.Occurrence
	// Responsibility is 1/min(|X|+|W|) (Chockler and Halpern 2004).
	Responsibility float64
}

// Graded is the answer from the learned mechanisms.
type Graded struct {
	// Otherwise is P(the target would be otherwise | the episode, do). Its interval comes from the
	// uncertainty of the mechanisms.
	Otherwise model.Interval
	Verdict   Verdict
	Method    inference.Method
	// N is the least number of episodes behind any of the mechanisms.
	N int
	// Bases counts the links that lead from the cause to the target, by their bases.
	Bases []link.BasisTotal
	// Seen are the known states of the episode, Unknown the variables without one.
	Seen    []factor.Identity
	Unknown []string
}

// Causation has the probabilities of causation with their bounds (Tian and Pearl 2000).
type Causation struct {
	inference.Bounds

	// Inputs are the probabilities they are computed from.
	Inputs inference.Causation
	// N is the number of episodes behind them. Overlap is their share in strata of the adjustment set,
	// Adjustment, where both states of the cause occurred often enough.
	N          int
	Adjustment []string
	Overlap    float64
	// Sure are the bounds with their sampling uncertainty: the 2.5 % and 97.5 % quantiles of a
	// bootstrap over the episodes.
	Sure inference.Bounds
	// Model is the probability of necessity by the mechanisms given only cause and target, clipped to
	// the bounds; nil without one. Clipped says that it was outside by more than sampling explains.
	Model   *float64
	Clipped bool
}

// Counterfactual is the answer to a [Question].
type Counterfactual struct {
	Status model.Status
	Reason string
	// Actual is the actual state, Set the state set instead. A state without a name is the absent
	// state of a closed variable.
	Actual, Set factor.Identity
	// Target is the state of the target's variable in the episode.
	Target factor.Identity
	// Mismatch is the variable whose state is impossible under the model.
	Mismatch string

	Structural *Structural
	Graded     *Graded
	Causation  *Causation
	// Nearest are real episodes without the cause, the most similar first.
	Nearest []effect.Similar

	Assumptions []string
	Derivation  layer.Derivation
	Text        explain.Explanation
	// OnlyTemporal says that nothing but the order in time leads from the cause to the target: all that
	// does, by the links of the episode and of the model, has a link of that basis alone.
	OnlyTemporal bool

	// factors are the factors of the episode's occurrences, by key, for the explanation.
	factors map[string]factor.Identity
}
