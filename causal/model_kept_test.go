package causal_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// fresh is the model as a service makes it that has kept nothing.
func (m modelled) fresh(targets ...string) causal.Model {
	m.t.Helper()
	return modelled{m.t, m.store, serviceOf(m.store)}.of(targets...)
}

// change does something at random to the project.
func (m modelled) change(r *rand.Rand) string {
	m.t.Helper()
	var err error
	what := ""
	switch n := r.IntN(12); {
	case n < 6:
		what = "write"
		for _, id := range r.Perm(9)[:1+r.IntN(3)] {
			m.write(randomEpisode(m.t.(*testing.T), r, id))
		}
	case n < 7:
		what = "delete"
		id := fmt.Sprintf("x%d", r.IntN(9))
		if err = m.store.DeleteEpisode(m.t.Context(), "p", id, time.Now()); errors.Is(err, episodic.ErrNotFound) {
			err = nil
		}
	case n < 8:
		what = "merge"
		err = m.service.Merge(m.t.Context(), causal.MergeRequest{Project: "p", From: []string{identity("u", "a").Key()}, Into: identity("v", "b").Key()})
	case n < 9:
		what = "split"
		err = m.service.Split(m.t.Context(), causal.SplitRequest{Project: "p", Factor: identity("v", "b").Key(), Members: []string{identity("u", "a").Key()}})
	case n < 10:
		what = "close"
		err = m.service.DeclareClosed(m.t.Context(), "p", []string{[]string{"u", "w"}[r.IntN(2)]}, []string{"", "a", "none"}[r.IntN(3)], r.IntN(3) > 0)
	case n < 11:
		what = "state"
		_, err = m.service.RecordLinks(m.t.Context(), "p", []causal.Statement{{
			Source: identity([]string{"u", "v", "w"}[r.IntN(3)], "a"), Relation: episodic.Relations()[r.IntN(4)],
			Target: identity([]string{"x", "v", "outcome"}[r.IntN(3)], "b"), Origin: fmt.Sprint(r.IntN(3)),
		}})
	default:
		what = "rebuild"
		err = m.service.Rebuild(m.t.Context(), "p", nil)
	}
	if _, invalid := errors.AsType[*episodic.InvalidError](err); invalid || errors.Is(err, episodic.ErrNotFound) || errors.Is(err, episodic.ErrConflict) {
		return what + " (refused)"
	}
	if err != nil {
		m.t.Fatalf("%s: %v", what, err)
	}
	return what
}

