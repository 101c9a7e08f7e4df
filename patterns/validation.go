package patterns

import (
	"time"
)

// Result is what a validation comes to. It is no status: a status changes only as
// docs/patterns.md says.
type Result string

// The results.
const (
	// ResultSupported means that every test for a validated pattern is passed.
	ResultSupported Result = "SUPPORTED"
	// ResultUnproven means that there are enough trials, and that at least one test is not passed.
	ResultUnproven Result = "UNPROVEN"
	// ResultRefuted means that the evidence speaks against it.
	ResultRefuted Result = "REFUTED"
	// ResultInsufficient means that there are fewer trials than [Criteria.MinTrials].
	ResultInsufficient Result = "INSUFFICIENT_EVIDENCE"
)

// Results returns all of them.
func Results() []Result {
	return []Result{ResultSupported, ResultUnproven, ResultRefuted, ResultInsufficient}
}

// NullBasis says what the null rate is counted from.
type NullBasis string

// The bases.
const (
	// NullSameTrigger counts the episodes in which the trigger held and the action was not taken.
	NullSameTrigger NullBasis = "SAME_TRIGGER"
	// NullShrunk counts those, fewer than 20, filled up to 20 by the rate of all other episodes.
	NullShrunk NullBasis = "SHRUNK"
	// NullOthers counts all other episodes, because none says how it goes without the action.
	NullOthers NullBasis = "OTHERS"
	// NullNone means that there is nothing to compare with: the null rate is unknown, and nothing can be validated.
	NullNone NullBasis = "NONE"
)

// Criteria are the thresholds of a validation.
type Criteria struct {
	// Days is how far back trials count, 90 by default (seed 002 §3.6).
	Days int
	// MinTrials is 5, MinRate .6, MinConfidence .7, Alpha .05 by default.
	MinTrials              int
	MinRate, MinConfidence float64
	Alpha                  float64
	// Rule counts by another success rule than each pattern's own; empty takes its own. With one, and
	// with other thresholds than the defaults, no status is changed.
	Rule SuccessRule
}

// Interval is a range of 95 % confidence.
type Interval struct{ Low, High float64 }

// Figures are what the tests of one pattern are made from: episodes as units.
type Figures struct {
	// Window are the counts of the last days, see [validation.Start]: p-values and rates are theirs.
	Window Counted
	// All are those of all episodes since CountedFrom: e-values are theirs. An e-value has to see
	// everything that was ever looked at; it goes by counts only, so that the order of the
	// trials, and episodes that come late, do not matter.
	All Counted
}

// Validation is one test of a pattern, with every figure. For an anti-pattern Successes are
// successes still, and the tests ask whether they are too few.
type Validation struct {
	// Run names the run, in which Family patterns were tested together.
	Run    string
	Family int
	At     time.Time
	// Since and Until bound the window of the trials.
	Since, Until time.Time
	Rule         SuccessRule
	Figures      Figures

	Rate   *float64
	Wilson *Interval
	// NullRate is that of NullBasis; nil for NullNone.
	NullRate  *float64
	NullBasis NullBasis
	// P is the exact one-sided binomial tail at the null rate, HalfP at .5 (seed 002),
	// ComparisonP Fisher's one-sided test against the episodes compared with, filled up to 20 as
	// NullBasis says, because the null rate is itself only counted. Adjusted is the greater of P
	// and ComparisonP after Benjamini-Hochberg over the family.
	P, HalfP, ComparisonP, Adjusted *float64
	// Held are the variables that are recorded to decide about the action and that no trigger fixes;
	// StratifiedP is the one-sided Cochran-Mantel-Haenszel test with them held fixed, 1 where no
	// stratum tells anything, nil where nothing is held. Adjusted goes by it too.
	Held        []string
	StratifiedP *float64
	// LogP is the decimal logarithm of P, which may be 0 as a number.
	LogP *float64
	// EValue is the decimal logarithm of the always-valid e-value of Figures.All against the
	// episodes compared with, AnytimeP min(1, 1/e-value); Against is the logarithm of the e-value
	// against the pattern.
	EValue, AnytimeP, Against *float64
	// Confidence is that of seed 002 §3.6.
	Confidence *float64
	Result     Result
	// Failed names the tests that are not passed, in words.
	Failed []string
	// Before and After are the statuses.
	Before, After Status
}

// Counted are counts of episodes, each of which is in one of three at most: a trial, one that is
// compared with ([match.Result] COMPARED), or another one. Only those whose success the rule can tell
// are in the counts, but for Unknown.
type Counted struct {
	// Successes of Trials; Unknown are the trials beside them.
	Successes, Trials, Unknown int
	// NullSuccesses of NullTrials are those of the episodes compared with, OtherSuccesses of
	// OtherTrials those of all episodes that are neither trials nor compared with.
	NullSuccesses, NullTrials   int
	OtherSuccesses, OtherTrials int
}

// Mined are the figures by which a pattern was found in the data.
type Mined struct {
	// Query says what was looked for, in words that can be repeated; Looked is how many candidates
	// were looked at, which is the family of the adjustment.
	Query  string
	Looked int
	// Graph is the number of the factor graph that was mined.
	Graph int
	At    time.Time
	// The table of episodes: With and Without the action where the trigger held.
	WithSuccesses, WithTrials       int
	WithoutSuccesses, WithoutTrials int
	// Support is With over all episodes with a known outcome; Lift and Leverage are for display. They
	// and FisherP, the one-sided test of the table, are of success, of an anti-pattern of failure.
	Support, Lift, Leverage float64
	FisherP                 float64
	// Strata are the variables that were held fixed (the recorded causes of the action), StrataUsed
	// how many of their combinations told something.
	Strata     []string
	StrataUsed int
	// Difference is the adjusted difference of success, with its interval; P is the
	// Cochran-Mantel-Haenszel test, Adjusted after Benjamini-Hochberg over Looked.
	Difference         float64
	DifferenceInterval Interval
	P, Adjusted        float64
}
