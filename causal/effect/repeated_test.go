package effect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// decidedTwice is a project in which the first decision makes y happen, after which the same is
// decided again.
func decidedTwice(n int) []episodic.Episode {
	random := rand.New(rand.NewPCG(1, 2))
	var out []episodic.Episode
	for i := range n {
		x, y, again := "no", "no", "no"
		if random.Float64() < .5 {
			x = "yes"
		}
		if random.Float64() < map[string]float64{"yes": .9, "no": .1}[x] {
			y = "yes"
		}
		if i%2 == 0 {
			again = "yes"
		}
		outcome := map[string]episodic.Outcome{"yes": episodic.OutcomeFailure, "no": episodic.OutcomeSuccess}[y]
		e := causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, "decide x="+x, "event y="+y, "decide x="+again)
		e.Links = []episodic.Link{{Source: "d001", Target: "e001", Relation: episodic.RelationCauses, Basis: episodic.BasisStated}}
		out = append(out, e)
	}
	return out
}

// TestEffects_DecidedTwice wants the second decision about the same not to be answered as if it
// were the first, which alone is counted.
func TestEffects_DecidedTwice(t *testing.T) {
	m := causaltest.NewProjectWith(t, decidedTwice(600)...)
	for _, episode := range []string{"ep00000", "ep00001", "ep00002", "ep00003"} {
		for decision, want := range map[string]model.Status{"d001": model.StatusOK, "d002": model.StatusInsufficient} {
			why := func(reason string) bool { return strings.Contains(reason, episode+"/d001") == (decision == "d002") }
			a, err := m.Service.Counterfactual.Counterfactual(t.Context(), counterfactual.Question{Project: "p", Episode: episode, Remove: decision, Target: "outcome"})
			if err != nil || a.Status != want || !why(a.Reason) || (a.Graded == nil) == (want == model.StatusOK) {
				t.Errorf("%s without %s: %s %q %+v %v", episode, decision, a.Status, a.Reason, a.Graded, err)
			}
			for _, option := range []string{"yes", "no"} {
				if e := m.WhatIf(episode, decision, option); e.Status != want || !why(e.Reason) {
					t.Errorf("%s, %s for %s: %s %q", episode, option, decision, e.Status, e.Reason)
				}
			}
		}
		i, err := m.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: episode})
		if err != nil || i.Status != model.StatusOK || len(i.Decisions) != 2 {
			t.Fatalf("%s: %s %v", episode, i.Status, err)
		}
		if d := i.Decisions[1]; d.Status != model.StatusInsufficient || d.Largest != nil || !strings.Contains(d.Reason, "d001") {
			t.Errorf("%s, which decision mattered: %+v", episode, d)
		}
	}
}
