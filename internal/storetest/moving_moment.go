package storetest

import (
	"fmt"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
)

// snapshotOneMoment lists a project while all its episodes are revised again and again: the
// revisions of no list may differ, and no content may be missing.
func (m *moving) snapshotOneMoment() {
	const episodes, rounds = 60, 12
	write := func(round int) error {
		batch := make([]episodic.Prepared, episodes)
		for i := range batch {
			batch[i] = m.prepare(fmt.Sprint(i), fmt.Sprintf("round %d", round))
		}
		_, err := m.s.RecordEpisodes(m.Context(), m.from, batch, false, movingDay)
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
