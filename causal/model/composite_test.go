package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// toldInWords are runs of which half have a broken build, which decides and leads to failure. events tell
// what each run says of it.
func toldInWords(events func(i int, broken bool) []string) []episodic.Episode {
	var out []episodic.Episode
	for i := range 240 {
		broken := i%2 == 0
		merge := map[bool]string{true: "yes", false: "no"}[(i%10 < 7) == broken]
		outcome := episodic.OutcomeSuccess
		if broken && i%3 > 0 || i%20 == 1 {
			outcome = episodic.OutcomeFailure
		}
		lines := append(events(i, broken), "decide merge="+merge)
		out = append(out, causaltest.EpisodeFromLines(fmt.Sprintf("ep%05d", i), outcome, lines...))
	}
	return out
}

func TestModel_Composites(t *testing.T) {
	both := func(broken bool) string {
		return map[bool]string{true: "event Build broke", false: "event Build is fine"}[broken]
	}
	for _, c := range []struct {
		why    string
		events func(i int, broken bool) []string
		link   string
		want   string
	}{
		{"each run tells one of two texts", func(_ int, broken bool) []string { return []string{both(broken)} }, "", "milestone: Build broke or milestone: Build is fine"},
		{
			"what they refer to is another thing each time",
			func(i int, broken bool) []string { return []string{fmt.Sprintf("%s in #%d", both(broken), i)} }, "",
			"milestone: Build broke in #<reference> or milestone: Build is fine in #<reference>",
		},
		{"one run tells both", func(i int, broken bool) []string {
			if i == 0 {
				return []string{both(true), both(false)}
			}
			return []string{both(broken)}
		}, "", ""},
		{"every tenth run tells neither", func(i int, broken bool) []string {
			if i%10 == 0 {
				return nil
			}
			return []string{both(broken)}
		}, "", ""},
		{"told only when it occurs", func(_ int, broken bool) []string {
			if broken {
				return []string{both(true)}
			}
			return nil
		}, "", ""},
		{"links are about one of the texts", func(_ int, broken bool) []string { return []string{both(broken)} }, "milestone: Build broke -> outcome=failure", ""},
	} {
		m := causaltest.NewProjectWith(t, toldInWords(c.events)...)
		if c.link != "" {
			m.StateCauses(c.link)
		}
		got, err := model.ProbeOf(t.Context(), m.Service.Model, "p", []string{"outcome"}, []string{"merge"})
		if err != nil {
			t.Fatal(err)
		}
		joined := slices.DeleteFunc(got.Names(), func(name string) bool { return !strings.Contains(name, " or ") })
		if want := slices.DeleteFunc([]string{c.want}, func(s string) bool { return s == "" }); !slices.Equal(joined, want) {
			t.Errorf("%s: the composites are %q, want %q", c.why, joined, want)
		}
		for _, child := range []string{"outcome", "merge"} {
			if c.want != "" && !slices.Contains(got.Parents(child), c.want) {
				t.Errorf("%s: the parents of %s are %v", c.why, child, got.Parents(child))
			}
		}
	}
}

// A composite is no factor: what an episode tells of it is known before the decision all the same, and a
// question about one of its texts does not hold the other one fixed.
func TestWhatIf_Composite(t *testing.T) {
	m := causaltest.NewProjectWith(t, toldInWords(func(i int, broken bool) []string {
		return []string{fmt.Sprintf(map[bool]string{true: "event Build broke in #%d", false: "event Build is fine in #%d"}[broken], i)}
	})...)
	e, err := m.Service.Effect.WhatIf(t.Context(), effect.WhatIfQuestion{Project: "p", Episode: "ep00000", Decision: "d001", Alternative: "no", Budget: effect.EffectBudget})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Context) != 1 || e.Context[0].State != "milestone: Build broke in #<reference>" {
		t.Errorf("the context is %v", e.Context)
	}
	if want := "so that they are one variable"; !strings.Contains(e.Text.Text, want) {
		t.Errorf("not said is %q:\n%s", want, e.Text.Text)
	}
}

// Texts that differ only in what they refer to, and are told only when it occurs, decide about the answer
// as any other such event. There is nothing to declare.
func TestIntervene_ToldInOtherWords(t *testing.T) {
	m := causaltest.NewProjectWith(t, toldInWords(func(i int, broken bool) []string {
		if broken {
			return []string{fmt.Sprintf("event Build broke in #%d", i)}
		}
		return nil
	})...)
	e := m.Intervene(effect.InterveneQuestion{Do: []string{"merge=yes"}, Budget: effect.EffectBudget})
	for _, want := range []string{`"milestone: Build broke in #<reference>" is told only when it occurs`, "give such events one factor"} {
		if e.Status != model.StatusNotIdentified || !strings.Contains(e.Reason, want) {
			t.Errorf("%s %s, without %q", e.Status, e.Reason, want)
		}
	}
}

// Texts of which there are too many are not read, and the answer says so.
func TestIntervene_TooManyTexts(t *testing.T) {
	m := causaltest.NewProjectWith(t, toldInWords(func(i int, _ bool) []string {
		var out []string
		for k := range 20 {
			out = append(out, fmt.Sprintf("event Looked at #%d", 20*i+k))
		}
		return out
	})...)
	e := m.Intervene(effect.InterveneQuestion{Do: []string{"merge=yes"}, Budget: effect.EffectBudget})
	if want := "4800 texts are too many to be compared"; !strings.Contains(e.Text.Text, want) {
		t.Errorf("not said is %q:\n%s", want, e.Text.Text)
	}
}

// Of more variables than texts are looked for among, those that few episodes tell are not read, and are counted all the same.
func TestModel_countsTheRare(t *testing.T) {
	const texts = 90
	c := causaltest.NewHistory(t, toldInWords(func(i int, _ bool) []string {
		var out []string
		for k := range texts {
			out = append(out, fmt.Sprintf("event Looked at #%d", texts*i+k))
		}
		return out
	}), nil)
	m, err := c.Model.Model(t.Context(), "p", []string{"outcome"}, []string{"merge"})
	if err != nil {
		t.Fatal(err)
	}
	if want := texts*240 + 1; m.Looked+m.Passed != want || m.Unread != want {
		t.Errorf("%d and %d variables may explain the outcome, and %d texts are left, want %d", m.Looked, m.Passed, m.Unread, want)
	}
}
