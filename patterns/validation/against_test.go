package validation_test

import (
	"math"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// TestJudge_Against holds the evidence against a pattern to values that were worked out by hand.
// Two failures in two trials against a rate of at least .6 have the e-value
//
//	∫ x² dx from .4 to 1 / (1-.4) / .4² = 3.25
//
// and against a rate of at least that of 20 successes in 20, averaged over the posterior
// Beta(4, 21) of the rate of failures,
//
//	(B(2,21) + B(3,21) + B(4,21)) / 3 / B(4,21) = (92 + 8 + 1) / 3.
//
// Only their mean is an e-value again; the greater of them is not.
func TestJudge_Against(t *testing.T) {
	for _, c := range []struct {
		why     string
		counted patterns.Counted
		want    float64
	}{
		{"nothing to compare with: the rate alone", counted(0, 2, 0, 0), 3.25},
		{"the mean of both claims", counted(0, 2, 20, 20), (3.25 + 101./3) / 2},
	} {
		v := judgeOne(patterns.Criteria{}, validation.Tested{Figures: same(c.counted)})
		if v.Against == nil || math.Abs(*v.Against-math.Log10(c.want)) > 1e-9 {
			t.Errorf("%s: %v, want the logarithm of %v", c.why, v.Against, c.want)
		}
	}
}

// TestFollowRules_Reopened counts a pattern again whose trigger held only because its variable
// was closed, when the variable is closed and when it is opened again.
func TestFollowRules_Reopened(t *testing.T) {
	m := patternstest.NewMemory()
	r := patternstest.OneAction("calm", "act=yes")
	r.Matches[0].Trigger = patternstest.Factors("alarm=none")
	key := patternstest.MustAdd(t, m.Service(), r)
	m.Write(t, "e", patternstest.Episode("success", "act=yes"))
	closed := contribution.Rules{Closed: []contribution.Closed{{Variable: "alarm", AbsentState: "none"}}}
	for _, c := range []struct {
		why    string
		rules  contribution.Rules
		trials int
	}{
		{"closed: no alarm was recorded, so there was none", closed, 1},
		{"opened again: whether there was one is unknown", contribution.Rules{}, 0},
		{"closed once more", closed, 1},
	} {
		if m.Decide(t, c.rules); m.PatternRows[key].Counts.Trials() != c.trials {
			t.Errorf("%s: %+v, want %d trials", c.why, m.PatternRows[key].Counts, c.trials)
		}
	}
}
