package mining

import (
	"math"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Item is a state of a variable, both as numbers.
type Item struct{ Variable, State int }

// Reason says why a candidate is not promoted.
type Reason string

// The reasons.
const (
	// SameThing means that the trigger and the action are the same thing, by their names, their
	// variable or the episodes that have them. Such candidates are not tested.
	SameThing Reason = "SAME_THING"
	// OrderUnknown means that the trigger is not known to come before the action. Such candidates are
	// not tested.
	OrderUnknown Reason = "ORDER_UNKNOWN"
	// NoComparison means that no stratum has episodes both with the action and without it.
	NoComparison Reason = "NO_COMPARISON"
	// NotSignificant means that the difference may be chance.
	NotSignificant Reason = "NOT_SIGNIFICANT"
	// Confounded means that the plain counts contradict the comparison within the strata. That cannot
	// happen to a trigger that determines the stratum.
	Confounded Reason = "CONFOUNDED"
	// Deterministic means that the action, a step or a trigger is the outcome under another name. A
	// variable for which that is so in nearly all episodes is not tested.
	Deterministic Reason = "DETERMINISTIC"
	// NotClosed means that a more specific trigger holds in exactly the same episodes.
	NotClosed Reason = "NOT_CLOSED"
	// Redundant means that it adds too little to its parts.
	Redundant Reason = "REDUNDANT"
	// Mirror means that it is the other side of a promoted candidate.
	Mirror Reason = "MIRROR"
	// EndsBadly means a sequence after which success is less frequent.
	EndsBadly Reason = "ENDS_BADLY"
)

// Reasons returns all reasons.
func Reasons() []Reason {
	return []Reason{SameThing, OrderUnknown, NoComparison, NotSignificant, Confounded, Deterministic, EndsBadly, NotClosed, Redundant, Mirror}
}

// Candidate is a tested trigger with an action, or a tested sequence of steps.
type Candidate struct {
	// Trigger are the states that must hold; empty for a sequence.
	Trigger []Item
	// Then are the steps; the last one is the action.
	Then []Item
	// AfterError says that the trigger is an error.
	AfterError bool

	// With and Without count the successes of the episodes in which the trigger held, with the action
	// and without it.
	With, Without statistics.Share
	// Strata are the variables held fixed, Stratified the comparison within their strata.
	Strata     []int
	Stratified statistics.Stratified
	// P is the two-sided p-value of that comparison, Adjusted is P after Benjamini-Hochberg over all
	// candidates.
	P, Adjusted float64
	// Worse says that success is less frequent with the action.
	Worse bool
	// Support, Lift and Leverage refer to the outcome that it is promoted for: success, or failure
	// when Worse. FisherP is one-sided and ignores the strata.
	Support, Lift, Leverage, FisherP float64

	// Left says why it is not promoted; empty when it is.
	Left Reason
	// strata are the counts that were compared.
	strata []statistics.Table
}

// Action returns the last step.
func (c *Candidate) Action() Item { return c.Then[len(c.Then)-1] }

// Sequence reports whether the candidate has several steps.
func (c *Candidate) Sequence() bool { return len(c.Then) > 1 }

// Difference returns the adjusted difference; 0 if there is none.
func (c *Candidate) Difference() float64 {
	if c.Stratified.Difference == nil {
		return 0
	}
	return *c.Stratified.Difference
}

// variance returns the variance of the difference, from its interval; infinite if there is none.
func (c *Candidate) variance() float64 {
	if c.Stratified.Low == nil || c.Stratified.High == nil {
		return math.Inf(1)
	}
	e := (*c.Stratified.High - *c.Stratified.Low) / (2 * statistics.Z95)
	return e * e
}

// compare computes the figures from the counts.
func (c *Candidate) compare(all statistics.Share) {
	c.Stratified = statistics.CochranMantelHaenszel(c.strata)
	c.P = c.Stratified.P.P
	c.Worse = c.Difference() < 0
	with, base := c.With, all
	crude := statistics.Table{With: c.With, Without: c.Without}
	c.FisherP = crude.FisherGreater().P
	if c.Worse {
		with.K, base.K = with.N-with.K, base.N-base.K
		c.FisherP = crude.FisherLess().P
	}
	n := float64(all.N)
	rate, share := float64(base.K)/n, float64(c.With.N)/n
	c.Support, c.Leverage = share, float64(with.K)/n-share*rate
	if rate > 0 {
		c.Lift = float64(with.K) / float64(with.N) / rate
	}
	if c.Stratified.Used == 0 || c.Stratified.Difference == nil {
		c.Left, c.P = NoComparison, 1
	}
}

// confounded reports whether the plain counts contradict the comparison within the strata.
func (c *Candidate) confounded() bool {
	crude := statistics.Table{With: c.With, Without: c.Without}.Difference()
	return crude != nil && *crude*c.Difference() <= 0
}

// significant reports whether the tests found the candidate, even if a better one stands for it.
func (c *Candidate) significant() bool {
	return c.Left == "" || c.Left == NotClosed || c.Left == Redundant || c.Left == Mirror
}

// deterministic reports whether the action is the outcome under another name: over all episodes, one
// never occurs without the other.
func (c *Candidate) deterministic(all statistics.Share) bool {
	if c.Worse {
		return c.With.K == 0 && all.N-all.K == c.With.N
	}
	return c.With.K == c.With.N && all.K == c.With.K
}
