package app_test

import (
	"errors"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/storetest"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// patternStore gives access to the patterns of one side.
type patternStore struct {
	store   patterns.Store
	service *memory.Patterns
}

func patternsOf(t *testing.T, s storetest.Set) patternStore {
	t.Helper()
	store, ok := s.Graph.(patterns.Store)
	if !ok {
		t.Fatalf("%T keeps no patterns", s.Graph)
	}
	return patternStore{store, memory.NewPatterns(memory.PatternParts{Patterns: store, Episodes: s.Graph}, time.Now)}
}

// all returns everything that a project holds about patterns.
func (p patternStore) all(t *testing.T, project string) map[string]any {
	t.Helper()
	list, err := p.store.ListPatterns(t.Context(), patterns.Query{Project: project, Order: patterns.OrderKey, Page: episodic.Page{Limit: 100}})
	must(t, err)
	out := map[string]any{"patterns": list}
	for _, one := range list {
		evidence, err := p.store.ListPatternEvidence(t.Context(), patterns.EvidenceQuery{Project: project, Pattern: one.Key, Page: episodic.Page{Limit: 100}})
		must(t, err)
		changes, err := p.store.ListChanges(t.Context(), project, one.Key, episodic.Page{Limit: 100})
		must(t, err)
		out[one.Name] = []any{evidence, changes}
	}
	return out
}

func (p patternStore) add(t *testing.T, project, name string, episodes ...string) {
	t.Helper()
	_, err := p.service.Catalog.Add(t.Context(), patterns.AddRequest{
		Project: project, Name: name, Episodes: episodes, Definition: patterns.Definition{
			Category: patterns.CategoryRecovery, Summary: "Read first.", Trigger: "the build broke", Action: "read the log of " + name,
			Matches: []patterns.Match{{Then: []factor.Identity{{Variable: "read", State: factor.StateOccurred}}}},
		},
	})
	must(t, err)
}

func TestCopy_TakesPatterns(t *testing.T) {
	for why, c := range map[string]struct{ from, to storetest.Open }{
		"embedded to native":   {embedded, native},
		"native to embedded":   {native, embedded},
		"embedded to embedded": {embedded, embedded},
	} {
		t.Run(why, func(t *testing.T) {
			project := enginetest.Project(t)
			source, target := c.from(t, t.TempDir()), c.to(t, t.TempDir())
			from, to := patternsOf(t, source), patternsOf(t, target)
			var episodes []episodic.Prepared
			for id, outcome := range map[string]episodic.Outcome{"a": episodic.OutcomeSuccess, "b": episodic.OutcomeFailure, "c": episodic.OutcomeSuccess} {
				p, err := intake.Prepare(episodic.Episode{ID: id, Outcome: outcome, Events: []episodic.Event{{ID: "e1", Type: episodic.EventTest, Factor: "read"}}})
				must(t, err)
				episodes = append(episodes, p)
			}
			_, err := source.Graph.RecordEpisodes(t.Context(), project, episodes, false, time.Now())
			must(t, err)
			from.add(t, project, "read", "a", "b")
			from.add(t, project, "stay")
			_, err = from.service.Catalog.Apply(t.Context(), patterns.ApplicationRequest{
				Project: project, Key: patterns.KeyOf("read"), Episode: "b", Application: patterns.Application{Outcome: episodic.OutcomeSuccess, Note: "it helped"},
			})
			must(t, err)
			_, err = from.service.Catalog.Update(t.Context(), patterns.UpdateRequest{
				Project: project, Key: patterns.KeyOf("stay"), Reason: "said better", Edit: func(d *patterns.Definition) { d.Summary = "Stay." },
			})
			must(t, err)
			copied := func(why string) {
				t.Helper()
				must(t, catalog.Copy(t.Context(), from.store, to.store, project, time.Now()))
				if diff := cmp.Diff(from.all(t, project), to.all(t, project), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s (-source +target):\n%s", why, diff)
				}
			}
			for _, why := range []string{"all is taken over", "the second time changes nothing"} {
				_, err := archive.Copy(t.Context(), source.Graph, target.Graph, project, nil)
				must(t, err)
				copied(why)
			}
			must(t, from.service.Catalog.Deprecate(t.Context(), patterns.DeprecateRequest{Project: project, Key: patterns.KeyOf("stay"), Reason: "nobody does"}))
			from.add(t, project, "more", "c")
			copied("what went further in the source is taken over")
			change := func(of patternStore, summary string) {
				_, err := of.service.Catalog.Update(t.Context(), patterns.UpdateRequest{
					Project: project, Key: patterns.KeyOf("read"), Reason: summary, Edit: func(d *patterns.Definition) { d.Summary = summary },
				})
				must(t, err)
			}
			change(to, "Read here.")
			before := to.all(t, project)
			unchanged := func(why string) {
				t.Helper()
				if diff := cmp.Diff(before, to.all(t, project), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s changes the target:\n%s", why, diff)
				}
			}
			must(t, catalog.Copy(t.Context(), from.store, to.store, project, time.Now()))
			unchanged("a copy of what went further in the target")
			change(from, "Read there.")
			if err := catalog.Copy(t.Context(), from.store, to.store, project, time.Now()); !errors.Is(err, episodic.ErrConflict) {
				t.Errorf("a pattern that became another one in both: %v, want a conflict", err)
			}
			unchanged("a copy that was refused")
		})
	}
}
