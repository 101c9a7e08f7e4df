package validation

import (
	"math"
	"time"

	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Tested is the input of a validation for one pattern.
type Tested struct {
	// Anti means that it is an anti-pattern. A pattern of status DEPRECATED is not tested.
	Anti   bool
	Status patterns.Status
	Rule   patterns.SuccessRule
	// CountedFrom is [patterns.Pattern.CountedFrom].
	CountedFrom time.Time
	// Candidates is the number of candidates from which the pattern was selected on the same
	// episodes; 0 if it was not selected so.
	Candidates int
	Figures    patterns.Figures
	// AdjustedFor are the recorded causes of the action, Strata the trials and comparisons of the
	// window by their states. Unadjusted means that the causes are not known.
	AdjustedFor []string
	Strata      []statistics.Table
	Unadjusted  bool
	// Half means that the null rate is one half, whatever the comparisons are.
	Half bool
}

// Judge tests the patterns of a run as one family and returns one validation each, in the same
// order. It is a pure function. Patterns that cannot be tested, for lack of trials or of a null
// rate, are not in the family.
func Judge(c patterns.Criteria, run string, at time.Time, all []Tested) []patterns.Validation {
	c = WithDefaults(c)
	out := make([]patterns.Validation, len(all))
	var family []int
	var values []float64
	for i, p := range all {
		out[i] = measured(c, p)
		v := &out[i]
		v.Run, v.At, v.Since, v.Until = run, at, Start(c, at, p.CountedFrom), at
		if p.Status != patterns.StatusDeprecated && v.P != nil && v.Figures.Window.Trials >= c.MinTrials {
			family = append(family, i)
			values = append(values, greatest(v))
		}
	}
	for j, adjusted := range statistics.BenjaminiHochberg(values) {
		out[family[j]].Adjusted = &adjusted
	}
	for i, p := range all {
		out[i].Family = len(family)
		decide(c, &out[i], p)
	}
	return out
}

// Start returns the start of the window of a validation: some days ago, but not before CountedFrom.
// Episodes of unknown time are in no window.
func Start(c patterns.Criteria, at, countedFrom time.Time) time.Time {
	start := at.AddDate(0, 0, -WithDefaults(c).Days)
	if countedFrom.After(start) {
		return countedFrom
	}
	return start
}

// measured computes the figures of one pattern that do not depend on the family.
func measured(c patterns.Criteria, p Tested) patterns.Validation {
	v := patterns.Validation{Rule: p.Rule, Figures: p.Figures, NullBasis: patterns.NullNone}
	if c.Rule != "" {
		v.Rule = c.Rule
	}
	window, all := oriented(p.Figures.Window, p.Anti), oriented(p.Figures.All, p.Anti)
	if counted := p.Figures.Window; counted.Trials > 0 {
		v.Rate = new(float64(counted.Successes) / float64(counted.Trials))
		low, high := statistics.Wilson(counted.Successes, counted.Trials)
		v.Wilson = &patterns.Interval{Low: low, High: high}
		v.HalfP = new(statistics.BinomialUpper(window.Successes, window.Trials, .5).P)
	}
	if p.Half {
		testHalf(c, &v, window, all)
		return v
	}
	compared := compared(window)
	v.NullBasis = compared.basis
	if compared.N > 0 {
		rate := compared.rate()
		v.NullRate = new(successRate(rate, p.Anti))
		if window.Trials > 0 {
			test(&v, window, compared)
		}
	} else if window.Trials > 0 {
		v.Confidence = new(statistics.SeedConfidence(window.Successes, window.Trials, *v.HalfP))
	}
	if len(p.AdjustedFor) > 0 && window.Trials > 0 {
		adjust(&v, p)
	}
	testAnytime(c, &v, all)
	return v
}

// testHalf fills in the tests against one half.
func testHalf(c patterns.Criteria, v *patterns.Validation, window, all patterns.Counted) {
	const half = .5
	v.NullBasis, v.NullRate = patterns.NullHalf, new(half)
	if window.Trials > 0 {
		testRate(v, window, half)
	}
	v.EValue = new(statistics.EValue(all.Successes, all.Trials, half))
	v.AnytimeP = new(math.Pow(10, -max(0, *v.EValue)))
	v.Against = new(statistics.EValueBelow(all.Successes, all.Trials, c.MinRate))
}

// adjust fills in the stratified test.
func adjust(v *patterns.Validation, p Tested) {
	v.Held = p.AdjustedFor
	within := statistics.CochranMantelHaenszel(p.Strata)
	tail := within.Greater
	if p.Anti {
		tail = within.Less
	}
	v.StratifiedP = &tail.P
}

// greatest returns the largest p-value of the tests of the window.
func greatest(v *patterns.Validation) float64 {
	out := *v.P
	for _, p := range []*float64{v.ComparisonP, v.StratifiedP} {
		if p != nil {
			out = max(out, *p)
		}
	}
	return out
}

// test fills in the p-values of the window.
func test(v *patterns.Validation, window patterns.Counted, compared comparison) {
	testRate(v, window, compared.rate())
	trials := statistics.Share{K: window.Successes, N: window.Trials}
	v.ComparisonP = new(statistics.Table{With: trials, Without: compared.counted()}.FisherGreater().P)
}

// testRate fills in the tail of the window at a rate, and the confidence.
func testRate(v *patterns.Validation, window patterns.Counted, rate float64) {
	tail := statistics.BinomialUpper(window.Successes, window.Trials, rate)
	v.P = &tail.P
	if !math.IsInf(tail.Log10, 0) {
		v.LogP = &tail.Log10
	}
	v.Confidence = new(statistics.SeedConfidence(window.Successes, window.Trials, tail.P))
}

// testAnytime fills in the e-values of all trials, which stay valid under repeated testing. The
// evidence against a pattern is the mean of two e-values against its two claims: that it succeeds
// often enough, and no less often than the comparison episodes.
func testAnytime(c patterns.Criteria, v *patterns.Validation, all patterns.Counted) {
	trials := statistics.Share{K: all.Successes, N: all.Trials}
	against := statistics.EValueBelow(trials.K, trials.N, c.MinRate)
	compared := compared(all)
	if compared.N > 0 {
		others := statistics.Weighted{K: compared.K, N: compared.N}
		v.EValue = new(statistics.EValueGreater(trials, others))
		v.AnytimeP = new(math.Pow(10, -max(0, *v.EValue)))
		failed := statistics.Share{K: trials.N - trials.K, N: trials.N}
		less := statistics.EValueGreater(failed, statistics.Weighted{K: others.N - others.K, N: others.N})
		against = mean(against, less)
	}
	v.Against = &against
}

// mean returns the decimal logarithm of the mean of two numbers given by their decimal logarithms.
func mean(a, b float64) float64 {
	high, low := max(a, b), min(a, b)
	return high + math.Log10((1+math.Pow(10, low-high))/2)
}

// Decides reports whether a status may follow from the criteria: only the window may differ from the
// defaults, because lower thresholds could validate anything.
func Decides(c patterns.Criteria) bool {
	return WithDefaults(c) == WithDefaults((patterns.Criteria{Days: c.Days}))
}

// WithDefaults returns the criteria with zero fields replaced by their defaults.
func WithDefaults(c patterns.Criteria) patterns.Criteria {
	for _, d := range []struct {
		of    *float64
		value float64
	}{{&c.MinRate, .6}, {&c.MinConfidence, .7}, {&c.Alpha, .05}} {
		if *d.of == 0 {
			*d.of = d.value
		}
	}
	if c.Days == 0 {
		c.Days = 90
	}
	if c.MinTrials == 0 {
		c.MinTrials = 5
	}
	return c
}

// Validate returns a [problem.InvalidError] for criteria out of range; zero means the default.
func Validate(c patterns.Criteria) error {
	var k problem.Checker
	if c.Days < 0 || c.Days > mostDays {
		k.Invalid("days", "must be from 1 to %d", mostDays)
	}
	if c.MinTrials < 0 {
		k.Invalid("minTrials", "must be at least 1")
	}
	if !(c.MinRate >= 0 && c.MinRate < 1) {
		k.Invalid("minRate", "must be above 0 and below 1")
	}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		k.Invalid("minConfidence", "must be above 0 and at most 1")
	}
	if !(c.Alpha >= 0 && c.Alpha < 1) {
		k.Invalid("alpha", "must be above 0 and below 1")
	}
	if c.Rule != "" {
		problem.OneOf(&k, "rule", c.Rule, patterns.SuccessRules())
	}
	return k.Err()
}

// mostDays limits the window of a validation to a hundred years, which is everything.
const mostDays = 36_525
