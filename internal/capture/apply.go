package capture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/migration"
	"github.com/causeway-memory/causeway/internal/problem"
)

// applyBatch is how many events one round reads of the journal.
const applyBatch = 500

// ApplySome writes the next events of the journal to the graph and returns how many it read. The
// error says that an engine does not answer, or that a project cannot be written now, which keeps no other
// waiting: nothing is set aside for that.
func (s *Service) ApplySome(ctx context.Context) (taken int, err error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	entries, err := s.Journal.Pending(ctx, journal.StateJournaled, 0, applyBatch)
	if err != nil {
		return 0, err
	}
	start := s.Now()
	err = eachProject(ctx, entries, projectOf, s.applyProject)
	if s.OnApplied != nil && len(entries) > 0 {
		s.OnApplied(len(entries), s.Now().Sub(start), err)
	}
	return len(entries), err
}

// eachProject does some work with what there is of each project. It ends early only when an engine does not answer, or ctx ends.
func eachProject[T any](ctx context.Context, all []T, project func(T) string, work func(context.Context, []T) error) error {
	var failed []error
	for _, batch := range byProject(all, project) {
		err := work(ctx, batch)
		if err == nil {
			continue
		}
		failed = append(failed, err)
		if ctx.Err() != nil || errors.Is(err, episodic.ErrUnavailable) {
			break
		}
	}
	return errors.Join(failed...)
}

// byProject splits what there is by project; that of one project keeps its order.
func byProject[T any](all []T, project func(T) string) [][]T {
	var out [][]T
	places := map[string]int{}
	for _, one := range all {
		at, known := places[project(one)]
		if !known {
			at = len(out)
			places[project(one)], out = at, append(out, nil)
		}
		out[at] = append(out[at], one)
	}
	return out
}

func projectOf(e journal.Entry) string { return e.Project }

// applyProject writes entries of one project. What is no event is set aside.
func (s *Service) applyProject(ctx context.Context, entries []journal.Entry) error {
	events := make([]execution.Prepared, 0, len(entries))
	sound := make([]journal.Entry, 0, len(entries))
	for _, entry := range entries {
		e, err := decode(entry)
		if err != nil {
			if err := s.Journal.SetAside(ctx, entry.Sequence, err.Error()); err != nil {
				return err
			}
			continue
		}
		events, sound = append(events, e), append(sound, entry)
	}
	return s.applyEvents(ctx, sound, events)
}

// decode reads the event of an entry.
func decode(entry journal.Entry) (execution.Prepared, error) {
	var e execution.Event
	if err := json.Unmarshal(entry.Body, &e); err != nil {
		return execution.Prepared{}, fmt.Errorf("the record is no execution event: %w", err)
	}
	return execution.Restore(e)
}

// applyEvents writes events in one transaction. If the graph refuses them it halves them, until it is
// known which one to set aside.
func (s *Service) applyEvents(ctx context.Context, entries []journal.Entry, events []execution.Prepared) error {
	if len(entries) == 0 {
		return nil
	}
	recordedAt := make([]time.Time, len(entries))
	for i, e := range entries {
		recordedAt[i] = e.JournaledAt
	}
	project := entries[0].Project
	written, err := s.Store.PutEvents(ctx, project, events, recordedAt, s.Now())
	switch {
	case err == nil:
		return s.settle(ctx, entries, events, written)
	case ctx.Err() != nil || !refused(err):
		return err
	case len(entries) == 1:
		return s.refuse(ctx, entries[0], err)
	}
	half := len(entries) / 2
	if err := s.applyEvents(ctx, entries[:half], events[:half]); err != nil {
		return err
	}
	return s.applyEvents(ctx, entries[half:], events[half:])
}

// refused reports whether an error is about what was written, and not about the engine.
func refused(err error) bool {
	for _, other := range []error{episodic.ErrUnavailable, episodic.ErrTimeout, episodic.ErrOvertaken, migration.ErrSchema, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, other) {
			return false
		}
	}
	return true
}

// refuse sets an event aside that the graph refuses although it answers.
func (s *Service) refuse(ctx context.Context, entry journal.Entry, reason error) error {
	if _, err := s.Store.CountEvents(ctx, []string{entry.Project}); err != nil {
		return err
	}
	return s.Journal.SetAside(ctx, entry.Sequence, reason.Error())
}

// settle notes what became of events. The episodes of completed workflows come first: what is not
// noted is written again.
func (s *Service) settle(ctx context.Context, entries []journal.Entry, events []execution.Prepared, written []execution.Written) error {
	if err := s.revise(ctx, entries[0].Project, events, written); err != nil {
		return err
	}
	var done []int64
	for i, w := range written {
		if w.Change != execution.Conflict {
			done = append(done, entries[i].Sequence)
			continue
		}
		reason := fmt.Sprintf("event %s is in the memory with another content, which stays", events[i].ID)
		if err := s.Journal.SetAside(ctx, entries[i].Sequence, reason); err != nil {
			return err
		}
	}
	if len(done) == 0 {
		return nil
	}
	return s.Journal.MarkApplied(ctx, done)
}

// revise makes the episodes of completed workflows anew that got events. An event that was there is
// perhaps one whose episode was not made when the process ended.
func (s *Service) revise(ctx context.Context, project string, events []execution.Prepared, written []execution.Written) error {
	var workflows []string
	for i, w := range written {
		if span, traced := tracing.Of(events[i].Event); traced && span.Trace != "" {
			continue // [Service.CompleteTraces] does it, once for all spans that come together
		}
		if w.Completed || w.Change == execution.Unchanged {
			workflows = append(workflows, events[i].Workflow)
		}
	}
	slices.Sort(workflows)
	for _, workflow := range slices.Compact(workflows) {
		err := s.Events.Revise(ctx, project, workflow)
		if errors.Is(err, problem.ErrInvalid) || errors.Is(err, episodic.ErrNotFound) {
			continue // the episode stays as it is
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// indexBatch is how many applied records one round looks at.
const indexBatch = 2000

// IndexSome brings applied events to the search index and returns how many records it looked at. The
// error says that the index does not answer, or has not taken the events of a project.
func (s *Service) IndexSome(ctx context.Context) (taken int, err error) {
	entries, err := s.Journal.Pending(ctx, journal.StateApplied, 0, indexBatch)
	if err != nil {
		return 0, err
	}
	return len(entries), eachProject(ctx, entries, projectOf, s.indexProject)
}

// indexProject brings the events of one project to the search index.
func (s *Service) indexProject(ctx context.Context, entries []journal.Entry) error {
	if err := s.Events.Index(ctx, entries[0].Project); err != nil {
		return err
	}
	sequences := make([]int64, len(entries))
	for i, e := range entries {
		sequences[i] = e.Sequence
	}
	return s.Journal.MarkIndexed(ctx, sequences)
}
