package causal

import (
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// CounterfactualQuestion asks about one episode: had something not happened, or been otherwise,
// would the target have been as it was? Exactly one of Remove and Set is given.
type CounterfactualQuestion struct {
	Project, Episode string
	// Remove is an occurrence (its short id or key) or a factor (key or label) that is taken
	// away; Set a factor ("retry=no") whose variable is set to its state.
	Remove, Set string
	// Target is an occurrence or a factor; the outcome of the episode when empty.
	Target string
	Budget int
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
	// ButFor says that without the cause the target would not be there.
	ButFor bool
	// Remaining are paths to the target that do not pass the cause.
	Remaining []Path
	// Evaluated says whether actual causes were searched for within the budget.
	Evaluated bool
	// Causes are the actual causes found, the most responsible first (Halpern 2015).
	Causes []ActualCause
}

// ActualCause is an occurrence that is a cause of the target, or part of one.
type ActualCause struct {
	Occurrence episodic.Occurrence
	// Alone says that it is a cause by itself and not only together with others.
	Alone bool
	// Witness are the occurrences held as they were.
	Witness []episodic.Occurrence
	// Responsibility is 1/min(|X|+|W|) (Chockler and Halpern 2004).
	Responsibility float64
}

// Graded is the answer of the learned mechanisms.
type Graded struct {
	// Otherwise is P(the target would be otherwise | the episode, do), with the interval that
	// the uncertainty of the mechanisms makes.
	Otherwise Interval
	Verdict   Verdict
	Method    inference.Method
	// Seen are the states of the episode that were known, Unknown the variables that were not.
	Seen    []Identity
	Unknown []string
}

// Probabilities of causation with their bounds (Tian and Pearl 2000).
type Causation struct {
	inference.Bounds

	// Inputs are what they are computed from.
	Inputs inference.Causation
	// N is how many episodes those rest on.
	N int
	// Clipped says that the model's answer lies outside of the bounds.
	Clipped bool
}

// Counterfactual is what would have been.
type Counterfactual struct {
	Status EffectStatus
	Reason string
	// Actual is what was the case, Set what is supposed instead.
	Actual, Set Identity
	Target      Identity
	// Mismatch is the variable whose state the model excludes.
	Mismatch string

	Structural *Structural
	Graded     *Graded
	Causation  *Causation
	// Nearest are real episodes in which the cause was absent, the most alike first.
	Nearest []Similar

	Assumptions []string
	Derivation  Derivation
	Text        Telling
}
