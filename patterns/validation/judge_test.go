package validation_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/statistics"
	"github.com/causeway-memory/causeway/patterns/validation"
	"github.com/google/go-cmp/cmp"
)

// same are figures whose window is everything.
func same(c patterns.Counted) patterns.Figures { return patterns.Figures{Window: c, All: c} }

// counted are trials and what they are compared with.
func counted(successes, trials, nullSuccesses, nullTrials int) patterns.Counted {
	return patterns.Counted{Successes: successes, Trials: trials, NullSuccesses: nullSuccesses, NullTrials: nullTrials}
}

func judgeOne(c patterns.Criteria, t validation.Tested) patterns.Validation {
	return validation.Judge(c, "run", time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), []validation.Tested{t})[0]
}

func TestJudge_Statuses(t *testing.T) {
	const (
		candidate  = patterns.StatusCandidate
		validated  = patterns.StatusValidated
		review     = patterns.StatusUnderReview
		deprecated = patterns.StatusDeprecated
	)
	strong, noise, bad := counted(38, 40, 20, 40), counted(25, 40, 25, 40), counted(8, 40, 20, 40)
	for _, c := range []struct {
		why           string
		counted       patterns.Counted
		anti          bool
		before, after patterns.Status
		result        patterns.Result
	}{
		{"strong evidence validates", strong, false, candidate, validated, patterns.ResultSupported},
		{"what recovers is validated again", strong, false, review, validated, patterns.ResultSupported},
		{"noise leaves a candidate", noise, false, candidate, candidate, patterns.ResultUnproven},
		{"not proven again is no doubt", noise, false, validated, validated, patterns.ResultUnproven},
		{"evidence against it asks for a review", bad, false, validated, review, patterns.ResultRefuted},
		{"what was never validated is not reviewed", bad, false, candidate, candidate, patterns.ResultRefuted},
		{"four trials say nothing", counted(4, 4, 0, 40), false, candidate, candidate, patterns.ResultInsufficient},
		{"nor against it", counted(0, 4, 40, 40), false, validated, validated, patterns.ResultInsufficient},
		{"nothing to compare with", counted(40, 40, 0, 0), false, candidate, candidate, patterns.ResultUnproven},
		{"as often without it", counted(38, 40, 38, 40), false, candidate, candidate, patterns.ResultUnproven},
		{"failures validate an anti-pattern", counted(2, 40, 20, 40), true, candidate, validated, patterns.ResultSupported},
		{"successes speak against one", counted(38, 40, 20, 40), true, validated, review, patterns.ResultRefuted},
		{"deprecated ones stay", strong, false, deprecated, deprecated, patterns.ResultUnproven},
	} {
		v := judgeOne(patterns.Criteria{}, validation.Tested{Anti: c.anti, Status: c.before, Figures: same(c.counted)})
		if v.Result != c.result || v.Before != c.before || v.After != c.after {
			t.Errorf("%s: %s, %s to %s (%q)", c.why, v.Result, v.Before, v.After, v.Failed)
		}
		if (len(v.Failed) == 0) != (c.result == patterns.ResultSupported) {
			t.Errorf("%s: %s with %q", c.why, v.Result, v.Failed)
		}
	}
}

