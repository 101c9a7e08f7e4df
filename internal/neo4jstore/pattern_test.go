package neo4jstore_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/google/go-cmp/cmp"
)

// pattern is trigger → action, each a state of a variable of that name.
func pattern(name, trigger, action string, change ...func(*patterns.Pattern)) patterns.Pattern {
	p := patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Version: 1, Origin: patterns.OriginStated,
		CreatedAt: day, UpdatedAt: day, Status: patterns.StatusCandidate, StatusAt: day,
		Definition: patterns.Definition{
			Category: patterns.CategoryStrategy, Trigger: trigger, Action: action, Rule: patterns.RuleSuccess,
			Matches: []patterns.Match{{
				Trigger: []factor.Identity{{Variable: trigger, State: "true"}}, Then: []factor.Identity{{Variable: action, State: "true"}},
			}},
		},
	}
	for _, f := range change {
		f(&p)
	}
	return p
}

func change(t testing.TB, s *neo4jstore.Store, project string, work func(patterns.Tx) error) {
	t.Helper()
	must(t, s.ChangePatterns(t.Context(), project, true, day, work))
}

func put(t testing.TB, s *neo4jstore.Store, project string, all ...patterns.Pattern) {
	t.Helper()
	change(t, s, project, func(tx patterns.Tx) error { return tx.PutPatterns(all) })
}

// drawnOf says what is drawn at a pattern: the relationships that begin there, with what is at their ends.
func drawnOf(t testing.TB, project, name string) []string {
	t.Helper()
	var out []string
	for _, v := range raw[[]any](t, `MATCH (p:Pattern {project: $project, name: $name})-[x]->(o)
		RETURN collect(type(x) + coalesce(' ' + x.relation, '') + ' ' + coalesce(o.name, o.label))`,
		map[string]any{"project": project, "name": name}) {
		out = append(out, v.(string))
	}
	slices.Sort(out)
	return out
}

func TestPatterns_AreDrawn(t *testing.T) {
	s := store(t)
	p := project(t, s)
	general := pattern("general", "t", "a")
	special := pattern("special", "t", "b", func(p *patterns.Pattern) {
		p.Applicability.ProblemTypes = []string{"Refactoring"}
		p.Related = []patterns.Related{{Relationship: patterns.Specializes, Pattern: general.Key}, {Relationship: patterns.Contradicts, Pattern: "absent"}}
		p.Leads = []patterns.Leads{
			{Relation: episodic.RelationCauses, Pattern: general.Key},
			{Relation: episodic.RelationPrevents, Factor: factor.Identity{Variable: "x", State: "y"}},
		}
	})
	put(t, s, p, special, general)
	want := []string{
		"FOUND_BY " + special.Entries()[0], "LEADS_TO causes general", "LEADS_TO prevents x=y", "SPECIALIZES general",
		"TRIGGERED_BY t=true", "WATCHES b=true",
	}
	if got := drawnOf(t, p, "special"); !slices.Equal(got, want) {
		t.Errorf("drawn is %q, want %q", got, want)
	}
	special.Applicability, special.Related, special.Leads = condition.Applicability{}, nil, nil
	special.Matches[0].Then[0].Variable, special.SupersededBy = "a", general.Key
	put(t, s, p, special)
	want = []string{"FOUND_BY any", "SUPERSEDED_BY general", "TRIGGERED_BY t=true", "WATCHES a=true"}
	if got := drawnOf(t, p, "special"); !slices.Equal(got, want) {
		t.Errorf("after another definition drawn is %q, want %q", got, want)
	}
	names := map[string]any{"project": p}
	left := raw[[]any](t, "MATCH (o:PatternState|PatternEntry {project: $project}) WITH o ORDER BY o.label RETURN collect(o.label)", names)
	if !cmp.Equal(left, []any{"a=true", "any", "t=true"}) {
		t.Errorf("what patterns name is %v, want a, any and t: nothing names the others any more", left)
	}
	if n := raw[int64](t, "MATCH (p:Project {name: $project}) RETURN p.patterns", names); n != 2 {
		t.Errorf("the project counts %d patterns", n)
	}
	change(t, s, p, func(tx patterns.Tx) error { return tx.RemovePatterns([]string{general.Key, "absent", special.Key}) })
	if n := raw[int64](t, "MATCH (o {project: $project}) RETURN count(o)", names); n != 0 {
		t.Errorf("%d nodes are left of removed patterns", n)
	}
	if n := raw[int64](t, "MATCH (p:Project {name: $project}) RETURN p.patterns", names); n != 0 {
		t.Errorf("the project counts %d patterns of none", n)
	}
}

