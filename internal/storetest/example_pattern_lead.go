package storetest

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// examplePatternPendingLead: a lead to a pattern that is not there is kept as it was named, and is followed as
// soon as that pattern comes, without a further write of the one that leads.
func examplePatternPendingLead(t *testing.T, f *fixture) {
	project := f.project(t)
	s := memory.NewPatterns(memory.PatternParts{Patterns: f.Patterns, Episodes: f.Graph}, day).Catalog
	lead := patterns.Leads{Relation: episodic.RelationEnables, Pattern: patterns.KeyOf("Goal"), Name: "The  Goal"}
	add := func(name string, leads ...patterns.Leads) error {
		_, err := s.Add(t.Context(), patterns.AddRequest{Project: project, Name: name, Definition: patterns.Definition{
			Category: patterns.CategoryStrategy, Trigger: "t", Action: "a", Leads: leads,
		}})
		return err
	}
	if add("bad", lead) == nil {
		t.Error("a lead is pending to a pattern whose name has another key")
	}
	if add("bad", patterns.Leads{Relation: episodic.RelationCauses, Pattern: patterns.KeyOf("Goal")}) == nil {
		t.Error("a lead by the key of a pattern that is not there is kept")
	}
	lead.Name = "goal"
	must(t, add("start", lead))
	must(t, add("middle", patterns.Leads{Relation: episodic.RelationCauses, Pattern: patterns.KeyOf("start")}))
	path := func(pending string) {
		t.Helper()
		found, err := s.Path(t.Context(), catalog.PathQuestion{Project: project, From: "middle", To: "GOAL", MaxDepth: 3})
		must(t, err)
		if len(found.Steps) != 3 || found.Steps[2].Pending != pending {
			t.Errorf("the path is %+v; want 3 steps, the last pending as %q", found.Steps, pending)
		}
	}
	same(t, "the lead is kept", []patterns.Leads{lead}, f.pattern(t, project, "start").Leads)
	path("goal")
	must(t, add("Goal"))
	path("")
	changed, err := s.Update(t.Context(), patterns.UpdateRequest{
		Project: project, Key: patterns.KeyOf("start"), Edit: func(d *patterns.Definition) {
			d.Leads = []patterns.Leads{{Relation: lead.Relation, Pattern: lead.Pattern}}
		},
	})
	must(t, err)
	if changed {
		t.Error("the same lead without the name is another definition")
	}
}
