package storetest

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// RunMoving tests how an [episodic.Store] lists and takes over histories. Two projects of one store
// stand for two stores.
func RunMoving(t *testing.T, open Open) {
	set := newFixture(t, open)
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
			m := &moving{T: t, s: set.Graph, from: name + "-from", to: name + "-to", now: movingDay()}
			m.purged(m.from)
			m.purged(m.to)
			check(m)
		})
	}
}

// movingDay is when the cases begin.
func movingDay() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC) }

// moving is one case: a store with a source project and a target project.
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

// tick returns the time of the next write.
func (m *moving) tick() time.Time {
	m.now = m.now.Add(time.Minute)
	return m.now
}

// prepare returns an episode with two events, the first of which causes the second, and a decision; its
// task contains text.
func (m *moving) prepare(id, text string, links ...episodic.Link) episodic.Prepared {
	m.Helper()
	p, err := intake.Prepare(episodic.Episode{
		ID: id, Task: text, Outcome: episodic.OutcomePartial, StartedAt: episodic.At(movingDay()), Tags: []string{"moving"},
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

// historyOf returns the history of an episode in the source project whose last content is p.
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

// move records histories in the target project and expects so many episodes to change.
func (m *moving) move(want int, histories ...episodic.History) {
	m.Helper()
	changed, err := m.s.RecordHistories(m.Context(), m.to, movingDay(), histories)
	m.must(err)
	m.equal("episodes changed", changed, want)
}

// backlog returns the tasks of the target project, by episode.
func (m *moving) backlog() []episodic.IndexTask {
	m.Helper()
	own, err := m.s.Backlog(m.Context(), m.to, episodic.StageWords, m.tick(), 10_000)
	m.must(err)
	slices.SortFunc(own, func(a, b episodic.IndexTask) int { return cmp.Compare(a.Episode, b.Episode) })
	return own
}