func TestJudge_NullBasis(t *testing.T) {
	for _, c := range []struct {
		why     string
		counted patterns.Counted
		basis   patterns.NullBasis
		rate    float64
	}{
		{"enough of its own", patterns.Counted{Trials: 9, NullSuccesses: 10, NullTrials: 20, OtherSuccesses: 90, OtherTrials: 90}, patterns.NullSameTrigger, .5},
		{"filled up to 20", patterns.Counted{Trials: 9, NullSuccesses: 1, NullTrials: 5, OtherSuccesses: 80, OtherTrials: 100}, patterns.NullShrunk, .65},
		{"others alone", patterns.Counted{Trials: 9, OtherSuccesses: 80, OtherTrials: 100}, patterns.NullOthers, .8},
		{"as many others as there are", patterns.Counted{Trials: 9, NullSuccesses: 1, NullTrials: 2, OtherSuccesses: 2, OtherTrials: 2}, patterns.NullShrunk, .75},
		{"few, and no others", patterns.Counted{Trials: 9, NullSuccesses: 1, NullTrials: 2}, patterns.NullSameTrigger, .5},
	} {
		v := judgeOne(patterns.Criteria{}, validation.Tested{Figures: same(c.counted)})
		if v.NullBasis != c.basis || v.NullRate == nil || math.Abs(*v.NullRate-c.rate) > 1e-12 {
			t.Errorf("%s: %s with %v", c.why, v.NullBasis, v.NullRate)
		}
	}
	if v := judgeOne(patterns.Criteria{}, validation.Tested{Figures: same(counted(9, 9, 0, 0))}); v.NullBasis != patterns.NullNone || v.NullRate != nil || v.P != nil || v.EValue != nil {
		t.Errorf("compared with nothing: %+v", v)
	}
}

// An agent that never tells when its episodes began has trials, and none of them in the window: the reason says so.
func TestJudge_TrialsOutsideOfTheWindow(t *testing.T) {
	all := counted(30, 30, 5, 10)
	for why, c := range map[string]struct {
		window patterns.Counted
		want   string
	}{
		"none": {patterns.Counted{}, "0 trials with a known outcome, 5 are needed; 30 others are not known to be of the last 90 days: their episodes began earlier, or do not tell when"},
		"some": {counted(4, 4, 0, 0), "4 trials with a known outcome, 5 are needed; 26 others are not known to be of the last 90 days: their episodes began earlier, or do not tell when"},
	} {
		v := judgeOne(patterns.Criteria{}, validation.Tested{Status: patterns.StatusCandidate, Figures: patterns.Figures{Window: c.window, All: all}})
		if v.Result != patterns.ResultInsufficient || !slices.Contains(v.Failed, c.want) {
			t.Errorf("%s: %s, %q", why, v.Result, v.Failed)
		}
	}
	few := counted(4, 4, 0, 40)
	if v := judgeOne(patterns.Criteria{}, validation.Tested{Status: patterns.StatusCandidate, Figures: same(few)}); !slices.Contains(v.Failed, "4 trials with a known outcome, 5 are needed") {
		t.Errorf("all in the window: %q", v.Failed)
	}
}

// TestJudge_Half compares with one half, as a project may decide: what has no comparison can be
// validated then. Without the setting it stays unproven, with a confidence.
func TestJudge_Half(t *testing.T) {
	for _, c := range []struct {
		k, n   int
		anti   bool
		result patterns.Result
	}{
		{30, 30, false, patterns.ResultSupported},
		{10, 10, false, patterns.ResultSupported},
		{5, 5, false, patterns.ResultUnproven}, // the e-value is 32/6
		{0, 30, true, patterns.ResultSupported},
		{15, 30, false, patterns.ResultUnproven},
		{3, 30, false, patterns.ResultRefuted},
	} {
		v := judgeOne(patterns.Criteria{}, validation.Tested{Anti: c.anti, Half: true, Unadjusted: true, Status: patterns.StatusCandidate, Figures: same(counted(c.k, c.n, 0, 0))})
		if v.Result != c.result || v.NullBasis != patterns.NullHalf || *v.NullRate != .5 || v.ComparisonP != nil || v.StratifiedP != nil || c.anti == false && *v.P != *v.HalfP {
			t.Errorf("%d of %d: %+v", c.k, c.n, v)
		}
		if validated := v.After == patterns.StatusValidated; validated != (c.result == patterns.ResultSupported) {
			t.Errorf("%d of %d is %s", c.k, c.n, v.After)
		}
		plain := judgeOne(patterns.Criteria{}, validation.Tested{Anti: c.anti, Status: patterns.StatusCandidate, Figures: same(counted(c.k, c.n, 0, 0))})
		if plain.After != patterns.StatusCandidate || plain.Confidence == nil || c.n == 30 && c.result == patterns.ResultSupported && *plain.Confidence < .9 {
			t.Errorf("without a comparison %d of %d: %+v", c.k, c.n, plain)
		}
	}
}

