package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

func factorExamples() []example {
	return []example{
		{"factors: out of date two episodes away", exampleOutOfDate},
		{"factors: a rebuild of statements only", exampleStatementsOnly},
		{"factors: a rebuild that is cut off", exampleCutOff},
		{"factors: writers at once", exampleFactorWriters},
		{"factors: purged while they are derived", examplePurgedWhileDerived},
	}
}

// says gives the first event of an episode an explicit factor.
func says(factor string) func(*episodic.Episode) {
	return func(e *episodic.Episode) { e.Events[0].Factor = factor }
}

// a links to b, and b to c. A merge marks b; a is then derived against the old factors of b; then b is
// derived because c is written. So a must be derived again.
func exampleOutOfDate(t *testing.T, f *fixture) {
	p := f.project(t)
	a := prepare(t, "a", 2, linked(linkOf("e1", "b/e1")))
	b := prepare(t, "b", 1, says("old"), linked(linkOf("e1", "c/e1")))
	f.record(t, p, prepare(t, "c", 1), b, a)
	merge(t, f.Factors, p, "old", "new")
	f.record(t, p, prepare(t, "a", 3, linked(linkOf("e1", "b/e1"))))
	f.record(t, p, prepare(t, "c", 2))
	CheckFactors(t, f.Set, p)
}

// merge merges a factor, known only as having occurred, into another.
func merge(t testing.TB, s derive.Store, project, from, into string) {
	t.Helper()
	w := &world{factors: keeper{s}, exact: project, now: day()}
	_, err := Merge{From: occurred(from), Into: occurred(into)}.run(t.Context(), w)
	must(t, err)
}

func occurred(variable string) factor.Identity {
	return factor.Identity{Variable: variable, State: factor.StateOccurred}
}

// A project with only statements can be rebuilt too, and a statement made meanwhile is not counted
// twice.
func exampleStatementsOnly(t *testing.T, f *fixture) {
	p := f.project(t)
	s := link.Statement{Source: occurred("rain"), Target: occurred("wet"), Relation: episodic.RelationCauses, Origin: "ann", At: day()}
	put := func(strength float64) {
		again := s
		again.Strength = new(strength)
		_, err := keeper{f.Factors}.stateLinks(t.Context(), p, day(), []link.Statement{again})
		must(t, err)
	}
	put(.5)
	must(t, f.Factors.InvalidateLayer(t.Context(), p))
	left, err := f.Factors.ListStale(t.Context(), everything)
	must(t, err)
	if !slices.Contains(left, p) {
		t.Errorf("%v are to be derived anew, want %s among them", left, p)
	}
	put(.75)
	CheckFactors(t, f.Set, p)
	must(t, f.Factors.InvalidateLayer(t.Context(), p))
	must(t, keeper{f.Factors}.unstate(t.Context(), p, s.ID()))
	CheckFactors(t, f.Set, p)
	if n, err := f.Factors.CountFactors(t.Context(), layer.FactorQuery{Project: p}); n != 0 || err != nil {
		t.Errorf("%d factors, %v; nothing is stated any more", n, err)
	}
}

// A rebuild stops after some steps, episodes are written and deleted, another rebuild begins through a
// second handle, and the first handle finishes it.
func exampleCutOff(t *testing.T, f *fixture) {
	p, second := f.project(t), f.again(t)
	var all []episodic.Prepared
	for i := range 6 {
		all = append(all, prepare(t, fmt.Sprintf("ep%d", i), 2, says("shared"), linked(linkOf("e1", fmt.Sprintf("ep%d/e2", (i+1)%6)))))
	}
	f.record(t, p, all...)
	step := func(s Set, limit int) {
		_, err := s.Factors.RefreshSome(t.Context(), p, limit)
		must(t, err)
	}
	must(t, f.Factors.InvalidateLayer(t.Context(), p))
	step(f.Set, 2)
	f.record(t, p, prepare(t, "ep5", 3, says("shared"), linked(linkOf("e1", "ep4/e1"))))
	must(t, f.Graph.DeleteEpisode(t.Context(), p, "ep1", day()))
	step(second, 1)
	must(t, second.Factors.InvalidateLayer(t.Context(), p))
	merge(t, second.Factors, p, "shared", "common")
	step(second, 3)
	must(t, f.Graph.PurgeEpisode(t.Context(), p, "ep0"))
	CheckFactors(t, f.Set, p)
}

