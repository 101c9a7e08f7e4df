package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
)

var (
	//go:embed sql/execution/record_workflow.sql
	recordWorkflow statement
	//go:embed sql/execution/record_key.sql
	recordKey statement
	//go:embed sql/execution/record_context.sql
	recordContext statement
	//go:embed sql/execution/record_event.sql
	recordEvent statement
	//go:embed sql/execution/set_completion.sql
	setCompletion statement
)

// PutEvents implements [execution.Store].
func (s *Store) PutEvents(
	ctx context.Context, project string, events []execution.Prepared, recordedAt []time.Time, now time.Time,
) ([]execution.Written, error) {
	var out []execution.Written
	err := s.write(ctx, func(t *tx) (err error) {
		if err := t.createProject(project, now); err != nil {
			return err
		}
		if out, err = t.planEvents(project, events); err != nil {
			return err
		}
		for i, w := range out {
			if w.Change != execution.Created {
				continue
			}
			if out[i], err = t.recordEvent(project, events[i], recordedAt[i]); err != nil {
				return fmt.Errorf("event %s: %w", events[i].ID, err)
			}
		}
		return nil
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
	err := t.query(getEvents, params{"project": project, "ids": undashed(distinct(ids))}, func(r *row) {
		e := r.executionEvent(t.ctx, &t.store.packer)
		held[e.ID] = e
	})
	if err != nil {
		return nil, err
	}
	return execution.Plan(events, held)
}

// recordEvent writes a new event.
func (t *tx) recordEvent(project string, e execution.Prepared, recordedAt time.Time) (w execution.Written, err error) {
	w.Change = execution.Created
	data, err := t.store.packer.pack([]byte(e.Rest))
	if err != nil {
		return w, err
	}
	p := params{
		"project": project, "id": strings.ReplaceAll(e.ID, "-", ""), "workflow": e.Workflow, "type": string(e.Type), "task": orNull(e.Task),
		"at": e.At.UnixMilli(), "recorded_at": recordedAt.UnixMilli(), "data": data, "bytes": len(data),
		"context_key": e.ContextKey, "rule": execution.KeyRule, "context": e.Context,
	}
	steps := []struct {
		st   statement
		note func(*row)
	}{
		{recordWorkflow, func(r *row) { p["workflow"], w.Completed = r.int64("number"), r.flag("completed") }},
		{recordKey, func(r *row) { p["key"] = r.int64("number") }},
		{recordContext, func(r *row) { p["context"] = r.int64("number") }},
		{recordEvent, func(r *row) { w.Sequence = r.int64("sequence") }},
	}
	for _, step := range steps {
		if err := t.query(step.st, p, step.note); err != nil {
			return w, err
		}
	}
	return w, nil
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
		if err := t.query(setCompletion, p, func(*row) { found = true }); err != nil {
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
