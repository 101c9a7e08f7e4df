package ops_test

import (
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

const (
	// capturedBatch is how many events a call captures, capturedBatches how many calls there are.
	capturedBatch   = 500
	capturedBatches = 20
)

const captureMutation = `mutation($project: String!, $events: [ExecutionEventInput!]!) {
  captureEvents(project: $project, events: $events) { receipts { state unchanged } } }`

// captured is a batch of execution events of a workflow of its own.
func captured(batch int) []vars {
	out := make([]vars, capturedBatch)
	for i := range out {
		n := batch*capturedBatch + i
		out[i] = vars{
			"id": fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n), "workflowId": fmt.Sprintf("wf-%d", batch), "type": "TASK_COMPLETE",
			"at":   time.Date(2026, 5, 3, 12, 0, 0, n*1e6, time.UTC).Format(time.RFC3339Nano),
			"data": vars{"context": vars{"domain": "ops"}, "result": vars{"status": "success", "output": fmt.Sprint("step ", n)}},
		}
	}
	return out
}

// capturedMeanwhile captures 10,000 events while both engines are stopped, starts these again, and
// wants each event once in the graph.
func (l *life) capturedMeanwhile(t *testing.T) {
	p := l.leave(t)
	p.Name = "captured"
	l.end(t, "neo4j", syscall.SIGTERM)
	l.end(t, "weaviate", syscall.SIGTERM)
	start := time.Now()
	for batch := range capturedBatches {
		for range 1 + batch%2 { // every other call is repeated, as after a lost answer
			got := harness.Get[struct {
				CaptureEvents struct{ Receipts []struct{ State string } }
			}](p, captureMutation, vars{"events": captured(batch)})
			if n := len(got.CaptureEvents.Receipts); n != capturedBatch {
				t.Fatalf("batch %d: %d receipts", batch, n)
			}
		}
	}
	t.Logf("%d events were acknowledged in %s while no engine ran", capturedBatch*capturedBatches, time.Since(start))
	l.notReadyBoth(t)
	l.up(t)
	l.readyAgain(t)
	harness.Eventually(t, "the journal is worked off", func() bool { return l.waiting(t) == 0 })
	seen := map[string]bool{}
	for batch := range capturedBatches {
		l.collect(t, p, fmt.Sprintf("wf-%d", batch), seen)
	}
	if want := capturedBatch * capturedBatches; len(seen) != want {
		t.Errorf("%d events are there of %d", len(seen), want)
	}
	if err := l.outside.Purge(p.Name); err != nil {
		t.Error(err)
	}
}

// collect notes the events of a workflow, none of which may have been seen.
func (l *life) collect(t *testing.T, p *project, workflow string, seen map[string]bool) {
	t.Helper()
	for v := (vars{"workflow": workflow}); ; {
		page := harness.Get[struct {
			Capture struct {
				WorkflowEvents struct {
					Nodes    []struct{ ID string }
					PageInfo struct {
						HasNextPage bool
						EndCursor   string
					}
				}
			}
		}](p, `query($project: String!, $workflow: String!, $after: String) {
  capture(project: $project) { workflowEvents(workflow: $workflow, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`, v).Capture.WorkflowEvents
		for _, e := range page.Nodes {
			if seen[e.ID] {
				t.Errorf("event %s is there twice", e.ID)
			}
			seen[e.ID] = true
		}
		if !page.PageInfo.HasNextPage {
			return
		}
		v["after"] = page.PageInfo.EndCursor
	}
}

// waiting is how many captured events wait; -1 when that is not known.
func (l *life) waiting(t testing.TB) int {
	t.Helper()
	_, body := l.outside.Page(t, "/readyz")
	var r struct{ Waiting, Failed *int }
	if err := json.Unmarshal([]byte(body), &r); err != nil || r.Waiting == nil || r.Failed == nil {
		return -1
	}
	if *r.Failed > 0 {
		t.Fatalf("/readyz: %s", body)
	}
	return *r.Waiting
}

// notReadyBoth wants /readyz to see both engines gone and all events waiting.
func (l *life) notReadyBoth(t *testing.T) {
	t.Helper()
	harness.Eventually(t, "the service sees it", func() bool {
		_, r := l.readyz(t, l.outside)
		for _, c := range r.Checks {
			if c.Ready {
				return false
			}
		}
		return len(r.Checks) == 2
	})
	if n := l.waiting(t); n != capturedBatch*capturedBatches {
		t.Errorf("%d events wait", n)
	}
}
