package mining

import (
	"math"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Item is a state of a variable, by their numbers.
type Item struct{ Variable, State int }

// Reason says why a candidate is not promoted.
type Reason string

// The reasons.
const (
	// SameThing says: the trigger and the action are one thing, by their names, their variable or the
	// episodes that have them. Such candidates are not looked at.
	SameThing Reason = "SAME_THING"
	// OrderUnknown says: the trigger is not known to come before the action. Such are not looked at.
	OrderUnknown Reason = "ORDER_UNKNOWN"
	// NoComparison says: no stratum has episodes with the action and without it.
	NoComparison Reason = "NO_COMPARISON"
	// NotSignificant says: the difference may be chance.
	NotSignificant Reason = "NOT_SIGNIFICANT"
	// Confounded says: the plain counts say the opposite of what holds within the strata. A trigger that
	// tells the stratum does not have that.
	Confounded Reason = "CONFOUNDED"
	// Deterministic says: the action, or a step or a trigger, is the outcome under another name. What
	// is so in all episodes is not looked at.
	Deterministic Reason = "DETERMINISTIC"
	// NotClosed says: another trigger says more and holds in the very same episodes.
	NotClosed Reason = "NOT_CLOSED"
	// Redundant says: it adds too little to what it is made of.
	Redundant Reason = "REDUNDANT"
	// Mirror says: it is the other side of a candidate that is promoted.
	Mirror Reason = "MIRROR"
	// EndsBadly says: a sequence after which less goes well.
	EndsBadly Reason = "ENDS_BADLY"
)

// Reasons returns all of them.
func Reasons() []Reason {
	return []Reason{SameThing, OrderUnknown, NoComparison, NotSignificant, Confounded, Deterministic, EndsBadly, NotClosed, Redundant, Mirror}
}

// Candidate is a trigger with an action, or steps that follow each other, that was looked at.
type Candidate struct {
	// Trigger are the states that have to hold; none for a sequence.
	Trigger []Item
	// Then are the steps; the last one is the action.
	Then []Item
	// AfterError says that the trigger is an error.
	AfterError bool

	// With and Without are the successes of the episodes in which the trigger held, with the
	// action and without it.
	With, Without statistics.Share
	// Strata are the variables that are held fixed, Stratified the comparison within them.
	Strata     []int
	Stratified statistics.Stratified
	// P is the two-sided p-value of that comparison, Adjusted the same after Benjamini-Hochberg
	// over all candidates.
	P, Adjusted float64
	// Worse says that less goes well with the action.
	Worse bool
	// Support, Lift and Leverage are of the outcome that it is promoted for: success, or failure
	// when Worse. FisherP is one-sided, without strata.
	Support, Lift, Leverage, FisherP float64

	// Left is why it is not promoted; empty when it is.
	Left Reason
	// strata have the counts that were compared.
	strata []statistics.Table
}

// Action is the last step.
func (c *Candidate) Action() Item { return c.Then[len(c.Then)-1] }

// Sequence reports whether it is one of several steps.
func (c *Candidate) Sequence() bool { return len(c.Then) > 1 }

// Difference is the adjusted difference; 0 where there is none.
func (c *Candidate) Difference() float64 {
	if c.Stratified.Difference == nil {
		return 0
	}
	return *c.Stratified.Difference
}

// variance is that of the difference, from its interval; infinite where there is none.
func (c *Candidate) variance() float64 {
	if c.Stratified.Low == nil || c.Stratified.High == nil {
		return math.Inf(1)
	}
	e := (*c.Stratified.High - *c.Stratified.Low) / (2 * statistics.Z95)
	return e * e
}

// compare fills the figures from the counts.
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

// confounded reports whether the plain counts speak against what holds within the strata.
func (c *Candidate) confounded() bool {
	crude := statistics.Table{With: c.With, Without: c.Without}.Difference()
	return crude != nil && *crude*c.Difference() <= 0
}

// significant reports whether a candidate was found, be it promoted or said better by another one.
func (c *Candidate) significant() bool {
	return c.Left == "" || c.Left == NotClosed || c.Left == Redundant || c.Left == Mirror
}

// deterministic reports whether the outcome is the action itself: wherever one of both is, the
// other one is, in all episodes.
func (c *Candidate) deterministic(all statistics.Share) bool {
	if c.Worse {
		return c.With.K == 0 && all.N-all.K == c.With.N
	}
	return c.With.K == c.With.N && all.K == c.With.K
}
