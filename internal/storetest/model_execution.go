package storetest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
)

// executed is what the model stores of the execution events of one project, in the order in which
// they came.
type executed struct {
	events    []executionRow
	workflows map[string]*execution.Workflow
}

type executionRow struct {
	execution.Prepared
	sequence int64
	recorded time.Time
}

func (e executionRow) stored() execution.Stored {
	return execution.Stored{Event: e.Event, Sequence: e.sequence, ContextKey: e.ContextKey, KeyRule: execution.KeyRule, RecordedAt: e.recorded}
}

// PutEvents implements [execution.Store].
func (m *model) PutEvents(_ context.Context, project string, events []execution.Prepared, recordedAt []time.Time, now time.Time) ([]execution.Written, error) {
	p := m.create(project, now)
	if p.workflows == nil {
		p.workflows = map[string]*execution.Workflow{}
	}
	out := make([]execution.Written, len(events))
	for i, e := range events {
		at := slices.IndexFunc(p.events, func(o executionRow) bool { return o.ID == e.ID })
		switch {
		case at >= 0 && p.events[at].Hash == e.Hash:
			out[i].Change = execution.Unchanged
			continue
		case at >= 0:
			out[i].Change = execution.Conflict
			continue
		}
		m.lastSequence++
		p.events = append(p.events, executionRow{e, m.lastSequence, recordedAt[i]})
		w := p.workflows[e.Workflow]
		if w == nil {
			w = &execution.Workflow{ID: e.Workflow, LastRecorded: recordedAt[i]}
			p.workflows[e.Workflow] = w
		}
		w.Events++
		if recordedAt[i].After(w.LastRecorded) {
			w.LastRecorded = recordedAt[i]
		}
		out[i] = execution.Written{Change: execution.Created, Sequence: m.lastSequence, Completed: w.Completion != nil}
	}
	return out, nil
}

// byTime orders events by time, then sequence.
func byTime(a, b executionRow) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.sequence, b.sequence))
}

// ListEvents implements [execution.Store].
func (m *model) ListEvents(_ context.Context, q execution.Query) ([]execution.Stored, error) {
	rows := slices.Clone(m.project(q.Project).events)
	rows = slices.DeleteFunc(rows, func(e executionRow) bool {
		return q.Workflow != "" && e.Workflow != q.Workflow || q.ContextKey != "" && e.ContextKey != q.ContextKey ||
			len(q.Types) > 0 && !slices.Contains(q.Types, e.Type)
	})
	switch {
	case q.Workflow != "":
		slices.SortFunc(rows, byTime)
	case q.ContextKey != "":
		slices.SortFunc(rows, func(a, b executionRow) int { return byTime(b, a) })
	}
	if q.After != (execution.Place{}) {
		if at := slices.IndexFunc(rows, func(e executionRow) bool { return e.sequence == q.After.Sequence }); at >= 0 {
			rows = rows[at+1:]
		}
	}
	var out []execution.Stored
	for _, e := range rows[:min(len(rows), q.Limit)] {
		out = append(out, e.stored())
	}
	return out, nil
}

// GetEvents implements [execution.Store].
func (m *model) GetEvents(_ context.Context, project string, ids []string) ([]execution.Stored, error) {
	var out []execution.Stored
	for _, e := range m.project(project).events {
		if slices.Contains(ids, e.ID) {
			out = append(out, e.stored())
		}
	}
	return out, nil
}

// GetWorkflow implements [execution.Store].
func (m *model) GetWorkflow(_ context.Context, project, id string) (execution.Workflow, error) {
	if w := m.project(project).workflows[id]; w != nil {
		return *w, nil
	}
	return execution.Workflow{}, episodic.ErrNotFound
}

// PutCompletion implements [execution.Store].
func (m *model) PutCompletion(_ context.Context, project, workflow string, c execution.Completion) error {
	w := m.project(project).workflows[workflow]
	if w == nil {
		return episodic.ErrNotFound
	}
	w.Completion = &c
	return nil
}

// ListContexts implements [execution.Store].
func (m *model) ListContexts(_ context.Context, project string) ([]execution.ContextCount, error) {
	var out []execution.ContextCount
	for _, e := range m.project(project).events {
		at := slices.IndexFunc(out, func(c execution.ContextCount) bool { return c.Key == e.ContextKey && c.Context == e.Context })
		if at < 0 {
			at = len(out)
			out = append(out, execution.ContextCount{Key: e.ContextKey, Context: e.Context})
		}
		out[at].Events++
	}
	slices.SortFunc(out, func(a, b execution.ContextCount) int {
		return cmp.Or(strings.Compare(a.Key, b.Key), strings.Compare(a.Context, b.Context))
	})
	return out, nil
}

// ended reports whether retention may take the events of a workflow.
func ended(w *execution.Workflow, q execution.Pruning) bool {
	return w.Completion != nil && !w.LastRecorded.After(q.Rested) || !w.LastRecorded.After(q.Silent)
}

// PruneEvents implements [execution.Store].
func (m *model) PruneEvents(ctx context.Context, q execution.Pruning) ([]string, error) {
	p := m.project(q.Project)
	rows := slices.Clone(p.events)
	slices.SortFunc(rows, byTime)
	var out []string
	for i, e := range rows {
		w := p.workflows[e.Workflow]
		old := !q.Before.IsZero() && e.At.Before(q.Before) || q.Keep >= 0 && i < len(rows)-q.Keep
		if old && ended(w, q) && len(out) < q.Limit {
			out = append(out, e.ID)
		}
	}
	if q.DryRun {
		return out, nil
	}
	if q.Archive != nil {
		found, err := m.GetEvents(ctx, q.Project, out)
		if err = errors.Join(err, q.Archive(found)); err != nil {
			return nil, err
		}
	}
	for _, id := range out {
		at := slices.IndexFunc(p.events, func(e executionRow) bool { return e.ID == id })
		w := p.workflows[p.events[at].Workflow]
		p.events = slices.Delete(p.events, at, at+1)
		w.Events, w.Removed = w.Events-1, w.Removed+1
		if w.Events == 0 && w.Completion == nil {
			delete(p.workflows, w.ID)
		}
	}
	return out, nil
}

// CountEvents implements [execution.Store].
func (m *model) CountEvents(_ context.Context, projects []string) (map[string]execution.Size, error) {
	out := map[string]execution.Size{}
	for _, name := range projects {
		p := m.project(name)
		size := execution.Size{Events: len(p.events), Workflows: len(p.workflows)}
		for _, e := range p.events {
			size.Bytes += int64(len(e.Rest))
		}
		out[name] = size
	}
	return out, nil
}
