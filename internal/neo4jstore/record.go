package neo4jstore

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// Heads implements [write.Lookup].
func (t *episodeTx) Heads(ids []string) (map[string]episodic.Head, error) {
	if t.heads != nil {
		return t.heads, nil
	}
	heads := make(map[string]episodic.Head, len(ids))
	if t.missing {
		return heads, nil
	}
	err := t.query(cypher.FindHeads, params{"project": t.project, "ids": ids}, func(r *row) {
		heads[r.text("id")] = r.head()
	})
	return heads, err
}

func (r *row) head() episodic.Head {
	return episodic.Head{
		Present: r.flag("present"), Revision: r.integer("revision"), Hash: r.text("hash"),
		RecordedAt: r.time("recordedAt"), FirstRecordedAt: r.time("firstRecordedAt"),
	}
}

// GetHeads implements [episodic.Store].
func (s *Store) GetHeads(ctx context.Context, project string, ids []string) (map[string]episodic.Head, error) {
	p := params{"project": project, "ids": distinct(ids)}
	found, err := read(ctx, s, cypher.FindHeads, p, func(r *row) keyed[episodic.Head] {
		return keyed[episodic.Head]{r.text("id"), r.head()}
	})
	if err != nil {
		return nil, fmt.Errorf("look up %d episodes: %w", len(ids), err)
	}
	heads := make(map[string]episodic.Head, len(found))
	for _, h := range found {
		heads[h.key] = h.value
	}
	return heads, nil
}

// PresentOccurrences implements [write.Lookup].
func (t *episodeTx) PresentOccurrences(keys []string) (map[string]bool, error) {
	present := make(map[string]bool, len(keys))
	err := t.query(cypher.GetOccurrences, params{"project": t.project, "keys": keys}, func(r *row) { present[r.text("key")] = true })
	return present, err
}

// Erase implements [write.Rows].
func (t *episodeTx) Erase(ids []string) (err error) {
	t.mentioned, err = t.remove(ids)
	return err
}

// PutEpisodes implements [write.Rows].
func (t *episodeTx) PutEpisodes(writes []intake.Write, now time.Time) error {
	episodes := make([]params, len(writes))
	var revisions []params
	for i, e := range writes {
		t.add(e)
		episodes[i] = params{
			"id": e.Episode.ID, "due": episodic.Instant(now), "present": true, "properties": episodeProperties(e),
		}
		if e.Change != episodic.ChangeRestored {
			content := episodic.Content{
				RevisionKey: episodic.RevisionKey{Episode: e.Episode.ID, Number: e.Revision},
				Hash:        e.Hash, RecordedAt: e.RecordedAt, JSON: e.Content,
			}
			revisions = append(revisions, params{"id": e.Episode.ID, "properties": contentProperties(t.project, content)})
		}
	}
	return t.record(episodes, revisions)
}
