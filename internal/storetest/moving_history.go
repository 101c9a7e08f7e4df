package storetest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

func (m *moving) historiesNew() {
	one, two := m.prepare("a", "one"), m.prepare("a", "two")
	m.record(m.from, one)
	first := m.now
	m.record(m.from, two)
	m.must(m.s.RecordAccess(m.Context(), m.from, map[string]int64{"a": 2}, m.tick()))
	m.move(1, m.historyOf(two))
	info, err := m.s.GetProject(m.Context(), m.to)
	m.must(err)
	m.equal("when the project was created", info.CreatedAt, movingDay())
	m.equal("its contents", m.contentsOf(m.to, "a", 3), m.contentsOf(m.from, "a", 3))
	m.equal("the snapshot", m.snapshotOf(m.to), m.snapshotOf(m.from))
	stored, err := m.s.GetEpisodes(m.Context(), m.to, []string{"a"})
	m.must(err)
	if len(stored) != 1 || !stored[0].FirstRecordedAt.Equal(first) || stored[0].Revision != 2 || stored[0].Hash != two.Hash {
		m.Errorf("the episode is %+v", stored)
	}
	m.equal("the backlog", m.backlog(), []episodic.IndexTask{{Project: m.to, Episode: "a", Revision: 2}})
	receipts, err := m.s.RecordEpisodes(m.Context(), m.to, []episodic.Prepared{two, m.prepare("b", "b")}, false, m.tick())
	m.must(err)
	m.equal("recording goes on", []episodic.Change{receipts[0].Change, receipts[1].Change},
		[]episodic.Change{episodic.ChangeUnchanged, episodic.ChangeCreated})
}

// layerModel is the occurrence layer of a project.
type layerModel struct {
	totals      episodic.Totals
	occurrences []episodic.Occurrence
	references  []episodic.ReferenceCount
	mentions    map[string][]episodic.Mention
	links       map[string][]string
}

// layerOf reads the occurrence layer, links by their ends, because their ids differ between projects.
func (m *moving) layerOf(project string) layerModel {
	m.Helper()
	totals, err := m.s.Totals(m.Context(), []string{project})
	m.must(err)
	l := layerModel{totals: totals[project], links: map[string][]string{}}
	page := episodic.Page{Limit: episodic.MaxPage}
	l.occurrences, err = m.s.ListOccurrences(m.Context(), episodic.OccurrenceQuery{Project: project, Page: page})
	m.must(err)
	l.references, err = m.s.ListReferences(m.Context(), episodic.ReferenceQuery{Project: project, Page: page})
	m.must(err)
	var keys, by []string
	for _, o := range l.occurrences {
		keys = append(keys, o.Key)
		by = append(by, o.Key, o.Episode)
	}
	l.mentions, err = m.s.MentionsBy(m.Context(), project, by)
	m.must(err)
	follow := search.Follow{Relations: episodic.Relations(), Bases: episodic.Bases()}
	neighbors, err := m.s.Neighbors(m.Context(), project, keys, search.Downstream, follow)
	m.must(err)
	for key, list := range neighbors {
		for _, n := range list {
			l.links[key] = append(l.links[key], fmt.Sprint(n.Occurrence.Key, n.Link.Relation, n.Link.Basis, n.Link.Episode, n.Link.RecordedAt))
		}
		slices.Sort(l.links[key])
	}
	return l
}

func (m *moving) historiesDraw() {
	one := m.prepare("a", "one in issue #7")
	two := m.prepare("a", "two in issue #8", episodic.Link{
		Source: "d1", Relation: episodic.RelationCorrelates, Target: "e2", Basis: episodic.BasisStated,
	})
	m.record(m.from, one)
	m.record(m.from, two)
	m.move(1, m.historyOf(two))
	want := m.layerOf(m.from)
	if want.totals.Links != 2 || want.totals.References == 0 {
		m.Fatalf("the case is too poor: %+v", want.totals)
	}
	m.equal("what is drawn", m.layerOf(m.to), want)
}

func (m *moving) historiesCrossLinks() {
	a := m.prepare("a", "a", episodic.Link{Source: "e2", Relation: episodic.RelationCauses, Target: "b/e1", Basis: episodic.BasisStated})
	b := m.prepare("b", "b", episodic.Link{Source: "a/e1", Relation: episodic.RelationEnables, Target: "e2", Basis: episodic.BasisStated})
	m.record(m.from, a, b)
	m.move(1, m.historyOf(a))
	m.equal("links while an end is missing", m.layerOf(m.to).totals.Links, 1)
	m.move(1, m.historyOf(b))
	m.equal("what is drawn with both ends", m.layerOf(m.to), m.layerOf(m.from))
}

func (m *moving) historiesAgain() {
	a, gone := m.prepare("a", "a"), m.prepare("gone", "gone")
	m.record(m.from, a, gone)
	m.must(m.s.DeleteEpisode(m.Context(), m.from, "gone", m.tick()))
	m.must(m.s.RecordAccess(m.Context(), m.from, map[string]int64{"a": 1}, m.tick()))
	histories := []episodic.History{m.historyOf(gone), m.historyOf(a)}
	m.move(2, histories...)
	m.must(m.s.MarkIndexed(m.Context(), m.backlog()))
	m.move(0, histories...)
	m.equal("the backlog", len(m.backlog()), 0)
	m.equal("what is drawn", m.layerOf(m.to), m.layerOf(m.from))
}

