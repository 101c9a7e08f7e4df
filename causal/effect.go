package causal

import "github.com/causeway-memory/causeway/episodic"

// EffectStatus says what became of a question about an intervention or about what would have been.
type EffectStatus string

// The statuses, the first that applies.
const (
	// EffectUnknownEnd says that a name matches no factor of the project, or several.
	EffectUnknownEnd EffectStatus = "UNKNOWN_END"
	// EffectNoCausalPath says that nothing leads from what is done to the target: the effect is
	// exactly 0, whatever goes along with it.
	EffectNoCausalPath EffectStatus = "NO_CAUSAL_PATH"
	// EffectCyclic says that variables depend on each other in circles that cannot be undone.
	EffectCyclic EffectStatus = "CYCLIC"
	// EffectTruncated says that more variables bear on the target than an answer looks at.
	EffectTruncated EffectStatus = "TRUNCATED"
	// EffectNotIdentified says that what decides about the action is not recorded, so that its
	// effect cannot be told from what goes along with it.
	EffectNotIdentified EffectStatus = "NOT_IDENTIFIED"
	// EffectInsufficient says that too few comparable episodes are known; the numbers that there
	// are are given, and no conclusion.
	EffectInsufficient EffectStatus = "INSUFFICIENT_EVIDENCE"
	// EffectMismatch says that the episode is impossible under the model.
	EffectMismatch EffectStatus = "MODEL_MISMATCH"
	// EffectOK says that the answer holds under its assumptions.
	EffectOK EffectStatus = "OK"
)

// The least that an effect has to rest on; methods.md (b) has the measurements behind them.
const (
	// LeastChosen is how many episodes have to have made the choice.
	LeastChosen = 10
	// LeastOverlap is the share of the episodes that has to lie in strata with LeastInStratum
	// episodes that made the choice.
	LeastOverlap   = .95
	LeastInStratum = 5
	// MostWidth is the width of an interval above which it says too little.
	MostWidth = .30
)

// InterveneQuestion asks for P(target | do(actions), context) in a project. Names are keys or
// labels ("retry=yes") of factors.
type InterveneQuestion struct {
	Project string
	// Do are the states that are set, at most MaxActions, each of another variable.
	Do []string
	// Against is the state of the first of them to compare with; the most frequent other state
	// when empty.
	Against string
	// Target is the state asked for; "outcome=failure" when empty.
	Target string
	// Context are states known before the action.
	Context []string
	// Widen widens the intervals by what wrong and missing links did in the robustness study.
	Widen bool
	// Budget is the most tokens of the explanation; 0 gives none.
	Budget int
}

// MaxActions is the most states that one question sets.
const MaxActions = 5

// WhatIfQuestion asks what another option of a decision would have led to, in the context of
// its episode.
type WhatIfQuestion struct {
	Project, Episode string
	// Decision is the id of the decision in its episode, or its key; Alternative an option.
	Decision, Alternative string
	// Target is the state asked for; "outcome=failure" when empty.
	Target string
	Widen  bool
	Budget int
}

// Interval is a number with the 95 % interval in which it is.
type Interval struct{ Value, Low, High float64 }

// Estimate is a probability by one method.
type Estimate struct {
	Interval

	// Method names the estimator in the field's words.
	Method string
	// N is how many episodes it rests on, Effective how many independent ones would be as sure.
	N         int
	Effective float64
	// Episodes are those that it rests on, in the order of their ids.
	Episodes []string
}

// Stratum is the part of the episodes that agree in the adjustment set.
type Stratum struct {
	// States are those of the adjustment set.
	States []Identity
	// Weight is its share of the episodes; Chosen how many of it made the choice, Reached how
	// many of these reached the target.
	Weight          float64
	N               int
	Chosen, Reached int
	// Episodes are those that made the choice, in the order of their ids.
	Episodes []string
}

