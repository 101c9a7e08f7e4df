package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

//go:embed sql/episodic/list_unindexed.sql
var listUnindexed statement

var _ episodic.MarkingIndex = (*Index)(nil)

// PutMarked implements [episodic.MarkingIndex].
func (x *Index) PutMarked(
	ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks, tasks []episodic.IndexTask,
) (moved []string, err error) {
	ready := encodeEpisodes(episodes)
	err = x.store.write(ctx, func(t *tx) error {
		if err := t.putEpisodes(at, ready); err != nil {
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

// indexRecorded indexes and marks the episodes that this transaction has recorded. It does nothing and
// returns false if the generations are not those that w was made for.
func (t *tx) indexRecorded(project string, w encodedWrite) (bool, error) {
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
	for generation, episodes := range w.episodes {
		at := episodic.IndexGeneration{Project: project, Generation: generation}
		if err := t.putEpisodes(at, revised(episodes, revisions)); err != nil {
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

// revised returns the episodes that have a revision, with it.
func revised(all []encodedEpisode, revisions map[string]int) []encodedEpisode {
	var out []encodedEpisode
	for _, e := range all {
		revision := revisions[e.id]
		if revision == 0 {
			continue
		}
		e.runs = slices.Clone(e.runs)
		for i := range e.runs {
			e.runs[i].chunks = slices.Clone(e.runs[i].chunks)
			for j := range e.runs[i].chunks {
				e.runs[i].chunks[j].Revision = revision
			}
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
