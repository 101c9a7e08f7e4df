package neo4jstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/write"
)

// PutEvents implements [execution.Store].
func (s *Store) PutEvents(
	ctx context.Context, project string, events []execution.Prepared, recordedAt []time.Time, now time.Time,
) ([]execution.Written, error) {
	var out []execution.Written
	err := s.writeAnyway(ctx, func(t *tx) error {
		if _, _, err := lockProject(t, project, write.Begin{Now: now.UTC()}); err != nil {
			return err
		}
		var err error
		if out, err = t.planEvents(project, events); err != nil {
			return err
		}
		return t.recordEvents(project, events, recordedAt, out)
	})
	if err != nil {
		return nil, fmt.Errorf("put %d execution events: %w", len(events), err)
	}
	return out, nil
}

// planEvents decides what becomes of events.
func (t *tx) planEvents(project string, events []execution.Prepared) ([]execution.Written, error) {
	ids := make([]string, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	held := map[string]execution.Stored{}
	err := t.query(cypher.GetEvents, params{"project": project, "ids": distinct(ids)}, func(r *row) {
		e := r.executionEvent(t.ctx)
		held[e.ID] = e
	})
	if err != nil {
		return nil, err
	}
	return execution.Plan(events, held)
}

// recordEvents writes the events that are to be created and notes their sequences.
func (t *tx) recordEvents(project string, events []execution.Prepared, recordedAt []time.Time, out []execution.Written) error {
	var rows []params
	created := map[string]int{}
	for i, e := range events {
		if out[i].Change != execution.Created {
			continue
		}
		created[e.ID] = i
		row := params{
			"id": e.ID, "workflow": e.Workflow, "type": string(e.Type), "task": nil, "at": e.At.UnixMilli(),
			"recordedAt": recordedAt[i].UnixMilli(), "contextKey": e.ContextKey, "keyRule": execution.KeyRule, "context": e.Context, "data": e.Rest,
		}
		if e.Task != "" {
			row["task"] = e.Task
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	return t.query(cypher.RecordEvents, params{"project": project, "events": rows}, func(r *row) {
		w := &out[created[r.text("id")]]
		w.Sequence, w.Completed = column[int64](r, "sequence", false), r.flag("completed")
	})
}

// PutCompletion implements [execution.Store].
func (s *Store) PutCompletion(ctx context.Context, project, workflow string, c execution.Completion) error {
	text, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode what completed workflow %q: %w", workflow, err)
	}
	err = s.write(ctx, func(t *tx) error {
		found := false
		p := params{"project": project, "workflow": workflow, "completion": string(text)}
		if err := t.query(cypher.SetCompletion, p, func(*row) { found = true }); err != nil {
			return err
		}
		if !found {
			return episodic.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("complete workflow %q: %w", workflow, err)
	}
	return nil
}

// PruneEvents implements [execution.Store].
func (s *Store) PruneEvents(ctx context.Context, q execution.Pruning) ([]string, error) {
	var out []string
	note := ledger.NoteOf(ctx)
	err := s.write(ctx, func(t *tx) (err error) {
		if _, found, err := lockPresent(t, q.Project); err != nil || !found {
			return err
		}
		if out, err = t.prunable(q); err != nil || q.DryRun || len(out) == 0 {
			return err
		}
		if err := t.archiveEvents(q, out); err != nil {
			return err
		}
		if err := t.exec(cypher.RemoveEvents, params{"project": q.Project, "ids": out}); err != nil {
			return err
		}
		return note.Put(ledger.Changed{Things: len(out)}, t.PutEntry)
	})
	if err != nil {
		return nil, fmt.Errorf("prune execution events: %w", err)
	}
	if !q.DryRun && len(out) > 0 {
		note.Committed(ledger.Changed{Things: len(out)})
	}
	return out, nil
}

// archiveEvents hands events over that are about to be removed.
func (t *tx) archiveEvents(q execution.Pruning, ids []string) error {
	if q.Archive == nil {
		return nil
	}
	var events []execution.Stored
	p := params{"project": q.Project, "ids": ids}
	if err := t.query(cypher.GetEvents, p, func(r *row) { events = append(events, r.executionEvent(t.ctx)) }); err != nil {
		return err
	}
	return q.Archive(events)
}

// prunable returns the ids of the events that retention removes.
func (t *tx) prunable(q execution.Pruning) ([]string, error) {
	p := params{
		"project": q.Project, "before": int64(0), "at": int64(0), "sequence": int64(0), "rested": q.Rested.UnixMilli(), "silent": q.Silent.UnixMilli(),
		"limit": q.Limit, "keep": q.Keep,
	}
	if !q.Before.IsZero() {
		p["before"] = q.Before.UnixMilli()
	}
	if q.Keep >= 0 {
		err := t.query(cypher.FindSurplus, p, func(r *row) {
			p["at"], p["sequence"] = column[int64](r, "at", false), column[int64](r, "sequence", false)
		})
		if err != nil {
			return nil, err
		}
	}
	var out []string
	err := t.query(cypher.ListPrunable, p, func(r *row) { out = append(out, r.text("id")) })
	return out, err
}

// purgeEventBatch is how many execution events one transaction of PurgeProject removes.
const purgeEventBatch = 1000

// purgeEvents removes some of the execution events of a project and returns how many; with the last
// one gone, the workflows.
func (t *tx) purgeEvents(project string) (removed int, err error) {
	p := params{"project": project, "limit": purgeEventBatch}
	err = t.query(cypher.PurgeEvents, p, func(r *row) { removed = r.integer("purged") })
	if err != nil || removed > 0 {
		return removed, err
	}
	return 0, t.exec(cypher.PurgeWorkflows, params{"project": project})
}
