package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/causeway-memory/causeway/tests/harness"
)

// travelTrace is a trace in the JSON form: an agent that looks for a flight, chooses one and cannot book it. number makes
// its ids.
func travelTrace(number int) string {
	id := func(n int) string { return fmt.Sprintf("%016x", number*100+n) }
	span := func(n int, parent, name string, from, to int, rest string) string {
		at := func(s int) string { return fmt.Sprint(time.Date(2026, 5, 3, 12, 0, s, 0, time.UTC).UnixNano()) }
		return fmt.Sprintf(`{"traceId": "%032x", "spanId": %q, "parentSpanId": %q, "name": %q, "kind": 1, "startTimeUnixNano": %q, "endTimeUnixNano": %q %s}`,
			number, id(n), parent, name, at(from), at(to), rest)
	}
	attribute := func(pairs ...string) string {
		var out []string
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, fmt.Sprintf(`{"key": %q, "value": {"stringValue": %q}}`, pairs[i], pairs[i+1]))
		}
		return `, "attributes": [` + strings.Join(out, ", ") + `]`
	}
	failed := `, "status": {"code": 2, "message": "no seat left"}, "events": [{"timeUnixNano": "1", "name": "exception", "attributes": [
		{"key": "exception.type", "value": {"stringValue": "SoldOut"}}, {"key": "exception.message", "value": {"stringValue": "no seat left"}}]}]`
	return `{"resourceSpans": [{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "travel-shop"}}]}, "scopeSpans": [{"scope": {"name": "toy"}, "spans": [` +
		strings.Join([]string{
			span(2, id(1), "search", 1, 2, attribute("openinference.span.kind", "TOOL", "tool.name", "search_flights", "input.value", `{"to": "Oslo"}`, "output.value", "SK1, SK2")),
			span(3, id(1), "pick", 3, 4, attribute("openinference.span.kind", "DECISION", "input.value", "which flight", "output.value", "SK2")),
			span(4, id(1), "book", 5, 6, attribute("openinference.span.kind", "TOOL", "tool.name", "book_flight", "input.value", `{"flight": "SK2"}`)+failed),
			span(1, "", "travel", 0, 9, attribute("openinference.span.kind", "AGENT", "agent.name", "travel", "input.value", "Book a flight to Oslo", "session.id", "trip-7")+failed),
		}, ", ") + `]}]}]}`
}

// exported is what came back for an export.
type exported struct {
	status int
	media  string
}

