package tracing

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/text"
)

// step is an execution event of a trace, or one that somebody captured beside it.
type step struct {
	Span

	event execution.Stored
	// output is what came out.
	output string
}

// trace are the steps of a trace, by time.
type trace struct {
	steps []*step
	// calls are the calls of tools that spans tell of.
	calls map[string]bool
	// behind is how much each clock is behind that of the root, moved how many single steps were told in the time of the span around them;
	// see [trace.align].
	behind map[string]time.Duration
	moved  int
}

// ShortID returns the id that an execution event of a trace has in its episode.
func ShortID(e execution.Event) string {
	if s, is := Of(e); is && s.ID != "" {
		return "s-" + s.ID
	}
	return "x-" + e.ID
}

// Episode makes the episode of that id of the execution events of a trace or session; events of other kinds
// become events of type OTHER. Of more than an episode can have, those that no convention knows are left out
// first, and a note says so.
func Episode(id string, events []execution.Stored) episodic.Episode {
	t := gather(events)
	e, account := agentrun.Map(t.run(id))
	for _, s := range t.named() {
		e.Domain = cmp.Or(e.Domain, line(s.Service))
		e.TaskType = cmp.Or(e.TaskType, line(s.Agent))
	}
	for _, s := range t.steps {
		for _, tag := range s.Tags {
			e.Tags = append(e.Tags, line(tag))
		}
	}
	if e.Domain != "" {
		e.Context["service"] = text.Shorten(e.Domain, maxState)
	}
	if left := account.Reasons()[agentrun.ReasonFull]; left > 0 {
		e.Notes = append(e.Notes, fmt.Sprintf("%d spans are execution events only, because an episode has at most %d occurrences", left, agentrun.MaxOccurrences))
	}
	e.Notes = append(e.Notes, t.skews()...)
	e.Extra = map[string]json.RawMessage{agentrun.ExtraName: account.Extra(0)}
	return e
}

// maxState is the most characters of a state of the context.
const maxState = 100

// gather takes events in.
func gather(events []execution.Stored) trace {
	t := trace{calls: map[string]bool{}}
	for _, e := range events {
		s := &step{event: e, Span: Span{Name: strings.ReplaceAll(string(e.Type), "_", " ") + " " + e.Task, Kind: KindOther, Operation: string(e.Type), Start: e.At}}
		if p, is := partsOf(e.Event); is {
			s.Span, s.output = *p.Span, p.Span.Output
			if p.Result != nil && p.Result.Output != nil {
				s.output = written(p.Result.Output)
			}
		}
		if t.steps = append(t.steps, s); s.ID != "" && s.Kind == KindTool && s.Call != "" {
			t.calls[s.Call] = true
		}
	}
	t.align()
	slices.SortStableFunc(t.steps, func(x, y *step) int {
		// Of what began at the same time, the longer one may hold the other; the order of arrival has no part in it.
		return cmp.Or(x.Start.Compare(y.Start), cmp.Compare(depth(x.Root()), depth(y.Root())), y.End.Compare(x.End), cmp.Compare(x.ID, y.ID), cmp.Compare(x.event.ID, y.event.ID))
	})
	return t
}

// depth puts a root before what began at the same time.
func depth(root bool) int {
	if root {
		return 0
	}
	return 1
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
func (t trace) root() *step {
	for _, s := range t.steps {
		if s.Root() {
			return s
		}
	}
	return nil
}

// named returns the steps in the order in which names count: those of the root come first, whatever the clocks of other services say.
func (t trace) named() []*step {
	root := t.root()
	if root == nil {
		return t.steps
	}
	return append([]*step{root}, t.steps...)
}

// run makes the run of a trace.
func (t trace) run(id string) agentrun.Run {
	run := agentrun.Run{ID: id, Task: t.task(), Outcome: t.outcome()}
	for _, s := range t.named() {
		run.Session = cmp.Or(run.Session, line(s.Session))
		run.Agent = cmp.Or(run.Agent, line(s.Agent))
		run.Model = cmp.Or(run.Model, line(s.Model))
	}
	if len(t.steps) > 0 {
		run.Started = t.steps[0].Start
	}
	if root := t.root(); root != nil {
		run.Root, run.Ended = root.ID, root.End
	}
	run.Steps = t.runSteps()
	return run
}

// runSteps makes the steps of a run. A record that tells of the call of a span comes after all, so that its
// call is known; what no convention knows makes room if there are too many.
func (t trace) runSteps() []agentrun.Step {
	var out, repeats []agentrun.Step
	full := len(t.steps) > agentrun.MaxOccurrences
	for _, s := range t.steps {
		made := s.step()
		if t.behind[s.clock()] > 0 {
			made.Span.Clock = s.clock()
		}
		switch {
		case t.repeated(s):
			made.Kind = agentrun.KindResult
			repeats = append(repeats, made)
			continue
		case full && s.Kind == KindOther && !s.Failed() && !s.Root():
			made.Kind, made.Reason = agentrun.KindOther, agentrun.ReasonFull
		}
		out = append(out, made)
	}
	return append(out, repeats...)
}

// repeated reports whether a log record tells of a call that a span tells of too.
func (t trace) repeated(s *step) bool {
	return s.ID == "" && s.Kind == KindTool && t.calls[s.Call]
}

// task says what was to be done: what a person asked, else what went into the root, else into the first agent, else the name of the root.
func (t trace) task() string {
	for _, s := range t.steps {
		if s.Kind == KindPrompt && s.Input != "" {
			return s.Input
		}
	}
	root := t.root()
	if root == nil && len(t.steps) > 0 {
		root = t.steps[0]
	}
	if root == nil {
		return ""
	}
	agents := slices.IndexFunc(t.steps, func(s *step) bool { return s.Kind == KindAgent && strings.TrimSpace(s.Input) != "" })
	if asked := asked(root.Input); asked != "" || agents < 0 {
		return cmp.Or(asked, line(root.Name))
	}
	return asked(t.steps[agents].Input)
}

// asked returns what the input of an agent asks for: of arguments in JSON the one that holds it.
func asked(input string) string {
	var named map[string]any
	if json.Unmarshal([]byte(input), &named) == nil {
		for _, name := range []string{"task", "input", "query", "question", "prompt", "message", "user_msg"} {
			if said, is := named[name].(string); is && strings.TrimSpace(said) != "" {
				return strings.TrimSpace(said)
			}
		}
	}
	return strings.TrimSpace(input)
}

// line returns a text in one line of at most [maxWord] characters.
func line(s string) string {
	return text.Shorten(text.OneLine(strings.ToValidUTF8(s, "\uFFFD")), maxWord)
}