// TestJudge_Opposite turns successes into failures: an anti-pattern is judged as the pattern is.
func TestJudge_Opposite(t *testing.T) {
	random := soak.Rand(4, 1)
	for range soak.Rounds(200) {
		c := randomCounts(random)
		turned := c
		turned.Successes, turned.NullSuccesses, turned.OtherSuccesses = c.Trials-c.Successes, c.NullTrials-c.NullSuccesses, c.OtherTrials-c.OtherSuccesses
		a := judgeOne(patterns.Criteria{}, validation.Tested{Status: patterns.StatusValidated, Figures: same(c)})
		b := judgeOne(patterns.Criteria{}, validation.Tested{Status: patterns.StatusValidated, Anti: true, Figures: same(turned)})
		if a.Result != b.Result || a.After != b.After || len(a.Failed) != len(b.Failed) {
			t.Fatalf("%+v: %s, turned %s", c, a.Result, b.Result)
		}
		for _, pair := range [][2]*float64{{a.P, b.P}, {a.ComparisonP, b.ComparisonP}, {a.EValue, b.EValue}, {a.Against, b.Against}, {a.Confidence, b.Confidence}} {
			if (pair[0] == nil) != (pair[1] == nil) || pair[0] != nil && math.Abs(*pair[0]-*pair[1]) > 1e-9*max(1, math.Abs(*pair[0])) {
				t.Fatalf("%+v: %v, turned %v", c, pair[0], pair[1])
			}
		}
	}
}

func randomCounts(random *rand.Rand) patterns.Counted {
	share := func(most int) (int, int) {
		n := random.IntN(most)
		return random.IntN(n + 1), n
	}
	var c patterns.Counted
	c.Successes, c.Trials = share(60)
	c.NullSuccesses, c.NullTrials = share(50)
	c.OtherSuccesses, c.OtherTrials = share(300)
	return c
}

// TestJudge_Finite gives it anything: every figure is a number or unknown, p-values are from 0 to
// 1, and what is supported has passed every test.
func TestJudge_Finite(t *testing.T) {
	random := soak.Rand(4, 2)
	for range soak.Rounds(60) {
		family := make([]validation.Tested, random.IntN(8))
		for i := range family {
			family[i] = validation.Tested{Anti: random.IntN(2) == 0, Status: patterns.Statuses()[random.IntN(4)], Figures: same(randomCounts(random))}
			if random.IntN(4) == 0 {
				family[i].Figures = same(counted(1_000_000, 1_000_000, random.IntN(2)*1_000_000, 1_000_000))
			}
		}
		for i, v := range validation.Judge((patterns.Criteria{}), "run", time.Time{}, family) {
			checkFinite(t, v)
			if v.Result == patterns.ResultSupported && (*v.Adjusted > .05 || *v.AnytimeP > .05 || *v.Confidence < .7) {
				t.Errorf("supported: %+v", v)
			}
			if family[i].Status == patterns.StatusDeprecated && (v.Adjusted != nil || v.After != patterns.StatusDeprecated) {
				t.Errorf("a deprecated one is tested: %+v", v)
			}
		}
	}
}

func checkFinite(t *testing.T, v patterns.Validation) {
	t.Helper()
	for _, x := range []*float64{v.Rate, v.NullRate, v.P, v.HalfP, v.ComparisonP, v.Adjusted, v.AnytimeP, v.Confidence} {
		if x != nil && !(*x >= 0 && *x <= 1) {
			t.Errorf("%v is no share: %+v", *x, v.Figures)
		}
	}
	for _, x := range []*float64{v.LogP, v.EValue, v.Against} {
		if x != nil && (math.IsNaN(*x) || math.IsInf(*x, 0)) {
			t.Errorf("%v is no number: %+v", *x, v.Figures)
		}
	}
	if v.Adjusted != nil && *v.Adjusted < max(*v.P, *v.ComparisonP) {
		t.Errorf("adjusted %v is less than %v", *v.Adjusted, max(*v.P, *v.ComparisonP))
	}
}

