package patterns

import (
	"time"
)

// Result is the result of a validation. It is not a status; docs/patterns.md says when the status
// changes.
type Result string

// The results.
const (
	// ResultSupported means that the pattern passed every test.
	ResultSupported Result = "SUPPORTED"
	// ResultUnproven means that there are enough trials and at least one test failed.
	ResultUnproven Result = "UNPROVEN"
	// ResultRefuted means that the evidence contradicts the pattern.
	ResultRefuted Result = "REFUTED"
	// ResultInsufficient means that there are fewer trials than [Criteria.MinTrials].
	ResultInsufficient Result = "INSUFFICIENT_EVIDENCE"
)

// Results returns all of them.
func Results() []Result {
	return []Result{ResultSupported, ResultUnproven, ResultRefuted, ResultInsufficient}
}

// NullBasis says from which episodes the null rate is counted.
type NullBasis string

// The bases.
const (
	// NullSameTrigger counts episodes in which the trigger held and the action was not taken.
	NullSameTrigger NullBasis = "SAME_TRIGGER"
	// NullShrunk counts those, fewer than 20, filled up to 20 at the rate of all other episodes.
	NullShrunk NullBasis = "SHRUNK"
	// NullOthers counts all other episodes, because none had the trigger without the action.
	NullOthers NullBasis = "OTHERS"
	// NullHalf takes one half, because the project compares with it, see [contribution.NullHalf].
	NullHalf NullBasis = "HALF"
	// NullNone means that there is no comparison: the null rate is unknown and nothing can be validated.
	NullNone NullBasis = "NONE"
)

// Criteria are the thresholds of a validation.
type Criteria struct {
	// Days is the length of the window of trials, 90 by default (seed 002 §3.6).
	Days int
	// MinTrials is 5, MinRate .6, MinConfidence .7, Alpha .05 by default.
	MinTrials              int
	MinRate, MinConfidence float64
	Alpha                  float64
	// Rule overrides each pattern's success rule unless empty. With a rule, or with thresholds other
	// than the defaults, no status changes.
	Rule SuccessRule
}

// Interval is a 95 % confidence interval.
type Interval struct{ Low, High float64 }

// Figures are the counts of episodes behind the tests of one pattern.
type Figures struct {
	// Window counts the last days, see [validation.Start]; p-values and rates use it.
	Window Counted
	// All counts all episodes since CountedFrom; e-values use it. An e-value must see everything
	// that was ever examined. It depends only on counts, so the order of trials and late episodes
	// do not matter.
	All Counted
}

// Validation is one test of a pattern with every figure. For an anti-pattern Successes still counts
// successes, and the tests ask whether they are too few.
type Validation struct {
	// Run identifies the run, in which Family patterns were tested together.
	Run    string
	Family int
	At     time.Time
	// Since and Until bound the window of the trials.
	Since, Until time.Time
	Rule         SuccessRule
	Figures      Figures

	Rate   *float64
	Wilson *Interval
	// NullRate is the success rate of NullBasis; nil for NullNone. With NullHalf there are no
	// comparisons: ComparisonP, Held and StratifiedP are nil, and the e-values are against one half.
	NullRate  *float64
	NullBasis NullBasis
	// P is the exact one-sided binomial tail at the null rate, HalfP at .5 (seed 002), ComparisonP
	// Fisher's one-sided test against the comparison episodes, filled up to 20 as NullBasis says,
	// because the null rate is itself an estimate. Adjusted is the largest of P, ComparisonP and
	// StratifiedP after Benjamini-Hochberg over the family.
	P, HalfP, ComparisonP, Adjusted *float64
	// Held are the adjustment variables: the recorded causes of the action that no trigger fixes.
	// StratifiedP is the one-sided Cochran-Mantel-Haenszel test that adjusts for them, 1 if no
	// stratum is informative, nil if there are none.
	Held        []string
	StratifiedP *float64
	// LogP is the decimal logarithm of P, which may underflow to 0.
	LogP *float64
	// EValue is the decimal logarithm of the always-valid e-value of Figures.All against the
	// comparison episodes, AnytimeP min(1, 1/e-value); Against is the decimal logarithm of the
	// e-value against the pattern.
	EValue, AnytimeP, Against *float64
	// Confidence is the confidence of seed 002 §3.6; for NullNone it is taken from HalfP, and validates
	// nothing.
	Confidence *float64
	Result     Result
	// Failed describes the failed tests.
	Failed []string
	// Before and After are the statuses.
	Before, After Status
}

// Counted counts episodes, each in at most one group: trials, comparisons ([match.ResultCompared])
// and others. Except in Unknown, only episodes whose success the rule can decide count.
type Counted struct {
	// Successes of Trials; Unknown counts further trials with an unknown outcome.
	Successes, Trials, Unknown int
	// NullSuccesses of NullTrials count the comparisons, OtherSuccesses of OtherTrials the episodes
	// that are neither trials nor comparisons.
	NullSuccesses, NullTrials   int
	OtherSuccesses, OtherTrials int
}

// Mined are the figures of a pattern that was found by mining.
type Mined struct {
	// Query describes the search so that it can be repeated; Looked is the number of candidates
	// tested, the family of the adjustment.
	Query  string
	Looked int
	// Graph is the number of the factor graph that was mined.
	Graph int
	At    time.Time
	// The table of episodes in which the trigger held: with and without the action.
	WithSuccesses, WithTrials       int
	WithoutSuccesses, WithoutTrials int
	// Support is With over all episodes with a known outcome; Lift and Leverage are for display. Lift,
	// Leverage and FisherP, the one-sided test of the table, refer to success, or to failure for an
	// anti-pattern.
	Support, Lift, Leverage float64
	FisherP                 float64
	// Strata are the adjustment variables (the recorded causes of the action), StrataUsed the number
	// of informative strata.
	Strata     []string
	StrataUsed int
	// Difference is the adjusted difference in success with its interval; P is the
	// Cochran-Mantel-Haenszel test, Adjusted after Benjamini-Hochberg over Looked.
	Difference         float64
	DifferenceInterval Interval
	P, Adjusted        float64
}
