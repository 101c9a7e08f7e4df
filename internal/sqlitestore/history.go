package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
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
		c.JSON = r.content(&s.packer)
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

// RecordHistories implements [episodic.Store].
func (s *Store) RecordHistories(
	ctx context.Context, project string, createdAt time.Time, histories []episodic.History,
) (changed int, err error) {
	err = s.write(ctx, func(t *tx) error {
		if err := t.createProject(project, createdAt); err != nil {
			return err
		}
		w := &writer{tx: t, project: project}
		writes, err := w.planHistories(histories)
		if err != nil {
			return err
		}
		changed = len(writes)
		return w.applyHistories(writes)
	})
	if err != nil {
		return 0, fmt.Errorf("write %d histories: %w", len(histories), err)
	}
	return changed, nil
}

func (w *writer) planHistories(histories []episodic.History) ([]archive.HistoryWrite, error) {
	ids := make([]string, len(histories))
	for i, h := range histories {
		ids[i] = h.Last.Episode.ID
	}
	if _, err := w.heads(ids); err != nil {
		return nil, err
	}
	held := make(map[string]archive.StoredHistory, len(ids))
	err := w.query(findHistories, params{"project": w.project, "ids": ids}, func(r *row) {
		c := r.revision()
		h := held[c.Episode]
		h.DeletedAt, h.Access = r.maybeTime("deleted_at"), r.access()
		h.Revisions = append(h.Revisions, c)
		held[c.Episode] = h
	})
	if err != nil {
		return nil, err
	}
	return archive.PlanHistories(histories, held)
}

// applyHistories writes what planHistories decided.
func (w *writer) applyHistories(writes []archive.HistoryWrite) error {
	var erase []int64
	for _, h := range writes {
		if h.Erase {
			erase = append(erase, w.numbers[h.Episode.ID])
		}
	}
	l := &layerTables{tx: w.tx, project: w.project}
	if err := l.remove(erase); err != nil {
		return err
	}
	for _, h := range writes {
		if err := w.applyHistory(l, h); err != nil {
			return err
		}
	}
	if err := l.finish(); err != nil {
		return err
	}
	var ids []string
	var drawn []intake.Write
	for _, h := range writes {
		if h.Moved {
			ids = append(ids, h.Episode.ID)
		}
		if h.Draw {
			drawn = append(drawn, h.Write)
		}
	}
	return w.derive(w.project, ids, contentsOf(drawn))
}

func (w *writer) applyHistory(l *layerTables, h archive.HistoryWrite) error {
	number := w.numbers[h.Episode.ID]
	if h.Moved {
		var err error
		// Due at once, whatever the clocks of the two machines say.
		if number, err = w.upsert(w.project, h.Write, h.DeletedAt, time.Time{}); err != nil {
			return err
		}
	}
	for _, c := range h.Added {
		if err := w.addRevision(number, c); err != nil {
			return err
		}
	}
	if h.Reads {
		p := params{"project": w.project, "id": h.Episode.ID, "count": h.Access.Count, "last_at": instantOrNull(h.Access.LastAt)}
		if err := w.exec(replaceAccess, p); err != nil {
			return err
		}
	}
	if !h.Draw {
		return nil
	}
	return l.draw(number, h.Write)
}
