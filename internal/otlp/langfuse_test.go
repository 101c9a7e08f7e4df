package otlp_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic/tracing"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/otlp"
)

func TestDecodeLangfuse(t *testing.T) {
	r := newReceived(t, journal.Options{})
	for _, line := range []string{
		`{"id": "t-1", "timestamp": "2026-05-03T12:00:00.000Z", "name": "trip", "sessionId": "s", "tags": ["beta"], "input": {"wish": "Oslo"}, "environment": "shop",
		  "scores": [{"name": "solved", "stringValue": "fail", "value": 0, "comment": "no seat"}],
		  "observations": [{"id": "o-1", "traceId": "t-1", "type": "TOOL", "name": "book", "startTime": "2026-05-03T12:00:01Z", "endTime": "2026-05-03T12:00:02Z", "input": {"seat": 3}, "output": null, "level": "ERROR", "statusMessage": "sold out", "parentObservationId": null}]}`,
		`{"id": "o-2", "trace_id": "t-1", "type": "GENERATION", "name": "ask", "start_time": "2026-05-03 12:00:03.5", "end_time": "2026-05-03 12:00:04", "model": "m", "input": [{"role": "user", "content": "and now"}], "output": "wait", "parent_observation_id": "o-1"}`,
	} {
		in, err := otlp.DecodeLangfuse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if a, err := r.Spans(t.Context(), from(""), in); err != nil || a.Rejected() > 0 {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	kept := slices.Concat(r.kept()["shop"], r.kept()["traces"])
	if len(kept) != 3 {
		t.Fatalf("%d spans are kept", len(kept))
	}
	trip, book, ask := kept[0].Span, kept[1].Span, kept[2].Span
	if !trip.Root() || trip.Input != `{"wish":"Oslo"}` || trip.Session != "s" || len(trip.Tags) != 1 || len(trip.Scores) != 1 || trip.Scores[0].Label != "fail" || *trip.Scores[0].Value != 0 || !trip.End.Equal(book.End) {
		t.Errorf("the trace is %+v", trip)
	}
	if book.Kind != tracing.KindTool || book.Parent != trip.ID || book.Trace != trip.Trace || !book.Failed() || book.Message != "sold out" || book.Input != `{"seat":3}` {
		t.Errorf("the tool is %+v", book)
	}
	if ask.Kind != tracing.KindInference || ask.Parent != book.ID || ask.Trace != trip.Trace || ask.Model != "m" || ask.Input != "and now" || ask.Output != "wait" || ask.Start.Nanosecond() != 5e8 {
		t.Errorf("the inference is %+v", ask)
	}
	for _, bad := range []string{``, `[]`, `{}`, `{"id": "x"}`, `{"traceId": "x", "startTime": "2026-05-03T12:00:01Z"}`, `{"id": "x", "traceId": "y", "startTime": "noon"}`} {
		if _, err := otlp.DecodeLangfuse([]byte(bad)); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
