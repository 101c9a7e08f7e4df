package otlp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	texts "github.com/causeway-memory/causeway/internal/text"
)

// eventID makes the id of the execution event of a span or record: the same one has the same id.
func eventID(content []byte) string {
	space := uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://opentelemetry.io/docs/specs/otlp"))
	return uuid.NewSHA1(space, content).String()
}

// The reasons why something is not taken, beside those of package capture.
const (
	ReasonNoID    = "no_id"
	ReasonNoTrace = "no_trace"
	ReasonPlain   = "plain_log"
	ReasonOwn     = "own"
	ReasonProject = "project"
)

// refusedError says why something is not taken.
type refusedError struct{ reason, text string }

// Error implements error.
func (e *refusedError) Error() string { return e.text }

func refuse(reason, format string, args ...any) error {
	return &refusedError{reason, fmt.Sprintf(format, args...)}
}

// item is a span or record as an execution event.
type item struct {
	event execution.Event
	// ended says that it is the end of its trace.
	ended bool
}

// origin is who emitted spans.
type origin struct {
	resource attributes
	scope    string
	// bare says that contents are not kept.
	bare bool
}

// service is the name of the service.
func (o origin) service() string { return text(o.resource["service.name"]) }

// clock tells the host from others of the service, whose clocks may differ, without its name.
func (o origin) clock() string {
	for _, name := range []string{"host.id", "host.name", "k8s.pod.uid", "k8s.pod.name", "container.id", "service.instance.id"} {
		if host := text(o.resource[name]); host != "" {
			sum := sha256.Sum256([]byte(host))
			return hex.EncodeToString(sum[:4])
		}
	}
	return ""
}

// ownScope is the name of the tracer of causeway, whose spans would never end if they were stored.
const ownScope = "github.com/causeway-memory/causeway"

// span makes the execution event of a span.
func (o origin) span(s *trace.Span) (item, error) {
	switch {
	case zero(s.GetTraceId(), 16) || zero(s.GetSpanId(), 8):
		return item{}, refuse(ReasonNoID, "a span needs a trace id of 16 bytes and a span id of 8, not all zero")
	case o.scope == ownScope:
		return item{}, refuse(ReasonOwn, "spans of causeway itself are not stored")
	}
	a := attributes{}.read(s.GetAttributes())
	out := tracing.Span{
		Trace: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()), Name: strings.ToValidUTF8(s.GetName(), "�"),
		Start: nanoseconds(s.GetStartTimeUnixNano()), End: nanoseconds(s.GetEndTimeUnixNano()), Service: o.service(), Clock: o.clock(),
	}
	if !zero(s.GetParentSpanId(), 8) {
		out.Parent = hex.EncodeToString(s.GetParentSpanId())
	}
	for _, l := range s.GetLinks() {
		out.Links = append(out.Links, hex.EncodeToString(l.GetTraceId())+"/"+hex.EncodeToString(l.GetSpanId()))
	}
	o.status(&out, s, a)
	out.Kind, out.Operation = a.kind(out.Name)
	a.events(&out, s.GetEvents())
	a.fill(&out, o.bare)
	e, err := event(eventID([]byte(out.Trace+out.ID)), out.Trace, out)
	return item{event: e, ended: out.Root()}, err
}

// status takes how a span ended.
func (o origin) status(out *tracing.Span, s *trace.Span, a attributes) {
	out.Message = strings.ToValidUTF8(s.GetStatus().GetMessage(), "�")
	switch s.GetStatus().GetCode() {
	case trace.Status_STATUS_CODE_ERROR:
		out.Status = tracing.StatusError
	case trace.Status_STATUS_CODE_OK:
		out.Status = tracing.StatusOK
	}
	if level := a.take("langfuse.observation.level"); strings.EqualFold(level, "ERROR") {
		out.Status = tracing.StatusError
	}
	if said := a.take("langfuse.observation.status_message"); out.Message == "" {
		out.Message = said
	}
}

