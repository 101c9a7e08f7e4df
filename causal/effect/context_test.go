package effect_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// staged is confounded, but that hard work comes from one team in most episodes, that a shift
// bears on nothing, and that what breaks is noticed.
func staged(n int) []episodic.Episode {
	random := rand.New(rand.NewPCG(8, 1))
	out := causaltest.Confounded(n, 8)
	for i := range out {
		e := &out[i]
		hard := e.Events[0].Content == "hard=yes"
		team, shift := "blue", []string{"day", "night"}[random.IntN(2)]
		if hard == (random.Float64() < .8) {
			team = "red"
		}
		e.Context["team"], e.Context["shift"] = team, shift
		if e.Outcome == episodic.OutcomeFailure {
			e.Context["seen"] = "yes"
		}
		e.Events = append(e.Events, episodic.Event{ID: "e800", At: e.StartedAt, Type: episodic.EventMilestone, Content: "team=" + team})
		e.Links = append(e.Links, episodic.Link{Source: "e800", Target: "e001", Relation: episodic.RelationCauses, Basis: episodic.BasisStated})
	}
	return out
}

// TestIntervene_Context holds what bears on the target, and lets go of what too few share.
func TestIntervene_Context(t *testing.T) {
	all := staged(600)
	m := causaltest.NewProjectWith(t, all...)
	for name, c := range map[string]struct {
		why                    string
		q                      effect.InterveneQuestion
		held, dropped, notHeld []string
	}{
		"bears on the target": {
			why: "what is hard fails more often",
			q:   effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"hard=yes"}, Target: "broken=yes"}, held: []string{"hard=yes"},
		},
		"says nothing": {
			why: "no link joins the shift to anything",
			q:   effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"shift=day"}, Target: "broken=yes"}, notHeld: []string{"shift=day"},
		},
		"says it already": {
			why:  "of the team only what is hard bears on the target, and that is known",
			q:    effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"team=red", "hard=no"}, Target: "broken=yes"},
			held: []string{"hard=no"}, notHeld: []string{"team=red"},
		},
		"alone it says something": {
			why: "the team tells how hard it may be",
			q:   effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"team=red"}, Target: "broken=yes"}, held: []string{"team=red"},
		},
		"comes later": {
			why:     "what depends on the action is not known before it",
			q:       effect.InterveneQuestion{Do: []string{"hard=yes"}, Context: []string{"retry=yes"}, Target: "broken=yes"},
			notHeld: []string{"retry=yes"},
		},
		"never seen": {
			why:     "no episode has the state",
			q:       effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"team=green"}, Target: "broken=yes"},
			dropped: []string{"team=green"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			asked := m
			asked.T = t
			e := asked.Intervene(c.q)
			if !slices.Equal(causaltest.VariablesOf(e.Context), c.held) || !slices.Equal(causaltest.VariablesOf(e.Dropped), c.dropped) || !slices.Equal(causaltest.VariablesOf(e.Unused), c.notHeld) {
				t.Errorf("%s: held %v, let go %v, not held %v (%s %s)", c.why, e.Context, e.Dropped, e.Unused, e.Status, e.Reason)
			}
		})
	}
}

// TestIntervene_BackOff lets go of the state that says least about the target first.
func TestIntervene_BackOff(t *testing.T) {
	var episodes []episodic.Episode
	for i, e := range causaltest.Confounded(600, 8) {
		// weather bears on what breaks and says little of it; with storms nothing was ever hard.
		weather := []string{"sun", "rain", "storm"}[i%3]
		if weather == "storm" && e.Events[0].Content == "hard=yes" {
			weather = "rain"
		}
		e.Events = append(e.Events, episodic.Event{ID: "e700", At: e.StartedAt, Type: episodic.EventMilestone, Content: "weather=" + weather})
		e.Links = append(e.Links, episodic.Link{Source: "e700", Target: "e002", Relation: episodic.RelationCauses, Basis: episodic.BasisStated})
		episodes = append(episodes, e)
	}
	m := causaltest.NewProjectWith(t, episodes...)
	q := effect.InterveneQuestion{Do: []string{"retry=yes"}, Context: []string{"weather=storm", "hard=yes"}, Target: "broken=yes"}
	e := m.Intervene(q)
	if !slices.Equal(causaltest.VariablesOf(e.Context), []string{"hard=yes"}) || !slices.Equal(causaltest.VariablesOf(e.Dropped), []string{"weather=storm"}) {
		t.Errorf("held %v, let go %v", e.Context, e.Dropped)
	}
	if !strings.Contains(strings.Join(e.Assumptions, " "), "weather=storm") {
		t.Errorf("that it is let go is not said: %q", e.Assumptions)
	}
	q.Context = []string{"hard=yes"}
	sameNumbers(t, "what is let go plays no part", e, m.Intervene(q))
}

