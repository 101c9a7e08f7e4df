package buffer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/examples/clients/go/buffer"
	"github.com/causeway-memory/causeway/graph"
)

// envSpool tells a process that it is the agent to kill, with the address of the service after a space.
const envSpool = "BUFFER_TEST_SPOOL"

// TestMain runs the tests, or is the agent that TestBuffer_killed kills.
func TestMain(m *testing.M) {
	spool, url, agent := strings.Cut(os.Getenv(envSpool), " ")
	if !agent {
		os.Exit(m.Run())
	}
	b, err := buffer.New(buffer.Options{URL: url, Project: "p", Spool: spool, Most: 1 << 30})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		e := event(os.Getpid()*100_000 + i)
		b.Capture(e)
		fmt.Println(e.ID)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// event makes an event with the id of a number.
func event(number int) buffer.Event {
	return buffer.Event{
		ID: fmt.Sprintf("00000000-0000-4000-8000-%012x", number), WorkflowID: "w", TaskID: "t", Type: "TASK_COMPLETE",
		Data: map[string]any{"result": map[string]any{"status": "success", "output": strings.Repeat("x", 200)}},
	}
}

// far is a service at the other end: it keeps events by their ids, refuses those of a type, and is away for a while.
type far struct {
	mu    sync.Mutex
	calls []int
	kept  map[string]int
	away  int
	code  string
}

func (f *far) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var request struct {
		Variables struct {
			Project string
			Events  []struct{ ID, Type, WorkflowID, At string }
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil || request.Variables.Project != "p" {
		http.Error(w, "no request", http.StatusBadRequest)
		return
	}
	events := request.Variables.Events
	f.calls = append(f.calls, len(events))
	if f.away > 0 {
		f.away--
		fmt.Fprintf(w, `{"errors": [{"message": "not now", "extensions": {"code": %q, "retryAfter": 0.1}}]}`, f.code)
		return
	}
	var receipts []string
	for _, e := range events {
		if e.Type == "NONSENSE" || e.At == "" || e.WorkflowID == "" {
			fmt.Fprint(w, `{"errors": [{"message": "no such type", "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"}}]}`)
			return
		}
		receipts = append(receipts, fmt.Sprintf(`{"eventId": %q}`, e.ID))
	}
	for _, e := range events {
		f.kept[e.ID]++
	}
	fmt.Fprintf(w, `{"data": {"captureEvents": {"receipts": [%s]}}}`, strings.Join(receipts, ","))
}

func (f *far) has(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.kept[id] > 0
}

func serve(t *testing.T) (*far, string) {
	t.Helper()
	f := &far{kept: map[string]int{}, code: "RESOURCE_EXHAUSTED"}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return f, server.URL
}

func opened(t testing.TB, o buffer.Options) *buffer.Buffer {
	t.Helper()
	o.Project = "p"
	b, err := buffer.New(o)
	must(t, err)
	return b
}

// closed closes a buffer, which has time enough, and wants nothing to be left.
func closed(t *testing.T, b *buffer.Buffer) buffer.Counts {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c := b.Close(ctx)
	if c.Captured != c.Sent+c.Lost || c.Waiting != 0 {
		t.Errorf("%+v", c)
	}
	return c
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: it never came", what)
		}
	}
}

func TestBuffer(t *testing.T) {
	f, url := serve(t)
	b := opened(t, buffer.Options{URL: url, Every: time.Hour})
	for i := range 120 {
		b.Capture(event(i))
	}
	eventually(t, "full batches", func() bool { return b.Counts().Sent == 100 })
	if c := closed(t, b); c.Sent != 120 || c.Lost != 0 || c.LastError != nil {
		t.Errorf("%+v", c)
	}
	if !slices.Equal(f.calls, []int{50, 50, 20}) || len(f.kept) != 120 {
		t.Errorf("%v calls, %d events", f.calls, len(f.kept))
	}
	b.Capture(event(500))
	if c := b.Counts(); c.Lost != 1 || c.LastError == nil {
		t.Errorf("after the end: %+v", c)
	}
}

func TestBuffer_byTime(t *testing.T) {
	f, url := serve(t)
	b := opened(t, buffer.Options{URL: url})
	b.Capture(buffer.Event{WorkflowID: "w", Type: "WORKFLOW_START"})
	eventually(t, "a lone event", func() bool { return b.Counts().Sent == 1 })
	closed(t, b)
	if len(f.kept) != 1 {
		t.Errorf("%v", f.kept)
	}
}

// panics is a value that cannot be encoded.
type panics struct{}

// MarshalJSON implements [json.Marshaler].
func (panics) MarshalJSON() ([]byte, error) { panic("no") }

// What is wrong is lost and counted; the rest is sent.
func TestBuffer_refused(t *testing.T) {
	f, url := serve(t)
	b := opened(t, buffer.Options{URL: url, Every: time.Hour})
	for i := range 50 {
		e := event(i)
		if i == 7 || i == 8 || i == 49 {
			e.Type = "NONSENSE"
		}
		b.Capture(e)
	}
	for _, value := range []any{make(chan int), panics{}} {
		b.Capture(buffer.Event{WorkflowID: "w", Type: "TASK_COMPLETE", Data: map[string]any{"x": value}})
	}
	if c := closed(t, b); c.Sent != 47 || c.Lost != 5 || c.LastError == nil {
		t.Errorf("%+v", c)
	}
	if f.has(event(7).ID) || !f.has(event(9).ID) || !f.has(event(48).ID) {
		t.Error("the wrong events are refused")
	}
}

