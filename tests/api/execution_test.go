package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

const captureMutation = `mutation($project: String!, $events: [ExecutionEventInput!]!, $waitFor: CaptureState!, $key: String) {
  captureEvents(project: $project, events: $events, waitFor: $waitFor, idempotencyKey: $key) { receipts { eventId state unchanged reason journaledAt appliedAt } } }`

type captureReceipt struct {
	EventID, State         string
	Unchanged              bool
	Reason                 *string
	JournaledAt, AppliedAt *string
}

type receiptsOf struct {
	CaptureEvents struct{ Receipts []captureReceipt }
}

// taskEvent is a completed task of a workflow.
func taskEvent(n int, workflow string, change ...func(vars)) vars {
	e := vars{
		"id": fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n), "workflowId": workflow, "type": "TASK_COMPLETE", "taskId": fmt.Sprintf("t%d", n),
		"at": time.Date(2026, 5, 3, 12, 0, n, 0, time.UTC).Format(time.RFC3339),
		"data": vars{
			"context": vars{"workflowType": "deploy", "domain": "Web"},
			"result":  vars{"status": "success", "output": fmt.Sprintf("built %d", n), "executionTimeMs": 12},
		},
	}
	for _, f := range change {
		f(e)
	}
	return e
}

func (p *project) capture(waitFor string, events ...vars) []captureReceipt {
	p.T.Helper()
	return harness.Get[receiptsOf](p, captureMutation, vars{"events": events, "waitFor": waitFor}).CaptureEvents.Receipts
}

// completed completes a workflow.
func (p *project) completed(workflow string) {
	p.T.Helper()
	harness.Get[any](p, `mutation($project: String!, $workflow: String!) {
  completeWorkflow(project: $project, workflow: $workflow, input: {task: "completed"}) { receipt { change } } }`, vars{"workflow": workflow})
}

type executionEvents struct {
	WorkflowEvents struct {
		Nodes []struct {
			ID, Type, TaskID, At, ContextKey string
			Sequence                         int64
			Data                             map[string]any
		}
		PageInfo struct {
			HasNextPage bool
			EndCursor   *string
		}
	}
}

func (p *project) workflowEvents(workflow, more string, v vars) executionEvents {
	p.T.Helper()
	all := vars{"workflow": workflow}
	for name, value := range v {
		all[name] = value
	}
	return harness.Get[struct{ Capture executionEvents }](p, `query($project: String!, $workflow: String!, $first: Int! = 100, $after: String, $data: [DataMatchInput!]) {
  capture(project: $project) { workflowEvents(workflow: $workflow, first: $first, after: $after, data: $data`+more+`) {
    nodes { id type taskId at sequence data contextKey } pageInfo { hasNextPage endCursor } } } }`, all).Capture
}

// What is captured is found by its workflow, in the order of time, page by page, and by a value.
func TestCapture(t *testing.T) {
	p := newProject(t)
	var events []vars
	for i := range 25 {
		events = append(events, taskEvent(24-i, "wf"))
	}
	for i, r := range p.capture("APPLIED", events...) {
		if r.EventID != events[i]["id"] || r.Unchanged || r.AppliedAt == nil || r.State != "APPLIED" && r.State != "INDEXED" {
			t.Errorf("receipt %d: %+v", i, r)
		}
	}
	for i, r := range p.capture("JOURNALED", events...) {
		if !r.Unchanged {
			t.Errorf("again, receipt %d: %+v", i, r)
		}
	}
	var seen []string
	var after *string
	for pages := 0; ; pages++ {
		got := p.workflowEvents("wf", "", vars{"first": 10, "after": after})
		for _, e := range got.WorkflowEvents.Nodes {
			seen = append(seen, e.TaskID)
			if e.ContextKey != "workflowType:deploy|domain:web|complexity:default" {
				t.Errorf("context key %q", e.ContextKey)
			}
		}
		if after = got.WorkflowEvents.PageInfo.EndCursor; !got.WorkflowEvents.PageInfo.HasNextPage {
			break
		}
	}
	var want []string
	for i := range 25 {
		want = append(want, fmt.Sprintf("t%d", i))
	}
	if strings.Join(seen, " ") != strings.Join(want, " ") {
		t.Errorf("in pages: %v", seen)
	}
	found := p.workflowEvents("wf", "", vars{"data": []vars{{"path": "result.output", "equals": "built 7"}, {"path": "context.domain", "equals": "Web"}}})
	if n := found.WorkflowEvents.Nodes; len(n) != 1 || n[0].TaskID != "t7" || n[0].Data["result"].(map[string]any)["executionTimeMs"] != 12.0 {
		t.Errorf("by values: %+v", n)
	}
	if none := p.workflowEvents("wf", ", types: [HIL_DECISION]", nil); len(none.WorkflowEvents.Nodes) > 0 {
		t.Errorf("of another type: %+v", none)
	}
}