// TestIntervene_Disagree leaves a link out that the counts show.
func TestIntervene_Disagree(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	share := func(p float64) string {
		if random.Float64() < p {
			return "yes"
		}
		return "no"
	}
	var episodes []episodic.Episode
	for i := range 1500 {
		hard := share(.5)
		retry := share(map[string]float64{"yes": .8, "no": .2}[hard])
		wait := share(map[string]float64{"yes": .95, "no": .05}[retry])
		broken := share(map[string]float64{"yes": .8, "no": .1}[hard] + map[string]float64{"yes": .1, "no": 0}[wait])
		episodes = append(episodes, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeUnknown,
			"event hard="+hard, "decide retry="+retry, "event wait="+wait, "event broken="+broken,
			"hard -> retry", "retry -> wait", "wait -> broken"))
	}
	e := causaltest.NewProjectWith(t, episodes...).Intervene(effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes", Budget: effect.EffectBudget})
	const exact = .45 + .1*.95
	if math.Abs(e.Stratified.Value-exact) > .05 || math.Abs(e.Model.Value-exact) < .1 {
		t.Fatalf("model %.3f, stratified %.3f, exactly %.3f", e.Model.Value, e.Stratified.Value, exact)
	}
	if !e.Disagree || !strings.Contains(e.Text.Text, "Graph and data disagree") || !strings.Contains(e.Changes[0], "disagree") {
		t.Errorf("the link that is missing is not noticed: %q", e.Text.Text)
	}
}

// What bears on the context and not on the target is no reason to leave a question unanswered.
func TestWhatIf_MuchBearsOnTheContext(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 3))
	yes := func(p float64) string {
		if random.Float64() < p {
			return "yes"
		}
		return "no"
	}
	var all []episodic.Episode
	for i := range 120 {
		var lines, links []string
		for k := range 18 {
			for j := range 12 {
				if i == 0 {
					lines = append(lines, fmt.Sprintf("event cause%02d_%02d=yes", k, j))
					links = append(links, fmt.Sprintf("cause%02d_%02d -> seen%02d", k, j, k))
				}
			}
			lines = append(lines, fmt.Sprintf("event seen%02d=%s", k, yes(.5)))
		}
		choice := yes(.5)
		lines = append(lines, "decide retry="+choice, "event broken="+yes(map[string]float64{"yes": .2, "no": .9}[choice]), "retry -> broken")
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, append(lines, links...)...))
	}
	m := causaltest.NewProjectWith(t, all...)
	other := map[string]string{"yes": "no", "no": "yes"}[all[3].Decisions[0].Chosen]
	e, err := m.Service.Effect.WhatIf(t.Context(), effect.WhatIfQuestion{
		Project: "p", Episode: "ep00003", Decision: "d001", Alternative: other, Target: "broken=yes", Budget: effect.EffectBudget,
	})
	if err != nil {
		t.Fatal(err)
	}
	if e.Status != model.StatusOK || len(e.Dropped) != 18 {
		t.Errorf("%s (%s), %d states let go, want OK without the 18 of the context", e.Status, e.Reason, len(e.Dropped))
	}
	if want := "bear on the context"; !strings.Contains(e.Text.Text, want) {
		t.Errorf("not said is %q:\n%s", want, e.Text.Text)
	}
}
