package otlp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	collectorlogs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/otlp"
	"github.com/causeway-memory/causeway/internal/problem"
)

// episodes makes the episode of each workflow of what it is given, as it would be made later.
type episodes struct{ t *testing.T }

// Trace implements [otlp.Keeper].
func (k episodes) Trace(_ context.Context, _ string, in capture.Traces) (capture.Taken, error) {
	taken := capture.Taken{Refused: map[string]int{}}
	for _, r := range in.Refused {
		taken.Refused[r.Reason] += r.Items
	}
	workflows, seen := map[string][]execution.Stored{}, map[string]bool{}
	for _, e := range in.Events {
		p, err := execution.Restore(e)
		switch {
		case errors.Is(err, problem.ErrInvalid):
			taken.Refused["invalid"]++
			continue
		case err != nil:
			k.t.Fatalf("an event is neither sound nor invalid: %v", err)
		}
		if _, is := tracing.Of(p.Event); !is {
			k.t.Fatalf("an event holds no span: %s", p.Data)
		}
		if seen[p.ID] {
			taken.Merged++
			continue
		}
		seen[p.ID] = true
		workflows[p.Workflow] = append(workflows[p.Workflow], execution.Stored{Event: p.Event})
		taken.Stored++
	}
	for workflow, events := range workflows {
		made := tracing.Episode("workflow-"+workflow, events)
		if _, err := intake.Prepare(made); err != nil {
			k.t.Fatalf("the episode of %d events breaks a rule: %v", len(events), err)
		}
	}
	return taken, nil
}

// FuzzReceive wants every span and record of whatever can be read to be accounted for, and every episode to be valid.
func FuzzReceive(f *testing.F) {
	trip, err := os.ReadFile(filepath.Join("..", "..", "examples", "traces", "trip.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(trip, true)
	var in collectortrace.ExportTraceServiceRequest
	if err := otlp.DecodeJSON(trip, &in); err != nil {
		f.Fatal(err)
	}
	for _, m := range []proto.Message{
		&in, records(attrs{"service.name": "claude-code"}, record("tool_result", attrs{"session.id": "s", "success": "false", "duration_ms": 3}), record("tool_decision", attrs{"session.id": "s", "decision": "reject", "source": "user_reject"})),
		spans(nil, span(1, 0, "chat", attrs{"gen_ai.prompt.0.content": "x", "llm.input_messages.9.message.tool_calls.0.tool_call.function.name": "y", "gen_ai.output.messages": `[{"role":"a","parts":[]}]`})),
	} {
		body, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body, false)
	}
	f.Fuzz(func(t *testing.T, body []byte, isJSON bool) {
		decode := otlp.DecodeProtobuf
		if isJSON {
			decode = otlp.DecodeJSON
		}
		r := &otlp.Receiver{Keeper: episodes{t}}
		var sent collectortrace.ExportTraceServiceRequest
		if decode(body, &sent) == nil {
			n := 0
			for _, of := range sent.GetResourceSpans() {
				for _, scope := range of.GetScopeSpans() {
					n += len(scope.GetSpans())
				}
			}
			if a, err := r.Spans(t.Context(), otlp.From{Project: "p"}, &sent); err != nil || a.Stored+a.Merged+a.Rejected() != n {
				t.Fatalf("%d spans: %+v, %v", n, a, err)
			}
		}
		var logged collectorlogs.ExportLogsServiceRequest
		if decode(body, &logged) == nil {
			n := 0
			for _, of := range logged.GetResourceLogs() {
				for _, scope := range of.GetScopeLogs() {
					n += len(scope.GetLogRecords())
				}
			}
			if a, err := r.Records(t.Context(), otlp.From{Project: "p"}, &logged); err != nil || a.Stored+a.Merged+a.Rejected() != n {
				t.Fatalf("%d records: %+v, %v", n, a, err)
			}
		}
	})
}
