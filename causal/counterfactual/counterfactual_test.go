package counterfactual_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

// stones is the story of Suzy and Billy, with an observer who has nothing to do with it.
func stones() episodic.Episode {
	return episodic.Episode{
		ID: "stones", Task: "two stones, one bottle", Outcome: episodic.OutcomeFailure, StartedAt: causaltest.At(0),
		Context: map[string]string{"window": "open"},
		Events: []episodic.Event{
			causaltest.EventAt("suzy", 1, "suzy=throws"), causaltest.EventAt("hit", 3, "hit=yes"), causaltest.EventAt("wind", 3, "wind=yes"),
			causaltest.EventAt("shatters", 4, "bottle=shatters"), causaltest.EventAt("noise", 5, "noise=yes"), causaltest.EventAt("birds", 2, "birds=sing"),
		},
		Links: []episodic.Link{
			causaltest.StatedLink("suzy", episodic.RelationCauses, "hit"), causaltest.StatedLink("hit", episodic.RelationCauses, "shatters"),
			causaltest.StatedLink("wind", episodic.RelationCauses, "shatters"), causaltest.StatedLink("shatters", episodic.RelationCauses, "noise"),
			causaltest.StatedLink("birds", episodic.RelationCorrelates, "noise"),
		},
	}
}

func TestCounterfactual_Structural(t *testing.T) {
	k := causaltest.NewServices(t, stones())
	for _, c := range []struct {
		remove, target          string
		linked, reached, butFor bool
		remaining               []string
		why                     string
	}{
		{"suzy", "shatters", true, true, false, []string{"wind shatters"}, "the wind alone suffices"},
		{"shatters", "noise", true, true, true, nil, "the only way to the noise"},
		{"stones/hit", "bottle=shatters", true, true, false, []string{"wind shatters"}, "a key, and a label"},
		{"suzy=throws", "noise", true, true, false, []string{"wind shatters noise"}, "a longer way"},
		{"birds", "noise", true, false, false, []string{"wind shatters noise", "suzy hit shatters noise"}, "what goes along with it leads nowhere"},
		{"hit", "", false, false, false, nil, "nothing leads to the outcome"},
	} {
		t.Run(c.remove+" "+c.target, func(t *testing.T) {
			k.T = t
			got := k.Ask(counterfactual.Question{Episode: "stones", Remove: c.remove, Target: c.target}).Structural
			if got == nil || got.Linked != c.linked || got.Reached != c.reached || got.ButFor != c.butFor {
				t.Fatalf("%s: %+v", c.why, got)
			}
			var remaining []string
			for _, p := range got.Remaining {
				remaining = append(remaining, shortWay(p))
			}
			if diff := cmp.Diff(c.remaining, remaining); diff != "" {
				t.Errorf("%s: %s", c.why, diff)
			}
		})
	}
}

// shortWay is the short ids along a path.
func shortWay(p trace.Path) string {
	names := []string{shortID(p.From)}
	for _, h := range p.Hops {
		names = append(names, shortID(h.To))
	}
	return strings.Join(names, " ")
}

func shortID(o episodic.Occurrence) string {
	_, short, _ := episodic.SplitKey(o.Key)
	return short
}

func TestCounterfactual_ActualCauses(t *testing.T) {
	k := causaltest.NewServices(t, stones())
	s := k.Ask(counterfactual.Question{Episode: "stones", Remove: "suzy", Target: "shatters"}).Structural
	got := map[string]float64{}
	for _, c := range s.Causes {
		got[shortID(c.Occurrence)] = c.Responsibility
		if c.Alone || len(c.With) != 1 {
			t.Errorf("%s is a cause by itself, or with %d: the wind suffices, and so does the stone", c.Occurrence.Key, len(c.With))
		}
	}
	if diff := cmp.Diff(map[string]float64{"suzy": .5, "hit": .5, "wind": .5}, got); diff != "" || !s.Evaluated {
		t.Errorf("evaluated %t: %s", s.Evaluated, diff)
	}
}

func TestCounterfactual_LinksAreReadAsPeopleStateThem(t *testing.T) {
	k := causaltest.NewServices(t, stones())
	bottle := causaltest.ParseFactor("bottle=shatters")
	if _, err := k.Derive.RecordLinks(t.Context(), "p", []link.Statement{
		{Source: causaltest.ParseFactor("hit=yes"), Target: bottle, Relation: episodic.RelationEnables},
		{Source: causaltest.ParseFactor("wind=yes"), Target: bottle, Relation: episodic.RelationPrevents},
	}); err != nil {
		t.Fatal(err)
	}
	s := k.Ask(counterfactual.Question{Episode: "stones", Remove: "hit", Target: "shatters"}).Structural
	if !s.ButFor || s.Failed != 1 {
		t.Errorf("a precondition is needed whatever else, and what prevents it did not: %+v", s)
	}
}

func TestCounterfactual_Senseless(t *testing.T) {
	k := causaltest.NewServices(t, stones())
	for _, c := range []struct {
		q    counterfactual.Question
		path string
		why  string
	}{
		{counterfactual.Question{Episode: "stones", Remove: "noise", Target: "shatters"}, "remove", "the noise came later"},
		{counterfactual.Question{Episode: "stones", Remove: "outcome", Target: "shatters"}, "remove", "the outcome comes last"},
		{counterfactual.Question{Episode: "stones", Remove: "noise", Target: "window=open"}, "remove", "the window was open before"},
		{counterfactual.Question{Episode: "stones", Remove: "hit", Target: "hit=yes"}, "target", "it would be otherwise, of course"},
		{counterfactual.Question{Episode: "stones", Set: "hit=no", Target: "hit"}, "target", "it would be otherwise, of course"},
		{counterfactual.Question{Episode: "stones", Remove: "hit", Set: "hit=no"}, "remove", "one or the other"},
		{counterfactual.Question{Episode: "stones"}, "remove", "neither"},
		{counterfactual.Question{Remove: "hit"}, "episode", "no episode"},
		{counterfactual.Question{Episode: "stones", Remove: "hit", Budget: -1}, "budget", "no room for words"},
	} {
		t.Run(c.why, func(t *testing.T) {
			c.q.Project = "p"
			_, err := k.Counterfactual.Counterfactual(t.Context(), c.q)
			var bad *problem.InvalidError
			if !errors.As(err, &bad) || bad.Problems[0].Path != c.path {
				t.Errorf("%v", err)
			}
		})
	}
	_, err := k.Counterfactual.Counterfactual(t.Context(), counterfactual.Question{Project: "p", Episode: "pebbles", Remove: "hit"})
	if !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("no such episode: %v", err)
	}
	_, err = k.Counterfactual.Counterfactual(t.Context(), counterfactual.Question{Project: "q", Episode: "stones", Remove: "hit"})
	if !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("no such project: %v", err)
	}
}
