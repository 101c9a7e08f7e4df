package tracing

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
)

// Kind is what a span is about, whatever the convention calls it.
type Kind string

// The kinds. KindOther is what no convention knows.
const (
	KindAgent     Kind = "agent"
	KindTool      Kind = "tool"
	KindInference Kind = "inference"
	KindPlan      Kind = "plan"
	KindChoice    Kind = "choice"
	KindMemory    Kind = "memory"
	KindRetrieval Kind = "retrieval"
	KindHandoff   Kind = "handoff"
	KindGuardrail Kind = "guardrail"
	KindScore     Kind = "score"
	KindPrompt    Kind = "prompt"
	KindEnd       Kind = "end"
	KindOther     Kind = "other"
)

// The statuses of a span; unset is empty.
const (
	StatusOK    = "ok"
	StatusError = "error"
)

// Span is a span, or a log record, as the data of an execution event keeps it under the name span.
type Span struct {
	// Trace is the id of the trace, ID that of the span, Parent that of the span that it is in, all in
	// hexadecimal. A log record has no ID; its Parent is the span that it was written in.
	Trace  string `json:"trace,omitempty"`
	ID     string `json:"id,omitempty"`
	Parent string `json:"parent,omitempty"`
	Name   string `json:"name"`
	Kind   Kind   `json:"kind"`
	// Operation is the word of the convention for the kind.
	Operation string `json:"operation,omitempty"`
	// Start and End are known to the nanosecond; End is zero for a log record.
	Start time.Time `json:"start"`
	End   time.Time `json:"end,omitzero"`
	// Clock tells the clock of one host from those of others; empty if nothing is said of the host.
	Clock string `json:"clock,omitempty"`
	// Status is ok, error, or empty; Message says more.
	Status    string     `json:"status,omitempty"`
	Message   string     `json:"message,omitempty"`
	Exception *Exception `json:"exception,omitempty"`
	// Agent, Tool and Model are names, Call is the id of a tool's call.
	Agent string `json:"agent,omitempty"`
	Tool  string `json:"tool,omitempty"`
	Call  string `json:"call,omitempty"`
	Model string `json:"model,omitempty"`
	// Session groups traces, Service emitted the span.
	Session string `json:"session,omitempty"`
	Service string `json:"service,omitempty"`
	// Input is what went in, like a prompt or arguments; what came out is in Output, or, of a tool, the
	// result of the event.
	Input  string `json:"input,omitempty"`
	Output string `json:"output,omitempty"`
	// Choice is what the span says of a choice.
	Choice *Choice `json:"choice,omitempty"`
	// Scores are evaluations that the span carries.
	Scores []Score `json:"scores,omitempty"`
	// Outcome is the outcome that somebody stated for the whole trace.
	Outcome string   `json:"outcome,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	// Links are "trace/span" of the spans that it names.
	Links []string `json:"links,omitempty"`
	// Attributes are those that have no place above, Left how many there was no room for.
	Attributes map[string]any `json:"attributes,omitempty"`
	Left       int            `json:"left,omitempty"`
}

// Exception is an error that was recorded.
type Exception struct {
	Type    string `json:"type,omitempty"`
	Message string `json:"message,omitempty"`
}

// Choice is a choice that a convention marks as one.
type Choice struct {
	// About says what was to be chosen.
	About   string   `json:"about,omitempty"`
	Options []string `json:"options,omitempty"`
	Chosen  string   `json:"chosen"`
	// Rationale says why.
	Rationale string `json:"rationale,omitempty"`
	// Person is true if a person chose, not the agent.
	Person bool `json:"person,omitempty"`
}

// Score is an evaluation.
type Score struct {
	Name  string   `json:"name,omitempty"`
	Label string   `json:"label,omitempty"`
	Value *float64 `json:"value,omitempty"`
	// Explanation says why.
	Explanation string `json:"explanation,omitempty"`
	// Whole is true if the evaluation is about the whole trace, not one span.
	Whole bool `json:"whole,omitempty"`
}

// Failed reports whether the span ended with an error.
func (s Span) Failed() bool { return s.Status == StatusError }

// Root reports whether the span is in no other one.
func (s Span) Root() bool { return s.ID != "" && s.Parent == "" }

// spanName is the name of the span in the data of an event.
const spanName = "span"

// parts are the parts of an event's data that matter here.
type parts struct {
	Span   *Span `json:"span"`
	Result *struct {
		Output any `json:"output"`
	} `json:"result"`
}

// Data returns the data of the execution event of a span: its parts that have a form there, and the
// span itself.
func Data(s Span, result, decision map[string]any) (json.RawMessage, error) {
	data := map[string]any{spanName: s}
	if context := contextOf(s); len(context) > 0 {
		data["context"] = context
	}
	if result != nil {
		data["result"] = result
	}
	if decision != nil {
		data["decision"] = decision
	}
	out, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("write the span %q: %w", s.Name, err)
	}
	return out, nil
}

// maxWord is the most characters of a value of a context.
const maxWord = 200

// contextOf is what events of traces are found by.
func contextOf(s Span) map[string]any {
	out := map[string]any{}
	if s.Agent != "" {
		out["workflowType"] = line(s.Agent)
	}
	if s.Service != "" {
		out["domain"] = line(s.Service)
	}
	return out
}

// Of returns the span of an execution event; false if it is none of a trace.
func Of(e execution.Event) (Span, bool) {
	p, is := partsOf(e)
	if !is {
		return Span{}, false
	}
	return *p.Span, true
}

func partsOf(e execution.Event) (parts, bool) {
	var p parts
	err := json.Unmarshal(e.Data, &p)
	return p, err == nil && p.Span != nil && p.Span.Kind != ""
}
