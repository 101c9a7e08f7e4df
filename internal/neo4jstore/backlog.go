package neo4jstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// Backlog implements [episodic.Store].
func (s *Store) Backlog(ctx context.Context, project string, stage episodic.IndexStage, now time.Time, limit int) ([]episodic.IndexTask, error) {
	statement := cypher.ListBacklog
	if stage == episodic.StageVectors {
		statement = cypher.ListVectorBacklog
	}
	p := params{"project": orNull(project), "now": episodic.Instant(now), "limit": limit}
	out, err := read(ctx, s.apart(), statement, p, func(r *row) episodic.IndexTask {
		return episodic.IndexTask{
			Project: r.text("project"), Episode: r.text("id"), Revision: r.integer("revision"), Gone: r.flag("gone"),
			Attempts: r.integer("attempts"),
		}
	})
	if err != nil {
		return nil, fmt.Errorf("list the backlog of %s: %w", stage, err)
	}
	return out, nil
}

// CountBacklog implements [episodic.Store].
func (s *Store) CountBacklog(ctx context.Context) (episodic.BacklogCount, error) {
	n, _, err := readOne(ctx, s.apart(), cypher.CountBacklog, nil, func(r *row) episodic.BacklogCount {
		return episodic.BacklogCount{
			Episodes: r.integer("episodes"), Failing: r.integer("failing"), Unembedded: r.integer("unembedded"),
		}
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
	if err := s.writeAtOnce(ctx, cypher.MarkIndexed, params{"tasks": taskRows(tasks)}); err != nil {
		return fmt.Errorf("mark %d episodes as indexed: %w", len(tasks), err)
	}
	return nil
}

// MarkUnindexed implements [episodic.Store].
func (s *Store) MarkUnindexed(ctx context.Context, project, id string, due time.Time) error {
	p := params{"project": project, "id": id, "due": episodic.Instant(due)}
	if err := s.write(ctx, func(t *tx) error { return t.exec(cypher.MarkUnindexed, p) }); err != nil {
		return fmt.Errorf("mark episode %q as not indexed: %w", id, err)
	}
	return nil
}

// PostponeIndexing implements [episodic.Store].
func (s *Store) PostponeIndexing(ctx context.Context, tasks []episodic.IndexTask, due time.Time) error {
	if len(tasks) == 0 {
		return nil
	}
	err := s.write(ctx, func(t *tx) error {
		return t.exec(cypher.PostponeIndexing, params{"tasks": taskRows(tasks), "due": episodic.Instant(due)})
	})
	if err != nil {
		return fmt.Errorf("postpone the indexing of %d episodes: %w", len(tasks), err)
	}
	return nil
}

// taskRows are tasks as statements take them, in the order in which every writer locks.
func taskRows(tasks []episodic.IndexTask) []params {
	tasks = slices.Clone(tasks)
	slices.SortFunc(tasks, func(a, b episodic.IndexTask) int {
		return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Episode, b.Episode))
	})
	rows := make([]params, len(tasks))
	for i, task := range tasks {
		rows[i] = params{
			"project": task.Project, "id": task.Episode, "revision": task.Revision, "gone": task.Gone, "vectorsDue": nil,
		}
		if !task.VectorsDue.IsZero() {
			rows[i]["vectorsDue"] = episodic.Instant(task.VectorsDue)
		}
	}
	return rows
}
