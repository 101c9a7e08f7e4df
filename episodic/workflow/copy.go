package workflow

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
)

// Copy writes the execution events of a project in one store to another one, in the order in which
// they came, and what completed its workflows. Copied again it writes only what is missing. Events that
// the target has under the same id with another content stay, and are an [episodic.ErrConflict] in the
// end.
func Copy(ctx context.Context, from, to execution.Store, project string, now time.Time) error {
	completed, conflicts := map[string]bool{}, 0
	for q := (execution.Query{Project: project, Limit: examineBatch}); ; {
		found, err := from.ListEvents(ctx, q)
		if err != nil {
			return fmt.Errorf("copy execution events of %s: %w", project, err)
		}
		refused, err := copyEvents(ctx, to, project, found, now)
		if err != nil {
			return fmt.Errorf("copy execution events of %s: %w", project, err)
		}
		conflicts += refused
		for _, e := range found {
			if completed[e.Workflow] {
				continue
			}
			completed[e.Workflow] = true
			if err := copyCompletion(ctx, from, to, project, e.Workflow); err != nil {
				return fmt.Errorf("copy workflow %q of %s: %w", e.Workflow, project, err)
			}
		}
		if len(found) < q.Limit {
			break
		}
		q.After = execution.Place{Sequence: found[len(found)-1].Sequence}
	}
	if conflicts > 0 {
		return fmt.Errorf("%w: %d execution events of %s have another content in the target, which stays", episodic.ErrConflict, conflicts, project)
	}
	return nil
}

// copyEvents writes events and returns how many the target has with another content.
func copyEvents(ctx context.Context, to execution.Store, project string, found []execution.Stored, now time.Time) (conflicts int, err error) {
	if len(found) == 0 {
		return 0, nil
	}
	events, recorded := make([]execution.Prepared, len(found)), make([]time.Time, len(found))
	for i, e := range found {
		if events[i], err = execution.Restore(e.Event); err != nil {
			return 0, fmt.Errorf("event %s: %w", e.ID, err)
		}
		recorded[i] = e.RecordedAt
	}
	written, err := to.PutEvents(ctx, project, events, recorded, now)
	for _, w := range written {
		if w.Change == execution.Conflict {
			conflicts++
		}
	}
	return conflicts, err
}

func copyCompletion(ctx context.Context, from, to execution.Store, project, id string) error {
	w, err := from.GetWorkflow(ctx, project, id)
	if err != nil || w.Completion == nil {
		return err
	}
	return to.PutCompletion(ctx, project, id, *w.Completion)
}
