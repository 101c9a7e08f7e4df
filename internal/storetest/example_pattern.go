package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/causeway-memory/causeway/causal"
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
	}
}

// minutes is a time of so many minutes after the day of the examples.
func minutes(n int) time.Time { return day().Add(time.Duration(n) * time.Minute) }

// fullPattern is a pattern of which everything is told.
func fullPattern(name string) patterns.Pattern {
	check := patterns.Condition{Field: "team.size", Operator: patterns.OperatorAtLeast, Values: []string{"3"}}
	deep := patterns.Condition{Any: []patterns.Condition{check, {Not: &patterns.Condition{Field: "os", Operator: patterns.OperatorPresent}}}}
	validation := patterns.Validation{
		Run: "run-1", Family: 7, At: minutes(9), Since: minutes(1), Until: minutes(8), Rule: patterns.RuleNoFailure,
		Figures: patterns.Figures{
			Window: patterns.Counted{Successes: 3, Trials: 4, Unknown: 1, NullSuccesses: 2, NullTrials: 6, OtherSuccesses: 1, OtherTrials: 2},
			All:    patterns.Counted{Successes: 5, Trials: 9},
		},
		Rate: new(.75), Wilson: &patterns.Interval{Low: .3, High: .95}, NullRate: new(1. / 3), NullBasis: patterns.NullShrunk,
		P: new(1e-300), LogP: new(-300.), HalfP: new(.25), Adjusted: new(.125), Confidence: new(.5),
		Result: patterns.ResultUnproven, Failed: []string{"too \"few\""}, Before: patterns.StatusCandidate, After: patterns.StatusValidated,
	}
	return patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Version: 3, Origin: patterns.OriginMined, CreatedAt: minutes(0), UpdatedAt: minutes(10),
		Claim:  &patterns.Claim{Rate: new(.9), Occurrences: new(12), Source: "a note"},
		Mined:  &patterns.Mined{Query: "two states", Looked: 40, Graph: 3, At: minutes(2), Strata: []string{"os"}, Difference: -.25},
		Status: patterns.StatusUnderReview, StatusAt: minutes(5), Reason: "it's \"falling\"", SupersededBy: patterns.KeyOf("other"),
		CountedFrom: minutes(-60), Counts: patterns.Counts{
			Successes: 5, Failures: 4, Unknown: 2, Applications: 3, Time: patterns.Saving{Sum: 1.5, N: 2}, Cost: patterns.Saving{Sum: -.25, N: 1},
		},
		LastUsed: minutes(7), Last: &validation,
		Definition: patterns.Definition{
			Category: patterns.CategoryRecovery, AntiPattern: true, Summary: "Ärger über 100%", Description: "line one\nline two",
			Trigger: "Tests Fail", Action: "Read the LOG first", Rule: patterns.RuleNoError,
			Matches: []patterns.Match{
				{Trigger: []causal.Identity{occurred("fail"), {Variable: "os", State: "linux"}}, Then: []causal.Identity{occurred("read")}},
				{Then: []causal.Identity{occurred("stop"), occurred("read")}},
			},
			Applicability: patterns.Applicability{
				ProblemTypes: []string{"bug"}, Features: patterns.Features{Domain: []string{"ci"}, Complexity: patterns.Range{Low: new(.25)}, Capabilities: []string{"shell"}},
				Conditions: []patterns.Condition{deep}, AntiConditions: []patterns.Condition{check},
			},
			Content: patterns.Content{Procedure: &patterns.Procedure{
				Steps: []patterns.Step{{Name: "one", What: "look", When: &check, Next: []string{"two"}}, {Name: "two", What: "think"}},
				Until: []patterns.Condition{check},
			}},
			Guidance: patterns.Guidance{When: "red", How: "slowly", Benefits: []string{"calm"}, Alternatives: []string{"other"}},
			Related:  []patterns.Related{{Relationship: patterns.Contradicts, Pattern: patterns.KeyOf("other")}},
			Leads: []patterns.Leads{
				{Relation: episodic.RelationPrevents, Factor: occurred("fail")}, {Relation: episodic.RelationCauses, Pattern: patterns.KeyOf("other")},
			},
		},
	}
}