func (m *moving) historiesContinue() {
	one, two, three := m.prepare("a", "one"), m.prepare("a", "two"), m.prepare("a", "three, see issue #9")
	m.record(m.from, one)
	m.move(1, m.historyOf(one))
	m.must(m.s.MarkIndexed(m.Context(), m.backlog()))
	m.record(m.from, two)
	m.record(m.from, three)
	m.move(1, m.historyOf(three))
	m.equal("its contents", m.contentsOf(m.to, "a", 4), m.contentsOf(m.from, "a", 4))
	m.equal("what is drawn", m.layerOf(m.to), m.layerOf(m.from))
	m.equal("the backlog", m.backlog(), []episodic.IndexTask{{Project: m.to, Episode: "a", Revision: 3}})
}

func (m *moving) historiesConflict() {
	one, two := m.prepare("a", "one"), m.prepare("a", "two")
	m.record(m.from, one)
	short := m.historyOf(one)
	m.record(m.from, two)
	long := m.historyOf(two)
	fresh := m.prepare("fresh", "fresh")
	m.record(m.from, fresh)
	for why, begin := range map[string]func(){
		"another content": func() { m.record(m.to, m.prepare("a", "own")) },
		"another time":    func() { m.record(m.to, one) },
		"a longer past":   func() { m.move(1, long) },
	} {
		begin()
		before := m.snapshotOf(m.to)
		history := long
		if why == "a longer past" {
			history = short
		}
		_, err := m.s.RecordHistories(m.Context(), m.to, movingDay(), []episodic.History{m.historyOf(fresh), history})
		var conflict *archive.ConflictError
		if !errors.As(err, &conflict) || conflict.Episode != "a" || !errors.Is(err, episodic.ErrConflict) {
			m.Errorf("%s: %v", why, err)
		}
		m.equal(why+": what is held afterwards", m.snapshotOf(m.to), before)
		m.must(m.s.PurgeEpisode(m.Context(), m.to, "a"))
	}
}

func (m *moving) historiesDeleted() {
	a := m.prepare("a", "a")
	m.record(m.from, a)
	present := m.historyOf(a)
	m.must(m.s.DeleteEpisode(m.Context(), m.from, "a", m.tick()))
	deleted := m.historyOf(a)
	for _, step := range []struct {
		why      string
		history  episodic.History
		episodes int
	}{
		{"new and deleted", deleted, 0}, {"it comes back", present, 1}, {"it is deleted again", deleted, 0},
	} {
		m.move(1, step.history)
		m.equal(step.why+": episodes", m.layerOf(m.to).totals.Episodes, step.episodes)
		m.equal(step.why+": occurrences", len(m.layerOf(m.to).occurrences), 4*step.episodes)
		m.equal(step.why+": references", len(m.layerOf(m.to).references), 2*step.episodes)
		m.equal(step.why+": backlog", m.backlog(), []episodic.IndexTask{{Project: m.to, Episode: "a", Revision: 1, Gone: step.episodes == 0}})
	}
	m.equal("the snapshot", m.snapshotOf(m.to), m.snapshotOf(m.from))
	listed, err := m.s.ListEpisodes(m.Context(), episodic.EpisodeQuery{Project: m.to, Deleted: true, Page: episodic.Page{Limit: 10}})
	m.must(err)
	if len(listed) != 1 || !listed[0].DeletedAt.Equal(deleted.DeletedAt) {
		m.Errorf("the deleted episodes are %+v", listed)
	}
	_, err = m.s.RestoreEpisode(m.Context(), m.to, "a", m.tick())
	m.must(err)
	m.equal("occurrences after it was restored", len(m.layerOf(m.to).occurrences), 4)
}

func (m *moving) historiesReads() {
	a := m.prepare("a", "a")
	m.record(m.from, a)
	history := m.historyOf(a)
	m.move(1, history)
	for _, access := range []episodic.Access{{Count: 5, LastAt: m.tick()}, {Count: 2, LastAt: movingDay()}, {}} {
		history.Access = access
		m.move(1, history)
		m.equal("the reads", m.snapshotOf(m.to)[0].Access, access)
		m.move(0, history)
	}
}

func (m *moving) historiesNone() {
	m.move(0)
	info, err := m.s.GetProject(m.Context(), m.to)
	m.must(err)
	m.equal("the project", info, episodic.ProjectInfo{Name: m.to, CreatedAt: movingDay()})
	m.equal("what it holds", len(m.snapshotOf(m.to)), 0)
}

func (m *moving) historiesInconsistent() {
	a := m.prepare("a", "a")
	m.record(m.from, a)
	history := m.historyOf(a)
	history.Contents[0].Number = 2
	for why, h := range map[string]episodic.History{"a gap": history, "no content": {Last: a}} {
		if _, err := m.s.RecordHistories(m.Context(), m.to, movingDay(), []episodic.History{h}); err == nil {
			m.Errorf("%s was taken", why)
		}
	}
	if _, err := m.s.Snapshot(m.Context(), m.to); !errors.Is(err, episodic.ErrProjectNotFound) {
		m.Errorf("a call that failed left the project: %v", err)
	}
}
