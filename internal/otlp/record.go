package otlp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	logs "go.opentelemetry.io/proto/otlp/logs/v1"

	"github.com/causeway-memory/causeway/episodic/tracing"
)

// record makes the execution event of a log record. Only records of an event are stored, and only those that
// name a trace or a session: the lines of a log are none.
func (o origin) record(l *logs.LogRecord) (item, error) {
	a := attributes{}.read(l.GetAttributes())
	out := tracing.Span{Name: o.eventName(l, a), Service: o.service(), Clock: o.clock(), Start: nanoseconds(l.GetTimeUnixNano())}
	if out.Start.IsZero() {
		out.Start = nanoseconds(l.GetObservedTimeUnixNano())
	}
	if !zero(l.GetTraceId(), 16) {
		out.Trace = hex.EncodeToString(l.GetTraceId())
	}
	if !zero(l.GetSpanId(), 8) {
		out.Parent = hex.EncodeToString(l.GetSpanId())
	}
	if out.Name == "" {
		return item{}, refuse(ReasonPlain, "a log record without an event name is a line of a log, and is not stored")
	}
	if body := valueOf(l.GetBody(), mostDepth); body != nil && text(body) != out.Name {
		a.body(body)
	}
	if session := text(o.resource["session.id"]); session != "" && text(a["session.id"]) == "" {
		a["session.id"] = session
	}
	id := recordID(out, a)
	out.Kind, out.Operation = a.kind(out.Name)
	a.named(&out)
	a.fill(&out, o.bare)
	a.late(&out)
	workflow := out.Trace
	if workflow == "" {
		workflow = workflowName(out.Session)
	}
	if workflow == "" {
		return item{}, refuse(ReasonNoTrace, "the record %q names neither a trace nor a session", out.Name)
	}
	e, err := event(id, workflow, out)
	return item{event: e, ended: out.Kind == tracing.KindEnd}, err
}

// eventName takes the name of the event that a record is of; empty for none.
func (o origin) eventName(l *logs.LogRecord, a attributes) string {
	name := l.GetEventName()
	if said := a.take("event.name"); name == "" {
		name = said
	}
	body := l.GetBody().GetStringValue()
	if strings.HasPrefix(body, claudePrefix) && !strings.ContainsAny(body, " \n") {
		return body
	}
	if o.service() == "claude-code" && name != "" && !strings.Contains(name, ".") {
		return claudePrefix + name
	}
	return strings.ToValidUTF8(name, "�")
}

// body takes the body of a record: the content of an event of older conventions, or one more attribute.
func (a attributes) body(body any) {
	fields, is := body.(map[string]any)
	if !is {
		a["body"] = body
		return
	}
	for name, value := range fields {
		if _, taken := a[name]; !taken {
			a[name] = value
		}
	}
}

// recordID makes the id of a record, which has none of its own, of all that it says.
func recordID(s tracing.Span, a attributes) string {
	content, err := json.Marshal([]any{s.Trace, s.Parent, s.Name, s.Start, s.Service, map[string]any(a)})
	if err != nil {
		content = []byte(s.Trace + s.Parent + s.Name + s.Start.String())
	}
	sum := sha256.Sum256(content)
	return eventID(sum[:])
}

// recordKinds are the kinds of events, by name.
func recordKinds() map[string]tracing.Kind {
	return map[string]tracing.Kind{
		claudePrefix + "user_prompt": tracing.KindPrompt, claudePrefix + "tool_result": tracing.KindTool,
		claudePrefix + "api_request": tracing.KindInference, claudePrefix + "api_error": tracing.KindInference, claudePrefix + "api_refusal": tracing.KindInference,
		claudePrefix + "session_end": tracing.KindEnd, "session.end": tracing.KindEnd,
		"gen_ai.user.message": tracing.KindPrompt, evaluation: tracing.KindScore,
	}
}

// named takes what is peculiar to events of one name.
func (a attributes) named(out *tracing.Span) {
	if kind := recordKinds()[out.Name]; kind != "" {
		out.Kind, out.Operation = kind, strings.TrimPrefix(out.Name, claudePrefix)
	}
	switch out.Name {
	case claudePrefix + "tool_result":
		out.Status = map[string]string{"true": tracing.StatusOK, "false": tracing.StatusError}[strings.ToLower(a.take("success"))]
		out.Exception = a.failure()
	case claudePrefix + "api_error":
		out.Status, out.Exception = tracing.StatusError, a.failure()
	case claudePrefix + "tool_decision":
		a.toolDecision(out)
	case claudePrefix + "user_prompt":
		if text(a["prompt"]) == "<REDACTED>" {
			delete(a, "prompt")
		}
	case evaluation:
		score := a.score()
		score.Whole = out.Parent == ""
		out.Scores = append(out.Scores, score)
	case "gen_ai.user.message":
		out.Input = readable(a.take("content"))
	}
}

// failure takes the error of a record; nil for none.
func (a attributes) failure() *tracing.Exception {
	x := tracing.Exception{Type: a.take("error_type", "error.type", "status_code"), Message: a.take("error", "error_message")}
	if x == (tracing.Exception{}) {
		return nil
	}
	return &x
}

// toolDecision takes whether a tool may run. What the settings accept is no choice of anybody.
func (a attributes) toolDecision(out *tracing.Span) {
	decision, source := a.take("decision"), a.take("source")
	person := strings.HasPrefix(source, "user_")
	a["decision"], a["source"] = decision, source
	out.Tool = a.of(fieldTool)
	if decision == "" || !person && decision == "accept" {
		return
	}
	out.Kind = tracing.KindChoice
	out.Choice = &tracing.Choice{About: "run " + out.Tool, Options: []string{"accept", "reject"}, Chosen: decision, Rationale: source, Person: person}
}

// late puts the beginning of a call before its record, which is written at the end.
func (a attributes) late(out *tracing.Span) {
	took := a.number("duration_ms")
	if took == nil || *took <= 0 || *took > float64((30*24*time.Hour).Milliseconds()) {
		return
	}
	out.End = out.Start
	out.Start = out.End.Add(-time.Duration(*took * float64(time.Millisecond)))
}

// workflowName makes the name of a workflow of that of a session.
func workflowName(session string) string {
	const most = 120
	name := strings.Map(func(r rune) rune {
		if r == '/' || unicode.IsSpace(r) || !unicode.IsGraphic(r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(session, "-"))
	if name == session && len(name) <= most {
		return name
	}
	if name == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(session))
	return cut(name, most) + "-" + hex.EncodeToString(sum[:4])
}

// sortedNames returns the names of attributes in order.
func sortedNames(all map[string]any) []string { return slices.Sorted(maps.Keys(all)) }
