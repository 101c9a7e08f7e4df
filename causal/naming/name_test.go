package naming_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/episodic"
)

// named is a project whose names have the characters that a label is made of, and the service that
// resolves them.
func named(t *testing.T) (causaltest.Project, *naming.Service) {
	t.Helper()
	own := func(id, name string) episodic.Event {
		return episodic.Event{ID: id, Type: episodic.EventMilestone, Factor: name, Content: "told"}
	}
	m := causaltest.NewProjectWith(t, episodic.Episode{
		ID: "a", Task: "a", Outcome: episodic.OutcomeFailure, StartedAt: causaltest.At(0),
		Context: map[string]string{"a=b": "c", "a": "x", `the "old" host`: "it's 5", "x=y": "z=0"},
		Events: []episodic.Event{
			causaltest.EventAt("e1", 1, "oxygen=<5"), causaltest.EventAt("e2", 2, "shadow=left/right"),
			own("e3", "a=b=d"), own("e4", "alarm one"), own("e5", "alarm two"), causaltest.EventAt("e6", 3, "at_once=yes"),
		},
		Decisions: []episodic.Decision{{
			ID: "d1", At: causaltest.At(3), Type: episodic.DecisionDesign, Context: "#12 größe", Options: []string{"#1", "≤5 = «klein»"}, Chosen: "≤5 = «klein»",
		}, {
			ID: "d8", At: causaltest.At(4), Type: episodic.DecisionDesign, Context: "plan <5 of 12", Options: []string{"#1", "#2"}, Chosen: "#2",
		}, {
			ID: "d9", At: causaltest.At(5), Type: episodic.DecisionDesign, Context: "how long to wait", Chosen: "wait 30 seconds",
		}},
	})
	m.Close("", "quiet")
	m.Close("no", "alarm one")
	return m, naming.New(m.Store, m.Store, m.Service.Layer)
}