func TestCapture_refuses(t *testing.T) {
	p := newProject(t)
	p.capture("APPLIED", taskEvent(1, "wf"))
	other := func(e vars) { e["taskId"] = "other" }
	for _, c := range []struct {
		why, want string
		v         vars
	}{
		{"another content of an id", "CONFLICT events[1].id", vars{"events": []vars{taskEvent(2, "wf"), taskEvent(1, "wf", other)}}},
		{"an id twice", "DUPLICATE_ID events[1].id", vars{"events": []vars{taskEvent(3, "wf"), taskEvent(3, "wf")}}},
		{"no event", "INVALID_INPUT events", vars{"events": []vars{}}},
		{"two mistakes", "INVALID_INPUT events[0].workflowId, INVALID_INPUT events[0].data.result.status", vars{"events": []vars{taskEvent(4, "", func(e vars) {
			e["data"] = vars{"result": vars{"status": "fine"}}
		})}}},
		{"a state that is none to wait for", "INVALID_INPUT waitFor", vars{"events": []vars{taskEvent(5, "wf")}, "waitFor": "FAILED"}},
	} {
		v := vars{"waitFor": "APPLIED"}
		for name, value := range c.v {
			v[name] = value
		}
		p.Refused(c.why, captureMutation, v, c.want)
	}
	if got := p.workflowEvents("wf", "", nil); len(got.WorkflowEvents.Nodes) != 1 {
		t.Errorf("a call that was refused left something: %+v", got)
	}
}

// A call that is repeated with its key brings the same events, also without ids of their own.
func TestCapture_byKey(t *testing.T) {
	p := newProject(t)
	noID := func(e vars) { delete(e, "id") }
	v := vars{"events": []vars{taskEvent(1, "wf", noID), taskEvent(2, "wf", noID)}, "waitFor": "APPLIED", "key": "once"}
	first := harness.Get[receiptsOf](p, captureMutation, v).CaptureEvents.Receipts
	second := harness.Get[receiptsOf](p, captureMutation, v).CaptureEvents.Receipts
	for i := range first {
		if first[i].EventID != second[i].EventID || !second[i].Unchanged {
			t.Errorf("receipt %d: %+v, then %+v", i, first[i], second[i])
		}
	}
	kept := harness.Get[struct {
		Capture struct{ Receipts []captureReceipt }
	}](p, `query($project: String!) { capture(project: $project) { receipts(idempotencyKey: "once") { eventId state } } }`, nil).Capture
	if len(kept.Receipts) != 2 || kept.Receipts[1].EventID != first[1].EventID {
		t.Errorf("the receipts of the key: %+v", kept)
	}
	v["events"] = []vars{taskEvent(1, "wf", noID)}
	p.Refused("another call with the key", captureMutation, v, "IDEMPOTENCY_CONFLICT")
}

func TestRelevantEvents(t *testing.T) {
	p := newProject(t)
	var events []vars
	for i := range 12 {
		events = append(events, taskEvent(i, "wf", func(e vars) {
			if i%4 == 0 {
				e["data"].(vars)["context"] = vars{"domain": "db", "user": fmt.Sprint("u", i)}
			}
		}))
	}
	p.capture("APPLIED", events...)
	type answer struct {
		RelevantEvents struct {
			ContextKey string
			Degraded   bool
			Hits       []struct {
				Match string
				Event struct{ TaskID string }
			}
		}
		Health struct {
			Keys, Collisions, Events, Workflows int
			CollisionRate                       float64
			SplitBy                             *string
		}
	}
	got := harness.Get[struct{ Capture answer }](p, `query($project: String!) { capture(project: $project) { relevantEvents(context: {domain: " DB"}, first: 2) { contextKey degraded hits { match event { taskId } } }
  health { keys collisions collisionRate events workflows splitBy } } }`, nil).Capture
	hits := got.RelevantEvents.Hits
	if len(hits) != 2 || hits[0].Event.TaskID != "t8" || hits[1].Event.TaskID != "t4" || hits[0].Match != "EXACT" || got.RelevantEvents.Degraded {
		t.Errorf("the newest of the context: %+v", got.RelevantEvents)
	}
	if h := got.Health; h.Keys != 2 || h.Collisions != 1 || h.CollisionRate != .5 || h.Events != 12 || h.Workflows != 1 || h.SplitBy == nil || *h.SplitBy != "user" {
		t.Errorf("health: %+v", h)
	}
	p.Refused("a context that no event has", `query($project: String!) { capture(project: $project) { relevantEvents(context: {domain: {name: "db"}}) { contextKey } } }`, nil,
		`INVALID_INPUT context["domain"]`)
	p.Refused("no context", `query($project: String!) { capture(project: $project) { relevantEvents(context: [1]) { contextKey } } }`, nil, "INVALID_INPUT context")
}