// smallPattern is a pattern that watches some actions.
func smallPattern(name string, actions ...string) patterns.Pattern {
	p := patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Version: 1, Origin: patterns.OriginStated, CreatedAt: minutes(0), UpdatedAt: minutes(0),
		Status: patterns.StatusCandidate, StatusAt: minutes(0),
		Definition: patterns.Definition{Category: patterns.CategoryStrategy, Rule: patterns.RuleSuccess},
	}
	for _, action := range actions {
		p.Matches = append(p.Matches, patterns.Match{Then: []causal.Identity{occurred(action)}})
	}
	return p
}

// changePatterns runs work that must succeed.
func (f *fixture) changePatterns(t testing.TB, project string, work func(patterns.Tx) error) {
	t.Helper()
	must(t, f.Patterns.ChangePatterns(t.Context(), project, true, day(), work))
}

func (f *fixture) putPatterns(t testing.TB, project string, put ...patterns.Pattern) {
	t.Helper()
	f.changePatterns(t, project, func(tx patterns.Tx) error { return tx.PutPatterns(put) })
}

// pattern returns one that is there.
func (f *fixture) pattern(t testing.TB, project, name string) patterns.Pattern {
	t.Helper()
	found, err := f.Patterns.GetPatterns(t.Context(), project, []string{patterns.KeyOf(name)})
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("%d patterns have the name %q", len(found), name)
	}
	return found[0]
}

// same compares what is kept with what was written; empty lists are none.
func same(t testing.TB, why string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", why, diff)
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
	if _, err := f.Patterns.TellEpisodes(ctx, project, nil, func(patterns.EpisodeStates) error { return nil }); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("the episodes of an unknown project are told: %v", err)
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

func names(list []patterns.Pattern) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.Name)
	}
	return out
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

func examplePatternTransaction(t *testing.T, f *fixture) {
	project := f.project(t)
	f.putPatterns(t, project, smallPattern("a"))
	why := errors.New("changed my mind")
	err := f.Patterns.ChangePatterns(t.Context(), project, false, day(), func(tx patterns.Tx) error {
		must(t, tx.PutPatterns([]patterns.Pattern{smallPattern("b")}))
		must(t, tx.PutChanges([]patterns.Change{{Pattern: patterns.KeyOf("a"), Number: 1, At: day()}}))
		must(t, tx.RemovePatterns([]string{patterns.KeyOf("a")}))
		all, err := tx.Patterns(nil)
		must(t, err)
		if len(all) != 1 {
			t.Errorf("a transaction does not see what it did: %d patterns", len(all))
		}
		return why
	})
	if !errors.Is(err, why) {
		t.Errorf("the error is %v", err)
	}
	n, err := f.Patterns.CountPatterns(t.Context(), patterns.Query{Project: project})
	must(t, err)
	changes, err := f.Patterns.CountChanges(t.Context(), project, patterns.KeyOf("a"))
	must(t, err)
	if n != 1 || changes != 0 || f.pattern(t, project, "a").Name != "a" {
		t.Errorf("%d patterns and %d changes are left of a change that was given up", n, changes)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = f.Patterns.ChangePatterns(ctx, project, false, day(), func(tx patterns.Tx) error {
		cancel()
		return tx.PutPatterns([]patterns.Pattern{smallPattern("b")})
	})
	if err == nil {
		t.Error("a change that was cut off is made")
	}
}

func examplePatternHistory(t *testing.T, f *fixture) {
	project := f.project(t)
	full := fullPattern("a")
	f.putPatterns(t, project, full, smallPattern("b"))
	want := []patterns.Change{
		{Pattern: full.Key, Number: 3, Kind: patterns.ChangeStatus, At: minutes(3), Version: 2, Before: patterns.StatusCandidate, After: patterns.StatusValidated, Validation: full.Last},
		{Pattern: full.Key, Number: 2, Kind: patterns.ChangeUpdated, At: minutes(2), Version: 2, Before: patterns.StatusCandidate, After: patterns.StatusCandidate, Reason: "so", Definition: &full.Definition},
		{Pattern: full.Key, Number: 1, Kind: patterns.ChangeAdded, At: minutes(1), Version: 1, After: patterns.StatusCandidate},
	}
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		must(t, tx.PutChanges([]patterns.Change{want[2], {Pattern: patterns.KeyOf("b"), Number: 1, Kind: patterns.ChangeAdded, At: minutes(1)}}))
		return tx.PutChanges([]patterns.Change{want[1], want[0]})
	})
	first, err := f.Patterns.ListChanges(t.Context(), project, full.Key, episodic.Page{Limit: 2})
	must(t, err)
	same(t, "the latest come first", want[:2], first)
	rest, err := f.Patterns.ListChanges(t.Context(), project, full.Key, episodic.Page{Limit: 2, After: "2"})
	must(t, err)
	same(t, "the next page", want[2:], rest)
	n, err := f.Patterns.CountChanges(t.Context(), project, full.Key)
	must(t, err)
	if n != 3 {
		t.Errorf("there are %d changes", n)
	}
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		last, err := tx.LastChanges([]string{full.Key, patterns.KeyOf("b"), patterns.KeyOf("none")})
		must(t, err)
		same(t, "the last of each", map[string]int{full.Key: 3, patterns.KeyOf("b"): 1}, last)
		return nil
	})
}

