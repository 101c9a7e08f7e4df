package workflow_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

const project = "p"

var day = time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)

// table is an embedder whose model knows two words: a text is their counts.
type table struct{}

func (table) Wants(active episodic.Generation, _ int) bool { return active.Fingerprint == "" }

func (table) Prepare(context.Context, episodic.Corpus) (episodic.ModelData, error) {
	return episodic.ModelData{Fingerprint: "table", Provider: "test", Model: "table", Dimension: 2, Bytes: []byte{1}}, nil
}

func (table) Load(episodic.ModelData) (episodic.Model, error) { return table{}, nil }

func (table) Instant() bool { return true }

func (table) Embed(_ context.Context, texts []episodic.EmbedText) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		x, y := strings.Count(text.Plain, "deploy"), strings.Count(text.Plain, "invoice")
		switch length := float32(x*x + y*y); {
		case length == 0:
		case y == 0:
			out[i] = []float32{1, 0}
		case x == 0:
			out[i] = []float32{0, 1}
		default:
			out[i] = []float32{.8, .6}
		}
	}
	return out, nil
}

// progress remembers in memory.
type progress map[string]workflow.Progress

func (p progress) GetProgress(_ context.Context, project string) (workflow.Progress, error) {
	return p[project], nil
}

func (p progress) PutProgress(_ context.Context, project string, next workflow.Progress) error {
	p[project] = next
	return nil
}

// memoryOf opens the services over a file; embedder may be nil.
func memoryOf(t *testing.T, embedder episodic.Embedder) (*memory.Episodes, *sqlitestore.Store) {
	t.Helper()
	store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db"), Timeout: 10 * time.Minute})
	must(t, err)
	t.Cleanup(func() { _ = store.Close(context.WithoutCancel(t.Context())) })
	must(t, store.Migrate(t.Context()))
	return memory.NewEpisodes(memory.EpisodeParts{
		Store: store, Index: store.Index(), Embedder: embedder, Executions: store, Progress: progress{},
	}, func() time.Time { return day.Add(time.Hour) }), store
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes events with that data, a second apart.
func put(t *testing.T, store *sqlitestore.Store, first int, kind execution.Type, data ...string) []string {
	t.Helper()
	var events []execution.Prepared
	var ids []string
	recorded := make([]time.Time, len(data))
	for i, text := range data {
		p, err := execution.Restore(execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", first+i), Workflow: "wf", Type: kind, Task: fmt.Sprint("t", first+i),
			At: day.Add(time.Duration(first+i) * time.Second), Data: []byte(text),
		})
		must(t, err)
		events, ids, recorded[i] = append(events, p), append(ids, p.ID), day
	}
	_, err := store.PutEvents(t.Context(), project, events, recorded, day)
	must(t, err)
	return ids
}

func tool(domain, text string) string {
	return fmt.Sprintf(`{"context":{"domain":%q},"prediction":{"toolId":%q,"confidence":1}}`, domain, text)
}

// Similar events fill an answer with few exact ones, best first, above the cosine, of the types asked for.
func TestRelevant_similar(t *testing.T) {
	e, store := memoryOf(t, table{})
	exact := put(t, store, 0, execution.TypeSpeculationStart, tool("deploy", "nothing known"), tool("deploy", "deploy it"))
	near := put(t, store, 10, execution.TypeSpeculationStart, tool("x", "deploy and invoice"), tool("x", "deploy"), tool("x", "invoice"))
	other := put(t, store, 20, execution.TypeOther, tool("x", "deploy"))
	built, err := e.Index.Maintain(t.Context(), true)
	must(t, err)
	if len(built) != 1 || built[0].Err != nil {
		t.Fatalf("maintained %+v", built)
	}
	must(t, e.Workflow.Index(t.Context(), project))
	must(t, e.Workflow.Index(t.Context(), project)) // again, it changes nothing
	ask := func(q workflow.Question) (ids []string, a workflow.Answer) {
		t.Helper()
		q.Project, q.Context = project, map[string]any{"domain": "Deploy"}
		a, err := e.Workflow.Relevant(t.Context(), q)
		must(t, err)
		for _, h := range a.Hits {
			ids = append(ids, h.ID)
		}
		return ids, a
	}
	got, a := ask(workflow.Question{First: 100, Fallback: true})
	want := []string{exact[1], exact[0]}
	if len(got) != 5 || !slices.Equal(got[:2], want) || !slices.Contains(got[2:4], near[1]) || !slices.Contains(got[2:4], other[0]) || got[4] != near[0] ||
		a.Hits[1].Similar || !a.Hits[2].Similar || a.Hits[4].Cosine < .79 || a.Hits[4].Cosine > .81 || a.Degraded {
		t.Errorf("exact %v near %v other %v: %+v", exact, near, other, a)
	}
	for _, c := range []struct {
		why  string
		q    workflow.Question
		want []string
	}{
		{"without the fallback", workflow.Question{First: 100}, want},
		{"of one type", workflow.Question{First: 100, Fallback: true, Types: []execution.Type{execution.TypeOther}}, other},
		{"no more than asked for", workflow.Question{First: 2, Fallback: true}, want},
	} {
		if got, _ := ask(c.q); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	_, err = e.Workflow.Prune(t.Context(), project, 30, 0, false)
	must(t, err)
	if got, _ := ask(workflow.Question{First: 100, Fallback: true}); len(got) != 6-1 { // the workflow runs
		t.Errorf("after a prune that takes nothing: %v", got)
	}
}

func TestRelevant_degraded(t *testing.T) {
	e, store := memoryOf(t, nil)
	put(t, store, 0, execution.TypeOther, tool("a", "deploy"))
	must(t, e.Workflow.Index(t.Context(), project))
	a, err := e.Workflow.Relevant(t.Context(), workflow.Question{Project: project, Context: map[string]any{"domain": "b"}, First: 5, Fallback: true})
	if err != nil || !a.Degraded || !strings.Contains(a.Reason, "no vectors") || len(a.Hits) > 0 {
		t.Errorf("%+v, %v", a, err)
	}
	for _, first := range []int{0, 1001} {
		if _, err := e.Workflow.Relevant(t.Context(), workflow.Question{Project: project, First: first}); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("first %d: %v", first, err)
		}
	}
	if _, err := e.Workflow.Relevant(t.Context(), workflow.Question{Project: "unknown", First: 1}); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
}

