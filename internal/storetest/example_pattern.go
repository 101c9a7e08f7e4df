package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

func patternExamples() []example {
	return []example{
		{"patterns: an unknown project has none", examplePatternsUnknown},
		{"patterns: as they are written", examplePatternWritten},
		{"patterns: counts are written apart", examplePatternCounts},
		{"patterns: who watches a factor", examplePatternWatching},
		{"patterns: the index", examplePatternIndex},
		{"patterns: those that apply to a task", examplePatternApplicable},
		{"patterns: all of a change or nothing", examplePatternTransaction},
		{"patterns: the history", examplePatternHistory},
		{"patterns: removed", examplePatternRemoved},
		{"patterns: a lead to one that comes later", examplePatternPendingLead},
	}
}

func examplePatternsUnknown(t *testing.T, f *fixture) {
	ctx, project, key := t.Context(), f.project(t), patterns.KeyOf("a")
	found, err := f.Patterns.GetPatterns(ctx, project, []string{key})
	must(t, err)
	listed, err := f.Patterns.ListPatterns(ctx, patterns.Query{Project: project, Order: patterns.OrderRate, Page: episodic.Page{Limit: 9}})
	must(t, err)
	indexed, more, err := f.Patterns.Indexed(ctx, project, []string{"any"}, patterns.Statuses(), 9)
	must(t, err)
	evidence, err := f.Patterns.ListPatternEvidence(ctx, patterns.EvidenceQuery{Project: project, Pattern: key, Page: episodic.Page{Limit: 9}})
	must(t, err)
	changes, err := f.Patterns.ListChanges(ctx, project, key, episodic.Page{Limit: 9})
	must(t, err)
	if n := len(found) + len(listed) + len(indexed) + len(evidence) + len(changes); n > 0 || more {
		t.Errorf("an unknown project has %d things, more: %v", n, more)
	}
	for what, count := range map[string]func() (int, error){
		"patterns": func() (int, error) { return f.Patterns.CountPatterns(ctx, patterns.Query{Project: project}) },
		"evidence": func() (int, error) {
			return f.Patterns.CountPatternEvidence(ctx, patterns.EvidenceQuery{Project: project, Pattern: key})
		},
		"changes": func() (int, error) { return f.Patterns.CountChanges(ctx, project, key) },
	} {
		if n, err := count(); n != 0 || err != nil {
			t.Errorf("an unknown project has %d %s, error %v", n, what, err)
		}
	}
	if _, err := f.Patterns.ScanEpisodes(ctx, project, nil, func(patterns.EpisodeStates) error { return nil }); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("the episodes of an unknown project are scanned: %v", err)
	}
	err = f.Patterns.ChangePatterns(ctx, project, false, day(), func(patterns.Tx) error { return errors.New("it ran") })
	if !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("the patterns of an unknown project are changed: %v", err)
	}
	f.putPatterns(t, project, smallPattern("a"))
	info, err := f.Graph.GetProject(ctx, project)
	must(t, err)
	if !info.CreatedAt.Equal(day()) {
		t.Errorf("the project was made at %v", info.CreatedAt)
	}
}

func examplePatternWritten(t *testing.T, f *fixture) {
	project, other := f.project(t), f.project(t)
	full, small := fullPattern("Read the log"), smallPattern("b")
	f.putPatterns(t, project, full, small)
	f.putPatterns(t, other, smallPattern("Read the log"))
	same(t, "everything is kept", full, f.pattern(t, project, "READ-the_log"))
	same(t, "nothing is made up", small, f.pattern(t, project, "b"))
	full.Matches, full.Claim, full.Last, full.CountedFrom, full.LastUsed = nil, nil, nil, time.Time{}, time.Time{}
	full.Counts, full.Description, full.Content = patterns.Counts{Unknown: 1}, "", patterns.Content{Heuristic: &patterns.Heuristic{Action: "wait"}}
	f.putPatterns(t, project, full)
	same(t, "it is replaced", full, f.pattern(t, project, "Read the log"))
	same(t, "another project has its own", smallPattern("Read the log"), f.pattern(t, other, "Read the log"))
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		all, err := tx.Patterns(nil)
		must(t, err)
		same(t, "a transaction sees all", map[string]patterns.Pattern{full.Key: full, small.Key: small}, all)
		some, err := tx.Patterns([]string{small.Key, "0000000000000000", small.Key})
		must(t, err)
		same(t, "or some", map[string]patterns.Pattern{small.Key: small}, some)
		none, err := tx.Patterns([]string{})
		must(t, err)
		same(t, "or none", map[string]patterns.Pattern{}, none)
		if tx.Project() != project {
			t.Errorf("it is project %q", tx.Project())
		}
		return nil
	})
}

