package causal_test

import (
	"fmt"
	"testing"

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
