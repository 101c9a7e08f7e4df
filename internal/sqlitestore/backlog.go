package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/list_backlog.sql
	listBacklog statement
	//go:embed sql/episodic/count_backlog.sql
	countBacklog statement
	//go:embed sql/episodic/mark_indexed.sql
	markIndexed statement
	//go:embed sql/episodic/mark_unindexed.sql
	markUnindexed statement
	//go:embed sql/episodic/postpone_indexing.sql
	postponeIndexing statement
)

// Backlog implements [episodic.Store].
func (s *Store) Backlog(ctx context.Context, project string, stage episodic.IndexStage, now time.Time, limit int) ([]episodic.IndexTask, error) {
	var out []episodic.IndexTask
	p := params{"project": orNull(project), "vectors": stage == episodic.StageVectors, "now": episodic.Instant(now), "limit": limit}
	err := s.read(ctx, listBacklog, p, func(r *row) {
		out = append(out, episodic.IndexTask{
			Project: r.text("project"), Episode: r.text("id"), Revision: r.integer("revision"), Gone: r.flag("gone"),
			Attempts: r.integer("attempts"),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list the backlog: %w", err)
	}
	return out, nil
}

// CountBacklog implements [episodic.Store].
func (s *Store) CountBacklog(ctx context.Context) (episodic.BacklogCount, error) {
	var n episodic.BacklogCount
	err := s.read(ctx, countBacklog, nil, func(r *row) {
		n = episodic.BacklogCount{Episodes: r.integer("episodes"), Failing: r.integer("failing"), Unembedded: r.integer("unembedded")}
	})
	if err != nil {
		return episodic.BacklogCount{}, fmt.Errorf("count the backlog: %w", err)
	}
	return n, nil
}

// MarkIndexed implements [episodic.Store].
func (s *Store) MarkIndexed(ctx context.Context, tasks []episodic.IndexTask) error {
	if len(tasks) == 0 {
		return nil
	}
	err := s.write(ctx, func(t *tx) error {
		_, err := t.markIndexed(tasks)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark %d episodes as indexed: %w", len(tasks), err)
	}
	return nil
}

// MarkUnindexed implements [episodic.Store].
func (s *Store) MarkUnindexed(ctx context.Context, project, id string, due time.Time) error {
	p := params{"project": project, "id": id, "due": episodic.Instant(due)}
	if err := s.write(ctx, func(t *tx) error { return t.exec(markUnindexed, p) }); err != nil {
		return fmt.Errorf("mark episode %q as not indexed: %w", id, err)
	}
	return nil
}

// PostponeIndexing implements [episodic.Store].
func (s *Store) PostponeIndexing(ctx context.Context, tasks []episodic.IndexTask, due time.Time) error {
	if len(tasks) == 0 {
		return nil
	}
	rows := taskRows(tasks)
	for i := range rows {
		rows[i]["due"] = episodic.Instant(due)
	}
	err := s.write(ctx, func(t *tx) error { return t.execRows(postponeIndexing, rows) })
	if err != nil {
		return fmt.Errorf("postpone the indexing of %d episodes: %w", len(tasks), err)
	}
	return nil
}

func taskRows(tasks []episodic.IndexTask) []params {
	rows := make([]params, len(tasks))
	for i, task := range tasks {
		rows[i] = params{"project": task.Project, "id": task.Episode, "revision": task.Revision, "gone": task.Gone}
	}
	return rows
}
