package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// trials returns the evidence of a pattern and its counts: "a+ b-: 1/2".
func (f *fixture) trials(t testing.TB, project, name string) string {
	t.Helper()
	p := f.pattern(t, project, name)
	rows, err := f.Patterns.ListPatternEvidence(t.Context(), patterns.EvidenceQuery{Project: project, Pattern: p.Key, Page: episodic.Page{Limit: 100}})
	must(t, err)
	var out []string
	for _, e := range rows {
		sign := map[patterns.Verdict]string{patterns.VerdictSupports: "+", patterns.VerdictContradicts: "-", patterns.VerdictUnknown: "?"}[e.Verdict]
		if e.Applied != nil {
			sign += "!"
		}
		if !e.Counted {
			sign += "0"
		}
		out = append(out, e.Episode+sign)
	}
	counts := fmt.Sprintf("%d/%d", p.Counts.Successes, p.Counts.Trials())
	if p.Counts.Unknown > 0 {
		counts += fmt.Sprintf(" and %d", p.Counts.Unknown)
	}
	return strings.TrimSpace(strings.Join(out, " ") + ": " + counts)
}

// recounted puts patterns and counts them.
func (f *fixture) recounted(t testing.TB, project string, put ...patterns.Pattern) {
	t.Helper()
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		if err := tx.PutPatterns(put); err != nil {
			return err
		}
		keys := make([]string, len(put))
		for i, p := range put {
			keys[i] = p.Key
		}
		_, err := evidence.Recount(tx, keys)
		return err
	})
}

// recount recounts all patterns of a project and expects no corrections.
func (f *fixture) recount(t testing.TB, project string) {
	t.Helper()
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		mended, err := evidence.Recount(tx, nil)
		if mended != 0 {
			t.Errorf("a recount mends %d rows", mended)
		}
		return err
	})
}

// when is a pattern with a trigger and an action.
func when(name, trigger string, then ...string) patterns.Pattern {
	p := smallPattern(name)
	m := patterns.Match{}
	if trigger != "" {
		m.Trigger = []factor.Identity{stated(trigger)}
	}
	for _, step := range then {
		m.Then = append(m.Then, stated(step))
	}
	p.Matches = []patterns.Match{m}
	return p
}

// stated is the factor with a name.
func stated(name string) factor.Identity {
	if variable, state, is := strings.Cut(name, "="); is {
		return factor.Identity{Variable: variable, State: state}
	}
	return occurred(name)
}

func exampleFollow(t *testing.T, f *fixture) {
	ctx, project := t.Context(), f.project(t)
	success, failure := episodic.OutcomeSuccess, episodic.OutcomeFailure
	f.record(t, project, acted(t, "a", success, "ci=red", "read"), acted(t, "b", failure, "ci=red", "read"), acted(t, "c", success, "read"))
	f.recounted(t, project, when("p", "ci=red", "read"), when("q", "", "wait"))
	expect := func(why, p, q string) {
		t.Helper()
		if got := f.trials(t, project, "p"); got != p {
			t.Errorf("%s: %s, want %s", why, got, p)
		}
		if got := f.trials(t, project, "q"); got != q {
			t.Errorf("%s, the other one: %s, want %s", why, got, q)
		}
		f.recount(t, project)
	}
	expect("what is there already counts", "a+ b-: 1/2", ": 0/0")
	f.record(t, project, acted(t, "d", episodic.OutcomeUnknown, "ci=red", "read", "wait"), acted(t, "e", success, "ci=green", "read"))
	expect("new episodes", "a+ b- d?: 1/2 and 1", "d?: 0/0 and 1")
	f.record(t, project, acted(t, "b", success, "ci=red", "wait"))
	expect("another content", "a+ d?: 1/1 and 1", "b+ d?: 1/1 and 1")
	f.record(t, project, acted(t, "a", failure, "ci=red", "read"))
	expect("another outcome", "a- d?: 0/1 and 1", "b+ d?: 1/1 and 1")
	must(t, f.Graph.DeleteEpisode(ctx, project, "a", day()))
	must(t, f.Graph.DeleteEpisode(ctx, project, "d", day()))
	expect("deleted", ": 0/0", "b+: 1/1")
	_, err := f.Graph.RestoreEpisode(ctx, project, "a", day())
	must(t, err)
	must(t, f.Graph.PurgeEpisode(ctx, project, "b"))
	expect("restored and purged", "a-: 0/1", ": 0/0")
	f.record(t, project, acted(t, "a", failure, "ci=red", "read"))
	expect("the same again", "a-: 0/1", ": 0/0")
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		applied := &patterns.Application{Outcome: success, At: minutes(1)}
		if err := tx.PutEvidence([]patterns.Evidence{{Pattern: patterns.KeyOf("p"), Episode: "c", Applied: applied, Verdict: patterns.VerdictSupports, Counted: true}}); err != nil {
			return err
		}
		_, err := evidence.Recount(tx, nil)
		return err
	})
	f.record(t, project, acted(t, "c", failure, "wait"))
	expect("what somebody says of an application stays", "a- c+!: 1/2", "c-: 0/1")
	must(t, f.Graph.DeleteEpisode(ctx, project, "c", day()))
	expect("and goes with the episode", "a-: 0/1", ": 0/0")
	must(t, f.Factors.InvalidateLayer(ctx, project))
	f.derive(t, project)
	expect("all derived anew", "a-: 0/1", ": 0/0")
}

