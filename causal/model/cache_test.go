package model_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/internal/text"
)

// of is the model of some variables.
func of(m causaltest.Project, targets ...string) model.Probe {
	m.T.Helper()
	out, err := model.ProbeOf(m.T.Context(), m.Service.Model, "p", targets, nil)
	if err != nil {
		m.T.Fatal(err)
	}
	return out
}

// fresh is the model as a service makes it that has kept nothing.
func fresh(m causaltest.Project, targets ...string) model.Probe {
	m.T.Helper()
	return of(causaltest.Project{T: m.T, Store: m.Store, Service: causaltest.ServiceOf(m.Store)}, targets...)
}

// learned is the model from the whole layer as a plain value.
func learned(m causaltest.Project, targets ...string) model.Probe {
	m.T.Helper()
	ctx := m.T.Context()
	var data model.Data
	var err error
	if data.Variables, err = m.Store.ListVariables(ctx, "p", nil); err != nil {
		m.T.Fatal(err)
	}
	if data.Factors, err = m.Store.ListFactors(ctx, layer.FactorQuery{Project: "p", Page: episodic.Page{Limit: 1_000}}); err != nil {
		m.T.Fatal(err)
	}
	var names []string
	for _, f := range data.Factors {
		names = append(names, f.Variable)
	}
	names = text.Sorted(names)
	if data.Links, _, err = m.Store.LinksInto(ctx, "p", names, model.MaxModelLinks); err != nil {
		m.T.Fatal(err)
	}
	q := layer.StatesQuery{Project: "p", After: layer.FromStart}
	for _, f := range data.Factors {
		q.Factors = append(q.Factors, f.Key())
	}
	data.Derivation, err = m.Store.ScanStates(ctx, q, func(e layer.EpisodeStates) error {
		c := contribution.Contribution{Episode: e.Episode}
		for _, s := range e.States {
			c.Observations = append(c.Observations, contribution.Observation{Identity: data.Factors[s.Factor].Identity, Order: s.Order})
		}
		data.Episodes = append(data.Episodes, c)
		return nil
	})
	if err != nil {
		m.T.Fatal(err)
	}
	out, err := model.Learn(data, targets, nil)
	if err != nil {
		m.T.Fatal(err)
	}
	return model.ProbeModel(out)
}

// change does something at random to the project.
func change(m causaltest.Project, r *rand.Rand) string {
	m.T.Helper()
	var err error
	what := ""
	switch n := r.IntN(12); {
	case n < 6:
		what = "write"
		for _, id := range r.Perm(9)[:1+r.IntN(3)] {
			m.Write(causaltest.RandomEpisode(m.T.(*testing.T), r, id))
		}
	case n < 7:
		what = "delete"
		id := fmt.Sprintf("x%d", r.IntN(9))
		if err = m.Store.DeleteEpisode(m.T.Context(), "p", id, time.Now()); errors.Is(err, episodic.ErrNotFound) {
			err = nil
		}
	case n < 8:
		what = "merge"
		err = m.Service.Derive.Merge(m.T.Context(), derive.MergeRequest{Project: "p", From: []string{causaltest.Identity("u", "a").Key()}, Into: causaltest.Identity("v", "b").Key()})
	case n < 9:
		what = "split"
		err = m.Service.Derive.Split(m.T.Context(), derive.SplitRequest{Project: "p", Factor: causaltest.Identity("v", "b").Key(), Members: []string{causaltest.Identity("u", "a").Key()}})
	case n < 10:
		what = "close"
		err = m.Service.Derive.DeclareClosed(m.T.Context(), "p", []string{[]string{"u", "w"}[r.IntN(2)]}, []string{"", "a", "none"}[r.IntN(3)], r.IntN(3) > 0)
	case n < 11:
		what = "state"
		_, err = m.Service.Derive.RecordLinks(m.T.Context(), "p", []link.Statement{{
			Source: causaltest.Identity([]string{"u", "v", "w"}[r.IntN(3)], "a"), Relation: episodic.Relations()[r.IntN(4)],
			Target: causaltest.Identity([]string{"x", "v", "outcome"}[r.IntN(3)], "b"), Origin: fmt.Sprint(r.IntN(3)),
		}})
	default:
		what = "rebuild"
		err = m.Service.Derive.Rebuild(m.T.Context(), "p", nil)
	}
	if _, invalid := errors.AsType[*problem.InvalidError](err); invalid || errors.Is(err, episodic.ErrNotFound) || errors.Is(err, episodic.ErrConflict) {
		return what + " (refused)"
	}
	if err != nil {
		m.T.Fatalf("%s: %v", what, err)
	}
	return what
}

