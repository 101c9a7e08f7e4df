package upkeep_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/google/go-cmp/cmp"
)

// A dry run reports what the next run does, and writes nothing.
func TestConsolidate_dryRun(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(
		l.some("linux", "canary", 95, 5), l.some("linux", "direct", 50, 50), l.some("mac", "canary", 90, 10), l.some("mac", "direct", 40, 60),
	)...)
	gone := l.add("what was lost", true, l.state("system", "linux"), l.state("deploy", "direct"))
	before := l.everything()
	dry := l.consolidate(true)
	if diff := cmp.Diff(before, l.everything()); diff != "" {
		t.Fatalf("a dry run wrote:\n%s", diff)
	}
	done := l.consolidate(false)
	if len(dry.Extraction.Added) == 0 || len(dry.Validation.Changed) == 0 {
		t.Errorf("nothing would be added or changed: %+v", dry)
	}
	if diff := cmp.Diff(dry.Extraction, done.Extraction); diff != "" {
		t.Errorf("added (-dry +done):\n%s", diff)
	}
	if diff := cmp.Diff(dry.Validation, done.Validation); diff != "" {
		t.Errorf("validated (-dry +done):\n%s", diff)
	}
	for _, c := range done.Validation.Changed {
		if got := l.pattern(c.Pattern).Status; got != c.After {
			t.Errorf("%s is %s, told %s", c.Name, got, c.After)
		}
	}
	again := l.consolidate(false)
	if len(again.Extraction.Added) != 0 || len(again.Validation.Changed) != 0 || again.Validation.Mended != 0 {
		t.Errorf("a second run finds more: %+v", again)
	}
	if p := l.pattern(gone); p.Counts.Trials() != 100 {
		t.Errorf("the pattern that was there has %d trials", p.Counts.Trials())
	}
}

// A mined pattern under review is narrowed by what its failures have in common; a pattern that people
// wrote is left to them.
func TestConsolidate_refines(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 60, 0), l.some("linux", "direct", 20, 40), l.some("mac", "direct", 5, 5))...)
	action := l.state("deploy", "canary")
	d := patterns.Definition{
		Category: patterns.CategoryStrategy, Summary: "Deploy by canary.", Trigger: "always", Action: "canary",
		Matches: []patterns.Match{{Then: []factor.Identity{action}}},
	}
	mined := patterns.KeyOf("mined")
	_, err := l.service.Catalog.Add(t.Context(), patterns.AddRequest{Project: projectID, Name: "mined", Definition: d, Origin: patterns.OriginMined, Mined: &patterns.Mined{Query: "test"}})
	l.must(err)
	stated := l.add("stated", false, factor.Identity{}, action)
	_, err = l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
	l.must(err)
	l.clock = l.clock.AddDate(0, 0, 100)
	l.record(slices.Concat(l.some("linux", "canary", 40, 0), l.some("mac", "canary", 0, 120), l.some("linux", "direct", 50, 10))...)
	report := l.consolidate(false)
	if len(report.Refinements) != 2 {
		t.Fatalf("refined %+v; changed %+v", report.Refinements, report.Validation.Changed)
	}
	for _, r := range report.Refinements {
		if r.State != l.state("system", "linux") || r.With.K != 40 || r.With.N != 40 || r.Without.K != 0 || r.Without.N != 120 || r.Applied != (r.Pattern == mined) {
			t.Errorf("%s: %+v", r.Name, r)
		}
	}
	p, q := l.pattern(mined), l.pattern(stated)
	if p.Status != patterns.StatusCandidate || p.Version != 2 || p.Counts.Trials() != 0 || !slices.Equal(p.Matches[0].Trigger, []factor.Identity{l.state("system", "linux")}) {
		t.Errorf("the mined one is %s, version %d, %+v", p.Status, p.Version, p.Counts)
	}
	if q.Status != patterns.StatusUnderReview || q.Version != 1 {
		t.Errorf("the stated one is %s, version %d", q.Status, q.Version)
	}
}

