package workflow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/problem"
)

// EpisodeID returns the id of the episode of a workflow.
func EpisodeID(workflow string) string { return "workflow-" + workflow }

// maxToldOutput is how much of an output an episode tells, maxTold of another text, in characters. The
// event has the rest.
const (
	maxToldOutput = 200
	maxTold       = 2000
)

// episodeBuilder makes an episode of the events of a workflow.
type episodeBuilder struct {
	episode episodic.Episode
	// byTask are the short ids of the occurrences of each task, in order; known are the short ids of all
	// events that the episode has.
	byTask map[string][]string
	known  map[string]string
	// left are the tasks and the ids of events that the episode has no room for.
	left   map[string]bool
	stated map[[2]string]bool
	room   agentrun.Room
	// without counts links whose ends the episode has no room for.
	without int
}

func newEpisodeBuilder() *episodeBuilder {
	return &episodeBuilder{byTask: map[string][]string{}, known: map[string]string{}, left: map[string]bool{}, stated: map[[2]string]bool{}}
}

// know remembers the occurrence of an event.
func (b *episodeBuilder) know(e execution.Event, id string) {
	b.known[e.ID] = id
	if e.Task != "" {
		b.byTask[e.Task] = append(b.byTask[e.Task], id)
	}
}

// leave remembers an event that the episode has no room for.
func (b *episodeBuilder) leave(e execution.Event) {
	if b.left[e.ID] = true; e.Task != "" {
		b.left[e.Task] = true
	}
}

// told is an execution event with what the episode has of it: a decision, or else an event.
type told struct {
	execution.Stored

	data     data
	decision *episodic.Decision
	event    episodic.Event
	kept     bool
}

// episodeOf makes an episode of the events of a workflow, given by time. Decisions are those of the
// agent and of people in the loop; everything else is an event. Links are those that somebody
// states; between what follows on each other in time and has no stated link, one of basis TEMPORAL. What
// is beyond an [agentrun.Room] is left out, and a note says how much.
func episodeOf(workflow string, c execution.Completion, events []execution.Stored) (episodic.Episode, error) {
	b := newEpisodeBuilder()
	b.episode = episodic.Episode{
		ID: EpisodeID(workflow), Session: c.Session, Task: c.Task, Outcome: cmp.Or(c.Outcome, episodic.OutcomeUnknown),
		Lessons: c.Lessons, Tags: c.Tags, Notes: []string{fmt.Sprintf("made of %d execution events of workflow %s", len(events), workflow)},
	}
	all := make([]told, len(events))
	for i, e := range events {
		d, err := partsOf(e.Event)
		if err != nil {
			return b.episode, fmt.Errorf("event %s: %w", e.ID, err)
		}
		b.head(e, d)
		all[i] = tell(e, d, c.DecisionType)
	}
	all = b.fill(all)
	if err := b.link(c.Links); err != nil {
		return b.episode, err
	}
	for _, e := range all {
		b.predicted(e)
	}
	for i := 1; i < len(all); i++ {
		b.follow(all[i-1].Stored, all[i].Stored)
	}
	b.fit()
	return b.episode, nil
}

// ranks is how many ranks events have; those of the first are kept first of more than an episode takes.
const ranks = 3

// rank returns 0 for decisions, errors and milestones, 1 for other calls, 2 for the rest.
func (e told) rank() int {
	switch {
	case e.decision != nil, e.event.Type == episodic.EventError, e.event.Type == episodic.EventMilestone:
		return 0
	case e.event.Type == episodic.EventToolCall:
		return 1
	default:
		return ranks - 1
	}
}

// fill adds the occurrences that the episode has room for, in the order of time, and returns them.
func (b *episodeBuilder) fill(all []told) []told {
	for rank := range ranks {
		for i := range all {
			if e := &all[i]; e.rank() == rank && !b.room.Full() {
				e.kept = true
				b.take(*e)
			}
		}
	}
	left, bytes := 0, 0
	all = slices.DeleteFunc(all, func(e told) bool {
		if e.kept {
			b.add(e)
			return false
		}
		b.leave(e.Event)
		left, bytes = left+1, bytes+len(e.Data)
		return true
	})
	if left > 0 {
		b.note("%d of them, with %d bytes of data, are left out, because the episode is full", left, bytes)
	}
	return all
}

func (b *episodeBuilder) note(format string, args ...any) {
	b.episode.Notes = append(b.episode.Notes, fmt.Sprintf(format, args...))
}

func (b *episodeBuilder) take(e told) {
	if e.decision != nil {
		b.room.TakeDecision(*e.decision)
		return
	}
	b.room.TakeEvent(e.event)
}

func (b *episodeBuilder) add(e told) {
	b.know(e.Event, shortID(e.ID))
	if e.decision != nil {
		b.episode.Decisions = append(b.episode.Decisions, *e.decision)
		return
	}
	b.episode.Events = append(b.episode.Events, e.event)
}

// fit leaves out the last links of more than an episode takes.
func (b *episodeBuilder) fit() {
	fit := b.room.Fit(b.episode.Links)
	left := len(b.episode.Links) - len(fit) + b.without
	if b.episode.Links = fit; left > 0 {
		b.note("%d links are left out, because the episode has no room for them or for an end", left)
	}
}