// events takes the exception and the messages that the events of a span carry; the others stay as attributes.
func (a attributes) events(out *tracing.Span, events []*trace.Span_Event) {
	texts := map[field][]string{}
	var others []any
	for _, e := range events {
		of := attributes{}.read(e.GetAttributes())
		content, known := contentEvents()[e.GetName()]
		switch {
		case e.GetName() == "exception":
			out.Exception = &tracing.Exception{Type: of.take("exception.type"), Message: of.take("exception.message")}
		case e.GetName() == evaluation:
			out.Scores = append(out.Scores, of.score())
		case known:
			if said := readable(of.take(content.in...)); said != "" {
				texts[content.holds] = append(texts[content.holds], said)
			}
			if said := readable(of.of(fieldOutput)); said != "" {
				texts[fieldOutput] = append(texts[fieldOutput], said)
			}
		default:
			others = append(others, map[string]any{"name": e.GetName(), "at": nanoseconds(e.GetTimeUnixNano()), "attributes": map[string]any(of)})
		}
	}
	out.Input, out.Output = strings.Join(texts[fieldInput], "\n"), strings.Join(texts[fieldOutput], "\n")
	if len(others) > 0 {
		a["events"] = others
	}
	if kind := a.take("error.type"); kind != "" && out.Exception == nil && out.Status == tracing.StatusError {
		out.Exception = &tracing.Exception{Type: kind, Message: out.Message}
	}
}

// evaluation is the event, or record, of an evaluation.
const evaluation = "gen_ai.evaluation.result"

// score takes an evaluation.
func (a attributes) score() tracing.Score {
	return tracing.Score{
		Name: a.take("gen_ai.evaluation.name"), Label: a.take("gen_ai.evaluation.score.label"), Value: a.number("gen_ai.evaluation.score.value"),
		Explanation: a.take("gen_ai.evaluation.explanation"),
	}
}

// fill takes what the attributes say in the words of any convention, and keeps the others.
func (a attributes) fill(out *tracing.Span, bare bool) {
	out.Session, out.Call, out.Model = a.of(fieldSession), a.of(fieldCall), a.of(fieldModel)
	if out.Kind == tracing.KindTool {
		if out.Tool = a.of(fieldTool); out.Tool == "" {
			out.Tool = strings.TrimPrefix(out.Name, "execute_tool ")
		}
	}
	if agent := a.of(fieldAgent); agent != "" {
		out.Agent = agent
	}
	if out.Kind == tracing.KindAgent && out.Agent == "" {
		out.Agent = strings.TrimPrefix(strings.TrimPrefix(out.Name, "invoke_agent "), claudePrefix)
	}
	if in := a.of(fieldInput); in != "" {
		out.Input = readable(in)
	}
	if listed := a.takeListed(fieldInput.listedNames()); out.Input == "" {
		out.Input = listed
	}
	if result := a.of(fieldOutput); result != "" {
		out.Output = readable(result)
	}
	if listed := a.takeListed(fieldOutput.listedNames()); out.Output == "" {
		out.Output = listed
	}
	out.Tags = append(a.list("langfuse.trace.tags"), a.list("tag.tags")...)
	out.Outcome = a.take("causeway.outcome")
	if label, value := a.take("gen_ai.evaluation.score.label"), a.number("gen_ai.evaluation.score.value"); label != "" || value != nil {
		out.Scores = append(out.Scores, tracing.Score{Name: a.take("gen_ai.evaluation.name"), Label: label, Value: value, Explanation: a.take("gen_ai.evaluation.explanation")})
	}
	if bare {
		a.withoutContents(out)
	}
	if out.Choice == nil {
		out.Choice = a.choice(*out)
	}
	out.Attributes = a
}

// choice takes a choice: one that the attributes state, or what came out of a span whose kind is to choose.
func (a attributes) choice(s tracing.Span) *tracing.Choice {
	if chosen := a.take("causeway.decision.chosen"); chosen != "" {
		return &tracing.Choice{
			Chosen: chosen, About: a.take("causeway.decision.about"), Options: a.list("causeway.decision.options"), Rationale: a.take("causeway.decision.rationale"),
			Person: a.take("causeway.decision.by") == "person",
		}
	}
	if s.Output == "" || s.Kind != tracing.KindPlan && s.Kind != tracing.KindChoice {
		return nil
	}
	about := s.Input
	if about == "" {
		about = s.Name
	}
	return &tracing.Choice{About: about, Chosen: s.Output}
}

// zero reports whether an id is missing, or not as long as it has to be.
func zero(id []byte, length int) bool {
	return len(id) != length || strings.Trim(string(id), "\x00") == ""
}