func TestPrune(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 30, 30), l.some("linux", "direct", 55, 5), l.some("mac", "direct", 30, 30))...)
	never := factor.Identity{Variable: "deploy", State: "never"}
	l.add("low", false, l.state("system", "linux"), l.state("deploy", "canary"))
	l.add("unused", false, factor.Identity{}, never)
	l.add("good", false, l.state("system", "linux"), l.state("deploy", "direct"))
	for _, name := range []string{"mined and unused", "mined and applied"} {
		_, err := l.service.Catalog.Add(t.Context(), patterns.AddRequest{Project: projectID, Name: name, Origin: patterns.OriginMined, Definition: patterns.Definition{
			Category: patterns.CategoryStrategy, Summary: "s", Trigger: "on " + name, Action: "a", Matches: []patterns.Match{{Then: []factor.Identity{never}}},
		}})
		l.must(err)
	}
	_, err := l.service.Catalog.Apply(t.Context(), patterns.ApplicationRequest{Project: projectID, Key: patterns.KeyOf("mined and applied"), Episode: "e00001"})
	l.must(err)
	l.clock = l.clock.AddDate(0, 0, 1)
	for _, c := range []struct {
		why  string
		days int
		want map[string]upkeep.PruneAction
	}{
		{"soon after, only the coin is of little value", 0, map[string]upkeep.PruneAction{"low": upkeep.PruneDeprecate}},
		{"half a year after, nobody met with any of them", 200, map[string]upkeep.PruneAction{
			"low": upkeep.PruneDeprecate, "unused": upkeep.PruneDeprecate, "good": upkeep.PruneDeprecate,
			"mined and unused": upkeep.PruneRemove, "mined and applied": upkeep.PruneDeprecate,
		}},
	} {
		l.clock = l.clock.AddDate(0, 0, c.days)
		if c.days == 0 {
			before := l.everything()
			l.prune(true, c.why, c.want)
			if diff := cmp.Diff(before, l.everything()); diff != "" {
				t.Errorf("a dry run wrote:\n%s", diff)
			}
			continue
		}
		l.prune(false, c.why, c.want)
	}
	if l.pattern(patterns.KeyOf("low")).Status != patterns.StatusDeprecated {
		t.Error("it is not deprecated")
	}
	if found, err := l.service.Catalog.FetchPatterns(t.Context(), projectID, []string{patterns.KeyOf("mined and unused")}); err != nil || len(found) != 0 {
		t.Errorf("it is not removed: %v, %v", found, err)
	}
	l.prune(false, "all is done", map[string]upkeep.PruneAction{})
	for _, bad := range []upkeep.PruneRequest{{Project: projectID, MinConfidence: 1.5}, {Project: projectID, IdleDays: -1}} {
		if _, err := l.service.Upkeep.Prune(t.Context(), bad); !isInvalid(err) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func (l *testProject) prune(dry bool, why string, want map[string]upkeep.PruneAction) {
	l.t.Helper()
	report, err := l.service.Upkeep.Prune(l.t.Context(), upkeep.PruneRequest{Project: projectID, DryRun: dry, Criteria: patterns.Criteria{}})
	l.must(err)
	got := map[string]upkeep.PruneAction{}
	for _, item := range report.Items {
		got[item.Name] = item.Action
		if item.Why == "" || len(item.Reasons) == 0 {
			l.t.Errorf("%s: %s has no reason", why, item.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		l.t.Errorf("%s (-want +got):\n%s", why, diff)
	}
}

func isInvalid(err error) bool {
	var invalid *problem.InvalidError
	return errors.As(err, &invalid)
}

// A validated pattern that is not used goes under review first.
func TestPrune_reviewsWhatIsValidated(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 58, 2), l.some("linux", "direct", 30, 30))...)
	key := l.add("canaries", false, l.state("system", "linux"), l.state("deploy", "canary"))
	_, err := l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
	l.must(err)
	l.clock = l.clock.Add(200 * 24 * time.Hour)
	l.prune(false, "unused", map[string]upkeep.PruneAction{"canaries": upkeep.PruneReview})
	want := []patterns.Status{patterns.StatusCandidate, patterns.StatusValidated, patterns.StatusUnderReview}
	if diff := cmp.Diff(want, l.history(key)); diff != "" {
		t.Errorf("the history (-want +got):\n%s", diff)
	}
}
