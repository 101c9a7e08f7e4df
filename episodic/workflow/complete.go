package workflow

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Complete makes an episode of a workflow, by its events as they are now, and remembers how it was
// completed: events that come later make a revision ([Service.Revise]). Completed again in the same
// way it changes nothing. It returns [episodic.ErrNotFound] if no event names the workflow, and a
// [problem.InvalidError] if retention has removed some of its events.
func (s *Service) Complete(ctx context.Context, project, workflow string, c execution.Completion) (episodic.Receipt, error) {
	if err := validateCompletion(c); err != nil {
		return episodic.Receipt{}, err
	}
	w, err := s.parts.Store.GetWorkflow(ctx, project, workflow)
	if err != nil {
		return episodic.Receipt{}, episodic.Absent(ctx, s.parts.Projects, project, err)
	}
	if w.Removed > 0 {
		return episodic.Receipt{}, problem.Refuse("workflow", "retention has removed %d events of %q, so that the episode would lack them", w.Removed, workflow)
	}
	if _, err := s.episode(ctx, project, workflow, c); err != nil {
		return episodic.Receipt{}, err
	}
	// From here on an event that is written makes a revision, so that none is left out.
	if err := s.parts.Store.PutCompletion(ctx, project, workflow, c); err != nil {
		return episodic.Receipt{}, err
	}
	return s.record(ctx, project, workflow, c)
}

// Revise makes the episode of a completed workflow anew, by all of its events. It changes nothing if
// the workflow is not completed or retention has removed some of its events.
func (s *Service) Revise(ctx context.Context, project, workflow string) error {
	w, err := s.parts.Store.GetWorkflow(ctx, project, workflow)
	if err != nil || w.Completion == nil || w.Removed > 0 {
		return err
	}
	_, err = s.record(ctx, project, workflow, *w.Completion)
	return err
}

// The most events of a workflow that are read for its episode, and the size of their data, in bytes.
const (
	maxRead      = 50_000
	maxReadBytes = 48 << 20
)

// episode makes the episode of a workflow. Of events beyond what is read a note says how many there are.
func (s *Service) episode(ctx context.Context, project, workflow string, c execution.Completion) (episodic.Episode, error) {
	var events []execution.Stored
	bytes := 0
	for q := (execution.Query{Project: project, Workflow: workflow, Limit: examineBatch}); ; q.After = events[len(events)-1].Place() {
		found, err := s.parts.Store.ListEvents(ctx, q)
		if err != nil {
			return episodic.Episode{}, fmt.Errorf("read the events of workflow %q: %w", workflow, err)
		}
		for _, e := range found {
			bytes += len(e.Data)
		}
		if events = append(events, found...); len(found) < q.Limit {
			return makeEpisode(workflow, c, events)
		}
		if len(events) >= maxRead || bytes >= maxReadBytes {
			return s.beginning(ctx, project, workflow, c, events)
		}
	}
}

// beginning makes the episode of the first events of a workflow.
func (s *Service) beginning(ctx context.Context, project, workflow string, c execution.Completion, events []execution.Stored) (episodic.Episode, error) {
	w, err := s.parts.Store.GetWorkflow(ctx, project, workflow)
	if err != nil {
		return episodic.Episode{}, err
	}
	e, err := makeEpisode(workflow, c, events)
	if left := w.Events - len(events); left > 0 {
		e.Notes = append(e.Notes, fmt.Sprintf("%d later events are left out, because so many are not read", left))
	}
	return e, err
}

// makeEpisode makes the episode of a trace if some of the events are of one.
func makeEpisode(workflow string, c execution.Completion, events []execution.Stored) (episodic.Episode, error) {
	traced := slices.ContainsFunc(events, func(e execution.Stored) bool {
		_, is := tracing.Of(e.Event)
		return is
	})
	if traced {
		return traceEpisode(workflow, c, events)
	}
	return episodeOf(workflow, c, events)
}

// record records the episode of a workflow.
func (s *Service) record(ctx context.Context, project, workflow string, c execution.Completion) (episodic.Receipt, error) {
	e, err := s.episode(ctx, project, workflow, c)
	if err != nil {
		return episodic.Receipt{}, err
	}
	receipt, err := s.parts.Recorder.Record(ctx, project, e, episodic.StateApplied)
	if err != nil {
		return episodic.Receipt{}, fmt.Errorf("record the episode of workflow %q: %w", workflow, err)
	}
	return receipt, nil
}

func validateCompletion(c execution.Completion) error {
	var out problem.Checker
	if c.Task == "" {
		out.Invalid("task", "is missing; say in words what the workflow was to do")
	}
	if c.Outcome != "" && !slices.Contains(episodic.Outcomes(), c.Outcome) {
		out.Invalid("outcome", "%q is no outcome", c.Outcome)
	}
	if n := len(c.Links); n > episodic.MaxLinks {
		out.TooLarge("links", "%d links; at most %d are taken", n, episodic.MaxLinks)
	}
	for i, l := range c.Links {
		if l.Source == l.Target {
			out.Invalid(fmt.Sprintf("links[%d].target", i), "%q cannot lead to itself", l.Source)
		}
	}
	return out.Err()
}
