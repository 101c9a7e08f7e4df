package tracing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/tracing"
)

var noon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// at is a span that lasts from one second to another.
func at(id, parent string, from, to int, s tracing.Span) tracing.Span {
	s.Trace, s.ID, s.Parent = "t", id, parent
	s.Start, s.End = noon.Add(time.Duration(from)*time.Second), noon.Add(time.Duration(to)*time.Second)
	if s.Name == "" {
		s.Name = id
	}
	if s.Kind == "" {
		s.Kind = tracing.KindOther
	}
	return s
}

// stored keeps spans as execution events, in the order in which they came.
func stored(t *testing.T, spans ...tracing.Span) []execution.Stored {
	t.Helper()
	var out []execution.Stored
	for i, s := range spans {
		data, err := tracing.Data(s, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, execution.Stored{Sequence: int64(i + 1), Event: execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", i), Workflow: "t", Type: execution.TypeOther, At: s.Start.Truncate(time.Millisecond), Data: data,
		}})
	}
	return out
}

// made returns the episode of spans, which has to be valid.
func made(t *testing.T, spans ...tracing.Span) episodic.Episode {
	t.Helper()
	e := tracing.Episode("workflow-t", stored(t, spans...))
	if _, err := intake.Prepare(e); err != nil {
		t.Fatal(err)
	}
	return e
}

func links(e episodic.Episode) (out []string) {
	for _, l := range e.Links {
		out = append(out, fmt.Sprint(l.Source, " ", l.Relation, " ", l.Target, " ", l.Basis))
	}
	return out
}

func TestEpisode_tellsATrace(t *testing.T) {
	timeout := &tracing.Exception{Type: "TimeoutError", Message: "no answer"}
	e := made(t,
		at("search", "root", 1, 2, tracing.Span{Kind: tracing.KindTool, Tool: "search", Input: `{"to":"Oslo"}`, Output: "3 flights"}),
		at("pick", "root", 3, 4, tracing.Span{Kind: tracing.KindPlan, Choice: &tracing.Choice{About: "which flight", Options: []string{"SK1", "SK2"}, Chosen: "SK2", Rationale: "cheaper"}}),
		at("book", "root", 5, 8, tracing.Span{Kind: tracing.KindTool, Tool: "book", Status: "error", Exception: timeout}),
		at("root", "", 0, 9, tracing.Span{Kind: tracing.KindAgent, Agent: "travel", Service: "shop", Session: "s", Input: "a flight to Oslo", Status: "error", Exception: timeout}),
	)
	if e.Task != "a flight to Oslo" || e.Session != "s" || e.Domain != "shop" || e.TaskType != "travel" || e.Outcome != episodic.OutcomeFailure {
		t.Errorf("the head is %+v", e)
	}
	if *e.Metrics.ToolCalls != 2 || *e.Metrics.Errors != 1 || *e.Metrics.DurationMinutes != .15 {
		t.Errorf("the metrics are %v calls, %v errors, %v minutes", *e.Metrics.ToolCalls, *e.Metrics.Errors, *e.Metrics.DurationMinutes)
	}
	var told []string
	for _, v := range e.Events {
		told = append(told, fmt.Sprint(v.ID, " ", v.Type, " ", v.Content, " | ", v.Factor))
	}
	if diff := cmp.Diff([]string{
		"s-root error agent travel: a flight to Oslo failed → TimeoutError: no answer | error in agent travel: timeout",
		"s-search tool_call search(to: Oslo) → 3 flights | search",
		"s-book-error error book() → TimeoutError: no answer | error in book: timeout",
	}, told); diff != "" {
		t.Error(diff)
	}
	if root := e.Events[0]; root.At.Time != noon.Add(9*time.Second) {
		t.Errorf("the error of the whole run is told of %s, before what led to it", root.At)
	}
	if d := e.Decisions[1]; d.ID != "s-book" || d.Chosen != "book()" || d.Outcome != episodic.OutcomeFailure || d.At.Time != noon.Add(5*time.Second) {
		t.Errorf("the call that changes something is %+v", d)
	}
	if d := e.Decisions[0]; d.ID != "s-pick" || d.Context != "which flight" || d.Chosen != "SK2" || d.Rationale != "cheaper" || len(d.Options) != 2 || d.Outcome != episodic.OutcomeUnknown {
		t.Errorf("the decision is %+v", d)
	}
	if diff := cmp.Diff([]string{
		"s-book correlates s-book-error extracted", "s-book correlates s-root extracted", "s-pick correlates s-root extracted", "s-root correlates s-search extracted",
		"s-root causes outcome extracted", "s-book-error causes s-root extracted",
		"s-search enables s-pick temporal", "s-pick enables s-book temporal", "s-book enables s-book-error temporal",
	}, links(e)); diff != "" {
		t.Error(diff)
	}
}

