package execution_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/problem"
)

var day = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// uuid is the id with a number.
func uuid(n int) string { return fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n) }

// event is a valid event with that data.
func event(n int, data string) execution.Event {
	return execution.Event{
		ID: uuid(n), Workflow: "wf-1", Type: execution.TypeTaskComplete, Task: "build", At: day.Add(time.Duration(n) * time.Second), Data: json.RawMessage(data),
	}
}

func noID() string { panic("every event has an id") }

func TestPrepare_refuses(t *testing.T) {
	long := strings.Repeat("x", 64<<10)
	for _, c := range []struct {
		why    string
		change func(*execution.Event)
		path   string
	}{
		{"no UUID", func(e *execution.Event) { e.ID = "42" }, "events[0].id"},
		{"a UUID with a foreign sign", func(e *execution.Event) { e.ID = strings.Replace(e.ID, "e", "g", 1) }, "events[0].id"},
		{"no workflow", func(e *execution.Event) { e.Workflow = "" }, "events[0].workflowId"},
		{"a workflow with a slash", func(e *execution.Event) { e.Workflow = "a/b" }, "events[0].workflowId"},
		{"a long workflow", func(e *execution.Event) { e.Workflow = strings.Repeat("w", 191) }, "events[0].workflowId"},
		{"an unknown type", func(e *execution.Event) { e.Type = "task_done" }, "events[0].type"},
		{"a task of two lines", func(e *execution.Event) { e.Task = "a\nb" }, "events[0].taskId"},
		{"no time", func(e *execution.Event) { e.At = time.Time{} }, "events[0].at"},
		{"a time before there were computers", func(e *execution.Event) { e.At = time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC) }, "events[0].at"},
		{"no data", func(e *execution.Event) { e.Data = nil }, "events[0].data"},
		{"a list", func(e *execution.Event) { e.Data = []byte(`[]`) }, "events[0].data"},
		{"null", func(e *execution.Event) { e.Data = []byte(`null`) }, "events[0].data"},
		{"two objects", func(e *execution.Event) { e.Data = []byte(`{} {}`) }, "events[0].data"},
		{"too much", func(e *execution.Event) { e.Data = []byte(`{"note":"` + long + `"}`) }, "events[0].data"},
		{"a context that is a text", func(e *execution.Event) { e.Data = []byte(`{"context":"x"}`) }, "events[0].data.context"},
		{"a context of contexts", func(e *execution.Event) { e.Data = []byte(`{"context":{"a":{}}}`) }, `events[0].data.context["a"]`},
		{"a name with space around it", func(e *execution.Event) { e.Data = []byte(`{"context":{" a":1}}`) }, `events[0].data.context[" a"]`},
		{"a prediction without a tool", func(e *execution.Event) { e.Data = []byte(`{"prediction":{"confidence":0.5}}`) }, "events[0].data.prediction.toolId"},
		{"a confidence above 1", func(e *execution.Event) { e.Data = []byte(`{"prediction":{"toolId":"a","confidence":1.01}}`) }, "events[0].data.prediction.confidence"},
		{"a confidence in words", func(e *execution.Event) { e.Data = []byte(`{"prediction":{"toolId":"a","confidence":"high"}}`) }, "events[0].data.prediction.confidence"},
		{"perhaps correct", func(e *execution.Event) {
			e.Data = []byte(`{"prediction":{"toolId":"a","confidence":1,"wasCorrect":"yes"}}`)
		}, "events[0].data.prediction.wasCorrect"},
		{"an unknown status", func(e *execution.Event) { e.Data = []byte(`{"result":{"status":"ok"}}`) }, "events[0].data.result.status"},
		{"a negative time", func(e *execution.Event) { e.Data = []byte(`{"result":{"status":"error","executionTimeMs":-1}}`) }, "events[0].data.result.executionTimeMs"},
		{"somebody else decides", func(e *execution.Event) { e.Data = []byte(`{"decision":{"type":"god","action":"a"}}`) }, "events[0].data.decision.type"},
		{"nothing decided", func(e *execution.Event) { e.Data = []byte(`{"decision":{"type":"ail","action":" "}}`) }, "events[0].data.decision.action"},
	} {
		e := event(1, `{}`)
		c.change(&e)
		_, err := execution.Prepare([]execution.Event{e}, noID)
		var invalid *problem.InvalidError
		if !errors.As(err, &invalid) || len(invalid.Problems) != 1 || invalid.Problems[0].Path != c.path {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestPrepare_listsEveryProblem(t *testing.T) {
	bad := event(2, `{"result":{"status":"ok"}}`)
	bad.Workflow = ""
	_, err := execution.Prepare([]execution.Event{event(1, `{}`), bad, event(1, `{}`)}, noID)
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var got []string
	for _, p := range invalid.Problems {
		got = append(got, p.Path+" "+p.Code)
	}
	want := []string{"events[1].workflowId INVALID_INPUT", "events[1].data.result.status INVALID_INPUT", "events[2].id DUPLICATE_ID"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, n := range []int{0, execution.MaxCall + 1} {
		if _, err := execution.Prepare(make([]execution.Event, n), noID); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%d events: %v", n, err)
		}
	}
}

func TestPrepare_normalForm(t *testing.T) {
	given := event(1, `{"z": 1.50, "context": {"domain": "A|b", "gone": null}, "result": null, "note": "<ü>"}`)
	given.ID, given.At = strings.ToUpper(given.ID), time.Date(2026, 5, 3, 14, 0, 0, 123_999_999, time.FixedZone("", 7200))
	out, err := execution.Prepare([]execution.Event{given}, noID)
	if err != nil {
		t.Fatal(err)
	}
	p := out[0]
	if p.ID != uuid(1) || !p.At.Equal(day.Add(123*time.Millisecond)) {
		t.Errorf("id %s at %s", p.ID, p.At)
	}
	if want := `{"context":{"domain":"A|b"},"note":"<ü>","z":1.50}`; string(p.Data) != want {
		t.Errorf("data %s, want %s", p.Data, want)
	}
	if p.Context != `{"domain":"A|b"}` || p.Rest != `{"note":"<ü>","z":1.50}` {
		t.Errorf("context %s, rest %s", p.Context, p.Rest)
	}
	joined, err := execution.Join(p.Context, p.Rest)
	if err != nil || string(joined) != string(p.Data) {
		t.Errorf("joined %s, %v", joined, err)
	}
	again, err := execution.Restore(p.Event)
	if diff := cmp.Diff(p, again); diff != "" || err != nil {
		t.Errorf("prepared again: %v\n%s", err, diff)
	}
}

func TestPrepare_makesIDs(t *testing.T) {
	e := event(1, `{}`)
	e.ID = ""
	out, err := execution.Prepare([]execution.Event{e}, func() string { return uuid(7) })
	if err != nil || out[0].ID != uuid(7) {
		t.Errorf("%+v, %v", out, err)
	}
}

// The hash covers everything that the caller gave.
func TestPrepare_hash(t *testing.T) {
	hash := func(change func(*execution.Event)) string {
		e := event(1, `{"context":{"a":1},"b":2}`)
		change(&e)
		out, err := execution.Prepare([]execution.Event{e}, noID)
		if err != nil {
			t.Fatal(err)
		}
		return out[0].Hash
	}
	same := hash(func(e *execution.Event) { e.Data = []byte(`{ "b": 2, "context": {"a": 1} }`) })
	seen := map[string]int{same: 0}
	for i, change := range []func(*execution.Event){
		func(*execution.Event) {}, func(e *execution.Event) { e.Workflow = "w" }, func(e *execution.Event) { e.Type = execution.TypeOther },
		func(e *execution.Event) { e.Task = "" }, func(e *execution.Event) { e.At = e.At.Add(time.Millisecond) },
		func(e *execution.Event) { e.Data = []byte(`{"context":{"a":2},"b":2}`) }, func(e *execution.Event) { e.Data = []byte(`{"context":{"a":1},"b":3}`) },
	} {
		h := hash(change)
		if j, taken := seen[h]; taken != (i == 0) {
			t.Errorf("change %d has the hash of %d", i, j)
		}
		seen[h] = i
	}
}

func TestPrepare_cutsOutputs(t *testing.T) {
	for _, c := range []struct {
		why, output string
		bytes       int
	}{
		{"a long text, not inside of a letter", `"` + strings.Repeat("ü", 4000) + `"`, 8000},
		{"a long list becomes a text", `[` + strings.Repeat(`"abc",`, 1000) + `1]`, 6003},
	} {
		out, err := execution.Prepare([]execution.Event{event(1, `{"result":{"status":"success","output":`+c.output+`}}`)}, noID)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Result struct {
				Output, OutputSha256 string
				OutputBytes          int
			}
		}
		if err := json.Unmarshal(out[0].Data, &got); err != nil {
			t.Fatal(err)
		}
		if n := len(got.Result.Output); n > 4<<10 || n < 4<<10-1 || len(got.Result.OutputSha256) != 64 || got.Result.OutputBytes != c.bytes {
			t.Errorf("%s: %d bytes are left of %d, hash %q", c.why, n, got.Result.OutputBytes, got.Result.OutputSha256)
		}
	}
}

func TestContextKey(t *testing.T) {
	for _, c := range []struct {
		why     string
		context map[string]any
		want    string
	}{
		{"nothing", nil, "workflowType:default|domain:default|complexity:default"},
		{"all three", map[string]any{"workflowType": "deploy", "domain": "web", "complexity": 3}, "workflowType:deploy|domain:web|complexity:3"},
		{"others do not count", map[string]any{"user": "u", "domain": "web"}, "workflowType:default|domain:web|complexity:default"},
		{"space and case", map[string]any{"domain": " WEB\t"}, "workflowType:default|domain:web|complexity:default"},
		{"empty is missing", map[string]any{"domain": " "}, "workflowType:default|domain:default|complexity:default"},
		{"signs of the key", map[string]any{"domain": "a|b:c%"}, "workflowType:default|domain:a%7cb%3ac%25|complexity:default"},
		{"truth", map[string]any{"complexity": true}, "workflowType:default|domain:default|complexity:true"},
	} {
		if got := execution.ContextKey(c.context); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// FuzzPrepare checks that what is taken stays as it is when it is prepared again, and that the parts
// of an event make it whole.
func FuzzPrepare(f *testing.F) {
	f.Add(uuid(1), "wf", "task_complete", "t", int64(1_700_000_000_000), `{"context":{"domain":"a|b:%"},"result":{"status":"success","output":[1.0]}}`)
	f.Add(uuid(2), "w ü", "hil_decision", "", int64(0), `{"decision":{"type":"hil","action":"x"},"a":{"b":"\u0000<&"}}`)
	f.Fuzz(func(t *testing.T, id, workflow, kind, task string, at int64, data string) {
		e := execution.Event{ID: id, Workflow: workflow, Type: execution.Type(kind), Task: task, At: time.UnixMilli(at), Data: []byte(data)}
		out, err := execution.Prepare([]execution.Event{e}, func() string { return uuid(1) })
		var invalid *problem.InvalidError
		if errors.As(err, &invalid) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		p := out[0]
		again, err := execution.Restore(p.Event)
		if err != nil || again.Hash != p.Hash || again.ContextKey != p.ContextKey {
			t.Fatalf("again: %+v, %v; before %+v", again, err, p)
		}
		if whole, err := execution.Join(p.Context, p.Rest); err != nil || string(whole) != string(p.Data) {
			t.Fatalf("the parts make %s, %v; want %s", whole, err, p.Data)
		}
	})
}
