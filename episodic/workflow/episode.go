package workflow

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
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
	// events.
	byTask map[string][]string
	known  map[string]string
	stated map[[2]string]bool
}

func newEpisodeBuilder() *episodeBuilder {
	return &episodeBuilder{byTask: map[string][]string{}, known: map[string]string{}, stated: map[[2]string]bool{}}
}

// know remembers the occurrence of an event.
func (b *episodeBuilder) know(e execution.Event, id string) {
	b.known[e.ID] = id
	if e.Task != "" {
		b.byTask[e.Task] = append(b.byTask[e.Task], id)
	}
}

// episodeOf makes an episode of the events of a workflow, given by time. Decisions are those of the
// agent and of people in the loop; everything else is an event. Links are those that somebody
// states; between what follows on each other in time and has no stated link, one of basis TEMPORAL.
func episodeOf(workflow string, c execution.Completion, events []execution.Stored) (episodic.Episode, error) {
	b := newEpisodeBuilder()
	b.episode = episodic.Episode{
		ID: EpisodeID(workflow), Session: c.Session, Task: c.Task, Outcome: cmp.Or(c.Outcome, episodic.OutcomeUnknown),
		Lessons: c.Lessons, Tags: c.Tags, Notes: []string{fmt.Sprintf("made of %d execution events of workflow %s", len(events), workflow)},
	}
	if n := len(events); n > episodic.MaxOccurrences {
		return b.episode, problem.RefuseSize("workflow", "it has %d events; an episode has at most %d decisions and events", n, episodic.MaxOccurrences)
	}
	parts := make([]data, len(events))
	for i, e := range events {
		var err error
		if parts[i], err = partsOf(e.Event); err != nil {
			return b.episode, fmt.Errorf("event %s: %w", e.ID, err)
		}
		b.head(e, parts[i])
		b.occurrence(e, parts[i], c.DecisionType)
	}
	for i, l := range c.Links {
		if err := b.link(i, l); err != nil {
			return b.episode, err
		}
	}
	for i, e := range events {
		b.predicted(e, parts[i])
		if i > 0 {
			b.follow(events[i-1], e)
		}
	}
	return b.episode, nil
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

// occurrence adds an event, or the decision that it is.
func (b *episodeBuilder) occurrence(e execution.Stored, d data, decisionType episodic.DecisionType) {
	id := shortID(e.ID)
	b.know(e.Event, id)
	if d.Decision != nil && (e.Type == execution.TypeAILDecision || e.Type == execution.TypeHILDecision) {
		b.episode.Decisions = append(b.episode.Decisions, episodic.Decision{
			ID: id, At: episodic.At(e.At), Type: cmp.Or(decisionType, episodic.DecisionRouting), Context: e.Task,
			Chosen: plain(d.Decision.Action), Rationale: plain(d.Decision.Reasoning), Outcome: episodic.OutcomeUnknown,
		})
		return
	}
	v := episodic.Event{ID: id, At: episodic.At(e.At), Type: episodic.EventOther, Content: told(e, d)}
	switch {
	case e.Type == execution.TypeTaskComplete && d.Result != nil && d.Result.Status == statusError:
		v.Type = episodic.EventError
	case e.Type == execution.TypeTaskComplete:
		v.Type = episodic.EventToolCall
	case e.Type == execution.TypeWorkflowStart, e.Type == execution.TypeWorkflowComplete:
		v.Type = episodic.EventMilestone
	default:
		v.ReportedType = string(e.Type)
	}
	b.episode.Events = append(b.episode.Events, v)
}

// told tells an event in words.
func told(e execution.Stored, d data) string {
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

// link adds a stated link. Its ends are execution events, or tasks: what a task did last led to what
// the other one did first.
func (b *episodeBuilder) link(i int, l execution.TaskLink) error {
	source, known := b.known[strings.ToLower(l.Source)]
	if of := b.byTask[l.Source]; !known && len(of) > 0 {
		source, known = of[len(of)-1], true
	}
	if !known {
		return problem.Refuse(fmt.Sprintf("links[%d].source", i), "%q is neither a task nor an event of the workflow", l.Source)
	}
	target, known := b.known[strings.ToLower(l.Target)]
	if of := b.byTask[l.Target]; !known && len(of) > 0 {
		target, known = of[0], true
	}
	if !known {
		return problem.Refuse(fmt.Sprintf("links[%d].target", i), "%q is neither a task nor an event of the workflow", l.Target)
	}
	b.state(source, target)
	return nil
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
func (b *episodeBuilder) predicted(e execution.Stored, d data) {
	if source, known := b.known[strings.ToLower(d.PredictionEventID)]; known && e.Type == execution.TypeSpeculationResult {
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
