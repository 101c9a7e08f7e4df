package counterfactual_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// retries is an episode whose occurrences share general names, or have none: two batches, two
// attempts with a choice each, and a decision that does not tell what was chosen.
func retries() episodic.Episode {
	decide := func(id string, minutes int, chosen string) episodic.Decision {
		return episodic.Decision{ID: id, At: causaltest.At(minutes), Type: episodic.DecisionRecovery, Context: "retry", Options: []string{"no", "yes"}, Chosen: chosen}
	}
	return episodic.Episode{
		ID: "retries", Task: "retries", Outcome: episodic.OutcomeSuccess, StartedAt: causaltest.At(0),
		Decisions: []episodic.Decision{decide("d001", 2, "no"), decide("d002", 4, "yes"), decide("d003", 6, "")},
		Events: []episodic.Event{
			causaltest.EventAt("e001", 1, "Committed batch 1"), causaltest.EventAt("e002", 3, "Committed batch 2"),
			causaltest.EventAt("e003", 5, "Attempt #1 failed"), causaltest.EventAt("e004", 7, "Attempt #2 passed"),
		},
		Links: []episodic.Link{
			causaltest.StatedLink("e001", episodic.RelationCauses, "e002"), causaltest.StatedLink("d001", episodic.RelationCauses, "d002"),
			causaltest.StatedLink("e003", episodic.RelationCauses, "d003"), causaltest.StatedLink("d003", episodic.RelationCauses, "e004"),
		},
	}
}

// TestCounterfactual_OwnIdentity wants answers by the links of an episode about any two of its
// occurrences, whether or not they have names of their own among episodes.
func TestCounterfactual_OwnIdentity(t *testing.T) {
	k := causaltest.NewServices(t, retries())
	for _, c := range []struct{ remove, target, reason, why string }{
		{"e001", "e002", "came before this one", "two of one general name"},
		{"d001", "d002", "came before this one", "two decisions about one thing"},
		{"e003", "d003", "in common", "a decision that does not tell what was chosen"},
		{"d003", "e004", "in common", "and what came of it"},
	} {
		t.Run(c.why, func(t *testing.T) {
			k.T = t
			a := k.Ask(counterfactual.Question{Episode: "retries", Remove: c.remove, Target: c.target, Budget: 500})
			if a.Status != model.StatusInsufficient || !strings.Contains(a.Reason, c.reason) || a.Structural == nil || !a.Structural.ButFor || len(a.Structural.Causes) == 0 {
				t.Errorf("%s %q: %+v", a.Status, a.Reason, a.Structural)
			}
			if a.Actual == a.Target || a.Actual.Variable == "" || a.Target.Variable == "" || a.Graded != nil {
				t.Errorf("had %q not been, %q: %+v", a.Actual.Label(), a.Target.Label(), a.Graded)
			}
		})
	}
	for _, q := range []counterfactual.Question{{Remove: "e002", Target: "e002"}, {Remove: "milestone: Committed batch <n>", Target: "e002"}} {
		q.Project, q.Episode = "p", "retries"
		var invalid *problem.InvalidError
		if _, err := k.Counterfactual.Counterfactual(t.Context(), q); !errors.As(err, &invalid) {
			t.Errorf("%s without %s: %v", q.Target, q.Remove, err)
		}
	}
}

// TestCounterfactual_UnknownCarrier wants no figure where the only way leads through an event of
// which one state is known.
func TestCounterfactual_UnknownCarrier(t *testing.T) {
	episodes := drives(200)
	k := causaltest.NewServices(t, episodes...)
	if err := k.Derive.DeclareClosed(t.Context(), "p", []string{"crash"}, "", true); err != nil {
		t.Fatal(err)
	}
	a := k.Ask(counterfactual.Question{Episode: first(t, episodes, "no", "wet", "slip", "crash"), Set: "road=dry", Target: "crash", Budget: 500})
	if a.Status != model.StatusInsufficient || !strings.Contains(a.Reason, `"slip"`) || a.Graded != nil {
		t.Errorf("%s %q: %+v", a.Status, a.Reason, a.Graded)
	}
}