// TestJudge_Family tests a pattern alone and among a hundred that are noise.
func TestJudge_Family(t *testing.T) {
	// Strong enough to be found alone, not among a hundred.
	family := []validation.Tested{{Status: patterns.StatusCandidate, Figures: same(counted(31, 40, 17, 40))}}
	alone := judgeOne(patterns.Criteria{}, family[0])
	for range 99 {
		family = append(family, validation.Tested{Status: patterns.StatusCandidate, Figures: same(counted(20, 40, 20, 40))})
	}
	family = append(family, validation.Tested{Figures: same(counted(4, 4, 0, 40))}, validation.Tested{Figures: same(counted(9, 9, 0, 0))})
	among := validation.Judge((patterns.Criteria{}), "run", time.Time{}, family)[0]
	if alone.Family != 1 || alone.Result != patterns.ResultSupported {
		t.Errorf("alone: %+v", alone)
	}
	if among.Family != 100 || among.Result != patterns.ResultUnproven || *among.P != *alone.P || math.Abs(*among.Adjusted-100**alone.Adjusted) > 1e-9 {
		t.Errorf("among a hundred: %+v", among)
	}
	if !slices.ContainsFunc(among.Failed, func(s string) bool { return strings.Contains(s, "the 100 patterns of the run") }) {
		t.Errorf("it fails for %q", among.Failed)
	}
}

func TestJudge_Window(t *testing.T) {
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	long, short := at.AddDate(-1, 0, 0), at.AddDate(0, 0, -7)
	got := validation.Judge((patterns.Criteria{}), "run", at, []validation.Tested{{}, {CountedFrom: long}, {CountedFrom: short}})
	for i, want := range []time.Time{at.AddDate(0, 0, -90), at.AddDate(0, 0, -90), short} {
		if !got[i].Since.Equal(want) || !got[i].Until.Equal(at) || got[i].Run != "run" || !got[i].At.Equal(at) {
			t.Errorf("%d: %+v", i, got[i])
		}
	}
	// The window decides on the rate, everything on the e-value.
	v := judgeOne(patterns.Criteria{}, validation.Tested{Figures: patterns.Figures{Window: counted(9, 10, 20, 40), All: counted(900, 1000, 500, 1000)}})
	if *v.Rate != .9 || !(*v.EValue > 50) || *v.P < 1e-4 {
		t.Errorf("%+v", v)
	}
}

func TestJudge_ChosenRuleChangesNothing(t *testing.T) {
	strong := validation.Tested{Status: patterns.StatusCandidate, Rule: patterns.RuleSuccess, Figures: same(counted(38, 40, 20, 40))}
	v := judgeOne(patterns.Criteria{Rule: patterns.RuleNoError}, strong)
	if v.Result != patterns.ResultSupported || v.After != patterns.StatusCandidate || v.Rule != patterns.RuleNoError {
		t.Errorf("%s, %s by %s", v.Result, v.After, v.Rule)
	}
	if v := judgeOne(patterns.Criteria{}, strong); v.After != patterns.StatusValidated || v.Rule != patterns.RuleSuccess {
		t.Errorf("%s by %s", v.After, v.Rule)
	}
}

