package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/allowance"
)

var (
	//go:embed sql/execution/list_workflow_events.sql
	listWorkflowEvents statement
	//go:embed sql/execution/list_key_events.sql
	listKeyEvents statement
	//go:embed sql/execution/list_events.sql
	listEvents statement
	//go:embed sql/execution/get_events.sql
	getEvents statement
	//go:embed sql/execution/get_workflow.sql
	getWorkflow statement
	//go:embed sql/execution/list_contexts.sql
	listContexts statement
	//go:embed sql/execution/count_events.sql
	countEvents statement
)

var _ execution.Store = (*Store)(nil)

// ListEvents implements [execution.Store].
func (s *Store) ListEvents(ctx context.Context, q execution.Query) ([]execution.Stored, error) {
	p := params{"project": q.Project, "types": listOrNull(q.Types), "limit": q.Limit, "at": q.After.At, "sequence": q.After.Sequence}
	st := listEvents
	switch {
	case q.Workflow != "":
		st, p["workflow"] = listWorkflowEvents, q.Workflow
	case q.ContextKey != "":
		st, p["context_key"] = listKeyEvents, q.ContextKey
		if q.After == (execution.Place{}) {
			p["at"], p["sequence"] = int64(math.MaxInt64), int64(math.MaxInt64)
		}
	}
	found, err := s.executionEvents(ctx, st, p)
	if err != nil {
		return nil, fmt.Errorf("list execution events: %w", err)
	}
	return found, nil
}

// GetEvents implements [execution.Store].
func (s *Store) GetEvents(ctx context.Context, project string, ids []string) ([]execution.Stored, error) {
	found, err := s.executionEvents(ctx, getEvents, params{"project": project, "ids": undashed(distinct(ids))})
	if err != nil {
		return nil, fmt.Errorf("get %d execution events: %w", len(ids), err)
	}
	return found, nil
}

func (s *Store) executionEvents(ctx context.Context, st statement, p params) ([]execution.Stored, error) {
	var out []execution.Stored
	err := s.read(ctx, st, p, func(r *row) { out = append(out, r.executionEvent(ctx, &s.packer)) })
	return out, err
}

// executionEvent reads the columns of an execution event.
func (r *row) executionEvent(ctx context.Context, p *packer) execution.Stored {
	e := execution.Stored{
		Event: execution.Event{
			ID: dashed(r.text("id")), Workflow: r.text("workflow"), Type: execution.Type(r.text("type")), Task: r.maybeText("task"),
			At: r.millis("at"),
		},
		Sequence: r.int64("sequence"), ContextKey: r.text("context_key"), KeyRule: r.integer("rule"), RecordedAt: r.millis("recorded_at"),
	}
	rest, err := p.unpack(r.bytes("data"))
	if err == nil {
		err = allowance.Take(ctx, len(rest))
	}
	if err == nil {
		e.Data, err = execution.Join(r.text("context"), string(rest))
	}
	if err != nil {
		r.fail("column %q: %w", "data", err)
	}
	return e
}

// millis reads an instant in milliseconds since 1970.
func (r *row) millis(name string) time.Time { return time.UnixMilli(r.int64(name)).UTC() }

// GetWorkflow implements [execution.Store].
func (s *Store) GetWorkflow(ctx context.Context, project, id string) (execution.Workflow, error) {
	found := false
	w := execution.Workflow{ID: id}
	err := s.read(ctx, getWorkflow, params{"project": project, "workflow": id}, func(r *row) {
		found = true
		w.Events, w.Removed, w.LastRecorded = r.integer("events"), r.integer("removed"), r.millis("last_recorded")
		if text := r.maybeText("completion"); text != "" {
			w.Completion = &execution.Completion{}
			if err := json.Unmarshal([]byte(text), w.Completion); err != nil {
				r.fail("column %q: %w", "completion", err)
			}
		}
	})
	if err == nil && !found {
		err = episodic.ErrNotFound
	}
	if err != nil {
		return w, fmt.Errorf("get workflow %q: %w", id, err)
	}
	return w, nil
}

// ListContexts implements [execution.Store].
func (s *Store) ListContexts(ctx context.Context, project string) ([]execution.ContextCount, error) {
	var out []execution.ContextCount
	err := s.read(ctx, listContexts, params{"project": project}, func(r *row) {
		out = append(out, execution.ContextCount{Key: r.text("context_key"), Context: r.text("context"), Events: r.integer("events")})
	})
	if err != nil {
		return nil, fmt.Errorf("list the contexts of execution events: %w", err)
	}
	return out, nil
}

// CountEvents implements [execution.Store].
func (s *Store) CountEvents(ctx context.Context, projects []string) (map[string]execution.Size, error) {
	out := make(map[string]execution.Size, len(projects))
	err := s.read(ctx, countEvents, params{"projects": distinct(projects)}, func(r *row) {
		out[r.text("project")] = execution.Size{Workflows: r.integer("workflows"), Events: r.integer("events"), Bytes: r.int64("bytes")}
	})
	if err != nil {
		return nil, fmt.Errorf("count execution events: %w", err)
	}
	return out, nil
}

// undashed returns UUIDs as their hexadecimal digits alone.
func undashed(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = strings.ReplaceAll(id, "-", "")
	}
	return out
}

// dashed is the other way.
func dashed(digits string) string {
	const uuidDigits = 32
	if len(digits) != uuidDigits {
		return digits
	}
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
}
