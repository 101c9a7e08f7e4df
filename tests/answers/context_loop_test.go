package answers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// rollout is task number i of an agent that does the same work again and again: it rolls a router
// out all at once, which fails in 6 of 10 tasks, or one rack first, which fails in 1 of 9.
func rollout(i int) vars {
	chosen, failed := "all at once", i < 12
	if i%2 == 0 {
		chosen, failed = "one rack first", i == 8
	}
	e := vars{
		"id": fmt.Sprintf("task-%02d", i), "taskType": "maintenance", "task": fmt.Sprintf("Roll the router out to site %d", i), "outcome": "SUCCESS",
		"startedAt": time.Now().UTC().AddDate(0, 0, i-60).Format(time.RFC3339),
		"decisions": []vars{{
			"id": "d001", "context": "rollout", "options": []string{"all at once", "one rack first"}, "chosen": chosen,
			"rationale": fmt.Sprintf("site %d has a window of %d minutes", i, 10+i), "outcome": "UNKNOWN",
		}},
		"events": []vars{{"id": "e001", "type": "MILESTONE", "content": "smoke_test=run"}},
	}
	if failed {
		e["outcome"] = "FAILURE"
		e["events"] = append(e["events"].([]vars), vars{"id": "e002", "type": "ERROR", "content": fmt.Sprintf("route table of site %d is full", i)})
		e["lessons"] = []string{"Look at the route table before a rollout."}
	}
	return e
}

// TestContext_Loop does 19 tasks by script and asks before the twentieth: the answer has the counts of
// what the first 19 showed, and says nothing twice.
func TestContext_Loop(t *testing.T) {
	p := newProject(t)
	for _, pattern := range []vars{
		{"name": "one rack first", "trigger": "a router is rolled out", "action": "begin with one rack", "matches": []vars{{"then": []vars{{"variable": "rollout", "state": "one rack first"}}}}},
		{"name": "call the carrier", "trigger": "a line is cut", "action": "call the carrier", "matches": []vars{{"then": []vars{{"variable": "rollout", "state": "one rack first"}}}}, "applicability": vars{"problemTypes": []string{"maintenance"}}},
		{"name": "reboot the rack", "trigger": "a route table is full", "action": "reboot the rack", "category": "RECOVERY", "matches": []vars{{"then": []vars{{"variable": "smoke_test", "state": "run"}}}}},
	} {
		harness.Get[any](p, addPatternMutation, vars{"input": pattern})
	}
	for i := 1; i < 20; i++ {
		p.Record(rollout(i))
	}
	got := p.briefing(vars{"task": "Roll the router out to site 20"})
	for _, want := range []string{
		"one rack first, unproven candidate: when a router is rolled out, begin with one rack. 8 of 9 episodes succeeded",
		"call the carrier, unproven candidate: when a line is cut, call the carrier.", // by the type of the similar tasks
		"so far, rollout: all at once: 6 of 10 failed; one rack first: 1 of 9 failed\n",
		"lesson (7 times): Look at the route table before a rollout.\n",
		"decision, outcome unknown (10 times): rollout; chosen all at once", "decision, outcome unknown (9 times): rollout; chosen one rack first",
		"error (7 times): route table of site",
	} {
		if strings.Count(got.Text, want) != 1 {
			t.Errorf("not once %q in\n%s", want, got.Text)
		}
	}
	if len(got.Entries) != 19 || strings.Count(got.Text, ": Roll the router out to site") != 1 {
		t.Errorf("%d episodes:\n%s", len(got.Entries), got.Text)
	}
	if len(got.Choices) != 1 || got.Choices[0].Options[0].Failures != 6 || got.Choices[0].Options[1].Successes != 8 || !got.Patterns[0].Unproven {
		t.Errorf("got %+v, %+v", got.Choices, got.Patterns)
	}
	afterError := p.briefing(vars{"task": nil, "error": "the route table of site 20 is full"})
	if len(afterError.keys("SIMILAR_FAILURE")) != 7 || len(afterError.Patterns) == 0 || afterError.Patterns[0].Pattern.Name != "reboot the rack" {
		t.Errorf("after an error: %+v", afterError)
	}
	p.Refused("neither a task nor an error", harness.ContextQuery, vars{}, "INVALID_INPUT task")
}