// nameOf resolves one name.
func nameOf(t *testing.T, m causaltest.Project, s *naming.Service, name string) naming.StateName {
	t.Helper()
	rules, err := m.Service.Layer.Rules(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.StateNamed(t.Context(), "p", rules, name)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestStateNamed resolves what an agent would type to one state or none.
func TestStateNamed(t *testing.T) {
	m, s := named(t)
	for name, want := range map[string]naming.StateName{
		"oxygen=<5":              {Identity: factor.Identity{Variable: "oxygen", State: "<5"}, Known: true},
		"shadow=left/right":      {Identity: factor.Identity{Variable: "shadow", State: "left/right"}, Known: true},
		`the "old" host=it's 5`:  {Identity: factor.Identity{Variable: `the "old" host`, State: "it's 5"}, Known: true},
		"#12 größe=≤5 = «klein»": {Identity: factor.Identity{Variable: "#12 größe", State: "≤5 = «klein»"}, Known: true},
		"x=y=z=0":                {Identity: factor.Identity{Variable: "x=y", State: "z=0"}, Known: true},
		"a=b=c":                  {Identity: factor.Identity{Variable: "a=b", State: "c"}, Known: true},
		"a=b=d":                  {Identity: factor.Identity{Variable: "a", State: "b=d"}, Known: true},
		factor.Identity{Variable: "a", State: "x"}.Key(): {Identity: factor.Identity{Variable: "a", State: "x"}, Known: true},
		"outcome:Failure": {Identity: factor.Identity{Variable: "outcome", State: "failure"}, Known: true},
		"alarm one":       {Identity: factor.Identity{Variable: "alarm one", State: factor.StateOccurred}, Known: true},
		"alarm one=no":    {Identity: factor.Identity{Variable: "alarm one", State: "no"}, Known: true},
		"oxygen=>90":      {Identity: factor.Identity{Variable: "oxygen", State: ">90"}, Untried: true},
		"x=y=none/=":      {Identity: factor.Identity{Variable: "x=y", State: "none/="}, Untried: true},
		"a=b=other":       {Identity: factor.Identity{Variable: "a", State: "b=other"}, Untried: true},
		"left/":           {Identity: factor.Identity{Variable: "shadow", State: "left/right"}, Known: true},
		"«klein»":         {Identity: factor.Identity{Variable: "#12 größe", State: "≤5 = «klein»"}, Known: true},
		// What was masked is found as it was written, and so is what is counted as the same.
		"plan <5 of 12=#2":                 {Identity: factor.Identity{Variable: "plan <<n> of <n>", State: "#2"}, Known: true},
		"plan <7 of 20=#2":                 {Identity: factor.Identity{Variable: "plan <<n> of <n>", State: "#2"}, Known: true},
		"plan <7 of 20=#9":                 {Identity: factor.Identity{Variable: "plan <<n> of <n>", State: "#9"}, Untried: true},
		"how long to wait=wait 30 seconds": {Identity: factor.Identity{Variable: "how long to wait", State: "wait <n> seconds"}, Known: true},
		"wait 5 seconds":                   {Identity: factor.Identity{Variable: "how long to wait", State: "wait <n> seconds"}, Known: true},
		"quiet=":                           {Reason: `No factor of the project is named "quiet=".`},
		"pressure=<5":                      {Reason: `No factor of the project is named "pressure=<5".`},
		"=x":                               {Identity: factor.Identity{Variable: "a", State: "x"}, Known: true},
	} {
		want.Asked = name
		if got := nameOf(t, m, s, name); got != want {
			t.Errorf("%q is %+v, want %+v", name, got, want)
		}
	}
}

// TestStateNamed_Ambiguous wants the candidates, with keys that resolve.
func TestStateNamed_Ambiguous(t *testing.T) {
	m, s := named(t)
	got := nameOf(t, m, s, "alarm")
	if got.Understood() || !strings.HasPrefix(got.Reason, `2 factors are named like "alarm"; name one of them, such as `) {
		t.Fatalf("%+v", got)
	}
	for _, variable := range []string{"alarm one", "alarm two"} {
		id := factor.Identity{Variable: variable, State: factor.StateOccurred}
		if !strings.Contains(got.Reason, fmt.Sprintf("%q (%s)", variable, id.Key())) || nameOf(t, m, s, id.Key()).Identity != id {
			t.Errorf("%q is no candidate that resolves: %s", variable, got.Reason)
		}
	}
}

// TestStateNamed_SameLabel wants no guess where two factors have one label.
func TestStateNamed_SameLabel(t *testing.T) {
	m, s := named(t)
	m.Write(episodic.Episode{ID: "b", Task: "b", Outcome: episodic.OutcomeSuccess, Context: map[string]string{"a": "b=c"}})
	if got := nameOf(t, m, s, "a=b=c"); got.Understood() || strings.Count(got.Reason, `"a=b=c" (`) != 2 {
		t.Errorf("%+v", got)
	}
}

// TestNaming_States resolves names in their order, and says why of the first that is none.
func TestNaming_States(t *testing.T) {
	m, s := named(t)
	n := naming.Naming{S: s, Project: "p"}
	states, ok, err := n.States(t.Context(), []string{"oxygen=<5", "outcome=failure"})
	if err != nil || !ok || !slices.Equal(naming.Identified(states), []factor.Identity{{Variable: "oxygen", State: "<5"}, {Variable: "outcome", State: "failure"}}) || n.Reason != "" {
		t.Errorf("%+v %v %v %q", states, ok, err, n.Reason)
	}
	_, ok, err = n.States(t.Context(), []string{"outcome=failure", "first wrong", "second wrong"})
	if err != nil || ok || !strings.Contains(n.Reason, `"first wrong"`) {
		t.Errorf("%v %v %q", ok, err, n.Reason)
	}
	twice := naming.OneEach("do", []naming.StateName{nameOf(t, m, s, "a=x"), nameOf(t, m, s, "oxygen=<5"), nameOf(t, m, s, "a=b=d")}, map[string]string{})
	if len(twice) != 1 || twice[0].Path != "do[2]" || !strings.Contains(twice[0].Message, "do[0]") {
		t.Errorf("two states of one variable: %+v", twice)
	}
}

// TestEpisodeCase_Decision finds a decision by its id and its key, and what was known before it.
func TestEpisodeCase_Decision(t *testing.T) {
	_, s := named(t)
	c, err := s.ReadCase(t.Context(), "p", "a")
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.DecisionNamed("a/d1")
	if byID, errID := c.DecisionNamed("d1"); err != nil || errID != nil || byID.ID != d.ID {
		t.Fatalf("%v %v", err, errID)
	}
	if _, err := c.DecisionNamed("d2"); err == nil || !strings.Contains(err.Error(), `which has d1`) {
		t.Errorf("an unknown decision: %v", err)
	}
	if id, known := c.Factor(d); !known || id.Label() != "#12 größe=≤5 = «klein»" {
		t.Errorf("chosen: %v %v", id, known)
	}
	if id, known := c.Option(d, "#1"); !known || id.Label() != "#12 größe=#1" {
		t.Errorf("the other option: %v %v", id, known)
	}
	want := []string{"a=x", "a=b=c", "oxygen=<5", "shadow=left/right", `the "old" host=it's 5`, "x=y=z=0"}
	var got []string
	for _, id := range c.Before(d) {
		got = append(got, id.Label())
	}
	if !slices.Equal(got, want) {
		t.Errorf("before it %q, want %q", got, want)
	}
	states, err := s.StatesOf(t.Context(), "p", []string{"#12 größe"})
	if err != nil || len(states) != 1 {
		t.Fatalf("%v %v", states, err)
	}
	if o := naming.OptionNamed("#1", factor.Identity{Variable: "#12 größe", State: "#1"}, states); !o.Untried || o.Known {
		t.Errorf("an option that nobody chose: %+v", o)
	}
	if o := naming.OptionNamed("x", states[0], states); o.Untried || !o.Known {
		t.Errorf("what was chosen: %+v", o)
	}
	if _, err := s.ReadCase(t.Context(), "p", "none"); err == nil {
		t.Error("an unknown episode is read")
	}
}

// TestEpisodeCase_NotCounted says which occurrence of a variable counts in its stead.
func TestEpisodeCase_NotCounted(t *testing.T) {
	m, s := named(t)
	e := episodic.Episode{ID: "b", Task: "b", Outcome: episodic.OutcomeSuccess, StartedAt: causaltest.At(0), Context: map[string]string{"host": "old"}}
	for i, content := range []string{"oxygen=<5", "oxygen=>90", "host=new", "shadow=left/right", "shadow=none"} {
		e.Events = append(e.Events, causaltest.EventAt(fmt.Sprintf("e%d", i), i+1, content))
	}
	e.Events[4].At = episodic.Timestamp{}
	m.Write(e)
	c, err := s.ReadCase(t.Context(), "p", "b")
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		"e0": "",
		"e1": `Only what an episode tells first of "oxygen" is counted, and "b/e0" came before this one.`,
		"e2": `Only what an episode tells first of "host" is counted, and before this one it is known to be "host=old".`,
		"e3": `Only what an episode tells first of "shadow" is counted, and whether this one or "b/e4" came first is not told.`,
	} {
		if got := c.NotCounted(episodic.OccurrenceKey("b", id)); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// TestEpisodeCase_BeforeTakesTheFirstState: of several states of a variable the first one held before a decision, whatever
// order their keys have.
func TestEpisodeCase_BeforeTakesTheFirstState(t *testing.T) {
	for _, states := range [][2]string{{"red", "green"}, {"green", "red"}} {
		e := causaltest.EpisodeFromLines("e", episodic.OutcomeSuccess, "event build="+states[0], "event build="+states[1], "decide merge=yes")
		c := naming.EpisodeCase{Episode: e, Contribution: contribution.Contribute(e, contribution.Rules{}, nil)}
		got := c.Before(e.Decisions[0])
		if len(got) != 1 || got[0].Label() != "build="+states[0] {
			t.Errorf("%s, then %s: before the decision %v", states[0], states[1], got)
		}
	}
}
