package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/ledger"
)

var (
	//go:embed sql/execution/find_surplus.sql
	findSurplus statement
	//go:embed sql/execution/list_prunable.sql
	listPrunable statement
	//go:embed sql/execution/remove_events.sql
	removeEvents statement
	//go:embed sql/execution/leave_workflow.sql
	leaveWorkflow statement
	//go:embed sql/execution/remove_workflow.sql
	removeWorkflow statement
	//go:embed sql/execution/leave_context.sql
	leaveContext statement
	//go:embed sql/execution/remove_context.sql
	removeContext statement
	//go:embed sql/execution/list_project_events.sql
	listProjectEvents statement
	//go:embed sql/execution/purge_workflows.sql
	purgeWorkflows statement
	//go:embed sql/execution/purge_contexts.sql
	purgeContexts statement
	//go:embed sql/execution/purge_keys.sql
	purgeKeys statement
)

// PruneEvents implements [execution.Store].
func (s *Store) PruneEvents(ctx context.Context, q execution.Pruning) ([]string, error) {
	var out []string
	note := ledger.NoteOf(ctx)
	work := func(t *tx) error {
		found, err := t.prunable(q)
		if err != nil {
			return err
		}
		out = found.ids
		if q.DryRun || len(out) == 0 {
			return nil
		}
		if err := t.archiveEvents(q, out); err != nil {
			return err
		}
		return errors.Join(t.leaveEvents(found), note.Put(ledger.Changed{Things: len(out)}, t.PutEntry))
	}
	do := s.write
	if q.DryRun {
		do = s.view
	}
	if err := do(ctx, work); err != nil {
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
	p := params{"project": q.Project, "ids": undashed(ids)}
	if err := t.query(getEvents, p, func(r *row) { events = append(events, r.executionEvent(t.ctx, &t.store.packer)) }); err != nil {
		return err
	}
	return q.Archive(events)
}

// leaving are execution events that are removed, and what they count for.
type leaving struct {
	ids                 []string
	sequences           []int64
	workflows, contexts map[int64]share
}

// share is how many events, of how many bytes, something loses.
type share struct {
	events int
	bytes  int64
}

func (s share) and(bytes int64) share { return share{s.events + 1, s.bytes + bytes} }

// prunable returns the events that retention removes.
func (t *tx) prunable(q execution.Pruning) (leaving, error) {
	out := leaving{workflows: map[int64]share{}, contexts: map[int64]share{}}
	p := params{
		"project": q.Project, "before": int64(0), "at": int64(0), "sequence": int64(0), "rested": q.Rested.UnixMilli(), "silent": q.Silent.UnixMilli(), "limit": q.Limit,
		"keep": q.Keep,
	}
	if !q.Before.IsZero() {
		p["before"] = q.Before.UnixMilli()
	}
	if q.Keep >= 0 {
		err := t.query(findSurplus, p, func(r *row) { p["at"], p["sequence"] = r.int64("at"), r.int64("sequence") })
		if err != nil {
			return out, err
		}
	}
	err := t.query(listPrunable, p, func(r *row) {
		out.ids, out.sequences = append(out.ids, dashed(r.text("id"))), append(out.sequences, r.int64("sequence"))
		bytes, workflow, context := r.int64("bytes"), r.int64("workflow"), r.int64("context")
		out.workflows[workflow], out.contexts[context] = out.workflows[workflow].and(bytes), out.contexts[context].and(bytes)
	})
	return out, err
}

// leaveEvents removes events and what nothing is left of.
func (t *tx) leaveEvents(l leaving) error {
	if err := t.exec(removeEvents, params{"sequences": l.sequences}); err != nil {
		return err
	}
	for number, lost := range l.workflows {
		p := params{"workflow": number, "events": lost.events, "bytes": lost.bytes}
		if err := t.exec(leaveWorkflow, p); err != nil {
			return err
		}
		if err := t.exec(removeWorkflow, p); err != nil {
			return err
		}
	}
	for number, lost := range l.contexts {
		p := params{"context": number, "events": lost.events}
		if err := t.exec(leaveContext, p); err != nil {
			return err
		}
		if err := t.exec(removeContext, p); err != nil {
			return err
		}
	}
	return nil
}

// purgeEventBatch is how many execution events one transaction of PurgeProject removes.
const purgeEventBatch = 2000

// purgeEvents removes some of the execution events of a project and returns how many.
func (t *tx) purgeEvents(project string) (int, error) {
	var sequences []int64
	p := params{"project": project, "limit": purgeEventBatch}
	if err := t.query(listProjectEvents, p, func(r *row) { sequences = append(sequences, r.int64("sequence")) }); err != nil {
		return 0, err
	}
	return len(sequences), t.exec(removeEvents, params{"sequences": sequences})
}

// forgetExecution removes what is left of execution events that are gone.
func (t *tx) forgetExecution(project string) error {
	for _, st := range []statement{purgeContexts, purgeKeys, purgeWorkflows} {
		if err := t.exec(st, params{"project": project}); err != nil {
			return err
		}
	}
	return nil
}
