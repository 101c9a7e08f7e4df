package effect

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
)

// The least evidence for an effect. methods.md (b) has the measurements behind it.
const (
	// LeastChosen is the least number of episodes that made the choice.
	LeastChosen = 10
	// LeastOverlap is the least share of the episodes in strata with at least LeastInStratum episodes
	// that made the choice.
	LeastOverlap   = .95
	LeastInStratum = 5
	// MostWidth is the widest interval that allows a conclusion.
	MostWidth = .30
)

// InterveneQuestion asks for P(target | do(actions), context) in a project. Names are keys or
// labels ("retry=yes") of factors.
type InterveneQuestion struct {
	Project string
	// Do are the states to set, at most MaxActions, each of another variable.
	Do []string
	// Against is the state to compare the first action with; the most frequent other state when empty.
	Against string
	// Target is the state asked for; "outcome=failure" when empty.
	Target string
	// Context are states known before the action.
	Context []string
	// Widen widens the intervals by the errors that wrong and missing links caused in the robustness
	// study.
	Widen bool
	// Temporal lets links carry the effect that show nothing but the order in time.
	Temporal bool
	// Budget is the most tokens of the explanation; 0 gives none.
	Budget int
}

// MaxActions is the most states that one question sets.
const MaxActions = 5

// WhatIfQuestion asks what another option of a decision would have led to, in the context of its
// episode.
type WhatIfQuestion struct {
	Project, Episode string
	// Decision is the id of the decision in its episode, or its key; Alternative an option.
	Decision, Alternative string
	// Target is the state asked for; "outcome=failure" when empty.
	Target string
	Widen  bool
	// Temporal lets links carry the effect that show nothing but the order in time.
	Temporal bool
	Budget   int
}

// Estimate is a probability by one method.
type Estimate struct {
	model.Interval

	// Method names the estimator.
	Method string
	// N is the number of episodes it rests on, Effective the number of independent episodes with the
	// same precision, at most those of the context that made the choice.
	N         int
	Effective float64
	// Episodes are the episodes it rests on, ordered by id.
	Episodes []string
}

// Stratum is the set of episodes with the same states of the adjustment set.
type Stratum struct {
	// States are the states of the adjustment set.
	States []factor.Identity
	// Weight is its share of the episodes. Chosen is the number of its episodes that made the choice,
	// Reached the number of those that reached the target.
	Weight          float64
	N               int
	Chosen, Reached int
	// Episodes are the episodes that made the choice, ordered by id.
	Episodes []string
}

// Similar is an episode that made the choice, with how much of the context it shares.
type Similar struct {
	Episode string
	// Compared is the number of states of the context that the episode knows, Shared the number that
	// agree.
	Shared, Compared int
	// Reached says whether it reached the target; nil when that is unknown.
	Reached *bool
}

// Contrast compares two interventions.
type Contrast struct {
	Against  factor.Identity
	Baseline Estimate
	// Insufficient says in one sentence why the numbers allow no conclusion; empty when they do.
	Insufficient string
	// Difference is the risk difference. Ratio is nil when the baseline is 0, Needed (the number
	// needed to treat) when the difference is.
	Difference model.Interval
	Ratio      *model.Interval
	Needed     *float64
	// Treated is the average effect on the treated: the difference among the episodes that made the
	// choice, by strata. It is nil when too few of them are alike to episodes with the other state, or a
	// variable in doubt would have to be held fixed.
	Treated *model.Interval
	// EValue is the least strength, as a risk ratio, of an unrecorded common cause that would explain
	// the difference away (VanderWeele and Ding 2017). EValueLow is the same for the end of the
	// interval closer to no effect.
	EValue, EValueLow *float64
}

// Effect is the effect of an intervention.
type Effect struct {
	Status model.Status
	// Reason says in one sentence why the status is not OK.
	Reason string
	Do     []factor.Identity
	Target factor.Identity
	// Chosen is what the episode chose; zero when the question is about no episode.
	Chosen factor.Identity
	// Context are the states conditioned on. Dropped were given up because too few episodes share
	// them. Unused say nothing about the target or depend on the actions.
	Context, Dropped, Unused []factor.Identity

	// Model is the estimate by the g-formula, Stratified the one by back-door adjustment; nil without
	// one. Observed is only the share among the episodes that made the choice, and no effect.
	Model, Stratified, Observed *Estimate
	Contrast                    *Contrast
	// Widened says that the intervals are wider than the counts make them, see [InterveneQuestion].
	Widened bool
	// Disagree says that the two estimators differ by more than 3 standard errors: graph and
	// data disagree.
	Disagree bool
	// Doubted is the assumption that links are right which the counts speak against; empty where the estimates rest on none.
	Doubted string

	// Adjustment is the adjustment set.
	Adjustment []string
	// Tried is the number of episodes that made the choice and know the target, in any context.
	Tried int
	// Overlap is the share of the episodes of the context in strata where enough episodes made the
	// choice, in any context.
	Overlap float64
	// Strata are the strata of the episodes of the context, the largest first.
	Strata []Stratum
	// Missing are the strata in which too few episodes made the choice. They count the choice in any
	// context.
	Missing []Stratum
	Similar []Similar
	// Carriers are the links that carry the effect, CutLinks the links left out to break cycles.
	Carriers, CutLinks []link.FactorLink
	// Bases counts the carrying links by their bases. A parent that the counts chose is MEASURED.
	Bases []link.BasisTotal
	// OnlyTemporal says that every path that carries the effect has a link that shows nothing but the
	// order in time.
	OnlyTemporal bool

	// Assumptions are what the answer depends on, Changes what would change it, in words.
	Assumptions, Changes []string
	Derivation           layer.Derivation
	Text                 explain.Explanation
}
