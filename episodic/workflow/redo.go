package workflow

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
)

// redoneAtOnce is how many episodes are read and made together.
const redoneAtOnce = 50

// Redo makes the episodes of traces, and of other workflows with spans, anew that an earlier version of the mapping made, and returns how many
// of them changed. One whose events retention has removed, or that was deleted, stays as it is. The error says that an engine does not answer;
// calling again goes on.
func (s *Service) Redo(ctx context.Context, project string) (changed int, err error) {
	workflows, err := s.withSpans(ctx, project)
	if err != nil {
		return 0, err
	}
	for some := range slices.Chunk(workflows, redoneAtOnce) {
		ids := make([]string, len(some))
		for i, workflow := range some {
			ids[i] = EpisodeID(workflow)
		}
		made, err := s.parts.Recorder.OfSessions(ctx, project, ids, nil)
		if err != nil {
			return changed, err
		}
		var stale []string
		for _, e := range made {
			if made := mappingOf(e); made > 0 && made < agentrun.Version {
				stale = append(stale, some[slices.Index(ids, e.ID)])
			}
		}
		again, err := s.CompleteTraces(ctx, project, stale)
		if err != nil {
			return changed, err
		}
		for _, t := range again {
			if t.Err == nil {
				changed++
			}
		}
	}
	return changed, nil
}

// mappingOf returns the version of the mapping that made an episode of a run; 0 if none did.
func mappingOf(e episodic.Episode) int {
	var of struct {
		Mapping int `json:"mapping"`
	}
	if json.Unmarshal(e.Extra[agentrun.ExtraName], &of) != nil {
		return 0
	}
	return of.Mapping
}

// withSpans returns the workflows of a project that have spans, in the order of their first event.
func (s *Service) withSpans(ctx context.Context, project string) ([]string, error) {
	var out []string
	known := map[string]bool{}
	for q := (execution.Query{Project: project, Limit: examineBatch}); ; {
		found, err := s.parts.Store.ListEvents(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("list the traces of %s: %w", project, err)
		}
		for _, e := range found {
			if known[e.Workflow] {
				continue
			}
			if _, is := tracing.Of(e.Event); is {
				known[e.Workflow] = true
				out = append(out, e.Workflow)
			}
		}
		if len(found) < q.Limit {
			return out, nil
		}
		q.After = execution.Place{Sequence: found[len(found)-1].Sequence}
	}
}
