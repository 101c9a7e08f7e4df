package effect

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
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

// Estimate is a probability by one method.
type Estimate struct {
	model.Interval

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
	States []factor.Identity
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
	Against  factor.Identity
	Baseline Estimate
	// Insufficient says in one sentence why the comparison is no conclusion although there are
	// numbers; empty when it is one.
	Insufficient string
	// Difference is the risk difference; Ratio is nil when the baseline is 0, Needed (the number
	// needed to treat) when the difference is.
	Difference model.Interval
	Ratio      *model.Interval
	Needed     *float64
	// EValue is how strong an unrecorded cause of both would have to be, as a risk ratio, to
	// explain the difference away (VanderWeele and Ding 2017); EValueLow that for the end of the
	// interval that is nearer to none.
	EValue, EValueLow *float64
}

// Effect is what an intervention leads to.
type Effect struct {
	Status model.Status
	// Reason says in one sentence why the status is not OK.
	Reason string
	Do     []factor.Identity
	Target factor.Identity
	// Chosen is what the episode chose; zero when the question is about no episode.
	Chosen factor.Identity
	// Context are the states that were held, Dropped those that had to be let go because too few
	// episodes share them, Unused those that say nothing about the target or depend on what is set.
	Context, Dropped, Unused []factor.Identity

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
	Carriers, CutLinks []link.FactorLink

	// Assumptions are what the answer depends on, and Changes what would change it, in words.
	Assumptions, Changes []string
	Derivation           layer.Derivation
	Text                 explain.Explanation
}
