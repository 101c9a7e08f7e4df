package counterfactual

import (
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Question asks about one episode: had something not happened, or been otherwise,
// would the target have been as it was? Exactly one of Remove and Set is given.
type Question struct {
	Project, Episode string
	// Remove is an occurrence (its short id or key) or a factor (key or label) that is taken
	// away; Set a factor ("retry=no") whose variable is set to its state.
	Remove, Set string
	// Target is an occurrence or a factor; the outcome of the episode when empty.
	Target string
	// ContextOnly takes nothing of the episode as known but what was known before any decision,
	// the cause and the target.
	ContextOnly bool
	Budget      int
}

// Verdict puts the probability that the target would have been otherwise in a word.
type Verdict string

// The verdicts.
const (
	VerdictYes      Verdict = "YES"
	VerdictProbably Verdict = "PROBABLY"
	VerdictUnlikely Verdict = "UNLIKELY"
	VerdictNo       Verdict = "NO"
)

// Structural is the answer of the links of the episode alone, without any number: everything
// happened that is exogenous or has a cause, all of its preconditions, and nothing preventing it.
type Structural struct {
	// Linked says that some link of the episode leads to the target, Reached that links lead
	// there from the cause. Links that do not reach the target say nothing about it.
	Linked, Reached bool
	// ButFor says that without the cause the target would not be there.
	ButFor bool
	// Remaining are the shortest paths to the target that would be left without the cause, at
	// most [MaxRemaining].
	Remaining []trace.Path
	// Against is how many links lead back in time, Failed how many say that something prevents
	// what happened nevertheless: neither kind was followed. Learned is how many say no more
	// than that one came of the other and were read as the counts clearly suggest. Circle says
	// that the links go round in a circle, so that nothing was worked out.
	Against, Failed, Learned int
	Circle                   bool
	// Evaluated says whether actual causes were searched for within the budget.
	Evaluated bool
	// Causes are the actual causes found, the most responsible first (Halpern 2015).
	Causes []ActualCause
}

// ActualCause is an occurrence that is a cause of the target, or part of one.
type ActualCause struct {
	Occurrence episodic.Occurrence
	// Factor is what it has in common with others; zero when that is not known.
	Factor factor.Identity
	// Alone says that it is a cause by itself; With are the others that it is one with.
	Alone bool
	With  []episodic.Occurrence
	// Witness are the occurrences held as they were.
	Witness []episodic.Occurrence
	// Responsibility is 1/min(|X|+|W|) (Chockler and Halpern 2004).
	Responsibility float64
}

// Graded is the answer of the learned mechanisms.
type Graded struct {
	// Otherwise is P(the target would be otherwise | the episode, do), with the interval that
	// the uncertainty of the mechanisms makes.
	Otherwise model.Interval
	Verdict   Verdict
	Method    inference.Method
	// N is how many episodes the mechanism rests on of which the fewest tell.
	N int
	// Seen are the states of the episode that were known, Unknown the variables that were not.
	Seen    []factor.Identity
	Unknown []string
}

// Causation holds the probabilities of causation with their bounds (Tian and Pearl 2000).
type Causation struct {
	inference.Bounds

	// Inputs are what they are computed from.
	Inputs inference.Causation
	// N is how many episodes those rest on, Overlap the share of them in strata of the variables
	// adjusted for, Adjustment, in which both states of the cause occurred often enough.
	N          int
	Adjustment []string
	Overlap    float64
	// Sure are the bounds widened by what sampling may do: the 2.5 % and 97.5 % quantiles of a
	// bootstrap over the episodes.
	Sure inference.Bounds
	// Model is the probability of necessity by the mechanisms, of which cause and target alone
	// are known, cut to the bounds; nil when they say none. Clipped says that it lay outside of
	// them by more than sampling explains.
	Model   *float64
	Clipped bool
}

// Counterfactual is what would have been.
type Counterfactual struct {
	Status model.Status
	Reason string
	// Actual is what was the case, Set what is supposed instead; a state without a name is that
	// of a closed variable that records nothing.
	Actual, Set factor.Identity
	// Target is what the episode has of the variable that was asked for.
	Target factor.Identity
	// Mismatch is the variable whose state the model excludes.
	Mismatch string

	Structural *Structural
	Graded     *Graded
	Causation  *Causation
	// Nearest are real episodes in which the cause was absent, the most alike first.
	Nearest []effect.Similar

	Assumptions []string
	Derivation  layer.Derivation
	Text        explain.Explanation

	// factors are those of the occurrences of the episode, by key, for its words.
	factors map[string]factor.Identity
}
