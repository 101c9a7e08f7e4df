package app_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/storetest"
	"github.com/google/go-cmp/cmp"
)

// factorStore gives access to the factors of one side.
type factorStore struct {
	store   derive.Store
	service *memory.Causes
}

func factorsOf(tb testing.TB, s storetest.Set) factorStore {
	tb.Helper()
	store, ok := s.Graph.(derive.Store)
	if !ok {
		tb.Fatalf("%T keeps no factors", s.Graph)
	}
	return factorStore{store, memory.NewCauses(memory.CauseParts{Links: s.Graph, Occurrences: s.Graph, Factors: store}, time.Now)}
}

func (f factorStore) fingerprint(tb testing.TB, project string) string {
	tb.Helper()
	sum, err := f.service.Derive.Fingerprint(tb.Context(), project)
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

// key returns the key of an event's factor.
func key(text string) string {
	return factor.Identity{Variable: "error: " + text, State: factor.StateOccurred}.Key()
}

func TestCopy_TakesDecisionsAboutFactors(t *testing.T) {
	for why, c := range map[string]struct{ from, to storetest.Open }{
		"embedded to native":   {embedded, native},
		"native to embedded":   {native, embedded},
		"embedded to embedded": {embedded, embedded},
	} {
		t.Run(why, func(t *testing.T) {
			project := enginetest.Project(t)
			source, target := c.from(t, t.TempDir()), c.to(t, t.TempDir())
			from, to := factorsOf(t, source), factorsOf(t, target)
			var episodes []episodic.Prepared
			for n := range 3 {
				p, err := intake.Prepare(episodic.Episode{
					ID: fmt.Sprintf("e%d", n), Outcome: episodic.OutcomeFailure, Events: []episodic.Event{
						{ID: "e1", Type: episodic.EventError, Content: "The build broke", LeadsTo: []string{"e2"}},
						{ID: "e2", Type: episodic.EventError, Content: fmt.Sprintf("The release number %d failed", n)},
					},
				})
				if err != nil {
					t.Fatal(err)
				}
				episodes = append(episodes, p)
			}
			if _, err := source.Graph.RecordEpisodes(t.Context(), project, episodes, false, time.Now()); err != nil {
				t.Fatal(err)
			}
			decide(t, from.service, project)
			for range 2 { // the second time changes nothing
				if _, err := archive.Copy(t.Context(), source.Graph, target.Graph, project, nil); err != nil {
					t.Fatal(err)
				}
				if err := derive.CopyDecisions(t.Context(), from.store, to.store, project, time.Now()); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(from.fingerprint(t, project), to.fingerprint(t, project)); diff != "" {
					t.Fatalf("the fingerprints differ: %s", diff)
				}
			}
			rules, err := to.service.Layer.Rules(t.Context(), project)
			if err != nil || len(rules.Merges) != 1 || len(rules.Closed) != 1 {
				t.Fatalf("the target has the rules %+v (%v); want one merge and one closed variable", rules, err)
			}
			for _, c := range contradictions() {
				must(t, c.make(from.service, to.service, project))
				before := to.fingerprint(t, project)
				if err := derive.CopyDecisions(t.Context(), from.store, to.store, project, time.Now()); !errors.Is(err, episodic.ErrConflict) {
					t.Errorf("%s: copying gives %v, want a conflict", c.why, err)
				}
				if diff := cmp.Diff(before, to.fingerprint(t, project)); diff != "" {
					t.Errorf("%s: the copy that was refused changed the target: %s", c.why, diff)
				}
				must(t, c.settle(to.service, project))
			}
		})
	}
}

// decide merges two factors, declares a variable and states a link.
func decide(t *testing.T, s *memory.Causes, project string) {
	t.Helper()
	if err := s.Derive.Merge(t.Context(), derive.MergeRequest{
		Project: project, From: []string{key("The release number <n> failed")}, Into: key("The build broke"),
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Derive.DeclareClosed(t.Context(), project, []string{"error: The build broke"}, "fine", true); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Derive.RecordLinks(t.Context(), project, []link.Statement{{
		Source: factor.Identity{Variable: "weather", State: "storm"}, Relation: episodic.RelationCauses,
		Target: factor.Identity{Variable: "error: The build broke", State: factor.StateOccurred}, Origin: "an analyst",
	}}); err != nil {
		t.Fatal(err)
	}
}

// contradiction is a pair of conflicting decisions in two stores, and how to settle it.
type contradiction struct {
	why    string
	make   func(from, to *memory.Causes, project string) error
	settle func(to *memory.Causes, project string) error
}

func contradictions() []contradiction {
	ctx := context.Background()
	storm := func(strength *float64) []link.Statement {
		return []link.Statement{{
			Source: factor.Identity{Variable: "weather", State: "storm"}, Relation: episodic.RelationCauses,
			Target: factor.Identity{Variable: "error: The build broke", State: factor.StateOccurred}, Origin: "an analyst", Strength: strength,
		}}
	}
	declare := func(s *memory.Causes, project, absent string) error {
		return s.Derive.DeclareClosed(ctx, project, []string{"error: The build broke"}, absent, true)
	}
	state := func(s *memory.Causes, project string, strength *float64) error {
		_, err := s.Derive.RecordLinks(ctx, project, storm(strength))
		return err
	}
	return []contradiction{
		{
			"a statement of the same origin with another strength",
			func(_, to *memory.Causes, project string) error { return state(to, project, new(.5)) },
			func(to *memory.Causes, project string) error { return state(to, project, nil) },
		},
		{
			"another rule for weak links",
			func(from, to *memory.Causes, project string) error {
				return errors.Join(from.Derive.SetShown(ctx, project, link.ShowStrict), to.Derive.SetShown(ctx, project, link.ShowAll))
			},
			func(to *memory.Causes, project string) error {
				return to.Derive.SetShown(ctx, project, link.ShowStrict)
			},
		},
		{
			"another null rate",
			func(from, to *memory.Causes, project string) error {
				return errors.Join(from.Derive.SetNullRate(ctx, project, contribution.NullHalf), to.Derive.SetNullRate(ctx, project, contribution.NullSameTrigger))
			},
			func(to *memory.Causes, project string) error {
				return to.Derive.SetNullRate(ctx, project, contribution.NullHalf)
			},
		},
		{
			"another absent state",
			func(_, to *memory.Causes, project string) error { return declare(to, project, "whole") },
			func(to *memory.Causes, project string) error { return declare(to, project, "fine") },
		},
	}
}
