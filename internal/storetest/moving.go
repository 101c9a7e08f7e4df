package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// RunMoving tests how an [episodic.Store] lists and takes histories. Two projects of one
// store stand for two stores.
func RunMoving(t *testing.T, open Open) {
	set, _ := opened(t, open)
	if set.Graph == nil {
		t.Fatal("the set has no graph")
	}
	for name, check := range map[string]func(*moving){
		"SnapshotUnknown":       (*moving).snapshotUnknown,
		"Snapshot":              (*moving).snapshot,
		"SnapshotOneMoment":     (*moving).snapshotOneMoment,
		"Contents":              (*moving).contents,
		"HistoriesNew":          (*moving).historiesNew,
		"HistoriesDraw":         (*moving).historiesDraw,
		"HistoriesCrossLinks":   (*moving).historiesCrossLinks,
		"HistoriesAgain":        (*moving).historiesAgain,
		"HistoriesContinue":     (*moving).historiesContinue,
		"HistoriesConflict":     (*moving).historiesConflict,
		"HistoriesDeleted":      (*moving).historiesDeleted,
		"HistoriesReads":        (*moving).historiesReads,
		"HistoriesNone":         (*moving).historiesNone,
		"HistoriesInconsistent": (*moving).historiesInconsistent,
		"Copy":                  (*moving).copies,
	} {
		t.Run(name, func(t *testing.T) {
			name := newName(t)
			m := &moving{T: t, s: set.Graph, from: name + "-from", to: name + "-to", now: movingDay}
			m.purged(m.from)
			m.purged(m.to)
			check(m)
		})
	}
}

// movingDay is when the cases begin.
var movingDay = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

// moving is one case: a store with a project to move from and one to move to.
type moving struct {
	*testing.T
	s        Graph
	from, to string
	now      time.Time
}

// purged removes a project after the test.
func (m *moving) purged(project string) {
	m.Cleanup(func() {
		err := m.s.PurgeProject(context.WithoutCancel(m.Context()), project)
		if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			m.Errorf("purge %s: %v", project, err)
		}
	})
}

func (m *moving) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