func TestCriteria_Validate(t *testing.T) {
	for _, c := range []struct {
		why   string
		of    patterns.Criteria
		paths []string
	}{
		{"defaults", patterns.Criteria{}, nil},
		{"the defaults themselves", validation.WithDefaults(patterns.Criteria{}), nil},
		{"rates beyond 1", patterns.Criteria{MinRate: 1.2, MinConfidence: 1.1, Alpha: 1}, []string{"minRate", "minConfidence", "alpha"}},
		{"below 0", patterns.Criteria{Days: -1, MinTrials: -1, Alpha: -.1}, []string{"days", "minTrials", "alpha"}},
		{"no number", patterns.Criteria{MinRate: math.NaN()}, []string{"minRate"}},
		{"no rule", patterns.Criteria{Rule: "LUCK"}, []string{"rule"}},
		{"longer than time", patterns.Criteria{Days: math.MaxInt}, []string{"days"}},
	} {
		var invalid *problem.InvalidError
		var paths []string
		if err := validation.Validate(c.of); errors.As(err, &invalid) {
			for _, p := range invalid.Problems {
				paths = append(paths, p.Path)
			}
		}
		if diff := cmp.Diff(c.paths, paths); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}

// The best of many has to be that much better, and who lowers the thresholds changes nothing.
func TestJudge_picked(t *testing.T) {
	good := validation.Tested{Status: patterns.StatusCandidate, Figures: same(counted(45, 50, 25, 50))}
	for _, c := range []struct {
		why      string
		criteria patterns.Criteria
		looked   int
		result   patterns.Result
		after    patterns.Status
	}{
		{"written down before", patterns.Criteria{}, 0, patterns.ResultSupported, patterns.StatusValidated},
		{"the only candidate", patterns.Criteria{}, 1, patterns.ResultSupported, patterns.StatusValidated},
		{"the best of a million", patterns.Criteria{}, 1_000_000, patterns.ResultUnproven, patterns.StatusCandidate},
		{"further back", patterns.Criteria{Days: 400}, 0, patterns.ResultSupported, patterns.StatusValidated},
		{"another level", patterns.Criteria{Alpha: .5}, 0, patterns.ResultSupported, patterns.StatusCandidate},
		{"one trial is enough", patterns.Criteria{MinTrials: 1}, 0, patterns.ResultSupported, patterns.StatusCandidate},
	} {
		tested := good
		tested.Candidates = c.looked
		if v := judgeOne(c.criteria, tested); v.Result != c.result || v.After != c.after {
			t.Errorf("%s: %s and %s, %v; want %s and %s", c.why, v.Result, v.After, v.Failed, c.result, c.after)
		}
	}
}

// Of kidney stones the better treatment is given to the worse cases (Charig et al. 1986): over all
// it looks worse, and better in each stratum.
func TestJudge_confounded(t *testing.T) {
	share := func(k, n int) statistics.Share { return statistics.Share{K: k, N: n} }
	better := []statistics.Table{{With: share(81, 87), Without: share(234, 270)}, {With: share(192, 263), Without: share(55, 80)}}
	worse := []statistics.Table{{With: share(234, 270), Without: share(81, 87)}, {With: share(55, 80), Without: share(192, 263)}}
	for _, c := range []struct {
		why    string
		tested validation.Tested
		below  float64
		above  float64
	}{
		{"what looks better, and is worse", validation.Tested{Figures: same(counted(289, 350, 273, 350)), Strata: worse}, 1, .9},
		{"what looks worse, and is better", validation.Tested{Figures: same(counted(273, 350, 289, 350)), Strata: better}, .1, 0},
		{"what looks better to be avoided, and is not", validation.Tested{Anti: true, Figures: same(counted(273, 350, 289, 350)), Strata: better}, 1, .9},
		{"strata that tell nothing", validation.Tested{Figures: same(counted(45, 50, 25, 50)), Strata: []statistics.Table{{With: share(45, 50)}}}, 1, 1},
	} {
		c.tested.Status, c.tested.AdjustedFor = patterns.StatusCandidate, []string{"stone"}
		v := judgeOne(patterns.Criteria{}, c.tested)
		if v.StratifiedP == nil || *v.StratifiedP > c.below || *v.StratifiedP < c.above || v.After != patterns.StatusCandidate || *v.Adjusted < *v.StratifiedP {
			t.Errorf("%s: %+v", c.why, v)
		}
	}
	unheld := validation.Tested{Status: patterns.StatusCandidate, Unadjusted: true, Figures: same(counted(45, 50, 25, 50))}
	if v := judgeOne(patterns.Criteria{}, unheld); v.After != patterns.StatusCandidate || len(v.Failed) != 1 {
		t.Errorf("with causes that are not known: %+v", v)
	}
}
