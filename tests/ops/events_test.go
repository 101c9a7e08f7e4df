package ops_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// eventLines writes JSON Lines of events of a workflow: a start, tasks and a decision.
func eventLines(t *testing.T, workflow string, tasks int) string {
	t.Helper()
	id := func(n int) string { return fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n) }
	var b strings.Builder
	line := func(n int, kind, task, data string) {
		fmt.Fprintf(&b, `{"id":%q,"workflowId":%q,"type":%q,"taskId":%s,"at":"2026-05-03T09:%02d:%02dZ","data":%s}`+"\n", id(n), workflow, kind, task, n/60, n%60, data)
	}
	context := `"context":{"workflowType":"deploy","domain":"payments"}`
	line(0, "workflow_start", "null", "{"+context+"}")
	for i := 1; i <= tasks; i++ {
		line(i, "TASK_COMPLETE", fmt.Sprintf(`"t%d"`, i), fmt.Sprintf(`{%s,"result":{"status":"success","output":"built %d"}}`, context, i))
	}
	b.WriteString("\n")
	line(tasks+1, "hil-decision", `"out"`, "{"+context+`,"decision":{"type":"hil","action":"one rack first","reasoning":"it failed before"}}`)
	return file(t, b.String())
}

// TestCommands_Events takes the events of a workflow from a file to an episode, from another machine.
func TestCommands_Events(t *testing.T) {
	harness.EmbeddedOnly(t)
	e := newElsewhere(t, true)
	events := eventLines(t, "wf-1", 30)

	e.step(t, "capture "+events+" --project PROJECT --batch 10 --idempotency-key may --wait-for indexed", 0, "32 events of project "+e.project+" captured, 0 of them before; 32 indexed")
	e.step(t, "capture "+events+" --project PROJECT", 0, "32 events", "32 of them before")
	got := e.step(t, "capture "+events+" --project PROJECT --json", 0)
	var answer struct {
		CaptureEvents struct{ Receipts []struct{ EventID string } }
	}
	if err := json.Unmarshal([]byte(got.Out), &answer); err != nil || len(answer.CaptureEvents.Receipts) != 32 {
		t.Errorf("%v:\n%s", err, got.Out)
	}
	e.step(t, "events receipts --idempotency-key may/4 --project PROJECT", 0, "000000000031", "000000000030")
	e.step(t, "events receipts 123e4567-e89b-42d3-a456-000000000007 --project PROJECT", 0, "000000000007")
	e.step(t, "events receipts 123e4567-e89b-42d3-a456-000000000099 --project PROJECT", 4, "nothing found")
	e.step(t, "events failures --project PROJECT", 4, "no captured event was set aside")
	e.step(t, "events retry 123e4567-e89b-42d3-a456-000000000007 --project PROJECT", 4, "0 events tried again")

	e.step(t, "events --workflow wf-1 --limit 2 --project PROJECT", 0, "workflow start", "2026-05-03T09:00:00Z", "built 1", "2 so far")
	if got := e.step(t, "events --workflow wf-1 --all --type task-complete --project PROJECT", 0); strings.Count(got.Out, "success: built") != 30 {
		t.Errorf("not all tasks are listed:\n%s", got.Out)
	}
	e.step(t, "events --workflow wf-1 --data result.output=nothing --project PROJECT", 4, "nothing found")
	e.step(t, "events --relevant workflowType=DEPLOY,domain=payments --type hil-decision --project PROJECT", 0, "workflowType:deploy|domain:payments|complexity:default", "exact", "one rack first: it failed before")
	e.step(t, "events --relevant domain=else --exact --project PROJECT", 4, "nothing found")
	e.step(t, "events --project PROJECT", 2, "--workflow", "--relevant")
	e.step(t, "events prnue --project PROJECT", 2, "did you mean prune?")

	e.step(t, "workflow complete wf-1 --project PROJECT", 2, "--task")
	e.step(t, "workflow complete wf-2 --task T --project PROJECT", 4, "NOT_FOUND")
	e.step(t, "workflow complete wf-1 --task Deploy --outcome success --link t1=out --lesson Wait --project PROJECT", 0, "workflow-wf-1: created")
	e.step(t, "workflow complete wf-1 --task Deploy --outcome success --link t1=out --lesson Wait --project PROJECT", 0, "workflow-wf-1: unchanged")
	e.step(t, "show workflow-wf-1 --project PROJECT", 0, "Deploy", "one rack first", "- Wait")
	e.moves(t)
	e.step(t, "events prune --keep 5 --days 36500 --dry-run --project PROJECT", 0, "27 events would be removed")
	e.step(t, "events prune --keep 5 --days 36500 --project PROJECT", 0, "27 events removed")
	if got := e.step(t, "events --workflow wf-1 --all --project PROJECT", 0); strings.Count(got.Out, "2026-") != 5 {
		t.Errorf("five events were to stay:\n%s", got.Out)
	}
}

// TestCommands_CaptureRefuses says in which line what is wrong, and what was captured before.
func TestCommands_CaptureRefuses(t *testing.T) {
	harness.EmbeddedOnly(t)
	e := newElsewhere(t, true)
	events := eventLines(t, "wf-1", 3)
	text, err := os.ReadFile(events)
	if err != nil {
		t.Fatal(err)
	}
	with := func(line string) string {
		path := filepath.Join(t.TempDir(), "bad.jsonl")
		if err := os.WriteFile(path, append(text, line+"\n"...), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	noJSON := with(`{"workflowId":`)
	e.step(t, "capture "+noJSON+" --project PROJECT", 2, noJSON+", line 7", "5 events of project")
	other := with(`{"id":"123e4567-e89b-42d3-a456-000000000001","workflowId":"wf-1","type":"OTHER","at":"2026-05-03T09:00:00Z","data":{}}`)
	e.step(t, "capture "+other+" --project PROJECT --batch 5", 1, other+", line 7", "another content", "5 events of project")
	kind := with(`{"workflowId":"wf-1","type":"nonsense","at":"2026-05-03T09:00:00Z","data":{}}`)
	e.step(t, "capture "+kind+" --project PROJECT", 2, "NONSENSE")
	e.step(t, "capture /no/such/file --project PROJECT", 1, "/no/such/file")
	e.step(t, "capture "+file(t, "\n")+" --project PROJECT", 4, "0 events")
	e.step(t, "capture --batch 0 --project PROJECT", 2, "--batch")
}

// moves exports all of the project from another machine, and imports it into another project, twice.
func (e elsewhere) moves(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.jsonl.gz")
	got := e.step(t, "export --project PROJECT --output "+path, 0, "1 episodes of project", "beside them 32 events, 1 workflow; fingerprint of all ")
	_, whole, _ := strings.Cut(strings.TrimSpace(got.Out), "fingerprint of all ")
	e.step(t, "import "+path+" --project "+e.other+" --dry-run", 0, "33 rules, statements, patterns, applications and execution events of an export, 33 of them new")
	e.step(t, "import "+path+" --project "+e.other, 0, "33 of them new", "1 created")
	e.step(t, "import "+path+" --project "+e.other, 0, "34 unchanged", "0 of them new")
	again := e.step(t, "export --project "+e.other+" --output "+path, 0)
	if whole == "" || !strings.HasSuffix(strings.TrimSpace(again.Out), whole) {
		t.Errorf("the export of the import has another fingerprint than %s:\n%s", whole, again.Out)
	}
	e.step(t, "events --workflow wf-1 --limit 1 --project "+e.other, 0, "workflow start")
}
