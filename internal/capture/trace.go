package capture

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Reasons why an event of a trace is not taken.
const (
	ReasonInvalid  = "invalid"
	ReasonTooLarge = "too_large"
	// ReasonPersonal means that the event holds personal data that may not be taken in.
	ReasonPersonal = "personal"
	// ReasonConflict means that the span was stored with another content, which stays.
	ReasonConflict = "conflict"
)

// Traces are what a call brings of traces in a project.
type Traces struct {
	// Events are spans and records, Ended the workflows of which they bring the end.
	Events []execution.Event
	Ended  map[string]bool
	// Refused counts what the caller does not take.
	Refused []journal.Refusal
}

// Taken says what became of a call.
type Taken struct {
	// Stored counts events, Merged repeats of those.
	Stored, Merged int
	// Refused counts what was not taken by its reason; Why is what was said of the first.
	Refused map[string]int
	Why     string
	// Found counts what was found in events and kept out of them.
	Found privacy.Counts
}

func (t *Taken) refuse(reason, why string, items int) {
	if t.Refused == nil {
		t.Refused = map[string]int{}
	}
	t.Refused[reason] += items
	if t.Why == "" {
		t.Why = why
	}
}

// Trace acknowledges events of traces: each that is sound, whatever becomes of the others, and counts what
// came of each trace. Repeats are merged. It returns a [journal.ExhaustedError] while too much waits; what of
// the call was taken before that is merged when the call is repeated.
func (s *Service) Trace(ctx context.Context, project string, t Traces) (Taken, error) {
	var taken Taken
	if s.off != nil {
		return taken, s.off
	}
	for _, r := range t.Refused {
		taken.refuse(r.Reason, "", r.Items)
	}
	all := journal.Traced{Ended: t.Ended, Refused: t.Refused}
	sound, refused := taken.sound(s.Screen, t.Events)
	all.Refused = append(all.Refused, refused...)
	for _, p := range sound {
		r, err := record(p.Prepared, p.found)
		if err != nil {
			return taken, err
		}
		all.Records, all.Workflows = append(all.Records, r), append(all.Workflows, p.Workflow)
	}
	for first := true; first || len(all.Records) > 0; first = false {
		n := min(len(all.Records), execution.MaxCall)
		part := journal.Traced{Records: all.Records[:n], Workflows: all.Workflows[:n], Ended: all.Ended, Refused: all.Refused}
		if err := s.append(ctx, project, part, &taken); err != nil {
			return taken, err
		}
		all.Records, all.Workflows, all.Refused = all.Records[n:], all.Workflows[n:], nil
	}
	return taken, nil
}

// screened is an event that can be kept, with what was found in it and kept out; nil if nothing was.
type screened struct {
	execution.Prepared

	found privacy.Counts
}

// sound returns the events that can be kept, without personal data and in their normal form, and counts the
// others.
func (t *Taken) sound(screen Screen, events []execution.Event) (sound []screened, refused []journal.Refusal) {
	t.Found = privacy.Counts{}
	for _, e := range events {
		reason := ReasonInvalid
		e, found, problems := screen.event("event", e)
		err := problem.AsError(problems)
		if err != nil {
			reason = ReasonPersonal
		} else {
			var p execution.Prepared
			if p, err = execution.Restore(e); err == nil {
				t.Found.Add(found)
				if len(found) == 0 {
					found = nil
				}
				sound = append(sound, screened{p, found})
				continue
			}
			if errors.Is(err, problem.ErrTooLarge) {
				reason = ReasonTooLarge
			}
		}
		t.refuse(reason, err.Error(), 1)
		refused = append(refused, journal.Refusal{Workflow: screen.name(e.Workflow), Reason: reason, Items: 1})
	}
	return sound, refused
}

// append keeps a part of a call, without what conflicts with what is there.
func (s *Service) append(ctx context.Context, project string, part journal.Traced, taken *Taken) error {
	for {
		receipts, err := s.Journal.AppendTraced(ctx, project, part)
		var conflict *journal.ConflictError
		if errors.As(err, &conflict) && len(conflict.Positions) > 0 {
			var records []journal.Record
			var workflows []string
			part.Refused = slices.Clone(part.Refused)
			for i, r := range part.Records {
				if slices.Contains(conflict.Positions, i) {
					taken.refuse(ReasonConflict, conflict.Error(), 1)
					part.Refused = append(part.Refused, journal.Refusal{Workflow: part.Workflows[i], Reason: ReasonConflict, Items: 1})
					continue
				}
				records, workflows = append(records, r), append(workflows, part.Workflows[i])
			}
			part.Records, part.Workflows = records, workflows
			continue
		}
		for _, r := range receipts {
			if r.Unchanged {
				taken.Merged++
			} else {
				taken.Stored++
			}
		}
		return err
	}
}

// Traces returns a page of what came of the traces of a project, newest first; the cursor is the [TraceKey].
func (s *Service) Traces(ctx context.Context, project string, page episodic.Page) ([]journal.Trace, error) {
	if s.off != nil {
		return nil, s.off
	}
	before := int64(0)
	if page.After != "" {
		var err error
		if before, err = strconv.ParseInt(page.After, 10, 64); err != nil {
			return nil, problem.Refuse("after", "it is no cursor of this list; use the endCursor of its page before")
		}
	}
	return s.Journal.Traces(ctx, project, before, page.Limit)
}

// TraceKey is the cursor of a trace in the list.
func TraceKey(t journal.Trace) string { return strconv.FormatInt(t.Number, 10) }

const (
	// endedFor is how long nothing has to come of a trace that ended before its episode is made: exporters
	// send the spans of a trace in parts.
	endedFor = 2 * time.Second
	// dueTraces is how many traces one round looks at.
	dueTraces = 100
	// settleTime bounds the wait until what was acknowledged of them is in the graph.
	settleTime = 30 * time.Second
)

// CompleteTraces makes the episodes of traces that ended, or of which nothing came for so long, and returns how many traces it looked
// at. The error says that an engine does not answer; what is left is done by the next round.
func (s *Service) CompleteTraces(ctx context.Context, silence time.Duration) (int, error) {
	if s.off != nil {
		return 0, nil
	}
	now := s.Now()
	due, err := s.Journal.Due(ctx, now.Add(-endedFor), now.Add(-silence), dueTraces)
	if err != nil || len(due) == 0 {
		return 0, err
	}
	return len(due), eachProject(ctx, due, func(t journal.Trace) string { return t.Project }, s.completeTraces)
}

// completeTraces makes the episodes of traces of one project.
func (s *Service) completeTraces(ctx context.Context, traces []journal.Trace) error {
	project := traces[0].Project
	settling, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	if err := s.Settle(settling, project); err != nil {
		return err
	}
	workflows := make([]string, len(traces))
	for i, t := range traces {
		workflows[i] = t.Workflow
	}
	made, err := s.Events.CompleteTraces(ctx, project, workflows)
	if err != nil {
		return err
	}
	for i, t := range traces {
		if why := made[t.Workflow].Err; why != nil {
			traces[i].Problem = why.Error()
		}
	}
	return s.Journal.Settle(ctx, traces)
}
