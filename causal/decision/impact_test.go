package decision_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/google/go-cmp/cmp"
)

// TestDecisionImpact_NoDifference has a decision whose options are exactly alike beside one that
// no link joins to the target.
func TestDecisionImpact_NoDifference(t *testing.T) {
	var all []episodic.Episode
	for i := range 800 {
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess,
			"decide b="+yesOr(i%2 == 0), "decide a="+yesOr(i/2%2 == 0), "event y="+yesOr(i/4%2 == 0), "a -> y"))
	}
	m := causaltest.NewProjectWith(t, all...)
	out, err := m.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: "ep00000", Target: "y=yes", Budget: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if first := out.Decisions[0]; first.Chosen.Variable != "a" || first.Largest == nil || first.Largest.Value != 0 || out.Text.Text == "" {
		t.Errorf("first is %v with %v: %q", first.Chosen, first.Largest, out.Text.Text)
	}
}

func yesOr(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// TestDecisionImpact_SaysTheSameAsWhatIf asks about every option of every decision both ways. One
// decision copies another and only the copy acts, so that what else is looked at shows.
func TestDecisionImpact_SaysTheSameAsWhatIf(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []episodic.Episode
	for i := range 700 {
		var lines []string
		before := false
		for k := range 8 {
			choice := random.Float64() < .5
			if k == 1 && random.Float64() < .8 {
				choice = before
			}
			if k < 2 {
				before = choice
			}
			lines = append(lines, fmt.Sprintf("decide d%02d=%s", k, yesOr(choice)))
		}
		outcome := episodic.OutcomeSuccess
		if random.Float64() < map[bool]float64{true: .65, false: .35}[before] {
			outcome = episodic.OutcomeFailure
		}
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, lines...))
	}
	m := causaltest.NewProjectWith(t, all...)
	out, err := m.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: "ep00003"})
	if err != nil || len(out.Decisions) != 8 {
		t.Fatalf("%d decisions, %v", len(out.Decisions), err)
	}
	for _, d := range out.Decisions {
		_, id, _ := episodic.SplitKey(d.Decision.Key)
		for _, o := range d.Options {
			e := m.WhatIf("ep00003", id, o.State)
			e.Text = explain.Explanation{}
			if diff := cmp.Diff(e, o.Effect); diff != "" {
				t.Errorf("%s of %s (what-if -, impact +):\n%s", o.State, id, diff)
			}
			if o.Identity.State != d.Chosen.State && id == "d001" && (e.Contrast == nil || math.Abs(e.Contrast.Difference.Value) < .1) {
				t.Errorf("what d00 does through d01 is not in its effect: %s %+v", e.Status, e.Contrast)
			}
		}
	}
}

// TestDecisionImpact_Clearly puts a small difference that is sure before a larger one that may be
// none, and says so when all may be.
func TestDecisionImpact_Clearly(t *testing.T) {
	out := clearly(t, map[[2]bool]float64{{}: .45, {true}: .54, {false, true}: .51, {true, true}: .6})
	rare := out.Decisions[1]
	if out.Decisions[0].Chosen.Variable != "often" || rare.Largest == nil || rare.Largest.Low > 0 || rare.Largest.High < 0 ||
		math.Abs(rare.Largest.Value) <= math.Abs(out.Decisions[0].Largest.Value) || !strings.Contains(out.Text.Text, `"often=yes" mattered most to "y=yes"`) {
		t.Errorf("the sure difference is not first: %q", out.Text.Text)
	}
	out = clearly(t, map[[2]bool]float64{{}: .5, {true}: .58, {false, true}: .5, {true, true}: .58})
	if out.Status != model.StatusOK || strings.Contains(out.Text.Text, "mattered most") || !strings.Contains(out.Text.Text, "no decision clearly mattered") {
		t.Errorf("what may be none is said to have mattered: %q", out.Text.Text)
	}
}

// clearly asks which decision mattered: a rare choice or one of every second episode, which reach
// the target in these shares.
func clearly(t *testing.T, shares map[[2]bool]float64) decision.Impact {
	t.Helper()
	var all []episodic.Episode
	seen := map[[2]bool]float64{}
	for i := range 2000 {
		of := [2]bool{i/2%20 == 0, i%2 == 0}
		n, p := seen[of], shares[of]
		seen[of]++
		reached := math.Floor((n+1)*p) > math.Floor(n*p)
		e := causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess,
			"decide rare="+yesOr(of[0]), "decide often="+yesOr(of[1]), "event y="+yesOr(reached), "rare -> y", "often -> y")
		e.Decisions[1].At = e.Decisions[0].At // neither is known when the other is made
		all = append(all, e)
	}
	m := causaltest.NewProjectWith(t, all...)
	out, err := m.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: "ep00000", Target: "y=yes", Budget: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBestAction_Pooled does not rank the rarest of too many states, which are one in the counts.
func TestBestAction_Pooled(t *testing.T) {
	var all []episodic.Episode
	for i := range 600 {
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, fmt.Sprintf("decide a=s%02d", i%55), "event y="+yesOr(i%2 == 0), "a -> y"))
	}
	out, err := causaltest.NewProjectWith(t, all...).Service.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: "a", Target: "y=yes"})
	if err != nil || len(out.Options) != 50 {
		t.Errorf("%d options, %v", len(out.Options), err)
	}
}

// TestCounterfactual_KnownBefore takes what was known beforehand for the first state, also beside
// one of which no time is told.
func TestCounterfactual_KnownBefore(t *testing.T) {
	var all []episodic.Episode
	for i := range 100 {
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, "context a="+yesOr(i%2 == 0), "event a=no", "event y="+yesOr(i%4 == 0), "a -> y"))
		all[i].Events[0].At = episodic.Timestamp{}
	}
	out, err := causaltest.NewProjectWith(t, all...).Service.Counterfactual.Counterfactual(t.Context(), counterfactual.Question{Project: "p", Episode: "ep00000", Set: "a=no", Target: "y"})
	if err != nil || out.Actual != (factor.Identity{Variable: "a", State: "yes"}) {
		t.Errorf("actually %v: %s %q, %v", out.Actual, out.Status, out.Reason, err)
	}
}
