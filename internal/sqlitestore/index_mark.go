package sqlitestore

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

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