// derive derives what is left.
func (f *fixture) derive(t testing.TB, project string) {
	t.Helper()
	for {
		n, err := f.Factors.RefreshSome(t.Context(), project, 2)
		must(t, err)
		if n == 0 {
			return
		}
	}
}

func exampleFollowRules(t *testing.T, f *fixture) {
	project := f.project(t)
	f.record(t, project,
		acted(t, "a", episodic.OutcomeSuccess, "ci=red", "read"), acted(t, "b", episodic.OutcomeFailure, "ci=broken", "read"),
		acted(t, "c", episodic.OutcomeSuccess, "read"), acted(t, "d", episodic.OutcomeFailure, "ci=red", "study"),
	)
	f.recounted(t, project, when("p", "ci=red", "read"), when("q", "ci=none", "read"))
	change := func(why string, change func(contribution.Rules) contribution.Rules, p, q string) {
		t.Helper()
		must(t, keeper{f.Factors}.changeRules(t.Context(), project, change))
		f.derive(t, project)
		if got := f.trials(t, project, "p"); got != p {
			t.Errorf("%s: %s, want %s", why, got, p)
		}
		if got := f.trials(t, project, "q"); got != q {
			t.Errorf("%s, the other one: %s, want %s", why, got, q)
		}
		f.recount(t, project)
	}
	merge := func(from, into string) func(contribution.Rules) contribution.Rules {
		return func(r contribution.Rules) contribution.Rules {
			r.Merges = append(slices.Clone(r.Merges), contribution.Merge{From: stated(from), Into: stated(into), At: day()})
			slices.SortFunc(r.Merges, func(a, b contribution.Merge) int { return strings.Compare(a.From.Key(), b.From.Key()) })
			return r
		}
	}
	change("nothing", func(r contribution.Rules) contribution.Rules { return r }, "a+: 1/1", ": 0/0")
	change("a trigger is taken for another factor", merge("ci=red", "ci=broken"), "a+ b-: 1/2", ": 0/0")
	change("so is an action", merge("study", "read"), "a+ b- d-: 1/3", ": 0/0")
	change("merges are taken back", func(r contribution.Rules) contribution.Rules {
		r.Merges = nil
		return r
	}, "a+: 1/1", ": 0/0")
	change("another factor is taken for the trigger", merge("ci=broken", "ci=red"), "a+ b-: 1/2", ": 0/0")
	change("what is not recorded did not happen", func(r contribution.Rules) contribution.Rules {
		r.Closed = []contribution.Closed{{Variable: "ci", AbsentState: "none", At: day().Truncate(time.Microsecond)}}
		return r
	}, "a+ b-: 1/2", "c+: 1/1")
	f.record(t, project, acted(t, "e", episodic.OutcomeFailure, "read"))
	if got := f.trials(t, project, "q"); got != "c+ e-: 1/2" {
		t.Errorf("a later episode: %s", got)
	}
	change("it is open again", func(r contribution.Rules) contribution.Rules {
		r.Closed = nil
		return r
	}, "a+ b-: 1/2", ": 0/0")
}