func nanoseconds(n uint64) time.Time {
	if n == 0 || n > 1<<62 {
		return time.Time{}
	}
	return time.Unix(0, int64(n)).UTC()
}

// event makes the execution event of a span or record.
func event(id, workflow string, s tracing.Span) (execution.Event, error) {
	e := execution.Event{ID: id, Workflow: workflow, Type: execution.TypeOther, At: s.Start}
	var result, decision map[string]any
	shorten(&s)
	switch {
	case s.Choice != nil && s.Choice.Chosen != "":
		e.Type, decision = execution.TypeAILDecision, map[string]any{"type": "ail", "action": s.Choice.Chosen, "reasoning": s.Choice.Rationale}
		if s.Choice.Person {
			e.Type, decision["type"] = execution.TypeHILDecision, "hil"
		}
	case s.Kind == tracing.KindTool:
		e.Type, result = execution.TypeTaskComplete, map[string]any{"status": "success"}
		if s.Failed() {
			result["status"] = "error"
		}
		if s.Output != "" {
			result["output"], s.Output = s.Output, ""
		}
		if took := s.End.Sub(s.Start); !s.End.IsZero() && took >= 0 {
			result["executionTimeMs"] = float64(took.Microseconds()) / 1000
		}
	case s.Kind == tracing.KindEnd || s.Root():
		e.Type = execution.TypeWorkflowComplete
	}
	if s.Kind == tracing.KindTool {
		e.Task = strings.Join(strings.Fields(episodic.Shorten(s.Tool, 190)), " ")
	}
	data, err := tracing.Data(s, result, decision)
	e.Data = data
	return e, err
}

// asRefused returns the reason of an error, and its text.
func asRefused(err error) (reason, why string) {
	var refused *refusedError
	if errors.As(err, &refused) {
		return refused.reason, refused.text
	}
	return "invalid", err.Error()
}

// The most that is kept of one span or record, in bytes: of a text, and of what has no place of its own.
const (
	mostText       = 8 << 10
	mostName       = 512
	mostAttributes = 16 << 10
	mostListed     = 64
)

// shorten cuts what is long. Attributes that there is no room for are counted.
func shorten(s *tracing.Span) {
	for _, name := range []*string{&s.Name, &s.Operation, &s.Agent, &s.Tool, &s.Call, &s.Model, &s.Session, &s.Service, &s.Outcome} {
		*name = cut(*name, mostName)
	}
	for _, long := range []*string{&s.Input, &s.Output, &s.Message} {
		*long = cut(*long, mostText)
	}
	if x := s.Exception; x != nil {
		x.Type, x.Message = cut(x.Type, mostName), cut(x.Message, mostText)
	}
	if c := s.Choice; c != nil {
		c.About, c.Chosen, c.Rationale = cut(c.About, mostText), cut(c.Chosen, mostText), cut(c.Rationale, mostText)
		c.Options = c.Options[:min(len(c.Options), mostListed)]
		for i := range c.Options {
			c.Options[i] = cut(c.Options[i], mostName)
		}
	}
	s.Scores, s.Links, s.Tags = s.Scores[:min(len(s.Scores), mostListed)], s.Links[:min(len(s.Links), mostListed)], s.Tags[:min(len(s.Tags), mostListed)]
	for i := range s.Scores {
		s.Scores[i].Name, s.Scores[i].Label, s.Scores[i].Explanation = cut(s.Scores[i].Name, mostName), cut(s.Scores[i].Label, mostName), cut(s.Scores[i].Explanation, mostName)
	}
	for i := range s.Tags {
		s.Tags[i] = cut(s.Tags[i], mostName)
	}
	s.Attributes, s.Left = kept(s.Attributes)
}

// cut returns at most that many bytes of a text, and says so at its end.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return texts.Head(s, most-len("…")) + "…"
}

// kept returns the attributes that there is room for, in the order of their names, and how many are left out.
func kept(all map[string]any) (map[string]any, int) {
	out, size := map[string]any{}, 0
	for _, name := range sortedNames(all) {
		value, err := json.Marshal(all[name])
		if n := len(name) + len(value); err == nil && size+n <= mostAttributes {
			out[name], size = all[name], size+n
		}
	}
	return out, len(all) - len(out)
}
