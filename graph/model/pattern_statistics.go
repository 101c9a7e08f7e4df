package model

import (
	"math"

	"github.com/causeway-memory/causeway/patterns/statistics"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// PatternStatistics are the statistics of figures that are given.
type PatternStatistics struct{ given validation.Given }

// NewPatternStatistics returns the statistics of figures, which have been checked.
func NewPatternStatistics(given validation.Given) PatternStatistics { return PatternStatistics{given} }

// Share returns nil when none is given.
func (s PatternStatistics) Share() *PatternShareFigures {
	if s.given.Share == nil {
		return nil
	}
	return &PatternShareFigures{*s.given.Share}
}

// Family returns the p-values as one family.
func (s PatternStatistics) Family() []PatternFamilyFigures {
	p := s.given.Family
	hochberg, yekutieli, holm := statistics.BenjaminiHochberg(p), statistics.BenjaminiYekutieli(p), statistics.Holm(p)
	out := make([]PatternFamilyFigures, len(p))
	for i := range p {
		out[i] = PatternFamilyFigures{P: p[i], BenjaminiHochberg: hochberg[i], BenjaminiYekutieli: yekutieli[i], Holm: holm[i]}
	}
	return out
}

// Sequence returns nil when none is given.
func (s PatternStatistics) Sequence() *PatternSequenceFigures {
	g := s.given.Sequence
	if g == nil {
		return nil
	}
	found := statistics.EValues(g.Trials, g.Rate, g.Alpha)
	return &PatternSequenceFigures{Last: found.Last, Greatest: found.Greatest, AnytimeP: found.P, Rejected: numbered(found.Rejected)}
}

// Table returns nil when none is given.
func (s PatternStatistics) Table() *PatternTableFigures {
	if s.given.Table == nil {
		return nil
	}
	return &PatternTableFigures{s.given.Table.Table()}
}

// Strata returns nil when none are given.
func (s PatternStatistics) Strata() *PatternStrataFigures {
	if len(s.given.Strata) == 0 {
		return nil
	}
	return &PatternStrataFigures{statistics.CochranMantelHaenszel(s.given.Tables())}
}

// PatternShareFigures is what is known of a share, and of it against a rate.
type PatternShareFigures struct{ given validation.GivenShare }

// Wilson returns nil without a trial.
func (f PatternShareFigures) Wilson() *Estimate {
	return f.estimate(statistics.Wilson(f.given.Successes, f.given.Trials))
}

// ClopperPearson returns nil without a trial.
func (f PatternShareFigures) ClopperPearson() *Estimate {
	return f.estimate(statistics.ClopperPearson(f.given.Successes, f.given.Trials))
}

func (f PatternShareFigures) estimate(low, high float64) *Estimate {
	if f.given.Trials == 0 {
		return nil
	}
	return &Estimate{Value: float64(f.given.Successes) / float64(f.given.Trials), Low: low, High: high}
}

// WilsonLower returns the one-sided lower bound.
func (f PatternShareFigures) WilsonLower() float64 {
	return statistics.WilsonLower(f.given.Successes, f.given.Trials)
}

// Jeffreys returns the mean of the posterior with its interval.
func (f PatternShareFigures) Jeffreys() Estimate {
	low, high := statistics.Jeffreys(f.given.Successes, f.given.Trials)
	return Estimate{Value: statistics.JeffreysMean(f.given.Successes, f.given.Trials), Low: low, High: high}
}

// Above returns how probable it is that the rate is above the given one.
func (f PatternShareFigures) Above() float64 {
	return statistics.PosteriorAbove(f.given.Successes, f.given.Trials, f.given.Rate)
}

func (f PatternShareFigures) upper() statistics.Tail {
	return statistics.BinomialUpper(f.given.Successes, f.given.Trials, f.given.Rate)
}

// Upper returns the upper tail.
func (f PatternShareFigures) Upper() float64 { return f.upper().P }

// LogUpper returns nil when the tail is 0 truly.
func (f PatternShareFigures) LogUpper() *float64 { return finite(f.upper().Log10) }

// Lower returns the lower tail.
func (f PatternShareFigures) Lower() float64 {
	return statistics.BinomialLower(f.given.Successes, f.given.Trials, f.given.Rate).P
}

// TwoSided returns the two-sided tail.
func (f PatternShareFigures) TwoSided() float64 {
	return statistics.BinomialTwoSided(f.given.Successes, f.given.Trials, f.given.Rate).P
}

// EValue returns the decimal logarithm of the e-value.
func (f PatternShareFigures) EValue() float64 {
	return statistics.EValue(f.given.Successes, f.given.Trials, f.given.Rate)
}

// Confidence returns nil without a trial.
func (f PatternShareFigures) Confidence() *float64 {
	return finite(statistics.SeedConfidence(f.given.Successes, f.given.Trials, f.Upper()))
}

// PatternTableFigures compares successes with and without something.
type PatternTableFigures struct{ statistics.Table }

// Difference returns nil where one side has no trial.
func (f PatternTableFigures) Difference() *Estimate {
	d := f.Table.Difference()
	if d == nil {
		return nil
	}
	low, high := statistics.Newcombe(f.With, f.Without)
	return &Estimate{Value: *d, Low: low, High: high}
}

// FisherGreater returns the one-sided test for more successes.
func (f PatternTableFigures) FisherGreater() float64 { return f.Table.FisherGreater().P }

// FisherLess returns the one-sided test for fewer successes.
func (f PatternTableFigures) FisherLess() float64 { return f.Table.FisherLess().P }

// PatternStrataFigures is a comparison within strata.
type PatternStrataFigures struct{ statistics.Stratified }

// P returns the two-sided test.
func (f PatternStrataFigures) P() float64 { return f.Stratified.P.P }

// Greater returns the one-sided test for more successes.
func (f PatternStrataFigures) Greater() float64 { return f.Stratified.Greater.P }

// Less returns the one-sided test for fewer successes.
func (f PatternStrataFigures) Less() float64 { return f.Stratified.Less.P }

// Difference returns nil where no stratum has both sides.
func (f PatternStrataFigures) Difference() *Estimate {
	if f.Stratified.Difference == nil {
		return nil
	}
	return &Estimate{Value: *f.Stratified.Difference, Low: *f.Low, High: *f.High}
}

// finite returns nil for what is no finite number.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
