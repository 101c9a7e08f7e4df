package tracing

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
)

const (
	// maxTask is the most characters of a task, maxTold of what an event or a decision tells. Where there
	// are many, each tells less, so that an episode has no more than maxAll.
	maxTask = 2000
	maxTold = 2000
	minTold = 120
	maxAll  = 1 << 20
	// maxOptions is the most options of a decision.
	maxOptions = 50
)

// step is an execution event of a trace, or one that somebody captured beside it.
type step struct {
	Span
	event execution.Stored
	// output is what came out.
	output string
	// id is the short id of its occurrence; empty if it has none.
	id string
}

// builder makes an episode of steps.
type builder struct {
	episode episodic.Episode
	steps   []*step
	// byID are the steps of spans, calls the calls of tools that spans tell of.
	byID  map[string]*step
	calls map[string]bool
	// told is how many characters an occurrence tells.
	told int
}

// ShortID returns the id that an execution event of a trace has in its episode.
func ShortID(e execution.Event) string {
	if s, is := Of(e); is && s.ID != "" {
		return "s-" + s.ID
	}
	return "x-" + e.ID
}

// Episode makes an episode of the execution events of a trace or session; events of other kinds become
// events of type OTHER. Of more than an episode can have, those that no convention knows are left out
// first, and a note says so. The id is for the caller to set.
func Episode(events []execution.Stored) episodic.Episode {
	b := &builder{byID: map[string]*step{}, calls: map[string]bool{}}
	for _, e := range events {
		b.add(e)
	}
	slices.SortStableFunc(b.steps, func(x, y *step) int {
		// Of what began at the same time, the longer one may hold the other; the order of arrival has no part in it.
		return cmp.Or(x.Start.Compare(y.Start), cmp.Compare(depth(x.Root()), depth(y.Root())), y.End.Compare(x.End), cmp.Compare(x.ID, y.ID), cmp.Compare(x.event.ID, y.event.ID))
	})
	b.head()
	b.judge()
	b.occurrences(b.kept())
	b.links()
	return b.episode
}

// depth puts a root before what began at the same time.
func depth(root bool) int {
	if root {
		return 0
	}
	return 1
}

// add takes an event in.
func (b *builder) add(e execution.Stored) {
	s := &step{event: e, Span: Span{Name: strings.ReplaceAll(string(e.Type), "_", " ") + " " + e.Task, Kind: KindOther, Operation: string(e.Type), Start: e.At}}
	if p, is := partsOf(e.Event); is {
		s.Span, s.output = *p.Span, p.Span.Output
		if p.Result != nil && p.Result.Output != nil {
			s.output = written(p.Result.Output)
		}
	}
	b.steps = append(b.steps, s)
	if s.ID != "" {
		b.byID[s.ID] = s
	}
	if s.ID != "" && s.Kind == KindTool && s.Call != "" {
		b.calls[s.Call] = true
	}
}

// written returns an output as text.
func written(output any) string {
	if text, is := output.(string); is {
		return text
	}
	out, err := json.Marshal(output)
	if err != nil {
		return ""
	}
	return string(out)
}

// root returns the first span that is in no other one; nil before it came.
func (b *builder) root() *step {
	for _, s := range b.steps {
		if s.Root() {
			return s
		}
	}
	return nil
}

// head tells of the whole.
func (b *builder) head() {
	e := &b.episode
	tools := map[string]bool{}
	var calls, failed int64
	for _, s := range b.steps {
		e.Session = cmp.Or(e.Session, line(s.Session, episodic.MaxWord))
		e.Domain = cmp.Or(e.Domain, line(s.Service, episodic.MaxWord))
		e.TaskType = cmp.Or(e.TaskType, line(s.Agent, episodic.MaxWord))
		for _, tag := range s.Tags {
			e.Tags = append(e.Tags, line(tag, episodic.MaxWord))
		}
		if s.Kind == KindTool && !b.repeated(s) {
			calls++
			if tool := line(s.Tool, episodic.MaxWord); tool != "" && !tools[tool] {
				tools[tool], e.Tools = true, append(e.Tools, tool)
			}
			if s.Failed() {
				failed++
			}
		}
	}
	e.Task = b.task()
	if len(b.steps) > 0 {
		e.StartedAt = episodic.At(b.steps[0].Start)
	}
	e.Metrics.ToolCalls, e.Metrics.Errors = &calls, &failed
	if root := b.root(); root != nil && root.End.After(root.Start) {
		minutes := root.End.Sub(root.Start).Minutes()
		e.Metrics.DurationMinutes = &minutes
	}
	e.Context = map[string]string{}
	for name, value := range map[string]string{"agent": e.TaskType, "service": e.Domain, "model": b.model()} {
		if value != "" {
			e.Context[name] = value
		}
	}
}