// A lead to a pattern that is not there is drawn when that comes, and once.
func TestPatterns_PendingLeadsAreDrawn(t *testing.T) {
	s := store(t)
	p := project(t, s)
	goal := pattern("goal", "t", "a")
	start := pattern("start", "t", "b", func(p *patterns.Pattern) {
		p.Leads = []patterns.Leads{{Relation: episodic.RelationEnables, Pattern: goal.Key, Name: "goal"}}
	})
	drawn := func() int {
		n := 0
		for _, one := range drawnOf(t, p, "start") {
			if one == "LEADS_TO enables goal" {
				n++
			}
		}
		return n
	}
	put(t, s, p, start)
	if n := drawn(); n != 0 {
		t.Errorf("%d leads to nothing are drawn", n)
	}
	for range 2 {
		put(t, s, p, goal)
		if n := drawn(); n != 1 {
			t.Errorf("%d leads are drawn, want 1", n)
		}
	}
	put(t, s, p, start)
	if n := drawn(); n != 1 {
		t.Errorf("after both were written again %d leads are drawn, want 1", n)
	}
}

// A relation to a pattern that comes back is there when its owner is written again.
func TestPatterns_RelateToWhatComesBack(t *testing.T) {
	s := store(t)
	p := project(t, s)
	general := pattern("general", "t", "a")
	special := pattern("special", "t", "b", func(p *patterns.Pattern) {
		p.Related = []patterns.Related{{Relationship: patterns.Complements, Pattern: general.Key}}
	})
	put(t, s, p, general, special)
	change(t, s, p, func(tx patterns.Tx) error { return tx.RemovePatterns([]string{general.Key}) })
	put(t, s, p, general, special)
	if got := drawnOf(t, p, "special"); !slices.Contains(got, "COMPLEMENTS general") {
		t.Errorf("drawn is %q", got)
	}
}

// counted opens a store that counts its statements by name.
func counted(t testing.TB) (s *neo4jstore.Store, since func() []string) {
	t.Helper()
	store(t)
	var mu sync.Mutex
	var names []string
	o := options(t)
	o.OnStatement = func(_ context.Context, name string, _ time.Duration, _ error) {
		mu.Lock()
		defer mu.Unlock()
		names = append(names, name)
	}
	return open(t, o), func() []string {
		mu.Lock()
		defer mu.Unlock()
		out := names
		names = nil
		return out
	}
}

// aboutPatterns are the statements that only patterns need.
func aboutPatterns(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		return !strings.Contains(name, "pattern") && !strings.HasPrefix(name, "find_evidence") && !strings.HasPrefix(name, "find_holding")
	})
}

func TestPatterns_CostNothingWhereThereAreNone(t *testing.T) {
	s, since := counted(t)
	p := project(t, s)
	write := func(id string) {
		record(t, s, p, prepare(t, id, 2))
		must(t, s.DeleteEpisode(t.Context(), p, id, day))
	}
	write("before")
	if got := aboutPatterns(since()); len(got) != 0 {
		t.Errorf("a write in a project without patterns asks %q", got)
	}
	put(t, s, p, pattern("one", "t", "a"))
	since()
	write("with")
	if got := aboutPatterns(since()); len(got) == 0 {
		t.Error("a write in a project with a pattern does not ask for it")
	}
	change(t, s, p, func(tx patterns.Tx) error { return tx.RemovePatterns([]string{patterns.KeyOf("one")}) })
	since()
	write("after")
	if got := aboutPatterns(since()); len(got) != 0 {
		t.Errorf("a write in a project whose patterns are gone asks %q", got)
	}
}