func TestModel_KeptIsAsFresh(t *testing.T) {
	targets := [][]string{{"u"}, {"v", "w"}, {"outcome"}, {"outcome", "x", "nothing"}}
	done := map[string]int{}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(13, seed))
		m := newModelled(t)
		m.write(randomEpisode(t, r, 0))
		other := modelled{t, m.store, serviceOf(m.store)}
		for step := range 60 {
			what := []modelled{m, other}[r.IntN(2)].change(r)
			done[what]++
			if r.IntN(3) == 0 {
				continue // several changes between two questions
			}
			asked := targets[r.IntN(len(targets))]
			want := m.fresh(asked...).Print()
			for who, one := range []modelled{m, other} {
				if got := one.of(asked...).Print(); got != want {
					t.Fatalf("seed %d, step %d (%s): service %d learned of %v otherwise than a fresh one:\n%s",
						seed, step, what, who, asked, firstDifference(got, want))
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
	causal.FactorStore

	rows, reads, derivations atomic.Int64
	// meanwhile is called before rows are read, scanning only before all of them are.
	meanwhile, scanning func()
}

func (c *counting) GetDerivation(ctx context.Context, project string) (causal.Derivation, error) {
	c.derivations.Add(1)
	return c.FactorStore.GetDerivation(ctx, project)
}

func (c *counting) TellStates(ctx context.Context, q causal.StatesQuery, each func(causal.Told) error) (causal.Derivation, error) {
	c.reads.Add(1)
	if c.meanwhile != nil {
		c.meanwhile()
	}
	if c.scanning != nil && q.After == causal.FromStart {
		c.scanning()
	}
	return c.FactorStore.TellStates(ctx, q, func(told causal.Told) error {
		c.rows.Add(1)
		return each(told)
	})
}

// counted is a service over the store of which is counted what it reads.
func (m modelled) counted() (modelled, *counting) {
	c := &counting{FactorStore: m.store}
	m.service = causal.NewService(causal.Parts{Links: m.store, Occurrences: m.store, Factors: c, Tokens: wordCounter{}}, time.Now)
	return m, c
}

// chain writes episodes in which u leads to v; every third has neither.
func (m modelled) chain(from, to int) {
	m.t.Helper()
	var all []episodic.Episode
	for i := from; i < to; i++ {
		all = append(all, chained(i, []string{"yes", "yes", "no"}[i%3]))
	}
	m.write(all...)
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
	m, c := newModelled(t).counted()
	m.chain(0, 90)
	m.of("v")
	if c.rows.Load() != 90 || c.reads.Load() != 1 {
		t.Fatalf("%d rows in %d reads, want 90 in 1", c.rows.Load(), c.reads.Load())
	}
	before := c.derivations.Load()
	m.of("v")
	if c.reads.Load() != 1 || c.derivations.Load() != before+1 {
		t.Errorf("asked again, %d reads and %d looks at the state, want none and 1", c.reads.Load()-1, c.derivations.Load()-before)
	}
	m.chain(90, 92)
	if got := m.of("v"); len(got.Episodes()) != 92 || c.rows.Load() != 92 {
		t.Errorf("%d episodes after %d rows, want 92 after 92", len(got.Episodes()), c.rows.Load())
	}
	if err := m.store.DeleteEpisode(t.Context(), "p", "ep-0001", time.Now()); err != nil {
		t.Fatal(err)
	}
	if got := m.of("v"); len(got.Episodes()) != 91 || c.rows.Load() != 92+91 {
		t.Errorf("%d episodes after %d rows, want all 91 anew", len(got.Episodes()), c.rows.Load())
	}
}

func TestModel_AskersShareOneRead(t *testing.T) {
	m, c := newModelled(t).counted()
	m.chain(0, 30)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := causal.ModelOf(t.Context(), m.service, "p", []string{"v"}, nil); err != nil {
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
	m, c := newModelled(t).counted()
	m.chain(0, 30)
	next := 30
	c.meanwhile = func() { // once
		if next == 30 {
			m.chain(next, next+1)
			next++
		}
	}
	if got := m.of("v"); len(got.Episodes()) != 31 || got.Tells("ep-0030", "u") != "yes" {
		t.Errorf("what came meanwhile is not in: %d episodes", len(got.Episodes()))
	}
	c.meanwhile = func() { // always
		m.chain(next, next+1)
		next++
	}
	if _, err := causal.ModelOf(t.Context(), m.service, "p", []string{"u"}, nil); err != nil {
		t.Fatalf("what is known already is not read: %v", err)
	}
	m.chain(next, next+1)
	next++
	_, err := causal.ModelOf(t.Context(), m.service, "p", []string{"v"}, nil)
	if !errors.Is(err, episodic.ErrConflict) {
		t.Errorf("the layer changes all the time: %v", err)
	}
	c.meanwhile = nil
	if got := m.of("v"); len(got.Episodes()) != next || got.Print() != m.fresh("v").Print() {
		t.Errorf("%d episodes, want %d, afterwards", len(got.Episodes()), next)
	}
}

// To read all episodes takes long, and somebody may write meanwhile each time: what was read is
// kept, and only what was written is read after it.
func TestModel_WrittenToWhileAllIsRead(t *testing.T) {
	m, c := newModelled(t).counted()
	m.chain(0, 60)
	scans, next := 0, 60
	for i := range 40 {
		m.write(tale(fmt.Sprintf("w%03d", i), []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[i%2], "event w="+[]string{"yes", "no"}[i%3/2]))
	}
	c.scanning = func() {
		scans++
		m.chain(next, next+2)
		next += 2
		if scans == 2 { // one that is read already is another one now, one is gone
			m.write(chained(1, "no"))
			if err := m.store.DeleteEpisode(t.Context(), "p", "ep-0002", time.Now()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, asked := range [][]string{{"v"}, {"outcome"}, {"u", "outcome"}} {
		got := m.of(asked...)
		kept := c.scanning
		c.scanning = nil
		if want := m.fresh(asked...).Print(); got.Print() != want {
			t.Errorf("asked for %v while somebody writes: %s", asked, firstDifference(got.Print(), want))
		}
		c.scanning = kept
	}
	if scans < 2 || scans > 5 {
		t.Errorf("all episodes were read %d times", scans)
	}
}

func TestModel_OfAnotherProjectOfThatName(t *testing.T) {
	m := newModelled(t)
	m.chain(0, 30)
	before := m.of("v").Derivation()
	if err := m.store.PurgeProject(t.Context(), "p"); err != nil {
		t.Fatal(err)
	}
	if _, err := causal.ModelOf(t.Context(), m.service, "p", []string{"v"}, nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("of a purged project: %v", err)
	}
	m.write(chained(7, "no"))
	got := m.of("v")
	if got.Derivation().Graph != before.Graph || !slices.Equal(got.Episodes(), []string{"ep-0007"}) {
		t.Errorf("graph %d, before %d, with %v", got.Derivation().Graph, before.Graph, got.Episodes())
	}
}

func TestModel_FewProjectsAreKept(t *testing.T) {
	m := newModelled(t)
	p, err := episodic.Prepare(chained(0, "yes"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range causal.MaxKeptProjects + 3 {
		project := fmt.Sprintf("p%02d", i)
		all = append(all, project)
		if _, err := m.store.RecordEpisodes(t.Context(), project, []episodic.Prepared{p}, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		for _, asked := range []string{project, all[0]} { // the first is asked about all the time
			if _, err := causal.ModelOf(t.Context(), m.service, asked, []string{"v"}, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := append([]string{all[0]}, all[len(all)-causal.MaxKeptProjects+1:]...)
	if got := causal.KeptProjects(m.service); !slices.Equal(got, want) {
		t.Errorf("kept are %v, want %v", got, want)
	}
}

// Questions in different contexts have the parents of the outcome and the tables in common, and
// what was learned is let go when it is too much.
func TestModel_LearnedOnce(t *testing.T) {
	m := newModelled(t)
	all := confounded(120, 3)
	for i := range all {
		all[i].Links = nil
	}
	m.write(all...)
	ask := func(action string, context ...string) causal.Model {
		t.Helper()
		got, err := causal.ModelOf(t.Context(), m.service, "p", append([]string{"outcome"}, context...), []string{action})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := ask("retry")
	one := causal.Selections(m.service, "p")
	if ask("retry", "hard"); causal.Selections(m.service, "p") != one || one == 0 {
		t.Errorf("%d selections, then %d", one, causal.Selections(m.service, "p"))
	}
	if !causal.SameTable(first, ask("retry", "hard"), "outcome") || !causal.SameTable(first, ask("retry", "hard"), "retry") {
		t.Error("two questions count the same tables each on its own")
	}
	if causal.KeptNumbers(m.service, "p") == 0 {
		t.Error("what was learned is not weighed")
	}
	causal.KeepNumbers(m.service, 1)
	before := ask("hard")
	if after := ask("hard"); causal.SameTable(before, after, "outcome") {
		t.Error("what is too much is kept")
	}
}