// model returns the model of the first inference.
func (b *builder) model() string {
	for _, s := range b.steps {
		if s.Model != "" {
			return line(s.Model, episodic.MaxWord)
		}
	}
	return ""
}

// task says what was to be done: what a person asked, else what went into the root, else its name.
func (b *builder) task() string {
	for _, s := range b.steps {
		if s.Kind == KindPrompt && s.Input != "" {
			return block(s.Input, maxTask)
		}
	}
	root := b.root()
	if root == nil && len(b.steps) > 0 {
		root = b.steps[0]
	}
	if root == nil {
		return ""
	}
	return cmp.Or(block(root.Input, maxTask), line(root.Name, maxWord))
}

// repeated reports whether a log record tells of a call that a span tells of too.
func (b *builder) repeated(s *step) bool {
	return s.ID == "" && s.Kind == KindTool && b.calls[s.Call]
}

// kept returns the steps that become occurrences. What no convention knows goes first if there are too
// many.
func (b *builder) kept() []*step {
	var known, all []*step
	for _, s := range b.steps {
		if s.Kind == KindEnd || b.repeated(s) {
			continue
		}
		all = append(all, s)
		if s.Kind != KindOther || s.Failed() || s.Root() {
			known = append(known, s)
		}
	}
	out := all
	if len(out) > episodic.MaxOccurrences {
		out = known
	}
	out = out[:min(len(out), episodic.MaxOccurrences)]
	if left := len(all) - len(out); left > 0 {
		b.note("%d spans are execution events only, because an episode has at most %d occurrences", left, episodic.MaxOccurrences)
	}
	return out
}

// occurrences makes decisions of choices and events of everything else.
func (b *builder) occurrences(steps []*step) {
	b.told = min(maxTold, max(minTold, maxAll/max(1, len(steps))))
	for _, s := range steps {
		s.id = ShortID(s.event.Event)
		if s.Choice != nil && s.Choice.Chosen != "" {
			b.episode.Decisions = append(b.episode.Decisions, b.decision(s))
			continue
		}
		b.episode.Events = append(b.episode.Events, b.event(s))
	}
}

func (b *builder) decision(s *step) episodic.Decision {
	d := episodic.Decision{
		ID: s.id, At: episodic.At(s.Start), Type: episodic.DecisionRouting, Outcome: episodic.OutcomeUnknown,
		Context: block(cmp.Or(s.Choice.About, s.Name), b.told), Chosen: block(s.Choice.Chosen, b.told), Rationale: block(s.Choice.Rationale, b.told),
	}
	if s.Kind == KindPlan {
		d.Type = episodic.DecisionDesign
	}
	for _, option := range s.Choice.Options[:min(len(s.Choice.Options), maxOptions)] {
		d.Options = append(d.Options, block(option, b.told))
	}
	if s.Choice.Person {
		d.Rationale = strings.TrimSpace("a person decided. " + d.Rationale)
	}
	return d
}

func (b *builder) event(s *step) episodic.Event {
	v := episodic.Event{ID: s.id, At: episodic.At(s.Start), Content: s.tell(b.told)}
	switch {
	case s.Failed():
		v.Type = episodic.EventError
	case s.Kind == KindTool:
		v.Type = episodic.EventToolCall
	case s.Kind == KindHandoff:
		v.Type = episodic.EventHandoff
	case s.Kind == KindAgent:
		v.Type = episodic.EventMilestone
	default:
		v.Type, v.ReportedType = episodic.EventOther, line(cmp.Or(s.Operation, s.Name), maxWord)
	}
	v.Factor = s.factor()
	return v
}