func TestPatterns_GoWithTheirProject(t *testing.T) {
	s := store(t)
	p := project(t, s)
	one := pattern("one", "t", "a")
	put(t, s, p, one)
	record(t, s, p, prepare(t, "e", 2))
	change(t, s, p, func(tx patterns.Tx) error {
		if err := tx.PutEvidence([]patterns.Evidence{{Pattern: one.Key, Episode: "e", Verdict: patterns.VerdictSupports, Observed: true, Counted: true}}); err != nil {
			return err
		}
		return tx.PutChanges([]patterns.Change{{Pattern: one.Key, Number: 1, Kind: patterns.ChangeAdded, At: day, Version: 1}})
	})
	must(t, s.PurgeProject(t.Context(), p))
	if n := raw[int64](t, "MATCH (o {project: $project}) RETURN count(o)", map[string]any{"project": p}); n != 0 {
		t.Errorf("%d nodes are left of the project", n)
	}
}

// retried makes the decision that the pattern of the test below watches.
func retried(e *episodic.Episode) {
	e.Decisions = append(e.Decisions, episodic.Decision{ID: "d1", Type: episodic.DecisionRecovery, Factor: "retry", Chosen: "yes"})
}

// While the factors of a project are removed nothing is derived, but what is deleted meanwhile is
// evidence no more; and once all is derived anew the counts are those of a recount.
func TestPatterns_FollowWhileTheFactorsAreRemoved(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(t)
	o.OnStatement = func(_ context.Context, name string, _ time.Duration, _ error) {
		if name == "drop_contributions" {
			cancel()
		}
	}
	s, cut := store(t), open(t, o)
	p := project(t, s)
	one := pattern("retry", "", "retry", func(p *patterns.Pattern) {
		p.Matches = []patterns.Match{{Then: []factor.Identity{{Variable: "retry", State: "yes"}}}}
	})
	put(t, s, p, one)
	record(t, s, p, prepare(t, "a", 1, retried), prepare(t, "b", 1, retried), prepare(t, "c", 1))
	rows := func(want ...string) {
		t.Helper()
		found, err := s.ListPatternEvidence(t.Context(), patterns.EvidenceQuery{Project: p, Pattern: one.Key, Page: episodic.Page{Limit: 10}})
		must(t, err)
		var got []string
		for _, e := range found {
			got = append(got, e.Episode)
		}
		if !slices.Equal(got, want) {
			t.Errorf("evidence are %q, want %q", got, want)
		}
		all, err := s.GetPatterns(t.Context(), p, []string{one.Key})
		must(t, err)
		if len(all) != 1 || all[0].Counts.Successes != len(want) {
			t.Errorf("the counts are %+v with the evidence %q", all, got)
		}
	}
	rows("a", "b")
	if err := cut.InvalidateLayer(ctx, p); err == nil {
		t.Fatal("the removal is not cut off")
	}
	must(t, s.DeleteEpisode(t.Context(), p, "a", day))
	rows("b")
	must(t, s.InvalidateLayer(t.Context(), p))
	record(t, s, p, prepare(t, "d", 1, retried))
	for left := 1; left > 0; {
		var err error
		left, err = s.RefreshSome(t.Context(), p, 10)
		must(t, err)
	}
	rows("b", "d")
	change(t, s, p, func(tx patterns.Tx) error {
		mended, err := evidence.Recount(tx, nil)
		if mended != 0 {
			t.Errorf("a recount mends %d rows", mended)
		}
		return err
	})
}