// Similar is an episode that made the choice, by how much of the context it shares.
type Similar struct {
	Episode string
	// Shared and Compared are how many states of the context it shares and tells.
	Shared, Compared int
	// Reached says whether it reached the target; nil when it does not tell.
	Reached *bool
}

// Contrast compares two interventions.
type Contrast struct {
	Against  Identity
	Baseline Estimate
	// Insufficient says in one sentence why the comparison is no conclusion although there are
	// numbers; empty when it is one.
	Insufficient string
	// Difference is the risk difference; Ratio is nil when the baseline is 0, Needed (the number
	// needed to treat) when the difference is.
	Difference Interval
	Ratio      *Interval
	Needed     *float64
	// EValue is how strong an unrecorded cause of both would have to be, as a risk ratio, to
	// explain the difference away (VanderWeele and Ding 2017); EValueLow that for the end of the
	// interval that is nearer to none.
	EValue, EValueLow *float64
}

// Effect is what an intervention leads to.
type Effect struct {
	Status EffectStatus
	// Reason says in one sentence why the status is not OK.
	Reason string
	Do     []Identity
	Target Identity
	// Chosen is what the episode chose; zero when the question is about no episode.
	Chosen Identity
	// Context are the states that were held, Dropped those that had to be let go because too few
	// episodes share them, Unused those that say nothing about the target or depend on what is set.
	Context, Dropped, Unused []Identity

	// Model is the g-formula, Stratified back-door adjustment; nil where they say nothing.
	// Observed is the mere share among the episodes that made the choice: no effect.
	Model, Stratified, Observed *Estimate
	Contrast                    *Contrast
	// Widened says that the intervals are wider than the counts make them, see [InterveneQuestion].
	Widened bool
	// Disagree says that the two estimators differ by more than 3 standard errors: graph and
	// data disagree.
	Disagree bool

	// Adjustment are the variables that are adjusted for.
	Adjustment []string
	// Tried is how many episodes made the choice and tell the target, in whatever context.
	Tried int
	// Overlap is the share of the episodes that share the context which lie in strata in which the
	// choice was made often enough, be it in another context.
	Overlap float64
	// Strata are those of the episodes that share the context, the largest first.
	Strata []Stratum
	// Missing are the strata in which the choice was not made often enough; they count the
	// choice in whatever context.
	Missing []Stratum
	Similar []Similar
	// Carriers are the links that carry the effect, CutLinks those that were left out to undo circles.
	Carriers, CutLinks []FactorLink

	// Assumptions are what the answer depends on, and Changes what would change it, in words.
	Assumptions, Changes []string
	Derivation           Derivation
	Text                 Telling
}

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
	Identity

	// Rank is from 1; 0 where the evidence does not suffice.
	Rank   int
	Effect Effect
}

// BestAction ranks options by the bound that speaks least for them.
type BestAction struct {
	Status  EffectStatus
	Reason  string
	Target  Identity
	Options []Option

	Derivation Derivation
	Text       Telling
}

// ImpactQuestion asks which decision of an episode mattered to a target. Options rank by how
// much of it they bring when it is "outcome=success", else by how little.
type ImpactQuestion struct {
	Project, Episode string
	// Target is "outcome=failure" when empty.
	Target string
	Budget int
}

// DecisionImpact is a decision of an episode with what its options lead to.
type DecisionImpact struct {
	Decision episodic.Occurrence
	Chosen   Identity
	// Options has a row for every option, the chosen one first, then by their rank; those of which
	// too little is known last.
	Options []Option
	// Largest is the difference of the alternative with the largest effect of which enough is
	// known, by the bound of its interval that is nearer to 0; nil when of none.
	Largest *Interval
	Status  EffectStatus
	Reason  string
}

// Impact ranks the decisions of an episode, those that mattered most first and those of which
// too little is known last.
type Impact struct {
	Status    EffectStatus
	Reason    string
	Target    Identity
	Decisions []DecisionImpact

	Derivation Derivation
	Text       Telling
}