func (m *moving) equal(what string, got, want any) {
	m.Helper()
	if !reflect.DeepEqual(got, want) {
		m.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// tick is the next time at which something happens.
func (m *moving) tick() time.Time {
	m.now = m.now.Add(time.Minute)
	return m.now
}

// prepare makes an episode of two events, the first of which causes the second, and a
// decision; text is in its task.
func (m *moving) prepare(id, text string, links ...episodic.Link) episodic.Prepared {
	m.Helper()
	p, err := episodic.Prepare(episodic.Episode{
		ID: id, Task: text, Outcome: episodic.OutcomePartial, StartedAt: episodic.At(movingDay), Tags: []string{"moving"},
		Decisions: []episodic.Decision{{ID: "d1", Type: episodic.DecisionTypes()[0], Chosen: "go", Options: []string{"go", "stay"}}},
		Events: []episodic.Event{
			{ID: "e1", Type: episodic.EventMilestone, Content: "began " + text, LeadsTo: []string{"e2"}},
			{ID: "e2", Type: episodic.EventMilestone, Content: "see commit 0123abcdef and README.md"},
		},
		Links: links,
	})
	m.must(err)
	return p
}

func (m *moving) record(project string, episodes ...episodic.Prepared) {
	m.Helper()
	_, err := m.s.RecordEpisodes(m.Context(), project, episodes, false, m.tick())
	m.must(err)
}

func (m *moving) snapshotOf(project string) []episodic.Record {
	m.Helper()
	records, err := m.s.Snapshot(m.Context(), project)
	m.must(err)
	return records
}

// contentsOf returns all revisions of an episode by number.
func (m *moving) contentsOf(project, id string, revisions int) []episodic.Content {
	m.Helper()
	var keys []episodic.RevisionKey
	for n := range revisions {
		keys = append(keys, episodic.RevisionKey{Episode: id, Number: n + 1})
	}
	contents, err := m.s.ListContents(m.Context(), project, keys)
	m.must(err)
	slices.SortFunc(contents, func(a, b episodic.Content) int { return cmp.Compare(a.Number, b.Number) })
	return contents
}

// historyOf reads what the project to move from holds of an episode, whose last content is p.
func (m *moving) historyOf(p episodic.Prepared) episodic.History {
	m.Helper()
	for _, r := range m.snapshotOf(m.from) {
		if r.Episode == p.Episode.ID {
			return episodic.History{
				Last: p, Contents: m.contentsOf(m.from, r.Episode, r.Revision), DeletedAt: r.DeletedAt, Access: r.Access,
			}
		}
	}
	m.Fatalf("project %s has no episode %q", m.from, p.Episode.ID)
	return episodic.History{}
}

// move records histories in the project to move to and wants so many episodes to change.
func (m *moving) move(want int, histories ...episodic.History) {
	m.Helper()
	changed, err := m.s.RecordHistories(m.Context(), m.to, movingDay, histories)
	m.must(err)
	m.equal("episodes changed", changed, want)
}

// backlog returns the tasks of the project to move to, by episode.
func (m *moving) backlog() []episodic.IndexTask {
	m.Helper()
	all, err := m.s.Backlog(m.Context(), m.tick(), 10_000)
	m.must(err)
	var own []episodic.IndexTask
	for _, task := range all {
		if task.Project == m.to {
			own = append(own, task)
		}
	}
	slices.SortFunc(own, func(a, b episodic.IndexTask) int { return cmp.Compare(a.Episode, b.Episode) })
	return own
}

func (m *moving) snapshotUnknown() {
	if _, err := m.s.Snapshot(m.Context(), m.from); !errors.Is(err, episodic.ErrProjectNotFound) {
		m.Errorf("a project that is not there: %v", err)
	}
}

func (m *moving) snapshot() {
	b1, b2, a, gone := m.prepare("b", "one"), m.prepare("b", "two"), m.prepare("a#1", "a"), m.prepare("c", "gone")
	first := m.now.Add(time.Minute)
	m.record(m.from, b1, a, gone)
	m.record(m.from, b2)
	revised := m.now
	m.must(m.s.DeleteEpisode(m.Context(), m.from, "c", m.tick()))
	deleted := m.now
	m.must(m.s.RecordAccess(m.Context(), m.from, map[string]int64{"b": 3}, m.tick()))
	read := m.now
	m.must(m.s.MarkIndexed(m.Context(), []episodic.IndexTask{{Project: m.from, Episode: "a#1", Revision: 1}}))
	m.record(m.to, m.prepare("another", "project"))
	m.equal("the snapshot", m.snapshotOf(m.from), []episodic.Record{
		{Episode: "a#1", Revision: 1, Hash: a.Hash, RecordedAt: first, IndexedRevision: 1},
		{Episode: "b", Revision: 2, Hash: b2.Hash, RecordedAt: revised, Access: episodic.Access{Count: 3, LastAt: read}},
		{Episode: "c", Revision: 1, Hash: gone.Hash, RecordedAt: first, DeletedAt: deleted},
	})
}

func (m *moving) contents() {
	one, two, odd := m.prepare("a", "one"), m.prepare("a", "two"), m.prepare("a#1", "odd")
	m.record(m.from, one, odd)
	first := m.now
	m.record(m.from, two)
	content := func(p episodic.Prepared, n int, at time.Time) episodic.Content {
		return episodic.Content{
			RevisionKey: episodic.RevisionKey{Episode: p.Episode.ID, Number: n}, Hash: p.Hash, RecordedAt: at, JSON: p.Content,
		}
	}
	m.equal("both revisions, and none that is not there", m.contentsOf(m.from, "a", 5),
		[]episodic.Content{content(one, 1, first), content(two, 2, m.now)})
	m.equal("an id that looks like a key", m.contentsOf(m.from, "a#1", 1), []episodic.Content{content(odd, 1, first)})
	m.equal("of another project", len(m.contentsOf(m.to, "a", 2)), 0)
	m.must(m.s.DeleteEpisode(m.Context(), m.from, "a", m.tick()))
	m.equal("of a deleted episode", len(m.contentsOf(m.from, "a", 2)), 2)
	m.must(m.s.PurgeEpisode(m.Context(), m.from, "a"))
	m.equal("of a purged episode", len(m.contentsOf(m.from, "a", 2)), 0)
}

func (m *moving) historiesNew() {
	one, two := m.prepare("a", "one"), m.prepare("a", "two")
	m.record(m.from, one)
	first := m.now
	m.record(m.from, two)
	m.must(m.s.RecordAccess(m.Context(), m.from, map[string]int64{"a": 2}, m.tick()))
	m.move(1, m.historyOf(two))
	info, err := m.s.GetProject(m.Context(), m.to)
	m.must(err)
	m.equal("when the project was created", info.CreatedAt, movingDay)
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

// layer is what is drawn of a project.
type layer struct {
	totals      episodic.Totals
	occurrences []episodic.Occurrence
	references  []episodic.ReferenceCount
	mentions    map[string][]episodic.Mention
	links       map[string][]string
}

// layerOf reads what is drawn, links by what they join: their ids tell projects apart.
func (m *moving) layerOf(project string) layer {
	m.Helper()
	totals, err := m.s.Totals(m.Context(), []string{project})
	m.must(err)
	l := layer{totals: totals[project], links: map[string][]string{}}
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
	follow := causal.Follow{Relations: episodic.Relations(), Bases: episodic.Bases()}
	neighbours, err := m.s.Neighbours(m.Context(), project, keys, causal.Downstream, follow)
	m.must(err)
	for key, list := range neighbours {
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
		_, err := m.s.RecordHistories(m.Context(), m.to, movingDay, []episodic.History{m.historyOf(fresh), history})
		var conflict *episodic.ConflictError
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
	for _, access := range []episodic.Access{{Count: 5, LastAt: m.tick()}, {Count: 2, LastAt: movingDay}, {}} {
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
	m.equal("the project", info, episodic.ProjectInfo{Name: m.to, CreatedAt: movingDay})
	m.equal("what it holds", len(m.snapshotOf(m.to)), 0)
}

func (m *moving) historiesInconsistent() {
	a := m.prepare("a", "a")
	m.record(m.from, a)
	history := m.historyOf(a)
	history.Contents[0].Number = 2
	for why, h := range map[string]episodic.History{"a gap": history, "no content": {Last: a}} {
		if _, err := m.s.RecordHistories(m.Context(), m.to, movingDay, []episodic.History{h}); err == nil {
			m.Errorf("%s was taken", why)
		}
	}
	if _, err := m.s.Snapshot(m.Context(), m.to); !errors.Is(err, episodic.ErrProjectNotFound) {
		m.Errorf("a call that failed left the project: %v", err)
	}
}