func TestModel_KeptIsAsFresh(t *testing.T) {
	targets := [][]string{{"u"}, {"v", "w"}, {"outcome"}, {"outcome", "x", "nothing"}}
	done := map[string]int{}
	for seed := range uint64(soak.Rounds(2)) {
		r := soak.Rand(13, seed)
		m := causaltest.NewProject(t)
		m.Write(causaltest.RandomEpisode(t, r, 0))
		other := causaltest.Project{T: t, Store: m.Store, Service: causaltest.ServiceOf(m.Store)}
		for step := range 60 {
			what := change([]causaltest.Project{m, other}[r.IntN(2)], r)
			done[what]++
			if r.IntN(3) == 0 {
				continue // several changes between two questions
			}
			asked := targets[r.IntN(len(targets))]
			want := fresh(m, asked...).Print()
			if got := learned(m, asked...).Print(); got != want {
				t.Fatalf("seed %d, step %d (%s): from the whole layer %v is otherwise:\n%s", seed, step, what, asked, causaltest.FirstDifference(got, want))
			}
			for who, one := range []causaltest.Project{m, other} {
				if got := of(one, asked...).Print(); got != want {
					t.Fatalf("seed %d, step %d (%s): service %d learned of %v otherwise than a fresh one:\n%s",
						seed, step, what, who, asked, causaltest.FirstDifference(got, want))
				}
			}
		}
	}
	for _, what := range []string{"write", "delete", "merge", "split", "close", "state", "rebuild"} {
		if done[what] == 0 {
			t.Errorf("%s was never done: %v", what, done)
		}
	}
}

// counting counts what is read of a store, and lets something happen in between.
type counting struct {
	derive.Store

	rows, reads, derivations atomic.Int64
	// meanwhile is called before rows are read, scanning only before all of them are.
	meanwhile, scanning func()
}

func (c *counting) GetDerivation(ctx context.Context, project string) (layer.Derivation, error) {
	c.derivations.Add(1)
	return c.Store.GetDerivation(ctx, project)
}

func (c *counting) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	c.reads.Add(1)
	if c.meanwhile != nil {
		c.meanwhile()
	}
	if c.scanning != nil && q.After == layer.FromStart {
		c.scanning()
	}
	return c.Store.ScanStates(ctx, q, func(told layer.EpisodeStates) error {
		c.rows.Add(1)
		return each(told)
	})
}

// counted is a service over the store of which is counted what it reads.
func counted(m causaltest.Project) (causaltest.Project, *counting) {
	c := &counting{Store: m.Store}
	m.Service = memory.NewCauses(memory.CauseParts{Links: m.Store, Occurrences: m.Store, Factors: c, Tokens: causaltest.WordCounter{}}, time.Now)
	return m, c
}

// chain writes episodes in which u leads to v; every third has neither.
func chain(m causaltest.Project, from, to int) {
	m.T.Helper()
	var all []episodic.Episode
	for i := from; i < to; i++ {
		all = append(all, chained(i, []string{"yes", "yes", "no"}[i%3]))
	}
	m.Write(all...)
}

func chained(i int, state string) episodic.Episode {
	return episodic.Episode{
		ID: fmt.Sprintf("ep-%04d", i), Outcome: episodic.OutcomeUnknown, Task: "task",
		Events: []episodic.Event{
			{ID: "e1", Type: episodic.EventTest, Content: "u=" + state},
			{ID: "e2", Type: episodic.EventTest, Content: "v=" + state, CausedBy: []string{"e1"}},
		},
	}
}

func TestModel_OnlyWhatChangedIsRead(t *testing.T) {
	m, c := counted(causaltest.NewProject(t))
	chain(m, 0, 90)
	of(m, "v")
	if c.rows.Load() != 90 || c.reads.Load() != 1 {
		t.Fatalf("%d rows in %d reads, want 90 in 1", c.rows.Load(), c.reads.Load())
	}
	before := c.derivations.Load()
	of(m, "v")
	if c.reads.Load() != 1 || c.derivations.Load() != before+1 {
		t.Errorf("asked again, %d reads and %d looks at the state, want none and 1", c.reads.Load()-1, c.derivations.Load()-before)
	}
	chain(m, 90, 92)
	if got := of(m, "v"); len(got.Episodes()) != 92 || c.rows.Load() != 92 {
		t.Errorf("%d episodes after %d rows, want 92 after 92", len(got.Episodes()), c.rows.Load())
	}
	if err := m.Store.DeleteEpisode(t.Context(), "p", "ep-0001", time.Now()); err != nil {
		t.Fatal(err)
	}
	if got := of(m, "v"); len(got.Episodes()) != 91 || c.rows.Load() != 92+91 {
		t.Errorf("%d episodes after %d rows, want all 91 anew", len(got.Episodes()), c.rows.Load())
	}
}

