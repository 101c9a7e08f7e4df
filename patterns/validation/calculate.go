package validation

import (
	"fmt"

	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// The limits of the given figures.
const (
	maxGivenTrials, maxGivenSequence = 10_000_000, 10_000
	maxGivenFamily, maxGivenStrata   = 10_000, 1_000
)

// Given are user-supplied figures for the statistics, independent of any project. Nil and empty
// fields are skipped.
type Given struct {
	Share    *GivenShare
	Family   []float64
	Sequence *GivenSequence
	Table    *GivenTable
	Strata   []GivenTable
}

// GivenShare is a share of successes and the rate to test it against.
type GivenShare struct {
	Successes, Trials int
	Rate              float64
}

// GivenSequence is an ordered sequence of trials, true for success, with the rate and the level.
type GivenSequence struct {
	Trials      []bool
	Rate, Alpha float64
}

// GivenTable has the successes with and without an action.
type GivenTable struct {
	WithSuccesses, WithTrials       int
	WithoutSuccesses, WithoutTrials int
}

// Table converts the table for the statistics.
func (t GivenTable) Table() statistics.Table {
	return statistics.Table{
		With:    statistics.Share{K: t.WithSuccesses, N: t.WithTrials},
		Without: statistics.Share{K: t.WithoutSuccesses, N: t.WithoutTrials},
	}
}

// Tables converts the strata for the statistics.
func (g Given) Tables() []statistics.Table {
	out := make([]statistics.Table, len(g.Strata))
	for i, t := range g.Strata {
		out[i] = t.Table()
	}
	return out
}

// Validate returns a [problem.InvalidError] for impossible figures.
func (g Given) Validate() error {
	var k givenCheck
	if s := g.Share; s != nil {
		k.share("share.successes", s.Successes, "share.trials", s.Trials)
		k.rate("share.rate", s.Rate)
	}
	k.most("family", len(g.Family), maxGivenFamily)
	for i, p := range g.Family {
		if !(p >= 0 && p <= 1) {
			k.Invalid(fmt.Sprintf("family[%d]", i), "it is %v; a p-value is from 0 to 1", p)
		}
	}
	if s := g.Sequence; s != nil {
		k.most("sequence.trials", len(s.Trials), maxGivenSequence)
		k.rate("sequence.rate", s.Rate)
		k.rate("sequence.alpha", s.Alpha)
	}
	if g.Table != nil {
		k.table("table", *g.Table)
	}
	k.most("strata", len(g.Strata), maxGivenStrata)
	for i, t := range g.Strata {
		k.table(fmt.Sprintf("strata[%d]", i), t)
	}
	return k.Err()
}

// givenCheck checks figures and collects the problems.
type givenCheck struct{ problem.Checker }

func (k *givenCheck) table(path string, t GivenTable) {
	k.share(path+".withSuccesses", t.WithSuccesses, path+".withTrials", t.WithTrials)
	k.share(path+".withoutSuccesses", t.WithoutSuccesses, path+".withoutTrials", t.WithoutTrials)
}

func (k *givenCheck) share(successesPath string, successes int, trialsPath string, trials int) {
	switch {
	case trials < 0 || trials > maxGivenTrials:
		k.Invalid(trialsPath, "there are %d; from 0 to %d are possible", trials, maxGivenTrials)
	case successes < 0 || successes > trials:
		k.Invalid(successesPath, "there are %d of %d trials", successes, trials)
	}
}

func (k *givenCheck) rate(path string, rate float64) {
	if !(rate > 0 && rate < 1) {
		k.Invalid(path, "it is %v; it has to be more than 0 and less than 1", rate)
	}
}

func (k *givenCheck) most(path string, n, most int) {
	if n > most {
		k.Invalid(path, "there are %d; up to %d are possible", n, most)
	}
}