// TestEpisode_saysTheTask wants what an agent was asked, whatever is around it and however its arguments are written.
func TestEpisode_saysTheTask(t *testing.T) {
	agent := func(input string) tracing.Span {
		return at("agent", "root", 1, 2, tracing.Span{Kind: tracing.KindAgent, Input: input})
	}
	for want, spans := range map[string][]tracing.Span{
		"trip":               {at("root", "", 0, 9, tracing.Span{Name: "trip"})},
		"to Oslo":            {at("root", "", 0, 9, tracing.Span{Name: "trip"}), agent("to Oslo")},
		"to Rome":            {at("root", "", 0, 9, tracing.Span{Name: "trip"}), agent(`{"task":"to Rome","stream":false}`)},
		"to Bern":            {at("root", "", 0, 9, tracing.Span{Name: "trip", Input: `{"query":" to Bern "}`}), agent("to Oslo")},
		`{"days":3}`:         {at("root", "", 0, 9, tracing.Span{Name: "trip", Input: `{"days":3}`})},
		"said by the person": {at("root", "", 0, 9, tracing.Span{Name: "trip", Input: "x"}), at("p", "root", 1, 1, tracing.Span{Kind: tracing.KindPrompt, Input: "said by the person"})},
	} {
		if e := made(t, spans...); e.Task != want {
			t.Errorf("the task is %q, want %q", e.Task, want)
		}
	}
}

func TestEpisode_isTheSameInAnyOrder(t *testing.T) {
	spans := []tracing.Span{
		at("a", "root", 1, 2, tracing.Span{}), at("root", "", 0, 9, tracing.Span{Kind: tracing.KindAgent}), at("b", "a", 1, 2, tracing.Span{}), at("c", "root", 3, 4, tracing.Span{}),
	}
	want := made(t, spans...)
	for range spans {
		spans = append(spans[1:], spans[0])
		if diff := cmp.Diff(want, made(t, spans...)); diff != "" {
			t.Error(diff)
		}
	}
}

// Nothing of the order is claimed of what ran side by side.
// TestEpisode_isNamedByItsRoot has a service whose clock is behind: what it did seems to come first.
func TestEpisode_isNamedByItsRoot(t *testing.T) {
	e := made(t,
		at("root", "", 0, 9, tracing.Span{Kind: tracing.KindAgent, Agent: "planner", Service: "desk", Session: "s", Input: "Move pier 3"}),
		at("worker", "root", -28, -20, tracing.Span{Kind: tracing.KindAgent, Agent: "worker", Service: "crane", Session: "w", Model: "m"}),
	)
	if e.Domain != "desk" || e.TaskType != "planner" || e.Session != "s" || e.Context["service"] != "desk" || e.Context["agent"] != "planner" || e.Context["model"] != "m" {
		t.Errorf("the head is %+v", e)
	}
}

func TestEpisode_linksNothingThatOverlaps(t *testing.T) {
	e := made(t,
		at("root", "", 0, 9, tracing.Span{Kind: tracing.KindAgent}), at("a", "root", 1, 5, tracing.Span{}), at("b", "root", 2, 4, tracing.Span{}), at("c", "root", 6, 7, tracing.Span{}),
	)
	var order []string
	for _, l := range links(e) {
		if strings.Contains(l, "temporal") {
			order = append(order, l)
		}
	}
	if diff := cmp.Diff([]string{"s-root enables s-a temporal", "s-root enables s-b temporal", "s-a enables s-c temporal"}, order); diff != "" {
		t.Error(diff)
	}
}

