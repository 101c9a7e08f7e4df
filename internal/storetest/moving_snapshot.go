package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

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

// snapshotOneMoment lists a project while all its episodes are revised repeatedly: the revisions within
// a list may not differ, and no content may be missing.
func (m *moving) snapshotOneMoment() {
	const episodes, rounds = 60, 12
	write := func(round int) error {
		batch := make([]episodic.Prepared, episodes)
		for i := range batch {
			batch[i] = m.prepare(fmt.Sprint(i), fmt.Sprintf("round %d", round))
		}
		_, err := m.s.RecordEpisodes(m.Context(), m.from, batch, false, movingDay())
		return err
	}
	m.must(write(0))
	var writing sync.WaitGroup
	ended := make(chan struct{})
	writing.Go(func() {
		defer close(ended)
		for round := range rounds {
			if err := write(round + 1); err != nil {
				m.Errorf("write while the project is listed: %v", err)
				return
			}
		}
	})
	lists := 0
	for running := true; running; lists++ {
		select {
		case <-ended:
			running = false
		default:
		}
		records := m.snapshotOf(m.from)
		keys := make([]episodic.RevisionKey, len(records))
		for i, r := range records {
			keys[i] = episodic.RevisionKey{Episode: r.Episode, Number: r.Revision}
			if r.Revision != records[0].Revision {
				m.Errorf("list %d has revision %d of episode %s and revision %d of %s",
					lists, records[0].Revision, records[0].Episode, r.Revision, r.Episode)
			}
		}
		contents, err := m.s.ListContents(m.Context(), m.from, keys)
		m.must(err)
		if len(records) != episodes || len(contents) != episodes {
			m.Errorf("list %d has %d episodes and %d contents", lists, len(records), len(contents))
		}
	}
	writing.Wait()
	m.equal("the last revision", m.snapshotOf(m.from)[0].Revision, rounds+1)
	if lists < 3 {
		m.Errorf("the project was listed only %d times", lists)
	}
}