// A completed workflow is an episode; completed again it changes nothing, and a later event makes a
// revision.
func TestCompleteWorkflow(t *testing.T) {
	p := newProject(t)
	p.capture("JOURNALED", taskEvent(1, "wf"), taskEvent(2, "wf", func(e vars) {
		e["type"], e["data"] = "HIL_DECISION", vars{"decision": vars{"type": "hil", "action": "roll back", "reasoning": "errors rose"}}
	}), taskEvent(3, "wf", func(e vars) { e["data"] = vars{"result": vars{"status": "error", "output": "no space"}} }))
	const complete = `mutation($project: String!, $input: CompleteWorkflowInput!) { completeWorkflow(project: $project, workflow: "wf", input: $input) {
  receipt { change revision } episode { key domain decisions { chosen type rationale } events { type content } links { basis source { key } target { key } } } } }`
	type completed struct {
		CompleteWorkflow struct {
			Receipt struct {
				Change   string
				Revision int
			}
			Episode struct {
				Key, Domain string
				Decisions   []struct{ Chosen, Type, Rationale string }
				Events      []struct{ Type, Content string }
				Links       []struct{ Basis string }
			}
		}
	}
	input := vars{"task": "deploy the web", "outcome": "PARTIAL", "links": []vars{{"source": "t1", "target": "t3"}}}
	got := harness.Get[completed](p, complete, vars{"input": input}).CompleteWorkflow
	e := got.Episode
	if got.Receipt.Change != "CREATED" || e.Key != "workflow-wf" || len(e.Decisions) != 1 || e.Decisions[0].Chosen != "roll back" || e.Decisions[0].Type != "ROUTING" ||
		len(e.Events) != 2 || e.Events[0].Type != "TOOL_CALL" || e.Events[1].Type != "ERROR" || len(e.Links) != 3 || e.Links[0].Basis != "STATED" {
		t.Errorf("completed: %+v", got)
	}
	if again := harness.Get[completed](p, complete, vars{"input": input}).CompleteWorkflow.Receipt; again.Change != "UNCHANGED" || again.Revision != 1 {
		t.Errorf("completed again: %+v", again)
	}
	p.capture("APPLIED", taskEvent(4, "wf"))
	revised := harness.Get[struct {
		Episode struct {
			Revision int
			Events   []struct{ Content string }
		}
	}](p, `query($project: String!) { episode(project: $project, key: "workflow-wf") { revision events { content } } }`, nil)
	if revised.Episode.Revision != 2 || len(revised.Episode.Events) != 3 {
		t.Errorf("after a later event: %+v", revised)
	}
	p.Refused("an unknown workflow", strings.Replace(complete, `"wf"`, `"unknown"`, 1), vars{"input": input}, "NOT_FOUND")
	p.Refused("a link to nothing", complete, vars{"input": vars{"task": "x", "links": []vars{{"source": "t1", "target": "t99"}}}}, "INVALID_INPUT input.links[0].target")
	pruned := harness.Get[struct{ PruneEvents struct{ Removed int } }](p, `mutation($project: String!) { pruneEvents(project: $project, keep: 1, days: 30000) { removed } }`, nil)
	if left := p.workflowEvents("wf", "", nil); pruned.PruneEvents.Removed != 3 || len(left.WorkflowEvents.Nodes) != 1 || left.WorkflowEvents.Nodes[0].TaskID != "t4" {
		t.Errorf("%d removed, left %+v", pruned.PruneEvents.Removed, left)
	}
	p.Refused("its events are gone", complete, vars{"input": input}, "INVALID_INPUT workflow")
}
