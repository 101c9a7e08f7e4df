package otlp_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/otlp"
)

// received is a receiver over a journal that nobody works off.
type received struct {
	*otlp.Receiver
	t       *testing.T
	journal *journal.Journal
}

func newReceived(t *testing.T, o journal.Options) received {
	t.Helper()
	o.Path, o.Now = filepath.Join(t.TempDir(), "journal.db"), time.Now
	j, err := journal.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return received{&otlp.Receiver{Keeper: capture.New(capture.Options{Journal: j, Now: time.Now})}, t, j}
}

// kept returns the events that wait for the graph, with their spans, by project.
func (r received) kept() map[string][]event {
	r.t.Helper()
	entries, err := r.journal.Pending(r.t.Context(), journal.StateJournaled, 0, 1000)
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[string][]event{}
	for _, entry := range entries {
		var e event
		if err := json.Unmarshal(entry.Body, &e.Event); err != nil {
			r.t.Fatal(err)
		}
		s, is := tracing.Of(e.Event)
		if !is {
			r.t.Fatalf("no span: %s", entry.Body)
		}
		e.Span = s
		if err := json.Unmarshal(e.Event.Data, &e.parts); err != nil {
			r.t.Fatal(err)
		}
		out[entry.Project] = append(out[entry.Project], e)
	}
	return out
}

// event is an execution event with the span that it keeps.
type event struct {
	execution.Event
	Span  tracing.Span
	parts struct {
		Result   *struct{ Status, Output string }
		Decision *struct{ Type, Action string }
	}
}

type attrs map[string]any

func (a attrs) list() []*common.KeyValue {
	var out []*common.KeyValue
	for name, value := range a {
		out = append(out, &common.KeyValue{Key: name, Value: value2(value)})
	}
	return out
}

func value2(value any) *common.AnyValue {
	switch v := value.(type) {
	case string:
		return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: v}}
	case int:
		return &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: int64(v)}}
	case float64:
		return &common.AnyValue{Value: &common.AnyValue_DoubleValue{DoubleValue: v}}
	case bool:
		return &common.AnyValue{Value: &common.AnyValue_BoolValue{BoolValue: v}}
	case []string:
		list := &common.ArrayValue{}
		for _, s := range v {
			list.Values = append(list.Values, value2(s))
		}
		return &common.AnyValue{Value: &common.AnyValue_ArrayValue{ArrayValue: list}}
	case attrs:
		return &common.AnyValue{Value: &common.AnyValue_KvlistValue{KvlistValue: &common.KeyValueList{Values: v.list()}}}
	}
	return nil
}

const began = uint64(1_777_800_000_000_000_000)

// span makes a span; number is its id, parent that of the one it is in, 0 for none.
func span(number, parent byte, name string, a attrs) *trace.Span {
	s := &trace.Span{
		TraceId: []byte{15: 7}, SpanId: []byte{7: number}, Name: name, Attributes: a.list(),
		StartTimeUnixNano: began + uint64(number)*1e9, EndTimeUnixNano: began + uint64(number)*1e9 + 5e8,
	}
	if parent > 0 {
		s.ParentSpanId = []byte{7: parent}
	}
	return s
}

func spans(of attrs, list ...*trace.Span) *collectortrace.ExportTraceServiceRequest {
	return &collectortrace.ExportTraceServiceRequest{ResourceSpans: []*trace.ResourceSpans{{
		Resource: &resource.Resource{Attributes: of.list()}, ScopeSpans: []*trace.ScopeSpans{{Scope: &common.InstrumentationScope{Name: "test"}, Spans: list}},
	}}}
}

func records(of attrs, list ...*logs.LogRecord) *collectorlogs.ExportLogsServiceRequest {
	return &collectorlogs.ExportLogsServiceRequest{ResourceLogs: []*logs.ResourceLogs{{
		Resource: &resource.Resource{Attributes: of.list()}, ScopeLogs: []*logs.ScopeLogs{{LogRecords: list}},
	}}}
}

func record(name string, a attrs) *logs.LogRecord {
	return &logs.LogRecord{TimeUnixNano: began, EventName: name, Attributes: a.list()}
}

type fromWhom = otlp.From

func from(project string) fromWhom { return fromWhom{Project: project} }
