package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

var (
	//go:embed sql/episodic/find_heads.sql
	findHeads statement
	//go:embed sql/episodic/record_episode.sql
	recordEpisode statement
	//go:embed sql/episodic/record_revision.sql
	recordRevision statement
)

// RecordEpisodes implements [episodic.Store]. Episodes that do not change cost no more than
// the comparison of their hash, and wait for no other writer.
func (s *Store) RecordEpisodes(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	w := &writer{project: project, now: now.UTC()}
	err := s.view(ctx, func(t *tx) error {
		w.tx = t
		return w.plan(episodes, strict)
	})
	if err == nil && len(intake.Changed(w.writes)) > 0 {
		err = s.write(ctx, func(t *tx) error {
			w.tx = t
			if err := w.plan(episodes, strict); err != nil {
				return err
			}
			return w.apply()
		})
	}
	if err != nil {
		return nil, fmt.Errorf("write %d episodes: %w", len(episodes), err)
	}
	return intake.Receipts(project, w.writes), nil
}

// writer writes the episodes of one call inside one transaction.
type writer struct {
	*tx
	project string
	now     time.Time
	writes  []intake.Write
	// numbers are those of the episodes that the store knows, by id.
	numbers map[string]int64
}

// plan decides what becomes of each episode.
func (w *writer) plan(episodes []episodic.Prepared, strict bool) error {
	ids := make([]string, len(episodes))
	for i, p := range episodes {
		ids[i] = p.Episode.ID
	}
	heads, err := w.heads(ids)
	if err != nil {
		return err
	}
	w.writes = intake.Plan(episodes, heads, w.now)
	return w.findPending(strict)
}

// heads returns what is known of some ids, and notes their numbers.
func (w *writer) heads(ids []string) (map[string]episodic.Head, error) {
	heads := make(map[string]episodic.Head, len(ids))
	w.numbers = make(map[string]int64, len(ids))
	err := w.query(findHeads, params{"project": w.project, "ids": ids}, func(r *row) {
		id := r.text("id")
		w.numbers[id] = r.int64("number")
		heads[id] = episodic.Head{
			Present: r.flag("present"), Revision: r.integer("revision"), Hash: r.hash(),
			RecordedAt: r.time("recorded_at"), FirstRecordedAt: r.time("first_recorded_at"),
		}
	})
	return heads, err
}

// GetHeads implements [episodic.Store].
func (s *Store) GetHeads(ctx context.Context, project string, ids []string) (map[string]episodic.Head, error) {
	w := &writer{project: project}
	var heads map[string]episodic.Head
	err := s.view(ctx, func(t *tx) (err error) {
		w.tx = t
		heads, err = w.heads(distinct(ids))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look up %d episodes: %w", len(ids), err)
	}
	return heads, nil
}

// findPending names the ends in other episodes that neither the store nor this call holds.
// With strict they are problems.
func (w *writer) findPending(strict bool) error {
	present := map[string]bool{}
	if ask := intake.ForeignKeys(w.writes); len(ask) > 0 {
		err := w.query(findNumbers, params{"project": w.project, "keys": ask}, func(r *row) { present[r.text("key")] = true })
		if err != nil {
			return err
		}
	}
	return intake.FindPending(w.writes, present, strict)
}

// apply writes what plan decided: what was drawn goes, the rows of the episodes come, and
// what follows from them is drawn.
func (w *writer) apply() error {
	changed := intake.Changed(w.writes)
	if len(changed) == 0 {
		return nil
	}
	if err := w.createProject(w.project, w.now); err != nil {
		return err
	}
	var drawn []int64
	for _, e := range changed {
		if e.Before.Present {
			drawn = append(drawn, w.numbers[e.Episode.ID])
		}
	}
	l := &layerTables{tx: w.tx, project: w.project}
	if err := l.remove(drawn); err != nil {
		return err
	}
	for _, e := range changed {
		number, err := w.recordEpisode(e)
		if err != nil {
			return err
		}
		if err := l.draw(number, e); err != nil {
			return err
		}
	}
	if err := l.finish(); err != nil {
		return err
	}
	return w.derive(w.project, idsOf(changed), contentsOf(changed))
}

// idsOf returns the ids of episodes that were written.
func idsOf(writes []intake.Write) []string {
	ids := make([]string, len(writes))
	for i, e := range writes {
		ids[i] = e.Episode.ID
	}
	return ids
}

// contentsOf returns the contents of episodes that were written, by id.
func contentsOf(writes []intake.Write) map[string]episodic.Episode {
	contents := make(map[string]episodic.Episode, len(writes))
	for _, e := range writes {
		contents[e.Episode.ID] = e.Episode
	}
	return contents
}

// recordEpisode writes the row of an episode and its new content.
func (w *writer) recordEpisode(e intake.Write) (number int64, err error) {
	number, err = w.upsert(w.project, e, time.Time{}, w.now)
	if err != nil || e.Change == episodic.ChangeRestored {
		return number, err
	}
	return number, w.addRevision(number, episodic.Content{
		RevisionKey: episodic.RevisionKey{Episode: e.Episode.ID, Number: e.Revision},
		Hash:        e.Hash, RecordedAt: e.RecordedAt, JSON: e.Content,
	})
}

// upsert writes the row of an episode, which becomes due for indexing.
func (t *tx) upsert(project string, e intake.Write, deletedAt, due time.Time) (number int64, err error) {
	ep := e.Episode
	description := ""
	if !deletedAt.IsZero() {
		if description, err = described(e.Prepared); err != nil {
			return 0, err
		}
	}
	err = t.query(recordEpisode, params{
		"project": project, "id": ep.ID, "deleted_at": instantOrNull(deletedAt), "sort_key": ep.SortKey(),
		"revision": e.Revision, "index_due": episodic.Instant(due), "decisions": len(ep.Decisions), "events": len(ep.Events),
		"outcome": string(ep.Outcome), "domain": orNull(ep.Domain), "task_type": orNull(ep.TaskType),
		"complexity": orNull(ep.Complexity), "session": orNull(ep.Session),
		"tags": listOrNull(ep.Tags), "tools": listOrNull(ep.Tools), "strategies": listOrNull(ep.Strategies),
		"task": orNull(ep.Task), "task_folded": foldedOrNull(ep.Task),
		"described": orNull(description),
	}, func(r *row) { number = r.int64("number") })
	return number, err
}

func (t *tx) addRevision(episode int64, c episodic.Content) error {
	hash, err := hex.DecodeString(c.Hash)
	if err != nil {
		return fmt.Errorf("read the content hash of %s: %w", c.Episode, err)
	}
	packed, err := t.store.packer.pack(c.JSON)
	if err != nil {
		return err
	}
	return t.exec(recordRevision, params{
		"episode": episode, "number": c.Number, "hash": hash, "recorded_at": episodic.Instant(c.RecordedAt), "content": packed,
	})
}

// instantOrNull is an instant as a parameter; the zero time is null.
func instantOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return episodic.Instant(t)
}