func TestBuffer_away(t *testing.T) {
	f, url := serve(t)
	f.away = 3
	b := opened(t, buffer.Options{URL: url, Every: time.Millisecond, Most: 60})
	for i := range 60 {
		b.Capture(event(i))
	}
	eventually(t, "all of them", func() bool { return b.Counts().Sent == 60 })
	if c := closed(t, b); c.Lost != 0 || c.LastError == nil {
		t.Errorf("%+v", c)
	}
	f.away = 1 << 30
	b = opened(t, buffer.Options{URL: url, Most: 60})
	for i := range 70 {
		b.Capture(event(1000 + i))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if c := b.Close(ctx); c.Captured != 70 || c.Lost != 70 || c.LastError == nil {
		t.Errorf("without a service and a spool: %+v", c)
	}
}

func TestBuffer_spool(t *testing.T) {
	f, url := serve(t)
	path := filepath.Join(t.TempDir(), "spool")
	away := buffer.Options{URL: "http://127.0.0.1:1", Spool: path}
	b := opened(t, away)
	if _, err := buffer.New(buffer.Options{Project: "p", Spool: path}); err == nil || !strings.Contains(err.Error(), "another buffer") {
		t.Errorf("two buffers on one file: %v", err)
	}
	for i := range 30 {
		b.Capture(event(i))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if c := b.Close(ctx); c.Waiting != 30 || c.Lost != 0 {
		t.Errorf("%+v", c)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = file.WriteString(`{"id": "cut off`)
	must(t, err)
	must(t, file.Close())
	b = opened(t, buffer.Options{URL: url, Spool: path, Most: 30}) // what is left does not count among them
	b.Capture(event(30))
	if c := closed(t, b); c.Captured != 31 || c.Sent != 31 {
		t.Errorf("%+v", c)
	}
	if content, err := os.ReadFile(path); err != nil || len(content) > 0 || len(f.kept) != 31 {
		t.Errorf("%d bytes are left, %d events came, %v", len(content), len(f.kept), err)
	}
}

// A long run keeps the file small, though it is never empty.
func TestBuffer_spoolIsCompacted(t *testing.T) {
	_, url := serve(t)
	path := filepath.Join(t.TempDir(), "spool")
	b := opened(t, buffer.Options{URL: url, Spool: path, Most: 1 << 20, Size: 1000})
	written := 0
	for i := range 12_000 {
		b.Capture(event(i))
		written += 400
	}
	closed(t, b)
	if info, err := os.Stat(path); err != nil || info.Size() > 0 || written < 4<<20 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestBuffer_killed kills agents, again and again on one spool file, in the middle of their loops. Each event for which Capture had
// returned is at the service in the end.
func TestBuffer_killed(t *testing.T) {
	f, url := serve(t)
	path := filepath.Join(t.TempDir(), "spool")
	var told []string
	for life := range 8 {
		agent := exec.CommandContext(t.Context(), os.Args[0])
		agent.Env = append(os.Environ(), envSpool+"="+path+" "+url)
		agent.Stderr = os.Stderr
		out, err := agent.StdoutPipe()
		must(t, err)
		must(t, agent.Start())
		lines := bufio.NewScanner(out)
		for n := 0; n < 100+77*life && lines.Scan(); n++ {
			told = append(told, lines.Text())
		}
		must(t, agent.Process.Kill())
		for lines.Scan() {
			if id := lines.Text(); len(id) == 36 {
				told = append(told, id)
			}
		}
		if _ = agent.Wait(); agent.ProcessState.Exited() {
			t.Fatal("the agent ended by itself")
		}
	}
	closed(t, opened(t, buffer.Options{URL: url, Spool: path}))
	missing := slices.DeleteFunc(slices.Clone(told), f.has)
	if len(missing) > 0 || len(told) < 2000 {
		t.Errorf("%d of %d events are missing, the first is %v", len(missing), len(told), missing[:min(1, len(missing))])
	}
}

func TestNew_refuses(t *testing.T) {
	t.Setenv("CAUSEWAY_PROJECT", "")
	if _, err := buffer.New(buffer.Options{}); err == nil {
		t.Error("no project is named")
	}
	if _, err := buffer.New(buffer.Options{Project: "p", Spool: filepath.Join(t.TempDir(), "missing", "spool")}); err == nil {
		t.Error("the spool file cannot be made")
	}
}

func TestDocument(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: graph.Schema})
	if _, errs := gqlparser.LoadQueryWithRules(schema, buffer.Document, rules.NewDefaultRules()); len(errs) > 0 {
		t.Error(errs)
	}
}

// BenchmarkCapture measures what a loop of an agent waits for: the service is there, with and without a spool file.
func BenchmarkCapture(b *testing.B) {
	for _, with := range []string{"memory", "spool"} {
		b.Run(with, func(b *testing.B) {
			f := &far{kept: map[string]int{}}
			server := httptest.NewServer(f)
			defer server.Close()
			o := buffer.Options{URL: server.URL, Most: 1 << 30}
			if with == "spool" {
				o.Spool = filepath.Join(b.TempDir(), "spool")
			}
			buf := opened(b, o)
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				buf.Capture(event(i))
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			if c := buf.Close(ctx); c.Lost > 0 {
				b.Errorf("%+v", c)
			}
		})
	}
}