func examplePatternCounts(t *testing.T, f *fixture) {
	project := f.project(t)
	p := fullPattern("a")
	f.putPatterns(t, project, p, smallPattern("b"))
	counted := patterns.Pattern{Key: p.Key, Counts: patterns.Counts{Failures: 2, Cost: patterns.Saving{Sum: 2, N: 4}}, LastUsed: minutes(99)}
	f.changePatterns(t, project, func(tx patterns.Tx) error { return tx.PutCounts([]patterns.Pattern{counted}) })
	p.Counts, p.LastUsed = counted.Counts, counted.LastUsed
	same(t, "the rest stays", p, f.pattern(t, project, "a"))
	f.putPatterns(t, project, func() patterns.Pattern {
		b := smallPattern("b")
		b.Counts.Successes = 1
		return b
	}())
	list, err := f.Patterns.ListPatterns(t.Context(), patterns.Query{Project: project, Order: patterns.OrderRate, Page: episodic.Page{Limit: 5}})
	must(t, err)
	if len(list) != 2 || list[0].Name != "b" {
		t.Errorf("the order does not follow the counts: %v", names(list))
	}
}

func examplePatternWatching(t *testing.T, f *fixture) {
	project, other := f.project(t), f.project(t)
	full := fullPattern("full")
	f.putPatterns(t, project, full, smallPattern("b", "read", "write"), smallPattern("c", "write"), smallPattern("d"))
	f.putPatterns(t, other, smallPattern("b", "read"))
	watching := func(factors ...string) map[string]patterns.Pattern {
		var out map[string]patterns.Pattern
		keys := make([]string, len(factors))
		for i, name := range factors {
			keys[i] = occurred(name).Key()
		}
		f.changePatterns(t, project, func(tx patterns.Tx) (err error) {
			out, err = tx.Watching(keys)
			return err
		})
		return out
	}
	found := watching("read", "nothing", "read")
	if len(found) != 2 || found[patterns.KeyOf("b")].Key == "" {
		t.Errorf("%d patterns watch one factor", len(found))
	}
	got := found[full.Key]
	same(t, "what is needed is filled",
		[]any{full.Key, full.Matches, full.Rule, full.CountedFrom, full.Counts, full.LastUsed},
		[]any{got.Key, got.Matches, got.Rule, got.CountedFrom, got.Counts, got.LastUsed})
	if n := len(watching("fail", "stop")); n != 0 {
		t.Errorf("%d patterns watch triggers and first steps", n)
	}
	if n := len(watching("read", "write")); n != 3 {
		t.Errorf("%d patterns watch one of two factors", n)
	}
	f.putPatterns(t, project, smallPattern("b", "stop"))
	if len(watching("read")) != 1 || len(watching("stop")) != 1 {
		t.Error("a changed pattern watches what it did before")
	}
	if len(watching()) != 0 {
		t.Error("some watch nothing")
	}
}

func examplePatternIndex(t *testing.T, f *fixture) {
	project := f.project(t)
	with := func(name string, status patterns.Status, types ...string) patterns.Pattern {
		p := smallPattern(name)
		p.Status, p.Applicability.ProblemTypes = status, types
		return p
	}
	var all []patterns.Pattern
	for _, name := range []string{"a", "b", "c", "d"} {
		all = append(all, with(name, patterns.StatusValidated, "bug", "test"))
	}
	all = append(all, with("dead", patterns.StatusDeprecated, "bug"), with("new", patterns.StatusCandidate, "bug"), with("anywhere", patterns.StatusValidated))
	f.putPatterns(t, project, all...)
	entries := all[0].Entries()
	trusted := []patterns.Status{patterns.StatusValidated, patterns.StatusCandidate}
	find := func(entries []string, limit int) ([]patterns.Pattern, bool) {
		found, more, err := f.Patterns.Indexed(t.Context(), project, entries, trusted, limit)
		must(t, err)
		for i := range found[1:] {
			if found[i].Key >= found[i+1].Key {
				t.Errorf("patterns are not in the order of their keys: %v", names(found))
			}
		}
		return found, more
	}
	if found, more := find(entries, 5); len(found) != 5 || more {
		t.Errorf("five stand there, not %v, more: %v", names(found), more)
	}
	if found, more := find(entries, 4); len(found) != 4 || !more {
		t.Errorf("of five four are asked for: %v, more: %v", names(found), more)
	}
	if found, _ := find(append(entries, all[6].Entries()...), 9); len(found) != 6 {
		t.Errorf("under both stand %v", names(found))
	}
	f.putPatterns(t, project, with("a", patterns.StatusValidated))
	if found, _ := find(entries, 9); len(found) != 4 {
		t.Errorf("one that asks for no type any more stands there: %v", names(found))
	}
}