// A list with filters looks at a bounded number of events and can be continued.
func TestWorkflowEvents_filter(t *testing.T) {
	e, store := memoryOf(t, nil)
	var data []string
	for i := range 1200 {
		data = append(data, fmt.Sprintf(`{"n":%d,"deep":{"even":%t}}`, i, i%2 == 0))
	}
	put(t, store, 0, execution.TypeOther, data...)
	q := execution.Query{Project: project, Workflow: "wf", Limit: 500}
	even := []workflow.Match{{Path: "deep.even", Equals: []byte("true")}}
	first, err := e.Workflow.WorkflowEvents(t.Context(), q, even)
	must(t, err)
	q.After = first.Next
	second, err := e.Workflow.WorkflowEvents(t.Context(), q, even)
	must(t, err)
	if len(first.Events) != 500 || !first.More || len(second.Events) != 100 || second.More || second.Events[0].Task != "t1000" {
		t.Errorf("%d and %d events, more %t and %t", len(first.Events), len(second.Events), first.More, second.More)
	}
	for equals, want := range map[string]int{"7": 1, "7.0": 1, "7.00": 1, "7.01": 0, `"7"`: 0, "70": 1} {
		found, err := e.Workflow.WorkflowEvents(t.Context(), execution.Query{Project: project, Workflow: "wf", Limit: 10}, []workflow.Match{{Path: "n", Equals: []byte(equals)}})
		must(t, err)
		if len(found.Events) != want {
			t.Errorf("n = %s: %d events instead of %d", equals, len(found.Events), want)
		}
	}
	for why, m := range map[string]workflow.Match{"no path": {Equals: []byte("1")}, "no JSON": {Path: "n", Equals: []byte("{")}} {
		if _, err := e.Workflow.WorkflowEvents(t.Context(), q, []workflow.Match{m}); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestHealth(t *testing.T) {
	e, store := memoryOf(t, nil)
	put(t, store, 0, execution.TypeOther,
		`{"context":{"domain":"a","user":"u","day":1}}`, `{"context":{"domain":" A","user":"U","day":1}}`, // one context
		`{"context":{"domain":"a","user":"v","day":1}}`, `{"context":{"domain":"a","user":"w","day":2}}`, `{"context":{"domain":"b"}}`, `{}`)
	got, err := e.Workflow.Health(t.Context(), project)
	must(t, err)
	got.Bytes = 0
	key := func(domain string) string { return "workflowType:default|domain:" + domain + "|complexity:default" }
	want := workflow.Health{Keys: 3, Collisions: 1, SplitBy: "user", Size: execution.Size{Events: 6, Workflows: 1}, TopKeys: []workflow.KeyHealth{
		{Key: key("a"), Contexts: 3, Events: 4}, {Key: key("b"), Contexts: 1, Events: 1}, {Key: key("default"), Contexts: 1, Events: 1},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The mix of the target on size: 40 % completed tasks with 200 characters of output, 30 % speculations,
// 20 % decisions of the agent, 10 % of people.
func mix(i int) (execution.Type, string) {
	context := fmt.Sprintf(`"context":{"workflowType":"type%d","domain":"domain%d","complexity":"low"}`, i%7, i%5)
	word := func(n int) string { return fmt.Sprintf("w%x", uint32(i*2654435761+n*40503)) }
	switch i % 10 {
	case 0, 1, 2, 3:
		var output strings.Builder
		for n := 0; output.Len() < 200; n++ {
			fmt.Fprintf(&output, "%s ", word(n))
		}
		return execution.TypeTaskComplete, fmt.Sprintf(`{%s,"result":{"status":"success","output":%q,"executionTimeMs":%d}}`, context, output.String()[:200], i%900)
	case 4, 5, 6:
		return execution.TypeSpeculationStart, fmt.Sprintf(`{%s,"prediction":{"toolId":"tool%d","confidence":0.9%d,"reasoning":"because of %s and %s"}}`, context, i%40, i%10, word(1), word(2))
	case 7, 8:
		return execution.TypeAILDecision, fmt.Sprintf(`{%s,"decision":{"type":"ail","action":"use %s","reasoning":"as %s"}}`, context, word(1), word(2))
	default:
		return execution.TypeHILDecision, fmt.Sprintf(`{%s,"decision":{"type":"hil","action":"approve %s","reasoning":"as %s"}}`, context, word(1), word(2))
	}
}

// 10,000 events of the mix take less than 5 MB of the file, indexes included.
func TestStore_size(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "causeway.db")
	store, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: 10 * time.Minute})
	must(t, err)
	must(t, store.Migrate(t.Context()))
	before := size(t, path)
	for batch := range 20 {
		var events []execution.Prepared
		recorded := make([]time.Time, 500)
		for k := range 500 {
			i := batch*500 + k
			kind, data := mix(i)
			p, err := execution.Restore(execution.Event{
				ID: fmt.Sprintf("%08x-e89b-42d3-a456-%012x", uint32(i*2654435761), i), Workflow: fmt.Sprintf("workflow-%d", i/100), Type: kind,
				Task: fmt.Sprint("task-", i%100), At: day.Add(time.Duration(i) * time.Second), Data: []byte(data),
			})
			must(t, err)
			events, recorded[k] = append(events, p), day
		}
		_, err := store.PutEvents(t.Context(), project, events, recorded, day)
		must(t, err)
	}
	must(t, store.Close(context.WithoutCancel(t.Context())))
	taken := size(t, path) - before
	t.Logf("10,000 events take %d bytes", taken)
	if taken >= 5_000_000 {
		t.Errorf("10,000 events take %d bytes, want less than 5,000,000", taken)
	}
}

// size is that of a file that is closed.
func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

// A copy is the same, again it changes nothing, and what the target has with another content stays.
func TestCopy(t *testing.T) {
	_, from := memoryOf(t, nil)
	_, to := memoryOf(t, nil)
	put(t, from, 0, execution.TypeOther, `{"context":{"domain":"a"},"n":1}`, `{"n":2}`, `{}`)
	must(t, from.PutCompletion(t.Context(), project, "wf", execution.Completion{Task: "x", Outcome: episodic.OutcomeSuccess, Lessons: []string{"l"}}))
	for range 2 {
		must(t, workflow.Copy(t.Context(), from, to, project, day))
	}
	q := execution.Query{Project: project, Limit: 10}
	want, err := from.ListEvents(t.Context(), q)
	must(t, err)
	got, err := to.ListEvents(t.Context(), q)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 3 {
		t.Error(diff)
	}
	there, err := from.GetWorkflow(t.Context(), project, "wf")
	must(t, err)
	here, err := to.GetWorkflow(t.Context(), project, "wf")
	must(t, err)
	if diff := cmp.Diff(there, here); diff != "" {
		t.Error(diff)
	}
	put(t, from, 3, execution.TypeOther, `{"n":3}`)
	put(t, to, 3, execution.TypeOther, `{"n":4}`)
	if err := workflow.Copy(t.Context(), from, to, project, day); !errors.Is(err, episodic.ErrConflict) {
		t.Errorf("another content there: %v", err)
	}
}

// What retention removes is in the index no more.
func TestPrune_unindexes(t *testing.T) {
	e, store := memoryOf(t, table{})
	ids := put(t, store, 0, execution.TypeSpeculationStart, tool("a", "deploy"), tool("b", "deploy"), tool("c", "invoice"))
	built, err := e.Index.Maintain(t.Context(), true)
	must(t, err)
	if len(built) != 1 || built[0].Err != nil {
		t.Fatalf("maintained %+v", built)
	}
	must(t, e.Workflow.Index(t.Context(), project))
	held := func() int {
		generations, err := store.Index().ListGenerations(t.Context(), episodic.ExecutionIndex(project))
		must(t, err)
		n := 0
		for _, number := range generations {
			found, err := store.Index().ListEpisodes(t.Context(), episodic.IndexGeneration{Project: episodic.ExecutionIndex(project), Generation: number})
			must(t, err)
			n += len(found)
		}
		return n
	}
	if n := held(); n != 3 {
		t.Fatalf("%d events are in the index", n)
	}
	must(t, store.PutCompletion(t.Context(), project, "wf", execution.Completion{Task: "x", Outcome: episodic.OutcomeSuccess}))
	if n, err := e.Workflow.Prune(t.Context(), project, 36500, 1, true); err != nil || n != 2 || held() != 3 {
		t.Errorf("a dry run: %d, %v, %d in the index", n, err, held())
	}
	if n, err := e.Workflow.Prune(t.Context(), project, 36500, 1, false); err != nil || n != 2 {
		t.Errorf("removed: %d, %v", n, err)
	}
	left, err := store.GetEvents(t.Context(), project, ids)
	must(t, err)
	if len(left) != 1 || held() != 1 {
		t.Errorf("%d events are left, %d in the index", len(left), held())
	}
}
