package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

//go:embed sql/episodic/list_unindexed.sql
var listUnindexed statement

var _ episodic.MarkingIndex = (*Index)(nil)

// PutMarked implements [episodic.MarkingIndex].
func (x *Index) PutMarked(
	ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks, tasks []episodic.IndexTask,
) (moved []string, err error) {
	err = x.store.write(ctx, func(t *tx) error {
		if err := t.putEpisodes(at, episodes); err != nil {
			return err
		}
		moved, err = t.markIndexed(tasks)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("index and mark %d episodes: %w", len(episodes), err)
	}
	return moved, nil
}

// RecordMarked implements [episodic.MarkingIndex].
func (x *Index) RecordMarked(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time, prepare func() episodic.IndexWrite,
) (receipts []episodic.Receipt, indexed bool, err error) {
	w := &markingWriter{writer: writer{x.store}, prepare: prepare}
	receipts, err = write.Record(ctx, w, project, episodes, strict, now)
	if refused := new(indexingError); errors.As(err, &refused) {
		receipts, err = x.store.RecordEpisodes(ctx, project, episodes, strict, now)
		return receipts, false, err
	}
	return receipts, w.indexed, err
}

// indexingError says that the index did not take what was recorded.
type indexingError struct{ cause error }

func (e *indexingError) Error() string { return "index what was recorded: " + e.cause.Error() }
func (e *indexingError) Unwrap() error { return e.cause }

// markingWriter is a writer that also indexes what it records.
type markingWriter struct {
	writer
	prepare func() episodic.IndexWrite
	indexed bool
}

// Write implements [write.Store].
func (w *markingWriter) Write(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) error {
	if settled, err := w.settle(ctx, project, begin, work); err != nil || settled {
		return err
	}
	index := w.prepare()
	return w.write(ctx, project, begin, func(t *episodeTx) (err error) {
		if err := work(t); err != nil {
			return err
		}
		if w.indexed, err = t.indexRecorded(project, index); err != nil {
			return &indexingError{err}
		}
		return nil
	})
}

// indexRecorded indexes and marks the episodes that this transaction has recorded. It does nothing and
// returns false if the generations are not those that w was made for.
func (t *tx) indexRecorded(project string, w episodic.IndexWrite) (bool, error) {
	var state episodic.IndexState
	err := t.query(getIndexState, params{"project": project}, func(r *row) { state = r.indexState() })
	if err != nil || state.Active != w.State.Active || state.Building != w.State.Building {
		return false, err
	}
	ids := make([]string, len(w.Marks))
	for i, m := range w.Marks {
		ids[i] = m.Episode
	}
	revisions := map[string]int{}
	p := params{"project": project, "ids": ids}
	if err := t.query(listUnindexed, p, func(r *row) { revisions[r.text("id")] = r.integer("revision") }); err != nil {
		return false, err
	}
	for generation, chunks := range w.Chunks {
		at := episodic.IndexGeneration{Project: project, Generation: generation}
		if err := t.putEpisodes(at, revised(chunks, revisions)); err != nil {
			return false, err
		}
	}
	var marks []episodic.IndexTask
	for _, m := range w.Marks {
		if m.Revision = revisions[m.Episode]; m.Revision > 0 {
			marks = append(marks, m)
		}
	}
	_, err = t.markIndexed(marks)
	return err == nil, err
}

// revised returns the chunks of the episodes that have a revision, with it.
func revised(all []episodic.EpisodeChunks, revisions map[string]int) []episodic.EpisodeChunks {
	var out []episodic.EpisodeChunks
	for _, e := range all {
		if e.Revision = revisions[e.Episode]; e.Revision == 0 {
			continue
		}
		e.Chunks = slices.Clone(e.Chunks)
		for i := range e.Chunks {
			e.Chunks[i].Revision = e.Revision
		}
		out = append(out, e)
	}
	return out
}

// markIndexed marks tasks as done and returns the ids, sorted, of those that it skipped because their
// revision has changed.
func (t *tx) markIndexed(tasks []episodic.IndexTask) (moved []string, err error) {
	rows := taskRows(tasks)
	for i, task := range tasks {
		rows[i]["due"] = instantOrNull(task.VectorsDue)
	}
	skipped := map[string][]string{}
	err = t.execAll(markIndexed, len(rows), func(i int) params { return rows[i] }, func(i int) {
		if task := tasks[i]; t.conn.Changes() == 0 {
			moved = append(moved, task.Episode)
			if task.Gone {
				skipped[task.Project] = append(skipped[task.Project], task.Episode)
			}
		}
	})
	for project, ids := range skipped {
		heads, err := newEpisodeTx(t, project).Heads(ids)
		if err != nil {
			return nil, err
		}
		// What the store never had, or has no more, is gone as it should be.
		moved = slices.DeleteFunc(moved, func(id string) bool { return slices.Contains(ids, id) && !heads[id].Present })
	}
	slices.Sort(moved)
	return moved, err
}