func examplePatternRemoved(t *testing.T, f *fixture) {
	project := f.project(t)
	f.record(t, project, prepare(t, "one", 1))
	key := patterns.KeyOf("a")
	put := func(tx patterns.Tx) error {
		must(t, tx.PutPatterns([]patterns.Pattern{smallPattern("a", "read"), smallPattern("b", "read")}))
		must(t, tx.PutEvidence([]patterns.Evidence{
			{Pattern: key, Episode: "one", Observed: true, Verdict: patterns.VerdictSupports, Counted: true},
			{Pattern: patterns.KeyOf("b"), Episode: "one", Observed: true, Verdict: patterns.VerdictSupports, Counted: true},
		}))
		return tx.PutChanges([]patterns.Change{{Pattern: key, Number: 1, At: day()}})
	}
	f.changePatterns(t, project, put)
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		must(t, tx.RemovePatterns([]string{key, patterns.KeyOf("none")}))
		found, err := tx.Watching([]string{occurred("read").Key()})
		must(t, err)
		left, err := tx.EvidenceIn([]string{"one"})
		must(t, err)
		if len(found) != 1 || len(left) != 1 || left[0].Pattern != patterns.KeyOf("b") {
			t.Errorf("%d patterns watch, and the evidence is %v", len(found), left)
		}
		return tx.PutPatterns([]patterns.Pattern{smallPattern("a", "read")})
	})
	evidence, err := f.Patterns.CountPatternEvidence(t.Context(), patterns.EvidenceQuery{Project: project, Pattern: key})
	must(t, err)
	changes, err := f.Patterns.CountChanges(t.Context(), project, key)
	must(t, err)
	if evidence != 0 || changes != 0 {
		t.Errorf("one that was removed and is there again has %d evidence and %d changes", evidence, changes)
	}
	must(t, f.Graph.PurgeProject(t.Context(), project))
	if n, err := f.Patterns.CountPatterns(t.Context(), patterns.Query{Project: project}); n != 0 || err != nil {
		t.Errorf("a project that was purged has %d patterns, error %v", n, err)
	}
	f.record(t, project, prepare(t, "one", 1))
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		all, err := tx.Patterns(nil)
		must(t, err)
		left, err := tx.EvidenceIn([]string{"one"})
		must(t, err)
		if len(all)+len(left) > 0 {
			t.Errorf("a project made anew has %d patterns and %d evidence", len(all), len(left))
		}
		return put(tx)
	})
}
