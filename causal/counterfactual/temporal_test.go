package counterfactual_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// ordered is the story of the stones, with nothing but the order in time between the hit and the
// bottle.
func ordered() episodic.Episode {
	e := stones()
	for i, l := range e.Links {
		if l.Source == "hit" {
			e.Links[i].Basis = episodic.BasisTemporal
		}
	}
	return e
}

// TestCounterfactual_OnlyTemporal wants no cause from the order in time alone unless it is asked for.
func TestCounterfactual_OnlyTemporal(t *testing.T) {
	k := causaltest.NewServices(t, ordered())
	q := counterfactual.Question{Episode: "stones", Remove: "suzy", Target: "shatters", Budget: 500}
	a := k.Ask(q)
	s := a.Structural
	if a.Status != model.StatusOnlyTemporal || s == nil || s.Reached || s.ButFor || s.Temporal != 1 || !strings.HasPrefix(a.Text.Text, "ONLY_TEMPORAL: ") {
		t.Errorf("%s %q, %+v, %s", a.Status, a.Reason, s, a.Text.Text)
	}
	for _, c := range s.Causes {
		if id := shortID(c.Occurrence); id != "wind" {
			t.Errorf("%s is called an actual cause", id)
		}
	}
	if want := []link.BasisTotal{{Basis: episodic.BasisStated, Links: 1}}; !equalBases(s.Bases, want) {
		t.Errorf("rests on %v, want %v", s.Bases, want)
	}
	q.Temporal = true
	a = k.Ask(q)
	if s = a.Structural; a.Status == model.StatusOnlyTemporal || !s.Reached || s.Temporal != 0 || len(s.Causes) != 3 || !strings.Contains(firstLine(a.Text.Text), "order in time") {
		t.Errorf("asked for: %s %+v, %s", a.Status, s, a.Text.Text)
	}
	if want := []link.BasisTotal{{Basis: episodic.BasisStated, Links: 2}, {Basis: episodic.BasisTemporal, Links: 1}}; !equalBases(s.Bases, want) {
		t.Errorf("asked for: rests on %v, want %v", s.Bases, want)
	}
}

// TestCounterfactual_NotOnlyTemporal takes links whose factors somebody linked by hand, or counts
// bear out, for more than the order in time.
func TestCounterfactual_NotOnlyTemporal(t *testing.T) {
	k := causaltest.NewServices(t, ordered())
	stated := link.Statement{Source: causaltest.Identity("hit", "yes"), Relation: episodic.RelationCauses, Target: causaltest.Identity("bottle", "shatters")}
	if _, err := k.Derive.RecordLinks(t.Context(), "p", []link.Statement{stated}); err != nil {
		t.Fatal(err)
	}
	a := k.Ask(counterfactual.Question{Episode: "stones", Remove: "suzy", Target: "shatters"})
	if a.Status == model.StatusOnlyTemporal || !a.Structural.Reached || a.Structural.Temporal != 0 {
		t.Errorf("%s %+v", a.Status, a.Structural)
	}
}

func equalBases(a, b []link.BasisTotal) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
