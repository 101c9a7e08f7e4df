package model_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

func TestModel_ParentsOfTheOutcome(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	yes := func(p float64) string {
		if r.Float64() < p {
			return "yes"
		}
		return "no"
	}
	var episodes [][]string
	for range 400 {
		a, b, noise := yes(.5), yes(.5), yes(.5)
		p := .1
		if a == "yes" {
			p += .4
		}
		if b == "yes" {
			p += .4
		}
		done, outcome := yes(p), "failure"
		if done == "yes" {
			outcome = "success"
		}
		episodes = append(episodes, []string{"a=" + a, "b=" + b, "noise=" + noise, "done=" + done, "outcome=" + outcome})
	}
	without := func(variable string) [][]string {
		var out [][]string
		for _, e := range episodes {
			out = append(out, slices.DeleteFunc(slices.Clone(e), func(s string) bool { return strings.HasPrefix(s, variable+"=") }))
		}
		return out
	}
	for _, c := range []struct {
		why     string
		told    [][]string
		links   []string
		actions []string
		parents map[string][]string
	}{
		{"what tells of it, and nothing else", without("done"), nil, nil, map[string][]string{"outcome": {"a", "b"}}},
		{
			"what is asked about is a parent whatever the counts say, with what causes it",
			without("done"),
			[]string{"cause=a causes noise=yes"},
			[]string{"noise"},
			map[string][]string{"outcome": {"a", "b", "cause", "noise"}, "noise": {"cause"}},
		},
		{"the outcome under another name; its parents in its place", episodes, nil, nil, map[string][]string{"outcome": {"done"}, "done": {"a", "b"}}},
		{
			"unless links say what these are, who knows all of them",
			episodes,
			[]string{"a=yes causes done=yes"},
			[]string{"noise"},
			map[string][]string{"outcome": {"done"}, "done": {"a"}},
		},
		{"what links say is a parent, whatever the counts say", without("done"), []string{"noise=yes causes outcome=success"}, nil, map[string][]string{"outcome": {"a", "b", "noise"}}},
		{"too few episodes to choose from", episodes[:20], nil, []string{"a"}, map[string][]string{"outcome": {"a"}}},
	} {
		m := newProject(t)
		m.record(c.told...)
		m.state(c.links...)
		got := m.learnFor(c.actions, "outcome")
		for name, want := range c.parents {
			if parents := got.Parents(name); !slices.Equal(parents, want) {
				t.Errorf("%s: the parents of %s are %v, want %v", c.why, name, parents, want)
			}
		}
	}
}

// A confounder that fewer episodes tell than a hundred variables that say nothing is found all
// the same: without it retrying would seem to lead to failure.
func TestModel_ConfounderAmongMany(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 2))
	yes := func(p float64) string {
		if r.Float64() < p {
			return "yes"
		}
		return "no"
	}
	var all []episodic.Episode
	for i := range 500 {
		hard := yes(.5)
		likely := map[string]float64{"yes": .9, "no": .1}[hard]
		var lines []string
		if i%20 != 0 {
			lines = append(lines, "context hard="+hard)
		}
		for k := range 105 {
			lines = append(lines, fmt.Sprintf("context noise%03d=%s", k, yes(.5)))
		}
		outcome := episodic.OutcomeSuccess
		if yes(likely) == "yes" {
			outcome = episodic.OutcomeFailure
		}
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, append(lines, "decide retry="+yes(likely))...))
	}
	m := causaltest.NewProjectWith(t, all...)
	got, err := model.ProbeOf(t.Context(), m.Service.Model, "p", []string{"outcome"}, []string{"retry"})
	if err != nil {
		t.Fatal(err)
	}
	if parents := got.Parents("outcome"); !slices.Contains(parents, "hard") {
		t.Errorf("the parents of the outcome are %v, without what decides it", parents)
	}
	e := m.Intervene(effect.InterveneQuestion{Do: []string{"retry=yes"}, Budget: effect.EffectBudget})
	if e.Contrast != nil && e.Contrast.Difference.Low > 0 {
		t.Errorf("retrying does nothing, and is said to do %+v", e.Contrast.Difference)
	}
	if want := "among the 100 variables that say most of it (7 not looked at"; !strings.Contains(e.Text.Text, want) {
		t.Errorf("not said is %q:\n%s", want, e.Text.Text)
	}
}

// What the counts chose and links lead to from the outcome is left out, and that is said.
func TestIntervene_ChosenAndCut(t *testing.T) {
	var all []episodic.Episode
	for i := range 400 {
		named := map[bool]string{true: "yes", false: "no"}
		failed := (i%2 == 0) == (i%5 > 0)
		outcome := map[bool]episodic.Outcome{true: episodic.OutcomeFailure, false: episodic.OutcomeSuccess}[failed]
		all = append(all, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, "event sorry="+named[failed != (i%7 == 0)], "decide a="+named[i%2 == 0]))
	}
	m := causaltest.NewProjectWith(t, all...)
	m.StateCauses("outcome=failure -> sorry=yes")
	e := m.Intervene(effect.InterveneQuestion{Do: []string{"a=yes"}, Budget: effect.EffectBudget})
	if want := "chose \"sorry\" for \"outcome\" too, but links lead the other way"; !strings.Contains(e.Text.Text, want) {
		t.Errorf("not said is %q:\n%s", want, e.Text.Text)
	}
}
