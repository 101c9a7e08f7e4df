package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/httpapi"
	"github.com/causeway-memory/causeway/tests/harness"
)

const progress = `subscription($id: ID!) { jobProgress(id: $id) { state done } }`

// frame is one message of graphql-transport-ws.
type frame struct {
	ID      string `json:"id,omitempty"`
	Type    string `json:"type"`
	Payload any    `json:"payload,omitempty"`
}

// events asks for events; the caller closes the answer.
func events(t *testing.T, s *harness.Service, query string, v vars) *http.Response {
	t.Helper()
	body, err := json.Marshal(vars{"query": query, "variables": v})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/graphql", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	if s.Token != "" {
		request.Header.Set("Authorization", "Bearer "+s.Token)
	}
	response, err := s.HTTP.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// TestStream_Socket follows a job over a WebSocket, beside an ordinary question.
func TestStream_Socket(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	id := p.startImport(files(manyIDs(20)...))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c, _, err := websocket.Dial(ctx, p.URL+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}}) //nolint:bodyclose // the library says that it need not be
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.CloseNow() }()
	for _, m := range []frame{
		{Type: "connection_init"},
		{ID: "job", Type: "subscribe", Payload: vars{"query": progress, "variables": vars{"id": id}}},
		{ID: "other", Type: "subscribe", Payload: vars{"query": "{ __typename }"}},
		{ID: "none", Type: "subscribe", Payload: vars{"query": progress, "variables": vars{"id": "Job:" + p.Name + "/none"}}},
	} {
		if err := wsjson.Write(ctx, c, m); err != nil {
			t.Fatal(err)
		}
	}
	heard, complete := map[string]string{}, 0
	for complete < 3 {
		var m frame
		if err := wsjson.Read(ctx, c, &m); err != nil {
			t.Fatalf("after %v: %v", heard, err)
		}
		text, err := json.Marshal(m.Payload)
		if err != nil {
			t.Fatal(err)
		}
		heard[m.ID+" "+m.Type] = string(text)
		if m.Type == "complete" {
			complete++
		}
	}
	if last := heard["job next"]; !strings.Contains(last, `"state":"SUCCEEDED"`) || !strings.Contains(last, `"done":20`) {
		t.Errorf("the last of the job: %s", last)
	}
	if !strings.Contains(heard["other next"], `"Query"`) {
		t.Errorf("the question: %v", heard)
	}
	for _, part := range []string{`"NOT_FOUND"`, `"hint"`, `"requestId"`} {
		if !strings.Contains(heard["none next"], part) {
			t.Errorf("a job that is not there: %v", heard)
		}
	}
}

// TestStream_EndsWithTheService ends a service while a job is followed and a socket is open: it neither waits for
// them nor forgets them.
func TestStream_EndsWithTheService(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := projectOn(t, slowly(t))
	cfg := shared.Config(t)
	cfg.HTTP.Streams = 1
	a, err := app.Open(t.Context(), cfg, engine.State{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	handler, err := a.Handler(cfg)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- httpapi.Serve(ctx, listener, handler, 20*time.Second) }()
	s := harness.NewService("http://" + listener.Addr().String())

	id := p.startImport(files(longImport()...))
	stream := events(t, s, progress, vars{"id": id})
	defer stream.Body.Close()
	lines := bufio.NewReader(stream.Body)
	for text := ""; !strings.HasPrefix(text, "data: "); {
		if text, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	second := events(t, s, progress, vars{"id": id})
	text, _ := io.ReadAll(second.Body)
	second.Body.Close()
	if !strings.Contains(string(text), "STREAM_LIMIT_EXCEEDED") {
		t.Errorf("one stream too many: %s %s", second.Status, text)
	}
	if a, err := s.Post(t.Context(), progress, vars{"id": id}); err != nil || a.Status != http.StatusNotAcceptable || a.Codes() != "NOT_ACCEPTABLE" {
		t.Errorf("a subscription without events: %d %s %v", a.Status, a.Codes(), err)
	}
	end()
	began := time.Now()
	if err := <-served; err != nil || enginetest.TooLong(t, time.Since(began), 5*time.Second) {
		t.Errorf("the service ended after %s: %v", time.Since(began), err)
	}
	if rest, err := io.ReadAll(lines); err != nil || strings.Contains(string(rest), "complete") {
		t.Errorf("the stream of a job that goes on ended with %q, %v", rest, err)
	}
	if job := p.job(id); job.State != "RUNNING" {
		t.Errorf("the job had ended before: %+v", job)
	}
	harness.Get[any](p, `mutation($id: ID!) { cancelJob(id: $id) { job { state } } }`, vars{"id": id})
}
