package neo4jstore

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/allowance"
)

var _ execution.Store = (*Store)(nil)

// ListEvents implements [execution.Store].
func (s *Store) ListEvents(ctx context.Context, q execution.Query) ([]execution.Stored, error) {
	p := params{"project": q.Project, "types": nil, "limit": q.Limit, "at": q.After.At, "sequence": q.After.Sequence}
	if len(q.Types) > 0 {
		p["types"] = texts(q.Types)
	}
	statement := cypher.ListEvents
	switch {
	case q.Workflow != "":
		statement, p["workflow"] = cypher.ListWorkflowEvents, q.Workflow
	case q.ContextKey != "":
		statement, p["contextKey"] = cypher.ListKeyEvents, q.ContextKey
		if q.After == (execution.Place{}) {
			p["at"], p["sequence"] = int64(math.MaxInt64), int64(math.MaxInt64)
		}
	}
	found, err := s.executionEvents(ctx, statement, p)
	if err != nil {
		return nil, fmt.Errorf("list execution events: %w", err)
	}
	return found, nil
}

// GetEvents implements [execution.Store].
func (s *Store) GetEvents(ctx context.Context, project string, ids []string) ([]execution.Stored, error) {
	found, err := s.executionEvents(ctx, cypher.GetEvents, params{"project": project, "ids": distinct(ids)})
	if err != nil {
		return nil, fmt.Errorf("get %d execution events: %w", len(ids), err)
	}
	return found, nil
}

func (s *Store) executionEvents(ctx context.Context, statement cypher.Statement, p params) ([]execution.Stored, error) {
	return read(ctx, s, statement, p, func(r *row) execution.Stored { return r.executionEvent(ctx) })
}

// executionEvent reads the columns of an execution event.
func (r *row) executionEvent(ctx context.Context) execution.Stored {
	e := execution.Stored{
		Event: execution.Event{
			ID: r.text("id"), Workflow: r.text("workflow"), Type: execution.Type(r.text("type")), Task: r.maybeText("task"), At: r.millis("at"),
		},
		Sequence: column[int64](r, "sequence", false), ContextKey: r.text("contextKey"), KeyRule: r.integer("keyRule"),
		RecordedAt: r.millis("recordedAt"),
	}
	rest := r.text("data")
	err := allowance.Take(ctx, len(rest))
	if err == nil && *r.err == nil {
		e.Data, err = execution.Join(r.text("context"), rest)
	}
	if err != nil {
		r.fail("column %q: %w", "data", err)
	}
	return e
}

// millis reads an instant in milliseconds since 1970.
func (r *row) millis(name string) time.Time {
	return time.UnixMilli(column[int64](r, name, false)).UTC()
}

// GetWorkflow implements [execution.Store].
func (s *Store) GetWorkflow(ctx context.Context, project, id string) (execution.Workflow, error) {
	w, found, err := readOne(ctx, s, cypher.GetWorkflow, params{"project": project, "workflow": id}, func(r *row) execution.Workflow {
		w := execution.Workflow{ID: id, Events: r.integer("events"), Removed: r.integer("removed"), LastRecorded: r.millis("lastRecorded")}
		if text := r.maybeText("completion"); text != "" {
			w.Completion = &execution.Completion{}
			if err := json.Unmarshal([]byte(text), w.Completion); err != nil {
				r.fail("column %q: %w", "completion", err)
			}
		}
		return w
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
	found, err := read(ctx, s, cypher.ListContexts, params{"project": project}, func(r *row) execution.ContextCount {
		return execution.ContextCount{Key: r.text("contextKey"), Context: r.text("context"), Events: r.integer("events")}
	})
	if err != nil {
		return nil, fmt.Errorf("list the contexts of execution events: %w", err)
	}
	slices.SortFunc(found, func(a, b execution.ContextCount) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Context, b.Context))
	})
	return found, nil
}

// CountEvents implements [execution.Store].
func (s *Store) CountEvents(ctx context.Context, projects []string) (map[string]execution.Size, error) {
	found, err := read(ctx, s.apart(), cypher.CountEvents, params{"projects": distinct(projects)}, func(r *row) keyed[execution.Size] {
		return keyed[execution.Size]{r.text("project"), execution.Size{
			Workflows: r.integer("workflows"), Events: r.integer("events"), Bytes: column[int64](r, "bytes", false),
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("count execution events: %w", err)
	}
	out := make(map[string]execution.Size, len(found))
	for _, f := range found {
		out[f.key] = f.value
	}
	return out, nil
}