// export sends a request of the OpenTelemetry protocol.
func (p *project) export(path, media string, body []byte, headers ...string) (exported, []byte) {
	p.T.Helper()
	request, err := http.NewRequestWithContext(p.T.Context(), http.MethodPost, p.Service.URL+path, bytes.NewReader(body))
	if err != nil {
		p.T.Fatal(err)
	}
	request.Header.Set("Content-Type", media)
	request.Header.Set("Causeway-Project", p.Name)
	if p.Service.Token != "" {
		request.Header.Set("Authorization", "Bearer "+p.Service.Token)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := p.Service.HTTP.Do(request)
	if err != nil {
		p.T.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.T.Fatal(err)
	}
	return exported{response.StatusCode, response.Header.Get("Content-Type")}, text
}

type tracedEpisode struct {
	Key, Task, Outcome string
	Session            *string
	Decisions          []struct{ Chosen string }
	Events             []struct{ Type, Content string }
	Links              []struct{ Relation, Basis string }
}

func (p *project) tracedEpisodes() []tracedEpisode {
	p.T.Helper()
	if !p.exists() {
		return nil
	}
	return harness.Get[struct {
		Episodes struct{ Nodes []tracedEpisode }
	}](p, `query($project: String!) { episodes(project: $project) { nodes {
  key task outcome session decisions { chosen } events { type content } links { relation basis } } } }`, nil).Episodes.Nodes
}

// exists reports whether the project is there: its first event is applied behind.
func (p *project) exists() bool {
	p.T.Helper()
	for _, known := range harness.Get[struct{ Projects []struct{ Name string } }](p, `{ projects { name } }`, nil).Projects {
		if known.Name == p.Name {
			return true
		}
	}
	return false
}

// TestTraces sends one trace in every form and asks why it failed.
func TestTraces(t *testing.T) {
	p := newProject(t)
	text := travelTrace(1)
	var in collectortrace.ExportTraceServiceRequest
	// protojson reads ids in base 64; 32 and 16 hexadecimal digits are that too, and only their number matters here.
	if err := protojson.Unmarshal([]byte(travelTrace(2)), &in); err != nil {
		t.Fatal(err)
	}
	for _, of := range in.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans() {
		of.TraceId, of.SpanId = of.GetTraceId()[:16], of.GetSpanId()[len(of.GetSpanId())-8:]
		if len(of.GetParentSpanId()) > 0 {
			of.ParentSpanId = of.GetParentSpanId()[len(of.GetParentSpanId())-8:]
		}
	}
	binary, err := proto.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(binary); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time all is merged
		if r, body := p.export("/v1/traces", "application/json", []byte(text)); r.status != http.StatusOK || string(body) != "{}" {
			t.Fatalf("JSON: %d %s", r.status, body)
		}
	}
	r, body := p.export("/otlp/"+p.Name+"/v1/traces", "application/x-protobuf", packed.Bytes(), "Content-Encoding", "gzip", "Causeway-Project", "")
	var answer collectortrace.ExportTraceServiceResponse
	if r.status != http.StatusOK || proto.Unmarshal(body, &answer) != nil || answer.GetPartialSuccess() != nil {
		t.Fatalf("protobuf: %d %q", r.status, body)
	}
	harness.Eventually(t, "both traces are episodes", func() bool { return len(p.tracedEpisodes()) == 2 })
	for _, e := range p.tracedEpisodes() {
		if e.Task != "Book a flight to Oslo" || e.Outcome != "FAILURE" || *e.Session != "trip-7" || len(e.Decisions) != 2 || e.Decisions[0].Chosen != "SK2" || e.Decisions[1].Chosen != "book_flight(flight: SK2)" || len(e.Events) != 3 || len(e.Links) != 9 {
			t.Errorf("the episode is %+v", e)
		}
	}
	for _, e := range p.tracedEpisodes() {
		why := harness.Get[struct {
			Occurrence struct {
				Causes struct{ Nodes []struct{ Label string } }
			}
		}](p, `query($project: String!, $key: String!) { occurrence(project: $project, key: $key) { causes(filter: {bases: [EXTRACTED]}) { nodes { label } } } }`, vars{"key": e.Key + "/outcome"})
		var labels []string
		for _, n := range why.Occurrence.Causes.Nodes {
			labels = append(labels, n.Label)
		}
		want := []string{"agent travel: Book a flight to Oslo failed → SoldOut: no seat left", "book_flight(flight: SK2) → SoldOut: no seat left"}
		if diff := cmp.Diff(want, labels); diff != "" {
			t.Errorf("why %s failed: %s", e.Key, diff)
		}
	}
}

