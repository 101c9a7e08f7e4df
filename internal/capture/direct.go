package capture

import (
	"context"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/workflow"
)

// Direct keeps the events of traces in the graph itself, without a journal: an import reads its files again
// after a crash. It is safe for one goroutine.
type Direct struct {
	Store  Store
	Events *workflow.Service
	Now    func() time.Time
	// Screen keeps personal data out.
	Screen Screen
	// DryRun keeps nothing, and counts everything as new.
	DryRun bool
}

// Trace keeps events, as [Service.Trace] does.
func (d *Direct) Trace(ctx context.Context, project string, t Traces) (Taken, error) {
	var taken Taken
	for _, r := range t.Refused {
		taken.refuse(r.Reason, "", r.Items)
	}
	sound, _ := taken.sound(d.Screen, t.Events)
	if d.DryRun {
		taken.Stored += len(sound)
		return taken, nil
	}
	now := d.Now()
	for some := range slices.Chunk(sound, applyBatch) {
		batch := make([]execution.Prepared, len(some))
		for i, p := range some {
			batch[i] = p.Prepared
		}
		recordedAt := make([]time.Time, len(batch))
		for i := range recordedAt {
			recordedAt[i] = now
		}
		written, err := d.Store.PutEvents(ctx, project, batch, recordedAt, now)
		if err != nil {
			return taken, err
		}
		for _, w := range written {
			switch w.Change {
			case execution.Created:
				taken.Stored++
			case execution.Unchanged:
				taken.Merged++
			default:
				taken.refuse(ReasonConflict, "a span was stored with another content, which stays", 1)
			}
		}
	}
	return taken, nil
}

// CompleteTraces makes the episodes of traces, as [workflow.Service.CompleteTraces] does.
func (d *Direct) CompleteTraces(ctx context.Context, project string, workflows []string) (map[string]workflow.Traced, error) {
	if d.DryRun {
		return nil, nil
	}
	return d.Events.CompleteTraces(ctx, project, workflows)
}
