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

// Heads implements [write.Lookup]. It notes the numbers of the episodes.
func (t *episodeTx) Heads(ids []string) (map[string]episodic.Head, error) {
	heads := make(map[string]episodic.Head, len(ids))
	err := t.query(findHeads, params{"project": t.project, "ids": ids}, func(r *row) {
		id := r.text("id")
		t.numbers[id] = r.int64("number")
		heads[id] = episodic.Head{
			Present: r.flag("present"), Revision: r.integer("revision"), Hash: r.hash(),
			RecordedAt: r.time("recorded_at"), FirstRecordedAt: r.time("first_recorded_at"),
		}
	})
	return heads, err
}

// GetHeads implements [episodic.Store].
func (s *Store) GetHeads(ctx context.Context, project string, ids []string) (map[string]episodic.Head, error) {
	var heads map[string]episodic.Head
	err := s.view(ctx, func(t *tx) (err error) {
		heads, err = newEpisodeTx(t, project).Heads(distinct(ids))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look up %d episodes: %w", len(ids), err)
	}
	return heads, nil
}

// PresentOccurrences implements [write.Lookup].
func (t *episodeTx) PresentOccurrences(keys []string) (map[string]bool, error) {
	present := make(map[string]bool, len(keys))
	err := t.query(findNumbers, params{"project": t.project, "keys": keys}, func(r *row) { present[r.text("key")] = true })
	return present, err
}

// Erase implements [write.Rows].
func (t *episodeTx) Erase(ids []string) error { return t.remove(t.numbersOf(ids)) }

// PutEpisodes implements [write.Rows].
func (t *episodeTx) PutEpisodes(writes []intake.Write, now time.Time) error {
	for _, e := range writes {
		number, err := t.recordEpisode(e, now)
		if err != nil {
			return err
		}
		if err := t.draw(number, e); err != nil {
			return err
		}
	}
	return t.drawCrossLinks()
}

// recordEpisode writes the row of an episode and its new content.
func (t *episodeTx) recordEpisode(e intake.Write, now time.Time) (number int64, err error) {
	number, err = t.upsert(t.project, e, time.Time{}, now)
	if err != nil || e.Change == episodic.ChangeRestored {
		return number, err
	}
	return number, t.addRevision(number, episodic.Content{
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
		"tags": listOrNull(ep.Tags), "tools": listOrNull(ep.Tools), "strategies": listOrNull(ep.Strategies), "actors": listOrNull(ep.Actors()),
		"task": orNull(ep.Task), "task_folded": foldedOrNull(ep.Task),
		"described": orNull(description),
	}, func(r *row) { number = r.int64("number") })
	return number, err
}

func (t *episodeTx) addRevision(episode int64, c episodic.Content) error {
	hash, err := hex.DecodeString(c.Hash)
	if err != nil {
		return fmt.Errorf("read the content hash of %s: %w", c.Episode, err)
	}
	packed, known := t.packed[c.Hash]
	if !known {
		if packed, err = t.store.packer.pack(c.JSON); err != nil {
			return err
		}
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
