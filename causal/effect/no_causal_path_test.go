package effect_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// strayLinked is a project in which retrying makes it break less often, which is the outcome, and of
// which only the first so many episodes link that what is hard breaks.
func strayLinked(n, links int) []episodic.Episode {
	random := rand.New(rand.NewPCG(1, 2))
	yes := func(p float64) string {
		if random.Float64() < p {
			return "yes"
		}
		return "no"
	}
	var out []episodic.Episode
	for i := range n {
		hard, retry := yes(.5), yes(.5)
		broken := yes(map[string]float64{"yes": .2, "no": .8}[retry])
		lines := []string{"event hard=" + hard, "decide retry=" + retry, "event broken=" + broken}
		if i < links {
			lines = append(lines, "hard -> broken")
		}
		outcome := map[string]episodic.Outcome{"yes": episodic.OutcomeFailure, "no": episodic.OutcomeSuccess}[broken]
		out = append(out, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, lines...))
	}
	return out
}

// circling is a project in which b follows a, and more links say that a follows b.
func circling() []episodic.Episode {
	random := rand.New(rand.NewPCG(1, 2))
	var out []episodic.Episode
	for i := range 400 {
		a, b := "no", "no"
		if random.Float64() < .5 {
			a = "yes"
		}
		if random.Float64() < map[string]float64{"yes": .9, "no": .1}[a] {
			b = "yes"
		}
		link := "b -> a"
		if i%2 == 0 && i > 20 {
			link = "a -> b"
		}
		out = append(out, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, "event a="+a, "event b="+b, link))
	}
	return out
}

// TestIntervene_NoWay asks for effects to which no way leads along the graph, although something
// speaks for them: none of them is exactly 0.
func TestIntervene_NoWay(t *testing.T) {
	for _, c := range []struct {
		why        string
		episodes   []episodic.Episode
		do, target string
		status     model.Status
		reason     string
	}{
		{"the link was cut to undo a circle", circling(), "a=yes", "b=yes", model.StatusCyclic, "left out to undo a circle"},
		{"nothing is linked into the target", strayLinked(700, 0), "retry=yes", "broken=yes", model.StatusInsufficient, "no link says"},
		{"one episode alone links something into the target", strayLinked(700, 1), "retry=yes", "broken=yes", model.StatusInsufficient, "no link says"},
		{"many episodes link another cause, none this one", strayLinked(700, 300), "retry=yes", "broken=yes", model.StatusInsufficient, "counts disagree"},
		{"and the outcome is the same", strayLinked(700, 300), "retry=yes", "outcome=failure", model.StatusInsufficient, "counts disagree"},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, c.episodes...)
			e := m.Intervene(effect.InterveneQuestion{Do: []string{c.do}, Target: c.target, Budget: effect.EffectBudget})
			if e.Status != c.status || !strings.Contains(e.Reason, c.reason) || e.Model != nil || e.Observed == nil || (e.Contrast == nil) != (c.status == model.StatusCyclic) {
				t.Errorf("%s %q, model %v, contrast %v", e.Status, e.Reason, e.Model, e.Contrast)
			}
			if e.Contrast != nil && math.Abs(e.Contrast.Difference.Value+.6) > .1 {
				t.Errorf("the counts say %+v, truly -.6", e.Contrast.Difference)
			}
			if strings.Contains(e.Text.Text, "exactly 0") || strings.Contains(e.Text.Text, "all that there are") {
				t.Errorf("told as %s", e.Text.Text)
			}
			variable, _, _ := strings.Cut(c.do, "=")
			target, _, _ := strings.Cut(c.target, "=")
			a, err := m.Service.Counterfactual.Counterfactual(t.Context(), counterfactual.Question{Project: "p", Episode: "ep00300", Remove: variable, Target: target})
			if err != nil {
				t.Fatal(err)
			}
			if a.Status != c.status || a.Graded != nil {
				t.Errorf("what would have been: %s %q %+v", a.Status, a.Reason, a.Graded)
			}
		})
	}
}

// TestIntervene_LaterTime wants the effect on what comes again not to be told as none.
func TestIntervene_LaterTime(t *testing.T) {
	row := [][]string{
		{"error=no", "blocked=no"},
		{"error=yes", "blocked=yes"},
		{"error=yes", "retry=yes", "error=no", "blocked=no"},
		{"error=yes", "retry=yes", "error=no", "blocked=no"},
		{"error=yes", "retry=yes", "blocked=yes"},
	}
	var told [][]string
	for range 40 {
		told = append(told, row...)
	}
	m := causaltest.NewProject(t)
	m.RecordStates(told...)
	m.StateLinks("error=yes causes retry=yes", "error=yes enables retry=yes", "retry=yes prevents error=yes", "error=yes causes blocked=yes")
	m.Close("no", "retry")
	e := m.Intervene(effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "error=yes"})
	if e.Status != model.StatusInsufficient || !strings.Contains(e.Reason, "later time") || e.Contrast != nil {
		t.Errorf("%s %q %+v", e.Status, e.Reason, e.Contrast)
	}
	e = m.Intervene(effect.InterveneQuestion{Do: []string{"error=yes"}, Target: "blocked=yes"})
	if said := strings.Join(e.Assumptions, " "); !strings.Contains(said, "the first time") {
		t.Errorf("an effect of what comes again assumes %s", said)
	}
}
