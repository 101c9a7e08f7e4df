package upkeep_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/patterns"
)

// interferingStore calls a function while the patterns are tallied.
type interferingStore struct {
	*sqlitestore.Store

	onTally func()
}

func (m *interferingStore) ScanApplications(ctx context.Context, project string, each func(patterns.Evidence) error) error {
	m.onTally()
	return m.Store.ScanApplications(ctx, project, each)
}

// What changed between the tally and the write is neither reported nor overwritten.
func TestConsolidate_keepsConcurrentChanges(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 60, 0), l.some("linux", "direct", 20, 40), l.some("mac", "direct", 5, 5))...)
	key := l.add("canaries", false, factor.Identity{}, l.state("deploy", "canary"))
	own, done := l.service, false
	store := &interferingStore{Store: l.store, onTally: func() {
		if done {
			return
		}
		done = true
		l.must(own.Catalog.Deprecate(t.Context(), patterns.DeprecateRequest{Project: projectID, Key: key, Reason: "not wanted"}))
	}}
	l.service = memory.NewPatterns(memory.PatternParts{Patterns: store, Factors: l.store, Episodes: l.store, Tokens: tokens.New()}, func() time.Time { return l.clock })
	report := l.consolidate(false)
	for _, c := range report.Validation.Changed {
		if c.Pattern == key {
			t.Errorf("a change is told that was not written: %+v", c)
		}
	}
	if got := l.pattern(key).Status; !done || report.Validation.Skipped != 1 || got != patterns.StatusDeprecated {
		t.Errorf("interfered %t, skipped %d, it is %s", done, report.Validation.Skipped, got)
	}
}

// A refined trigger keeps its whole text; one that would become too long leaves the pattern as it is.
func TestConsolidate_refinesTheWords(t *testing.T) {
	for _, c := range []struct{ why, trigger, want string }{
		{"letters of the word between are kept", "and index: expand", "and index: expand and system=linux"},
		{"too long with the state", strings.Repeat("a", patterns.MaxSentence), strings.Repeat("a", patterns.MaxSentence)},
	} {
		l := newTestProject(t)
		l.record(slices.Concat(l.some("linux", "canary", 60, 0), l.some("linux", "direct", 20, 40), l.some("mac", "direct", 5, 5))...)
		_, err := l.service.Catalog.Add(t.Context(), patterns.AddRequest{Project: projectID, Name: "mined", Origin: patterns.OriginMined, Mined: &patterns.Mined{Query: "test"}, Definition: patterns.Definition{
			Category: patterns.CategoryStrategy, Summary: "Deploy by canary.", Trigger: c.trigger, Action: "canary",
			Matches: []patterns.Match{{Then: []factor.Identity{l.state("deploy", "canary")}}},
		}})
		l.must(err)
		_, err = l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
		l.must(err)
		l.clock = l.clock.AddDate(0, 0, 100)
		l.record(slices.Concat(l.some("linux", "canary", 40, 0), l.some("mac", "canary", 0, 120), l.some("linux", "direct", 50, 10))...)
		report := l.consolidate(false)
		if got := l.pattern(patterns.KeyOf("mined")).Trigger; len(report.Refinements) != 1 || got != c.want {
			t.Errorf("%s: %d refinements, the trigger is %q", c.why, len(report.Refinements), got)
		}
	}
}
