package write

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

// CopyHistories makes episodes what another store holds of them and returns how many changed. It
// is [episodic.HistoryStore.RecordHistories].
func CopyHistories(
	ctx context.Context, s Store, project string, createdAt time.Time, histories []episodic.History,
) (changed int, err error) {
	ids := make([]string, len(histories))
	for i, h := range histories {
		ids[i] = h.Last.Episode.ID
	}
	deferred := 0
	err = s.Write(ctx, project, Begin{Create: true, Now: createdAt.UTC()}, func(tx Tx) error {
		stored, err := tx.StoredHistories(ids)
		if err != nil {
			return err
		}
		writes, err := archive.PlanHistories(histories, stored)
		if err != nil {
			return err
		}
		changed = len(writes)
		deferred, err = applyHistories(tx, writes)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("write %d histories: %w", len(histories), err)
	}
	relieve(ctx, s, project, deferred)
	return changed, nil
}

// applyHistories is [apply] for histories.
func applyHistories(tx Tx, writes []archive.HistoryWrite) (deferred int, err error) {
	c := Changes{Present: map[string]episodic.Episode{}}
	var drawn []string
	for _, w := range writes {
		id := w.Episode.ID
		if w.Erase {
			drawn = append(drawn, id)
		}
		switch {
		case w.Draw:
			c.Present[id] = w.Episode
		case w.Moved:
			c.Gone = append(c.Gone, id)
		}
	}
	if err := tx.Erase(drawn); err != nil {
		return 0, err
	}
	if err := tx.PutHistories(writes); err != nil {
		return 0, err
	}
	return settle(tx, c)
}