// Concurrent writes, deletions, merges, statements and a rebuild through two handles end in the layer
// that follows from the final state.
func exampleFactorWriters(t *testing.T, f *fixture) {
	const writers, rounds = 6, 4
	p, second := f.project(t), f.again(t)
	f.record(t, p, prepare(t, "same", 2, says("shared")))
	errs := make([]error, writers+1)
	var wg sync.WaitGroup
	for i := range writers {
		w := &world{factors: keeper{[]Set{f.Set, second}[i%2].Factors}, graph: []Set{f.Set, second}[i%2].Graph, exact: p, now: day()}
		calls := factorCalls(t, i, rounds)
		wg.Go(func() {
			for _, c := range calls {
				if _, err := c.run(t.Context(), w); err != nil && !errors.Is(err, episodic.ErrNotFound) {
					errs[i] = errors.Join(errs[i], err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 2 {
			errs[writers] = errors.Join(errs[writers], second.Factors.InvalidateLayer(t.Context(), p))
			for n, err := 1, error(nil); n > 0 && err == nil; errs[writers] = errors.Join(errs[writers], err) {
				n, err = second.Factors.RefreshSome(t.Context(), p, 2)
			}
		}
	})
	wg.Wait()
	must(t, errors.Join(errs...))
	CheckFactors(t, f.Set, p)
}

// factorCalls returns the calls of one of many writers.
func factorCalls(t testing.TB, writer, rounds int) []Command {
	t.Helper()
	own := fmt.Sprintf("own%d", writer)
	var out []Command
	for round := range rounds {
		factor := fmt.Sprintf("factor %c", 'a'+(writer+round)%4)
		same := prepare(t, "same", 1+(writer+round)%3, says(factor))
		mine := prepare(t, own, 2, says("shared"), linked(linkOf("e1", "same/e1"), linkOf(fmt.Sprintf("own%d/e1", (writer+1)%6), "e2")))
		mine.Episode.Task = fmt.Sprint(round)
		out = append(out,
			Record{Episodes: []episodic.Episode{same.Episode, mine.Episode}},
			Merge{From: occurred(factor), Into: occurred(fmt.Sprintf("group %d", round%2))},
			StateLinks{Statements: []link.Statement{{Source: occurred(factor), Target: occurred("shared"), Relation: episodic.RelationEnables, Origin: own}}},
			CloseVariable{Variable: factor, Open: round%2 == 1},
		)
		if round%2 == 1 {
			out = append(out, Delete{ID: own}, Unmerge{From: occurred(factor)})
		}
	}
	return out
}

// A project is purged while another instance derives it: nothing is left.
func examplePurgedWhileDerived(t *testing.T, f *fixture) {
	p, second := f.project(t), f.again(t)
	s := link.Statement{Source: occurred("rain"), Target: occurred("wet"), Relation: episodic.RelationCauses, Origin: "ann", At: day()}
	for range 3 {
		f.record(t, p, prepare(t, "a", 3, says("rain")))
		_, err := keeper{f.Factors}.stateLinks(t.Context(), p, day(), []link.Statement{s})
		must(t, err)
		purged := make(chan struct{})
		var derived error
		var wg sync.WaitGroup
		wg.Go(func() {
			for done := false; !done && derived == nil; {
				_, derived = second.Factors.RefreshSome(t.Context(), p, 1)
				select {
				case <-purged:
					done = true
				default:
				}
			}
		})
		err = f.Graph.PurgeProject(t.Context(), p)
		close(purged)
		wg.Wait()
		must(t, errors.Join(err, derived))
		left, err := f.Factors.GetFactors(t.Context(), p, keysOf([]factor.Identity{s.Source, s.Target}))
		must(t, err)
		if len(left) > 0 {
			t.Errorf("%+v are left of a purged project", left)
		}
	}
}