func TestEpisode_outcomes(t *testing.T) {
	root := func(s tracing.Span) tracing.Span { return at("root", "", 0, 9, s) }
	inside := func(s tracing.Span) tracing.Span { return at("in", "root", 1, 2, s) }
	record := func(parent string, s tracing.Span) tracing.Span {
		s = at("", parent, 3, 3, s)
		s.End = time.Time{}
		return s
	}
	score := func(label string, whole bool) tracing.Span {
		return tracing.Span{Scores: []tracing.Score{{Name: "solved", Label: label, Whole: whole}}}
	}
	half := .5
	for _, c := range []struct {
		why   string
		spans []tracing.Span
		want  episodic.Outcome
	}{
		{"nothing is said", []tracing.Span{root(tracing.Span{})}, episodic.OutcomeUnknown},
		{"ok is no success", []tracing.Span{root(tracing.Span{Status: "ok"})}, episodic.OutcomeUnknown},
		{"an error of the root", []tracing.Span{root(tracing.Span{Status: "error"})}, episodic.OutcomeFailure},
		{"an error inside", []tracing.Span{root(tracing.Span{}), inside(tracing.Span{Status: "error"})}, episodic.OutcomeUnknown},
		{"the root did not come", []tracing.Span{inside(tracing.Span{Status: "error"})}, episodic.OutcomeUnknown},
		{"stated", []tracing.Span{root(tracing.Span{Status: "error", Outcome: "Partial"})}, episodic.OutcomePartial},
		{"stated by a word that is no outcome", []tracing.Span{root(tracing.Span{Outcome: "fine"})}, episodic.OutcomeUnknown},
		{"stated twice, not alike", []tracing.Span{root(tracing.Span{Outcome: "success"}), inside(tracing.Span{Outcome: "failure"})}, episodic.OutcomeUnknown},
		{"an evaluation of the root", []tracing.Span{root(score("pass", false))}, episodic.OutcomeSuccess},
		{"one that was written in the root", []tracing.Span{root(tracing.Span{}), record("root", score("FAIL", false))}, episodic.OutcomeFailure},
		{"one of the whole", []tracing.Span{root(tracing.Span{}), record("", score("pass", true))}, episodic.OutcomeSuccess},
		{"one of a part", []tracing.Span{root(tracing.Span{}), inside(score("fail", false))}, episodic.OutcomeUnknown},
		{"evaluations that contradict", []tracing.Span{root(score("pass", false)), record("root", score("fail", false))}, episodic.OutcomeUnknown},
		{"a label that is none", []tracing.Span{root(score("relevant", false))}, episodic.OutcomeUnknown},
		{"a number alone", []tracing.Span{root(tracing.Span{Scores: []tracing.Score{{Name: "solved", Value: &half}}})}, episodic.OutcomeUnknown},
	} {
		if got := made(t, c.spans...).Outcome; got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// A record and a span that tell of the same call are one occurrence.
func TestEpisode_tellsACallOnce(t *testing.T) {
	call := tracing.Span{Kind: tracing.KindTool, Tool: "Bash", Call: "u1"}
	other := tracing.Span{Kind: tracing.KindTool, Tool: "Bash", Call: "u2"}
	e := made(t, at("root", "", 0, 9, tracing.Span{Kind: tracing.KindAgent}), at("in", "root", 1, 2, call), at("", "in", 2, 2, call), at("", "root", 3, 3, other))
	if len(e.Events) != 3 || *e.Metrics.ToolCalls != 2 {
		t.Errorf("%d events, %d calls", len(e.Events), *e.Metrics.ToolCalls)
	}
}

// What no convention knows makes room for the rest.
func TestEpisode_holdsLongTraces(t *testing.T) {
	spans := []tracing.Span{at("root", "", 0, 90_000, tracing.Span{Kind: tracing.KindAgent, Input: "much"})}
	for i := range agentrun.MaxOccurrences {
		spans = append(spans, at(fmt.Sprint("x", i), "root", i+1, i+2, tracing.Span{}))
	}
	for i := range 50 {
		spans = append(spans, at(fmt.Sprint("tool", i), "root", 20_000+i, 20_001+i, tracing.Span{Kind: tracing.KindTool, Tool: "t", Input: "in"}))
	}
	e := made(t, spans...)
	if len(e.Events) != 51 || *e.Metrics.ToolCalls != 50 || len(e.Notes) != 1 {
		t.Errorf("%d events, %d calls, notes %q", len(e.Events), *e.Metrics.ToolCalls, e.Notes)
	}
}

func TestEpisode_takesAnyText(t *testing.T) {
	bad := "a\x00b\xffc\r\n\u0085" + string(make([]byte, 9000))
	e := made(t, at("root", "", 0, 9, tracing.Span{
		Kind: tracing.KindAgent, Name: bad, Agent: bad, Service: bad, Session: bad, Input: bad, Tags: []string{bad, ""}, Status: "error", Message: bad, Operation: bad, Model: bad,
	}), at("tool", "root", 1, 1, tracing.Span{Kind: tracing.KindTool, Tool: bad, Input: bad, Output: bad}), at("c", "root", 1, 1, tracing.Span{
		Choice: &tracing.Choice{About: bad, Chosen: bad, Rationale: bad, Options: []string{bad}},
	}))
	if len(e.Events) != 2 || len(e.Decisions) != 1 {
		t.Errorf("%d events, %d decisions", len(e.Events), len(e.Decisions))
	}
}

// The calls and results of a trace are linked like those of a transcript: by values, files and retries.
func TestEpisode_linksByValue(t *testing.T) {
	e := made(t,
		at("root", "", 0, 20, tracing.Span{Kind: tracing.KindAgent, Agent: "shop", Input: "refund order W77", Output: "refunded T-81233"}),
		at("find", "root", 1, 2, tracing.Span{Kind: tracing.KindTool, Tool: "get_order", Input: `{"order":"W77"}`, Output: `{"payment":"gift_8020792"}`}),
		at("model", "root", 3, 4, tracing.Span{Kind: tracing.KindInference, Model: "m", Output: "assistant: The gift card paid it.\ncalls refund"}),
		at("refund", "root", 5, 6, tracing.Span{Kind: tracing.KindTool, Tool: "refund", Call: "c1", Input: `{"payment":"gift_8020792","cent":1}`}),
		at("again", "root", 7, 8, tracing.Span{Kind: tracing.KindTool, Tool: "refund", Input: `{"payment":"gift_8020792","cent":2}`, Output: "T-81233"}),
		at("search", "root", 9, 10, tracing.Span{Kind: tracing.KindRetrieval, Name: "policy", Output: "rule R2D2-7"}),
		at("note", "root", 11, 12, tracing.Span{Kind: tracing.KindTool, Tool: "send_note", Input: `{"rule":"R2D2-7"}`, Links: []string{"t/find", "other/find"}}),
		at("", "refund", 5, 5, tracing.Span{Kind: tracing.KindTool, Tool: "refund", Call: "c1", Output: "too little", Status: tracing.StatusError, Exception: &tracing.Exception{Type: "Low", Message: "too little"}}),
	)
	want := map[string]string{
		"s-find s-refund": "value-flow/1", "s-again s-find": "value-flow/1", "s-again s-refund": "retry/1", "s-note s-search": "value-flow/1", "s-find s-note": "link/1", "s-refund s-refund-error": "result/1",
	}
	got := map[string]string{}
	for _, l := range e.Links {
		if rule := agentrun.RuleOf(l); l.Relation == episodic.RelationCorrelates && rule != agentrun.RuleParent {
			got[l.Source+" "+l.Target] = string(rule)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(e.Decisions) != 3 || e.Decisions[0].Outcome != episodic.OutcomeFailure || e.Decisions[0].Rationale != "assistant: The gift card paid it." || len(e.Decisions[1].Options) != 2 {
		t.Errorf("the decisions are %+v", e.Decisions)
	}
	if string(e.Extra[agentrun.ExtraName]) != `{"dropped":0,"mapping":5,"merged":1,"refused":0,"stored":7}` {
		t.Errorf("the account is %s", e.Extra[agentrun.ExtraName])
	}
}
