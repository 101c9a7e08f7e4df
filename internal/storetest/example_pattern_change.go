package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

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
