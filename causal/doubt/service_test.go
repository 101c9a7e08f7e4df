package doubt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// relayed are episodes in which a leads to b, b to c and c to d: c is as b in four of five, the others as what leads to them in three of
// five. links are those that they state.
func relayed(n int, links ...string) []episodic.Episode {
	random := rand.New(rand.NewPCG(3, 4))
	var out []episodic.Episode
	for i := range n {
		states, last := map[string]string{}, random.Float64() < .5
		lines := []string{}
		for _, name := range []string{"a", "b", "c", "d"} {
			if random.Float64() < map[string]float64{"b": .4, "c": .2, "d": .4}[name] {
				last = !last
			}
			states[name] = map[bool]string{true: "yes", false: "no"}[last]
			lines = append(lines, "event "+name+"="+states[name])
		}
		out = append(out, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, append(lines, links...)...))
	}
	return out
}

// TestService_Find finds the link that nobody states, with its counts and episodes, and adds nothing.
func TestService_Find(t *testing.T) {
	m := causaltest.NewProjectWith(t, relayed(600, "a -> b", "c -> d")...)
	got, err := m.Service.Doubt.Find(t.Context(), "p")
	if err != nil || got.Status != model.StatusOK || len(got.Doubts) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	d := got.Doubts[0]
	if d.Kind != doubt.Missing || d.Source.Variable != "b" || d.Target.Variable != "c" || d.Direction != doubt.ByTime || d.Before != 600 || d.After != 0 {
		t.Errorf("doubt %+v", d)
	}
	if c := d.Counts; c.Episodes() != 600 || c.N11 != len(d.Episodes) || c.N11 < 200 || d.Difference == nil || d.Difference.Low < .4 || d.Difference.High > .75 {
		t.Errorf("counts %+v, %d episodes, difference %v", c, len(d.Episodes), d.Difference)
	}
	for _, words := range []string{"no path explains it", "comes first in 600 episodes", "adjusted"} {
		if !strings.Contains(d.Text, words) {
			t.Errorf("%q does not say %q", d.Text, words)
		}
	}
	if again, err := m.Service.Doubt.Find(t.Context(), "p"); err != nil || len(again.Doubts) != 1 {
		t.Errorf("asked again: %+v, %v", again, err)
	}
	m.StateCauses("b=yes -> c=yes")
	if got, err := m.Service.Doubt.Find(t.Context(), "p"); err != nil || len(got.Doubts) > 0 || got.Tests == 0 {
		t.Errorf("once it is stated: %+v, %v", got, err)
	}
}

// What the counts choose for the twin of the outcome is proposed, for nobody stated it.
func TestService_FindBeforeTheOutcome(t *testing.T) {
	episodes := relayed(2_000, "a -> b", "b -> c")
	for i, e := range episodes {
		late := e.Events[3].Content == "d=yes"
		episodes[i].Outcome = map[bool]episodic.Outcome{true: episodic.OutcomeFailure, false: episodic.OutcomeSuccess}[late]
	}
	m := causaltest.NewProjectWith(t, episodes...)
	got, err := m.Service.Doubt.Find(t.Context(), "p")
	if err != nil || len(got.Doubts) != 1 || got.Doubts[0].Source.Variable != "c" || got.Doubts[0].Target.Variable != "d" {
		t.Fatalf("%+v, %v", got, err)
	}
}

// A link against the time is doubted, although the model reads it the other way round.
func TestService_FindBackward(t *testing.T) {
	m := causaltest.NewProjectWith(t, relayed(200, "a -> b", "c -> d")...)
	m.StateCauses("c=yes -> b=yes")
	got, err := m.Service.Doubt.Find(t.Context(), "p")
	if err != nil || len(got.Doubts) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if d := got.Doubts[0]; d.Kind != doubt.Reversed || d.Direction != doubt.ByTime || len(d.Links) != 1 || d.After != 200 || !strings.Contains(d.Text, "against the time") {
		t.Errorf("doubt %+v", d)
	}
}

func TestService_FindTooLittle(t *testing.T) {
	m := causaltest.NewProjectWith(t, relayed(12, "a -> b")...)
	if got, err := m.Service.Doubt.Find(t.Context(), "p"); err != nil || got.Status != model.StatusInsufficient || got.Reason == "" || got.LeftOut == 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := m.Service.Doubt.Find(t.Context(), "unknown"); err == nil {
		t.Error("an unknown project has an answer")
	}
}