// TestTraces_late sends a span after the episode was made.
func TestTraces_late(t *testing.T) {
	p := newProject(t)
	var whole struct {
		ResourceSpans []struct {
			Resource   json.RawMessage `json:"resource"`
			ScopeSpans []struct {
				Spans []json.RawMessage `json:"spans"`
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	if err := json.Unmarshal([]byte(travelTrace(3)), &whole); err != nil {
		t.Fatal(err)
	}
	scope := &whole.ResourceSpans[0].ScopeSpans[0]
	all := scope.Spans
	send := func(spans []json.RawMessage) {
		t.Helper()
		scope.Spans = spans
		body, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		if r, answer := p.export("/v1/traces", "application/json", body); r.status != http.StatusOK || string(answer) != "{}" {
			t.Fatalf("%d %s", r.status, answer)
		}
	}
	send(all[1:])
	harness.Eventually(t, "the trace is an episode", func() bool { return len(p.tracedEpisodes()) == 1 })
	send(all[:1])
	harness.Eventually(t, "the late span is in it", func() bool { return len(p.tracedEpisodes()[0].Events) == 3 })
}

// TestTraces_refusals wants what cannot be taken to be counted, and requests that are none to be refused in the form of the protocol.
func TestTraces_refusals(t *testing.T) {
	p := newProject(t)
	text := travelTrace(4)
	cut := strings.Replace(text, fmt.Sprintf(`"spanId": "%016x"`, 402), `"spanId": "12"`, 1)
	r, body := p.export("/v1/traces", "application/json", []byte(cut))
	var partial struct {
		PartialSuccess struct {
			RejectedSpans, ErrorMessage string
		}
	}
	if err := json.Unmarshal(body, &partial); err != nil || r.status != http.StatusOK || partial.PartialSuccess.RejectedSpans != "1" || !strings.HasPrefix(partial.PartialSuccess.ErrorMessage, "no_id: 1.") {
		t.Errorf("a span without an id: %d %s", r.status, body)
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 40 {
		_, _ = z.Write(zeros)
	}
	_ = z.Close()
	for _, c := range []struct {
		why, media, encoding string
		body                 []byte
		status               int
	}{
		{"another form", "text/plain", "", []byte("x"), http.StatusUnsupportedMediaType},
		{"another packing", "application/json", "br", []byte("x"), http.StatusUnsupportedMediaType},
		{"no JSON", "application/json", "", []byte("{"), http.StatusBadRequest},
		{"no message", "application/x-protobuf", "", []byte{0x0a, 0x7f, 1}, http.StatusBadRequest},
		{"no gzip", "application/json", "gzip", []byte("{}"), http.StatusBadRequest},
		{"half of a gzip", "application/json", "gzip", packedHalf(t), http.StatusBadRequest},
		{"a bomb", "application/x-protobuf", "gzip", bomb.Bytes(), http.StatusRequestEntityTooLarge},
		{"many empty spans", "application/x-protobuf", "", manyParts(t), http.StatusRequestEntityTooLarge},
	} {
		headers := []string{}
		if c.encoding != "" {
			headers = []string{"Content-Encoding", c.encoding}
		}
		r, body := p.export("/v1/traces", c.media, c.body, headers...)
		if want := map[bool]string{true: c.media, false: "application/json"}[r.status != http.StatusUnsupportedMediaType]; r.status != c.status || r.media != want {
			t.Errorf("%s: %d, %s, %q", c.why, r.status, r.media, body)
		}
	}
}

// packedHalf is the first half of something that gzip packed.
func packedHalf(t *testing.T) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(travelTrace(5))); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return packed.Bytes()[:packed.Len()/2]
}

// manyParts is a request of more than half a million empty spans in two bytes each.
func manyParts(t *testing.T) []byte {
	t.Helper()
	inner := bytes.Repeat([]byte{0x12, 0}, 600_000)
	wrap := func(tag byte, content []byte) []byte {
		length := []byte{}
		for n := len(content); ; n >>= 7 {
			if n < 0x80 {
				length = append(length, byte(n))
				break
			}
			length = append(length, byte(n)|0x80)
		}
		return append(append([]byte{tag}, length...), content...)
	}
	return wrap(0x0a, wrap(0x12, inner))
}

// TestTraces_report wants every span to be accounted for, in the order in which traces came.
func TestTraces_report(t *testing.T) {
	p := newProject(t)
	p.export("/v1/traces", "application/json", []byte(travelTrace(6)))
	p.export("/v1/traces", "application/json", []byte(travelTrace(6)))
	bad := strings.ReplaceAll(travelTrace(7), fmt.Sprintf("%032x", 7), strings.Repeat("0", 32))
	p.export("/v1/traces", "application/json", []byte(bad))
	type trace struct {
		WorkflowID     string
		Stored, Merged int
		Refused        []struct {
			Reason string
			Items  int
		}
		Ended, Due bool
		Problem    *string
	}
	const query = `query($project: String!, $first: Int!, $after: String) { capture(project: $project) { traces(first: $first, after: $after) {
  nodes { workflowId stored merged refused { reason items } ended due problem } pageInfo { hasNextPage endCursor } } } }`
	type page struct {
		Capture struct {
			Traces struct {
				Nodes    []trace
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}
	}
	first := harness.Get[page](p, query, vars{"first": 1}).Capture.Traces
	if n := first.Nodes; len(n) != 1 || n[0].WorkflowID != "" || n[0].Stored != 0 || len(n[0].Refused) != 1 || n[0].Refused[0].Reason != "no_id" || n[0].Refused[0].Items != 4 || !first.PageInfo.HasNextPage {
		t.Errorf("what names no trace: %+v", first)
	}
	harness.Eventually(t, "the trace is an episode", func() bool {
		rest := harness.Get[page](p, query, vars{"first": 10, "after": first.PageInfo.EndCursor}).Capture.Traces
		if n := rest.Nodes; len(n) != 1 || n[0].Stored != 4 || n[0].Merged != 4 || len(n[0].Refused) != 0 || !n[0].Ended || n[0].Problem != nil {
			t.Fatalf("the trace: %+v", rest)
		}
		return !rest.Nodes[0].Due
	})
}
