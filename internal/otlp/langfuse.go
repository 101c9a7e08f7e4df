package otlp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
)

// object is an object of an export of Langfuse. Names are in lower case and without underscores, because
// exports write startTime and start_time.
type object map[string]any

// errLangfuse means that a text is no trace and no observation.
var errLangfuse = errors.New("it is neither a trace nor an observation of Langfuse: an object with an id, and a time")

// DecodeLangfuse reads a trace, with or without its observations, or one observation of an export of Langfuse
// as spans with the attributes that Langfuse gives them.
func DecodeLangfuse(raw []byte) (*collectortrace.ExportTraceServiceRequest, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value map[string]any
	if err := decoder.Decode(&value); err != nil {
		return nil, errLangfuse
	}
	o := objectOf(value)
	var spans []*trace.Span
	if id := o.text("traceid"); id != "" {
		spans = append(spans, o.observation(id, nil))
	} else {
		spans = o.trace()
	}
	if len(spans) == 0 || spans[0].GetStartTimeUnixNano() == 0 || o.text("id") == "" {
		return nil, errLangfuse
	}
	service := ""
	if environment := o.text("environment"); environment != "default" {
		service = environment
	}
	return &collectortrace.ExportTraceServiceRequest{ResourceSpans: []*trace.ResourceSpans{{
		Resource:   &resource.Resource{Attributes: []*common.KeyValue{attribute("service.name", service)}},
		ScopeSpans: []*trace.ScopeSpans{{Scope: &common.InstrumentationScope{Name: "langfuse"}, Spans: spans}},
	}}}, nil
}

func objectOf(value map[string]any) object {
	o := object{}
	for name, v := range value {
		o[strings.ToLower(strings.ReplaceAll(name, "_", ""))] = v
	}
	return o
}

// text returns a value as text.
func (o object) text(name string) string { return text(o[name]) }

// objects returns the objects of a list.
func (o object) objects(name string) []object {
	var out []object
	list, _ := o[name].([]any)
	for _, v := range list {
		if of, is := v.(map[string]any); is {
			out = append(out, objectOf(of))
		}
	}
	return out
}

// nanoseconds returns a time; 0 for none.
func (o object) nanoseconds(name string) uint64 {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999"} {
		if t, err := time.Parse(layout, o.text(name)); err == nil && t.Unix() > 0 {
			return uint64(t.UnixNano())
		}
	}
	return 0
}

// trace makes the spans of a trace: one for itself, and those of its observations.
func (o object) trace() []*trace.Span {
	id := o.text("id")
	root := &trace.Span{
		TraceId: idOf(id, 16), SpanId: idOf("trace "+id, 8), Name: o.text("name"), StartTimeUnixNano: o.nanoseconds("timestamp"),
		Attributes: o.attributes("langfuse.trace.name", "name", "langfuse.trace.input", "input", "langfuse.trace.output", "output", "langfuse.session.id", "sessionid", "langfuse.trace.tags", "tags"),
	}
	spans := []*trace.Span{root}
	for _, of := range o.objects("observations") {
		s := of.observation(id, root.GetSpanId())
		root.EndTimeUnixNano = max(root.GetEndTimeUnixNano(), s.GetEndTimeUnixNano())
		spans = append(spans, s)
	}
	for _, score := range o.objects("scores") {
		root.Events = append(root.Events, &trace.Span_Event{Name: evaluation, Attributes: score.attributes(
			"gen_ai.evaluation.name", "name", "gen_ai.evaluation.score.label", "stringvalue", "gen_ai.evaluation.score.value", "value", "gen_ai.evaluation.explanation", "comment")})
	}
	return spans
}

// observation makes the span of an observation; parent is the one of the trace, nil if that is not known.
func (o object) observation(traceID string, parent []byte) *trace.Span {
	s := &trace.Span{
		TraceId: idOf(traceID, 16), SpanId: idOf(o.text("id"), 8), ParentSpanId: parent, Name: o.text("name"), StartTimeUnixNano: o.nanoseconds("starttime"), EndTimeUnixNano: o.nanoseconds("endtime"),
		Attributes: o.attributes("langfuse.observation.type", "type", "langfuse.observation.input", "input", "langfuse.observation.output", "output", "langfuse.observation.model.name", "model",
			"langfuse.observation.level", "level", "langfuse.observation.status_message", "statusmessage", "langfuse.session.id", "sessionid"),
	}
	if in := o.text("parentobservationid"); in != "" {
		s.ParentSpanId = idOf(in, 8)
	}
	return s
}

// attributes makes attributes of pairs of their names and those of the values.
func (o object) attributes(pairs ...string) []*common.KeyValue {
	var out []*common.KeyValue
	for pair := range slices.Chunk(pairs, 2) {
		if value := o.text(pair[len(pair)-1]); value != "" && value != "null" {
			out = append(out, attribute(pair[0], value))
		}
	}
	return out
}

func attribute(name, value string) *common.KeyValue {
	return &common.KeyValue{Key: name, Value: &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: strings.ToValidUTF8(value, "�")}}}
}

// idOf makes an id of so many bytes: of the digits of one in hexadecimal, else of a hash.
func idOf(id string, length int) []byte {
	if b, err := hex.DecodeString(id); err == nil && len(b) == length {
		return b
	}
	sum := sha256.Sum256([]byte(id))
	return sum[:length]
}