// No path leads from a to d by the links, and the counts of a and d alone say nothing. What lies between tells that a link is missing.
func TestService_DoubtsNoCausalPath(t *testing.T) {
	m := causaltest.NewProjectWith(t, relayed(600, "a -> b", "c -> d")...)
	q := effect.InterveneQuestion{Do: []string{"a=yes"}, Target: "d=yes", Budget: effect.EffectBudget}
	e := m.Intervene(q)
	if e.Status != model.StatusInsufficient || e.Contrast != nil && e.Contrast.Difference == (model.Interval{}) {
		t.Errorf("%s: %s", e.Status, e.Reason)
	}
	if !strings.Contains(e.Reason, "speak against the links") || !strings.Contains(e.Reason, "b=yes") {
		t.Errorf("reason %q", e.Reason)
	}
	m.StateCauses("b=yes -> c=yes")
	if e := m.Intervene(q); e.Status != model.StatusOK {
		t.Errorf("once the link is stated: %s: %s", e.Status, e.Reason)
	}
}

// timeless takes the times away.
func timeless(all []episodic.Episode) []episodic.Episode {
	for _, e := range all {
		for i := range e.Events {
			e.Events[i].At = episodic.Timestamp{}
		}
	}
	return all
}

// That there is no effect may rest on the direction of a link. Where the counts speak against it the answer is none; where neither times nor counts
// tell it the answer says so; else it says nothing of it. In all of these a leads to b, b to c and c to d.
func TestService_DoubtsADirection(t *testing.T) {
	const against, rests = "speak against the links", "This rests on the direction of the link from"
	for _, c := range []struct {
		why        string
		episodes   []episodic.Episode
		do, target string
		status     model.Status
		says, not  string
	}{
		{"turned round, and a common effect tells it", timeless(relayed(3_000, "a -> b", "c -> b", "c -> d")), "b=yes", "c=yes", model.StatusInsufficient, against, ""},
		{"turned round, and too few episodes tell the common effect", timeless(relayed(400, "a -> b", "c -> b", "c -> d")), "b=yes", "c=yes", model.StatusNoCausalPath, rests + ` "c" to "b"`, ""},
		{"turned round, and nothing tells it", timeless(relayed(600, "b -> a", "b -> c", "c -> d")), "a=yes", "b=yes", model.StatusNoCausalPath, rests + ` "b" to "a"`, ""},
		{"right, and nothing tells it", timeless(relayed(600, "a -> b", "b -> c", "c -> d")), "b=yes", "a=yes", model.StatusNoCausalPath, rests + ` "a" to "b"`, ""},
		{"right, and times tell it", relayed(600, "a -> b", "b -> c", "c -> d"), "b=yes", "a=yes", model.StatusNoCausalPath, "", rests},
		{"turned round, and times tell it, so that it is read the right way", relayed(600, "b -> a", "b -> c", "c -> d"), "b=yes", "a=yes", model.StatusNoCausalPath, "", rests},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, c.episodes...)
			e := m.Intervene(effect.InterveneQuestion{Do: []string{c.do}, Target: c.target, Budget: effect.EffectBudget})
			if e.Status != c.status || !strings.Contains(e.Reason, c.says) || c.not != "" && strings.Contains(e.Reason, c.not) {
				t.Errorf("%s: %s", e.Status, e.Reason)
			}
			if !strings.Contains(e.Text.Text, c.says) {
				t.Errorf("told as %s", e.Text.Text)
			}
			if c.not != "" {
				return // of what came before it nobody asks what would have been
			}
			variable, _, _ := strings.Cut(c.do, "=")
			target, _, _ := strings.Cut(c.target, "=")
			a, err := m.Service.Counterfactual.Counterfactual(t.Context(), counterfactual.Question{Project: "p", Episode: "ep00300", Remove: variable, Target: target})
			if err != nil || a.Status != c.status || !strings.Contains(a.Reason, c.says) {
				t.Errorf("what would have been: %s: %s, %v", a.Status, a.Reason, err)
			}
		})
	}
}

// confounded are episodes in which u makes x and y likelier and x, over m, hardly does; p leads to q far from there.
func confounded(n int, links ...string) []episodic.Episode {
	return amongOthers(n, 0, 0, links...)
}

// amongOthers are such episodes with a chain of further variables that leads to u, c1 to u and c2 to c1, and with idle ones, i1 and on, that
// have nothing to do with the rest.
func amongOthers(n, chain, idle int, links ...string) []episodic.Episode {
	random := rand.New(rand.NewPCG(5, 6))
	said := map[bool]string{true: "yes", false: "no"}
	happens := func(p float64) bool { return random.Float64() < p }
	given := func(cause bool, with, without float64) float64 {
		if cause {
			return with
		}
		return without
	}
	var out []episodic.Episode
	for i := range n {
		u, p := happens(.5), happens(.5)
		x := happens(given(u, .8, .2))
		m := happens(given(x, .7, .3))
		y := happens(given(u, .6, .1) + given(m, .3, 0))
		q := happens(given(p, .8, .3))
		lines := []string{
			"event u=" + said[u], "event p=" + said[p], "event x=" + said[x], "event m=" + said[m], "event y=" + said[y], "event q=" + said[q],
		}
		for i, last := 1, u; i <= chain; i++ {
			last = happens(given(last, .8, .2))
			lines = slices.Insert(lines, 0, fmt.Sprintf("event c%d=%s", i, said[last]))
		}
		for i := range idle {
			lines = append(lines, fmt.Sprintf("event i%d=%s", i+1, said[happens(.5)]))
		}
		out = append(out, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), episodic.OutcomeSuccess, append(lines, links...)...))
	}
	return out
}

