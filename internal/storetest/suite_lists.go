package storetest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/google/go-cmp/cmp"
)

// RunLists tests the lists of an [episodic.Store]: what is asked for by attributes is what a store says that looks at every episode, page
// by page, while episodes are revised, deleted, restored and purged. After each change it calls after, with which an engine checks what
// it keeps for lists.
func RunLists(t *testing.T, open Open, after func(*testing.T)) {
	f := newFixture(t, open)
	l := &lists{t: t, project: f.project(t), graph: f.Graph, naive: NewReference(), random: rand.New(rand.NewPCG(3, 1)), after: after}
	var all, revised []episodic.Prepared
	for n := range 400 {
		all = append(all, l.attributed(n))
	}
	l.put(all...)
	l.compare()
	for n := 0; n < 400; n += 3 {
		revised = append(revised, l.attributed(n))
	}
	l.put(revised...)
	for n := 1; n < 40; n += 2 {
		l.remove(n, all[n].Episode.ID)
	}
	l.compare()
	l.change(func(s episodic.Store) error { return s.PurgeProject(t.Context(), l.project) })
	l.expect(episodic.EpisodeQuery{Project: l.project, Filter: episodic.EpisodeFilter{Domain: "domain 1"}})
}

// lists compares the lists of two stores with the same random episodes.
type lists struct {
	t            *testing.T
	project      string
	graph, naive episodic.Store
	random       *rand.Rand
	after        func(*testing.T)
}

// change changes both stores.
func (l *lists) change(work func(episodic.Store) error) {
	l.t.Helper()
	for _, s := range []episodic.Store{l.graph, l.naive} {
		must(l.t, work(s))
	}
	l.after(l.t)
}

func (l *lists) put(episodes ...episodic.Prepared) {
	l.t.Helper()
	l.change(func(s episodic.Store) error {
		_, err := s.RecordEpisodes(l.t.Context(), l.project, episodes, false, day())
		return err
	})
}

// remove deletes an episode, and restores or purges two of three.
func (l *lists) remove(n int, id string) {
	l.t.Helper()
	l.change(func(s episodic.Store) error { return s.DeleteEpisode(l.t.Context(), l.project, id, day()) })
	switch n % 3 {
	case 0:
		l.change(func(s episodic.Store) error {
			_, err := s.RestoreEpisode(l.t.Context(), l.project, id, day())
			return err
		})
	case 1:
		l.change(func(s episodic.Store) error { return s.PurgeEpisode(l.t.Context(), l.project, id) })
	}
}

// word returns one of some words of a kind. One of ten is the same in capitals, with what query languages read, or a part of another.
func (l *lists) word(kind string, of int) string {
	word := fmt.Sprintf("%s %d", kind, l.random.IntN(of))
	odd := []string{"T" + word, word + `" OR "` + word, word + `\`, `\"` + word, word + "*", "+" + word + "~1", kind}
	if n := l.random.IntN(10 * len(odd)); n < len(odd) {
		return odd[n]
	}
	return word
}

// attributed makes episode n of many with random attributes, of which a third has no time and many begin in one second.
func (l *lists) attributed(n int) episodic.Prepared {
	l.t.Helper()
	e := episodic.Episode{
		ID: fmt.Sprintf("e%03d", n), Task: l.word("Task", 9), Domain: l.word("domain", 3), TaskType: l.word("type", 4), Complexity: l.word("level", 2),
		Session: l.word("session", 100), Tags: []string{l.word("tag", 30), l.word("tag", 30)}, Tools: []string{l.word("tool", 5)},
		Strategies: []string{l.word("way", 5)}, Outcome: []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[l.random.IntN(2)],
		Decisions: []episodic.Decision{{
			ID: "d1", Chosen: "one", Context: l.word("choice", 3), Actor: l.word("agent", 6), Outcome: episodic.OutcomeSuccess,
			Type: []episodic.DecisionType{episodic.DecisionDesign, episodic.DecisionTest}[l.random.IntN(2)],
		}},
		Events: []episodic.Event{{ID: "e1", Type: episodic.EventMilestone, Content: fmt.Sprintf("edit main%d.go", l.random.IntN(40))}},
	}
	if l.random.IntN(3) > 0 {
		e.StartedAt = episodic.At(day().Add(time.Duration(l.random.IntN(20)) * time.Second / 2))
	}
	p, err := intake.Prepare(e)
	must(l.t, err)
	return p
}

// filter returns a filter that names up to three things.
func (l *lists) filter() (f episodic.EpisodeFilter) {
	fields := []func(){
		func() { f.Outcomes = []episodic.Outcome{episodic.OutcomeFailure} },
		func() { f.Domain = l.word("domain", 4) },
		func() { f.TaskType = l.word("type", 4) },
		func() { f.Complexity = l.word("level", 2) },
		func() { f.Session = l.word("session", 100) },
		func() { f.Tags = []string{l.word("tag", 30), l.word("tag", 30), l.word("tag", 30)} },
		func() { f.Tools = []string{l.word("tool", 5)} },
		func() { f.Strategies = []string{l.word("way", 5), l.word("way", 5)} },
		func() { f.Task = fmt.Sprintf("task %d", l.random.IntN(9)) },
		func() { f.Actors = []string{l.word("agent", 6)} },
		func() { f.DecisionTypes = []episodic.DecisionType{episodic.DecisionDesign} },
		func() {
			f.References = []episodic.Reference{{Kind: episodic.ReferenceFile, Key: fmt.Sprintf("main%d.go", l.random.IntN(41))}}
		},
		func() {
			f.Since, f.Until = day().Add(2*time.Second), day().Add(time.Duration(4+l.random.IntN(5))*time.Second)
		},
		func() { f.Failed = true },
	}
	for range 1 + l.random.IntN(3) {
		fields[l.random.IntN(len(fields))]()
	}
	return f
}

// compare reads many lists.
func (l *lists) compare() {
	l.t.Helper()
	found := 0
	for range 150 {
		found += l.expect(episodic.EpisodeQuery{Project: l.project, Filter: l.filter(), Deleted: l.random.IntN(9) == 0})
	}
	if found < 1_000 {
		l.t.Errorf("all lists together have %d episodes only", found)
	}
}

// expect reads a list page by page, and counts it, from both stores. It returns how many episodes are on it.
func (l *lists) expect(q episodic.EpisodeQuery) int {
	l.t.Helper()
	want := l.all(l.naive, q, 1_000)
	if diff := cmp.Diff(want, l.all(l.graph, q, 1+l.random.IntN(30))); diff != "" {
		l.t.Errorf("%+v (-want +got):\n%s", q, diff)
	}
	if n, err := l.graph.CountEpisodes(l.t.Context(), q); err != nil || n != len(want) {
		l.t.Errorf("%+v: counted %d, %v; want %d", q, n, err, len(want))
	}
	return len(want)
}

// all returns the ids of a whole list.
func (l *lists) all(s episodic.Store, q episodic.EpisodeQuery, size int) []string {
	l.t.Helper()
	found, err := pages(size, func(p episodic.Page) ([]episodic.Stored, error) {
		q.Page = p
		return s.ListEpisodes(l.t.Context(), q)
	}, func(e episodic.Stored) string { return e.SortKey })
	must(l.t, err)
	var ids []string
	for _, e := range found {
		ids = append(ids, e.Episode.ID)
	}
	return ids
}