func TestModel_AskersShareOneRead(t *testing.T) {
	m, c := counted(causaltest.NewProject(t))
	chain(m, 0, 30)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := model.ProbeOf(t.Context(), m.Service.Model, "p", []string{"v"}, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if c.reads.Load() != 1 {
		t.Errorf("%d reads for 8 who ask at once", c.reads.Load())
	}
}

func TestModel_MovesWhileItIsRead(t *testing.T) {
	m, c := counted(causaltest.NewProject(t))
	chain(m, 0, 30)
	next := 30
	c.meanwhile = func() { // once
		if next == 30 {
			chain(m, next, next+1)
			next++
		}
	}
	if got := of(m, "v"); len(got.Episodes()) != 31 || got.Tells("ep-0030", "u") != "yes" {
		t.Errorf("what came meanwhile is not in: %d episodes", len(got.Episodes()))
	}
	c.meanwhile = func() { // always
		chain(m, next, next+1)
		next++
	}
	if _, err := model.ProbeOf(t.Context(), m.Service.Model, "p", []string{"u"}, nil); err != nil {
		t.Fatalf("what is known already is not read: %v", err)
	}
	chain(m, next, next+1)
	next++
	_, err := model.ProbeOf(t.Context(), m.Service.Model, "p", []string{"v"}, nil)
	if !errors.Is(err, episodic.ErrConflict) {
		t.Errorf("the layer changes all the time: %v", err)
	}
	c.meanwhile = nil
	if got := of(m, "v"); len(got.Episodes()) != next || got.Print() != fresh(m, "v").Print() {
		t.Errorf("%d episodes, want %d, afterwards", len(got.Episodes()), next)
	}
}

// To read all episodes takes long, and somebody may write meanwhile each time: what was read is
// kept, and only what was written is read after it.
func TestModel_WrittenToWhileAllIsRead(t *testing.T) {
	m, c := counted(causaltest.NewProject(t))
	chain(m, 0, 60)
	scans, next := 0, 60
	for i := range 40 {
		m.Write(causaltest.EpisodeFromLines(fmt.Sprintf("w%03d", i), []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[i%2], "event w="+[]string{"yes", "no"}[i%3/2]))
	}
	c.scanning = func() {
		scans++
		chain(m, next, next+2)
		next += 2
		if scans == 2 { // one that is read already is another one now, one is gone
			m.Write(chained(1, "no"))
			if err := m.Store.DeleteEpisode(t.Context(), "p", "ep-0002", time.Now()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, asked := range [][]string{{"v"}, {"outcome"}, {"u", "outcome"}} {
		got := of(m, asked...)
		kept := c.scanning
		c.scanning = nil
		if want := fresh(m, asked...).Print(); got.Print() != want {
			t.Errorf("asked for %v while somebody writes: %s", asked, causaltest.FirstDifference(got.Print(), want))
		}
		c.scanning = kept
	}
	if scans < 2 || scans > 5 {
		t.Errorf("all episodes were read %d times", scans)
	}
}

// Questions in different contexts have the parents of the outcome and the tables in common, and
// what was learned is let go when it is too much.
func TestModel_LearnedOnce(t *testing.T) {
	m := causaltest.NewProject(t)
	all := causaltest.Confounded(120, 3)
	for i := range all {
		all[i].Links = nil
	}
	m.Write(all...)
	ask := func(action string, context ...string) model.Probe {
		t.Helper()
		got, err := model.ProbeOf(t.Context(), m.Service.Model, "p", append([]string{"outcome"}, context...), []string{action})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := ask("retry")
	one := model.Selections(m.Service.Model, "p")
	if ask("retry", "hard"); model.Selections(m.Service.Model, "p") != one || one == 0 {
		t.Errorf("%d selections, then %d", one, model.Selections(m.Service.Model, "p"))
	}
	if !model.SameTable(first, ask("retry", "hard"), "outcome") || !model.SameTable(first, ask("retry", "hard"), "retry") {
		t.Error("two questions count the same tables each on its own")
	}
	if model.KeptNumbers(m.Service.Model, "p") == 0 {
		t.Error("what was learned is not weighed")
	}
	model.KeepNumbers(m.Service.Model, 1)
	before := ask("hard")
	if after := ask("hard"); model.SameTable(before, after, "outcome") {
		t.Error("what is too much is kept")
	}
}
