package validation

import (
	"math"
	"time"

	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Tested is a pattern as a run of a validation takes it.
type Tested struct {
	// Anti says that it is an anti-pattern, Status which status it has: those of DEPRECATED are
	// not tested.
	Anti   bool
	Status patterns.Status
	Rule   patterns.SuccessRule
	// CountedFrom is that of the pattern.
	CountedFrom time.Time
	// Looked is among how many candidates the pattern was picked by the episodes that it is tested
	// on; 0 for one that was not picked.
	Looked  int
	Figures patterns.Figures
	// Held are the recorded causes of the action, Strata the trials of the window and the episodes
	// compared with by their states. Unheld says that the causes are not known.
	Held   []string
	Strata []statistics.Table
	Unheld bool
}

// Judge tests the patterns of a run as one family, and returns one validation each, in their
// order. It depends on nothing but what it is given. Patterns that cannot be tested, for want of
// trials or of a null rate, are in no family.
func Judge(c patterns.Criteria, run string, at time.Time, patternsValue []Tested) []patterns.Validation {
	c = WithDefaults(c)
	out := make([]patterns.Validation, len(patternsValue))
	var family []int
	var values []float64
	for i, p := range patternsValue {
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
	for i, p := range patternsValue {
		out[i].Family = len(family)
		decide(c, &out[i], p)
	}
	return out
}

// Start returns since when the trials of a pattern count in a validation: the last days, and not
// before CountedFrom. Episodes of unknown time are in no window.
func Start(c patterns.Criteria, at, countedFrom time.Time) time.Time {
	start := at.AddDate(0, 0, -WithDefaults(c).Days)
	if countedFrom.After(start) {
		return countedFrom
	}
	return start
}

// measured computes every figure of one pattern that depends on it alone.
func measured(c patterns.Criteria, p Tested) patterns.Validation {
	v := patterns.Validation{Rule: p.Rule, Figures: p.Figures, NullBasis: patterns.NullNone}
	if c.Rule != "" {
		v.Rule = c.Rule
	}
	window, all := toward(p.Figures.Window, p.Anti), toward(p.Figures.All, p.Anti)
	if counted := p.Figures.Window; counted.Trials > 0 {
		v.Rate = new(float64(counted.Successes) / float64(counted.Trials))
		low, high := statistics.Wilson(counted.Successes, counted.Trials)
		v.Wilson = &patterns.Interval{Low: low, High: high}
		v.HalfP = new(statistics.BinomialUpper(window.Successes, window.Trials, .5).P)
	}
	compared := compared(window)
	v.NullBasis = compared.basis
	if compared.N > 0 {
		rate := compared.rate()
		v.NullRate = new(away(rate, p.Anti))
		if window.Trials > 0 {
			test(&v, window, compared)
		}
	}
	if len(p.Held) > 0 && window.Trials > 0 {
		hold(&v, p)
	}
	follow(c, &v, all)
	return v
}

// hold fills in the test within strata.
func hold(v *patterns.Validation, p Tested) {
	v.Held = p.Held
	within := statistics.CochranMantelHaenszel(p.Strata)
	tail := within.Greater
	if p.Anti {
		tail = within.Less
	}
	v.StratifiedP = &tail.P
}

// greatest is the greatest p-value of the tests of the window.
func greatest(v *patterns.Validation) float64 {
	out := max(*v.P, *v.ComparisonP)
	if v.StratifiedP != nil {
		out = max(out, *v.StratifiedP)
	}
	return out
}

// test fills in the p-values of the window.
func test(v *patterns.Validation, window patterns.Counted, compared comparison) {
	trials := statistics.Share{K: window.Successes, N: window.Trials}
	tail := statistics.BinomialUpper(trials.K, trials.N, compared.rate())
	v.P = &tail.P
	if !math.IsInf(tail.Log10, 0) {
		v.LogP = &tail.Log10
	}
	v.ComparisonP = new(statistics.Table{With: trials, Without: compared.counted()}.FisherGreater().P)
	v.Confidence = new(statistics.SeedConfidence(trials.K, trials.N, tail.P))
}

// follow fills in what stays valid however often one looks, from all trials. The evidence against
// a pattern is against both of its claims together: that it succeeds as often as it has to, and
// no less often than what it is compared with.
func follow(c patterns.Criteria, v *patterns.Validation, all patterns.Counted) {
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

// mean is the decimal logarithm of the mean of two numbers given by theirs.
func mean(a, b float64) float64 {
	high, low := max(a, b), min(a, b)
	return high + math.Log10((1+math.Pow(10, low-high))/2)
}

// Decides reports whether a status may follow from the criteria: whoever lowers a threshold would
// have validated whatever he likes. How far back they look is anybody's choice.
func Decides(c patterns.Criteria) bool {
	return WithDefaults(c) == WithDefaults((patterns.Criteria{Days: c.Days}))
}

// WithDefaults returns the criteria with the defaults of what is zero.
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

// Validate returns an [problem.InvalidError] that names what is out of range; zero stands for a
// default.
func Validate(c patterns.Criteria) error {
	var k problem.Checker
	if c.Days < 0 || c.Days > mostDays {
		k.Invalid("days", "has to be from 1 to %d", mostDays)
	}
	if c.MinTrials < 0 {
		k.Invalid("minTrials", "has to be at least 1")
	}
	if !(c.MinRate >= 0 && c.MinRate < 1) {
		k.Invalid("minRate", "has to be above 0 and below 1")
	}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		k.Invalid("minConfidence", "has to be above 0 and at most 1")
	}
	if !(c.Alpha >= 0 && c.Alpha < 1) {
		k.Invalid("alpha", "has to be above 0 and below 1")
	}
	if c.Rule != "" {
		problem.OneOf(&k, "rule", c.Rule, patterns.SuccessRules())
	}
	return k.Err()
}

// mostDays is how far back a validation may look: a hundred years, which is everything.
const mostDays = 36_525
