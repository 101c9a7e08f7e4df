package effect_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/episodic"
)

// TestIntervene_Treated gives the average effect on the treated by the adjustment set of the effect,
// and none where those that made the choice are like nobody who did not.
func TestIntervene_Treated(t *testing.T) {
	q := effect.InterveneQuestion{Do: []string{"retry=yes"}, Against: "retry=no"}
	e := causaltest.NewProjectWith(t, causaltest.Confounded(2_000, 4)...).Intervene(q)
	if e.Contrast == nil || e.Contrast.Treated == nil {
		t.Fatalf("%s %q: %+v", e.Status, e.Reason, e.Contrast)
	}
	if d := *e.Contrast.Treated; d.Low > -.2 || d.High < -.2 || d.High-d.Low > .15 {
		t.Errorf("%+v, want -.2", d)
	}
	alone := deleteEpisodes(causaltest.Confounded(2_000, 4), func(e episodic.Episode) bool {
		return e.Events[0].Content == "hard=yes" && e.Decisions[0].Chosen == "no"
	})
	e = causaltest.NewProjectWith(t, alone...).Intervene(q)
	if e.Contrast != nil && e.Contrast.Treated != nil {
		t.Errorf("%s: %+v among episodes that are like no others", e.Status, *e.Contrast.Treated)
	}
}
