package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

var (
	//go:embed sql/episodic/list_records.sql
	listRecords statement
	//go:embed sql/episodic/list_contents.sql
	listContents statement
	//go:embed sql/episodic/find_histories.sql
	findHistories statement
	//go:embed sql/episodic/replace_access.sql
	replaceAccess statement
)

// Snapshot implements [episodic.Store].
func (s *Store) Snapshot(ctx context.Context, project string) ([]episodic.Record, error) {
	var out []episodic.Record
	err := s.view(ctx, func(t *tx) error {
		if _, err := t.project(project); err != nil {
			return err
		}
		return t.query(listRecords, params{"project": project}, func(r *row) {
			out = append(out, episodic.Record{
				Episode: r.text("id"), Revision: r.integer("revision"), Hash: r.hash(), RecordedAt: r.time("recorded_at"),
				DeletedAt:       r.maybeTime("deleted_at"),
				IndexedRevision: r.integer("indexed_revision"), Access: r.access(),
			})
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list what project %q holds: %w", project, err)
	}
	return out, nil
}

// ListContents implements [episodic.Store].
func (s *Store) ListContents(ctx context.Context, project string, revisions []episodic.RevisionKey) ([]episodic.Content, error) {
	keys := make([][2]any, len(revisions))
	for i, k := range revisions {
		keys[i] = [2]any{k.Episode, k.Number}
	}
	var out []episodic.Content
	err := s.read(ctx, listContents, params{"project": project, "keys": keys}, func(r *row) {
		c := r.revision()
		c.JSON = r.sound(&s.packer, "number")
		out = append(out, c)
	})
	if err != nil {
		return nil, fmt.Errorf("list %d contents: %w", len(revisions), err)
	}
	return out, nil
}

// revision reads a content but for its JSON.
func (r *row) revision() episodic.Content {
	return episodic.Content{
		RevisionKey: episodic.RevisionKey{Episode: r.text("id"), Number: r.integer("number")},
		Hash:        r.hash(), RecordedAt: r.time("recorded_at"),
	}
}

// StoredHistories implements [write.Lookup]. It notes the numbers of the episodes.
func (t *episodeTx) StoredHistories(ids []string) (map[string]archive.StoredHistory, error) {
	if _, err := t.Heads(ids); err != nil {
		return nil, err
	}
	stored := make(map[string]archive.StoredHistory, len(ids))
	err := t.query(findHistories, params{"project": t.project, "ids": ids}, func(r *row) {
		c := r.revision()
		h := stored[c.Episode]
		h.DeletedAt, h.Access = r.maybeTime("deleted_at"), r.access()
		h.Revisions = append(h.Revisions, c)
		stored[c.Episode] = h
	})
	return stored, err
}

// PutHistories implements [write.Rows].
func (t *episodeTx) PutHistories(writes []archive.HistoryWrite) error {
	for _, h := range writes {
		if err := t.putHistory(h); err != nil {
			return err
		}
	}
	return t.drawCrossLinks()
}

func (t *episodeTx) putHistory(h archive.HistoryWrite) error {
	number := t.numbers[h.Episode.ID]
	if h.Moved {
		var err error
		// Due at once, whatever the clocks of the two machines say.
		if number, err = t.upsert(t.project, h.Write, h.DeletedAt, time.Time{}); err != nil {
			return err
		}
	}
	for _, c := range h.Added {
		if err := t.addRevision(number, c); err != nil {
			return err
		}
	}
	if h.Reads {
		p := params{"project": t.project, "id": h.Episode.ID, "count": h.Access.Count, "last_at": instantOrNull(h.Access.LastAt)}
		if err := t.exec(replaceAccess, p); err != nil {
			return err
		}
	}
	if !h.Draw {
		return nil
	}
	return t.draw(number, h.Write)
}
