package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/problem"
)

// traceEpisode makes the episode of a trace. What somebody stated when the workflow was completed goes
// before what the spans say.
func traceEpisode(workflow string, c execution.Completion, events []execution.Stored) (episodic.Episode, error) {
	e := tracing.Episode(EpisodeID(workflow), events)
	e.Notes = append([]string{fmt.Sprintf("made of %d spans and records of trace %s", len(events), workflow)}, e.Notes...)
	if c.Traced {
		return e, nil
	}
	e.Task, e.Session = cmp.Or(c.Task, e.Task), cmp.Or(c.Session, e.Session)
	if c.Outcome != "" && c.Outcome != episodic.OutcomeUnknown {
		e.Outcome = c.Outcome
	}
	e.Lessons, e.Tags = append(e.Lessons, c.Lessons...), append(e.Tags, c.Tags...)
	b := newEpisodeBuilder()
	b.episode = e
	has := map[string]bool{}
	for _, d := range e.Decisions {
		has[d.ID] = true
	}
	for _, v := range e.Events {
		has[v.ID] = true
	}
	for _, event := range events {
		if id := tracing.ShortID(event.Event); has[id] {
			b.know(event.Event, id)
		} else {
			b.leave(event.Event)
		}
	}
	b.episode.Links = nil
	err := b.link(c.Links)
	b.episode.Links = append(b.episode.Links, e.Links...)
	b.fit()
	return b.episode, err
}

// Traced is the episode of a trace, or why there is none.
type Traced struct {
	Receipt episodic.Receipt
	// Decisions, Events and Links count what it has.
	Decisions, Events, Links int
	// Err is a [problem.InvalidError], or an [episodic.ErrNotFound] if no event names the trace.
	Err error
}

// CompleteTraces makes or revises the episodes of traces, by their events as they are now, and returns what
// came of each, by workflow. An episode that somebody completed keeps what was said then. The error
// says that an engine does not answer; calling again changes nothing that was done.
func (s *Service) CompleteTraces(ctx context.Context, project string, workflows []string) (map[string]Traced, error) {
	out := map[string]Traced{}
	var made []episodic.Episode
	for _, workflow := range workflows {
		e, err := s.completeTrace(ctx, project, workflow)
		switch {
		case errors.Is(err, problem.ErrInvalid), errors.Is(err, episodic.ErrNotFound):
			out[workflow] = Traced{Err: err}
		case err != nil:
			return out, fmt.Errorf("make the episode of trace %q: %w", workflow, err)
		default:
			made = append(made, e)
		}
	}
	return out, s.recordTraces(ctx, project, made, out)
}

// completeTrace notes that a trace is complete and returns its episode.
func (s *Service) completeTrace(ctx context.Context, project, workflow string) (episodic.Episode, error) {
	w, err := s.parts.Store.GetWorkflow(ctx, project, workflow)
	if err != nil {
		return episodic.Episode{}, err
	}
	if w.Removed > 0 {
		return episodic.Episode{}, problem.Refuse("workflow", "retention has removed %d of its events", w.Removed)
	}
	c := execution.Completion{Traced: true}
	if w.Completion != nil {
		c = *w.Completion
	}
	e, err := s.episode(ctx, project, workflow, c)
	if err != nil || w.Completion != nil {
		return e, err
	}
	return e, s.parts.Store.PutCompletion(ctx, project, workflow, c)
}

// recordTraces records episodes together, or each by itself if that is refused.
func (s *Service) recordTraces(ctx context.Context, project string, episodes []episodic.Episode, out map[string]Traced) error {
	if len(episodes) == 0 {
		return nil
	}
	receipts, err := s.parts.Recorder.RecordAll(ctx, project, episodes, false, episodic.StateApplied)
	workflow := func(i int) string { return strings.TrimPrefix(episodes[i].ID, EpisodeID("")) }
	switch {
	case err == nil:
		for i, r := range receipts {
			e := episodes[i]
			out[workflow(i)] = Traced{Receipt: r, Decisions: len(e.Decisions), Events: len(e.Events), Links: len(e.Links)}
		}
		return nil
	case !errors.Is(err, problem.ErrInvalid):
		return err
	case len(episodes) == 1:
		out[workflow(0)] = Traced{Err: err}
		return nil
	}
	for each := range slices.Chunk(episodes, 1) {
		if err := s.recordTraces(ctx, project, each, out); err != nil {
			return err
		}
	}
	return nil
}
