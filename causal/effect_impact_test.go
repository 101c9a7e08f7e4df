package causal_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// TestDecisionImpact_NoDifference has a decision whose options are exactly alike beside one that
// no link joins to the target.
func TestDecisionImpact_NoDifference(t *testing.T) {
	var all []episodic.Episode
	for i := range 800 {
		all = append(all, tale(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess,
			"decide b="+yesOr(i%2 == 0), "decide a="+yesOr(i/2%2 == 0), "event y="+yesOr(i/4%2 == 0), "a -> y"))
	}
	m := world(t, all...)
	out, err := m.service.DecisionImpact(t.Context(), causal.ImpactQuestion{Project: "p", Episode: "ep00000", Target: "y=yes", Budget: 1000})
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
		all = append(all, tale(fmt.Sprintf("ep%05d", i), outcome, lines...))
	}
	m := world(t, all...)
	out, err := m.service.DecisionImpact(t.Context(), causal.ImpactQuestion{Project: "p", Episode: "ep00003"})
	if err != nil || len(out.Decisions) != 8 {
		t.Fatalf("%d decisions, %v", len(out.Decisions), err)
	}
	for _, d := range out.Decisions {
		_, id, _ := episodic.SplitKey(d.Decision.Key)
		for _, o := range d.Options {
			e := m.whatIf("ep00003", id, o.State)
			e.Text = causal.Telling{}
			if diff := cmp.Diff(e, o.Effect); diff != "" {
				t.Errorf("%s of %s (what-if -, impact +):\n%s", o.State, id, diff)
			}
			if said := strings.Join(e.Assumptions, " "); id == "d001" && !strings.Contains(said, `no link that says so, what it does through that`) {
				t.Errorf("that d01 may carry what d00 does is not said: %s", said)
			}
		}
	}
}