// head takes over what an event tells of the whole.
func (b *episodeBuilder) head(e execution.Stored, d data) {
	if b.episode.StartedAt.IsZero() {
		b.episode.StartedAt = episodic.At(e.At)
	}
	if e.Type == execution.TypeWorkflowComplete && d.Result != nil && b.episode.Outcome == episodic.OutcomeUnknown {
		b.episode.Outcome = map[string]episodic.Outcome{statusSuccess: episodic.OutcomeSuccess, statusError: episodic.OutcomeFailure}[d.Result.Status]
	}
	if len(d.Context) == 0 || b.episode.Context != nil {
		return
	}
	b.episode.Context = map[string]string{}
	for name, value := range d.Context {
		b.episode.Context[name] = fmt.Sprint(value)
	}
	b.episode.TaskType, b.episode.Domain = b.episode.Context["workflowType"], b.episode.Context["domain"]
	b.episode.Complexity = b.episode.Context["complexity"]
}

// tell makes an event of an execution event, or the decision that it is.
func tell(e execution.Stored, d data, decisionType episodic.DecisionType) told {
	out := told{Stored: e, data: d}
	if d.Decision != nil && (e.Type == execution.TypeAILDecision || e.Type == execution.TypeHILDecision) {
		out.decision = &episodic.Decision{
			ID: shortID(e.ID), At: episodic.At(e.At), Type: cmp.Or(decisionType, episodic.DecisionRouting), Context: e.Task,
			Chosen: plain(d.Decision.Action), Rationale: plain(d.Decision.Reasoning), Outcome: episodic.OutcomeUnknown,
		}
		return out
	}
	out.event = episodic.Event{ID: shortID(e.ID), At: episodic.At(e.At), Type: episodic.EventOther, Content: inWords(e, d)}
	switch v := &out.event; {
	case e.Type == execution.TypeTaskComplete && d.Result != nil && d.Result.Status == statusError:
		v.Type = episodic.EventError
	case e.Type == execution.TypeTaskComplete:
		v.Type = episodic.EventToolCall
	case e.Type == execution.TypeWorkflowStart, e.Type == execution.TypeWorkflowComplete:
		v.Type = episodic.EventMilestone
	default:
		v.ReportedType = string(e.Type)
	}
	return out
}

// inWords tells an event in words.
func inWords(e execution.Stored, d data) string {
	subject := strings.TrimSpace(strings.ReplaceAll(string(e.Type), "_", " ") + " " + e.Task)
	switch {
	case d.Prediction != nil:
		return strings.TrimSuffix(fmt.Sprintf("%s: %s, confidence %g. %s", subject, plain(d.Prediction.ToolID), d.Prediction.Confidence, plain(d.Prediction.Reasoning)), ". ")
	case d.Result != nil:
		return strings.TrimSuffix(fmt.Sprintf("%s: %s. %s", subject, d.Result.Status, plain(outputText(d.Result.Output, maxToldOutput))), ". ")
	case d.Decision != nil:
		return strings.TrimSuffix(fmt.Sprintf("%s: %s. %s", subject, plain(d.Decision.Action), plain(d.Decision.Reasoning)), ". ")
	default:
		return subject
	}
}

// shortID returns the id that an event has in its episode.
func shortID(id string) string { return "x-" + id }

// link adds stated links. Their ends are execution events, or tasks: what a task did last led to what
// the other one did first.
func (b *episodeBuilder) link(links []execution.TaskLink) error {
	for i, l := range links {
		source, known := b.find(l.Source, func(of []string) string { return of[len(of)-1] })
		if !known {
			return problem.Refuse(fmt.Sprintf("links[%d].source", i), "%q is neither a task nor an event of the workflow", l.Source)
		}
		target, known := b.find(l.Target, func(of []string) string { return of[0] })
		if !known {
			return problem.Refuse(fmt.Sprintf("links[%d].target", i), "%q is neither a task nor an event of the workflow", l.Target)
		}
		if source == "" || target == "" {
			b.without++
			continue
		}
		b.state(source, target)
	}
	return nil
}

// find returns the occurrence of an event or task, of several the one that choose takes; empty if the episode
// has no room for it.
func (b *episodeBuilder) find(name string, choose func([]string) string) (id string, known bool) {
	if id, known = b.known[strings.ToLower(name)]; known {
		return id, true
	}
	if of := b.byTask[name]; len(of) > 0 {
		return choose(of), true
	}
	return "", b.left[name] || b.left[strings.ToLower(name)]
}

func (b *episodeBuilder) state(source, target string) {
	if source == target || b.stated[[2]string{source, target}] {
		return
	}
	b.stated[[2]string{source, target}] = true
	b.episode.Links = append(b.episode.Links, episodic.Link{
		Source: source, Relation: episodic.RelationCauses, Target: target, Basis: episodic.BasisStated,
	})
}

// predicted links a result of a speculation to the prediction that it names.
func (b *episodeBuilder) predicted(e told) {
	if source, known := b.known[strings.ToLower(e.data.PredictionEventID)]; known && e.Type == execution.TypeSpeculationResult {
		b.state(source, shortID(e.ID))
	}
}

// follow adds a link from an event to the next one if that is certainly later and nothing else is
// stated.
func (b *episodeBuilder) follow(e, next execution.Stored) {
	source, target := shortID(e.ID), shortID(next.ID)
	if !e.At.Before(next.At) || b.stated[[2]string{source, target}] {
		return
	}
	b.episode.Links = append(b.episode.Links, episodic.Link{
		Source: source, Relation: episodic.RelationEnables, Target: target, Basis: episodic.BasisTemporal,
	})
}

// plain shortens a text and removes control characters that the text of an episode cannot have.
func plain(text string) string {
	text = outputText(text, maxTold)
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) {
			return r
		}
		return ' '
	}, text)
}