// An effect that rests on an independence which the counts contradict says so, and says it no more once the link is stated. One far from
// there is not marked.
func TestService_DoubtsAnEffect(t *testing.T) {
	said := "the counts speak against"
	for _, c := range []struct {
		why     string
		links   []string
		missing string
		// would says that what would have been rests on it too.
		would bool
	}{
		{"what decides about it is not linked to it, and so not adjusted for", []string{"x -> m", "m -> y", "u -> y", "p -> q"}, "u=yes -> x=yes", false},
		{"what decides about it leads to the target beside it", []string{"x -> m", "m -> y", "u -> x", "p -> q"}, "u=yes -> y=yes", true},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, confounded(1_500, c.links...)...)
			ask := func(do, target string) effect.Effect {
				t.Helper()
				e := m.Intervene(effect.InterveneQuestion{Do: []string{do}, Target: target, Budget: effect.EffectBudget})
				if e.Status != model.StatusOK {
					t.Fatalf("%s: %s", e.Status, e.Reason)
				}
				if told := strings.Contains(e.Text.Text, said+" links") && strings.Contains(e.Assumptions[0], e.Doubted); told != (e.Doubted != "") {
					t.Errorf("doubted by %q, it is told as %s", e.Doubted, e.Text.Text)
				}
				return e
			}
			e := ask("x=yes", "y=yes")
			other, _, _ := strings.Cut(strings.TrimPrefix(c.missing, "u=yes -> "), "=")
			if !strings.Contains(e.Doubted, `"u=`) || !strings.Contains(e.Doubted, `"`+other+"=") {
				t.Errorf("doubted by %q", e.Doubted)
			}
			if far := ask("p=yes", "q=yes"); far.Doubted != "" {
				t.Errorf("an effect far away is doubted by %q", far.Doubted)
			}
			q := counterfactual.Question{Project: "p", Episode: e.Similar[0].Episode, Remove: "x", Target: "y"}
			a, err := m.Service.Counterfactual.Counterfactual(t.Context(), q)
			if err != nil || len(a.Assumptions) == 0 || strings.Contains(a.Assumptions[0], said) != c.would {
				t.Errorf("what would have been assumes %q, %v", a.Assumptions, err)
			}
			best, err := m.Service.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: "x", Target: "y=yes", Budget: 1000})
			if err != nil || !strings.Contains(best.Text.Text, said) {
				t.Errorf("the best action is told as %s, %v", best.Text.Text, err)
			}
			m.StateCauses(c.missing)
			if e := ask("x=yes", "y=yes"); e.Doubted != "" {
				t.Errorf("once the link is stated, it is doubted by %q", e.Doubted)
			}
		})
	}
}

// An answer with a path compares the whole project among at most 20 variables, the outcome among them, and else those of the question with what leads to
// them, if these are at most 20. What it leaves out, the question for doubts still finds.
func TestService_DoubtsAnEffectBoundedly(t *testing.T) {
	apart, beside := []string{"x -> m", "m -> y", "p -> q"}, []string{"x -> m", "m -> y", "u -> x", "c1 -> u"}
	for i := 2; i <= 17; i++ {
		beside = append(beside, fmt.Sprintf("c%d -> c%d", i, i-1))
	}
	for _, c := range []struct {
		why         string
		chain, idle int
		links       []string
		// names are what the doubt names, variables with a state or that it is given; none if the answer is not doubted.
		names []string
	}{
		{"a cause of both that nothing links, among 20 variables", 0, 13, apart, []string{"u="}},
		{"among 21 it is no part of the question, which sees its ends depend on each other given m", 0, 14, apart, []string{"x=", "y=", "m\""}},
		{"a link of the question, with 20 variables that lead to it, of 23", 16, 0, beside, []string{"u=", "y="}},
		{"with 21 of 24", 17, 0, beside, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, amongOthers(600, c.chain, c.idle, c.links...)...)
			e := m.Intervene(effect.InterveneQuestion{Do: []string{"x=yes"}, Target: "y=yes", Budget: effect.EffectBudget})
			wrong := e.Status != model.StatusOK || (e.Doubted == "") != (c.names == nil)
			for _, name := range c.names {
				wrong = wrong || !strings.Contains(e.Doubted, `"`+name)
			}
			if wrong {
				t.Errorf("%s, doubted by %q", e.Status, e.Doubted)
			}
			found, err := m.Service.Doubt.Find(t.Context(), "p")
			if err != nil || len(found.Doubts) == 0 {
				t.Errorf("the graph is doubted by %+v, %v", found.Doubts, err)
			}
		})
	}
}
