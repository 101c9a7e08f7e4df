package answers_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/harness"
)

type actionAnswer struct {
	Project struct {
		CheckAction struct {
			Warns    bool
			Note     string
			Findings []struct {
				Rule           string
				Warns          bool
				EValue, Needed float64
				Did, DidNot    struct {
					Runs, Failed int
					Episodes     []string
				}
				Difference struct{ Value, Low, High float64 }
			}
		}
	}
}

// TestCheckAction asks before an action, and again after more runs.
func TestCheckAction(t *testing.T) {
	p := newProject(t)
	for i := range 20 {
		outcome, changes := "SUCCESS", []string{"update_booking(day: Friday)"}
		if i%2 == 0 {
			outcome, changes = "FAILURE", []string{"cancel_booking(id: B17)"}
		}
		run := booking(fmt.Sprintf("run-%02d", i), outcome, changes...)
		run["decisions"].([]vars)[0]["factor"] = map[bool]string{true: "cancel_booking=done", false: "update_booking=done"}[i%2 == 0]
		p.Record(run)
	}
	const query = `query($project: String!, $action: String!, $arguments: JSON, $context: [VariableStateInput!]! = []) { project(name: $project) {
		checkAction(action: $action, arguments: $arguments, task: "move the booking of Mr. Silva  to Friday", context: $context) {
			warns note findings { rule warns eValue needed did { runs failed episodes(first: 2, offset: 1) } didNot { runs failed episodes(first: 1) } difference { value low high } } } } }`
	ask := func(action string, arguments any) actionAnswer {
		return harness.Get[actionAnswer](p, query, vars{"action": action, "arguments": arguments})
	}
	got := ask("cancel_booking", vars{"id": "B99"}).Project.CheckAction
	if !got.Warns || len(got.Findings) != 2 || got.Findings[0].Did.Runs != 10 || got.Findings[0].Did.Failed != 10 || got.Findings[0].DidNot.Failed != 0 {
		t.Fatalf("before a cancellation: %+v", got)
	}
	for _, f := range got.Findings {
		if f.Warns != (f.EValue >= f.Needed) || f.Difference.Low >= f.Difference.Value || f.Difference.High < f.Difference.Value {
			t.Errorf("a finding: %+v", f)
		}
		if f.Rule == "KIND" {
			if diff := cmp.Diff([]string{"run-02", "run-04"}, f.Did.Episodes); diff != "" {
				t.Error(diff)
			}
		}
	}
	if got := ask("update_booking", vars{"day": "Friday"}).Project.CheckAction; got.Warns || len(got.Findings) != 1 || got.Findings[0].Difference.Value != -1 {
		t.Errorf("before an update: %+v", got)
	}
	p.Record(booking("run-20", "SUCCESS", "cancel_booking(id: B17)"))
	for action, arguments := range map[string]any{"cancel_booking(id: B17)": nil, "cancel_booking": vars{"id": "B17"}} {
		if got := ask(action, arguments).Project.CheckAction; len(got.Findings) != 1 || got.Findings[0].Rule != "KIND" || got.Findings[0].Did.Runs != 11 || got.Findings[0].Did.Failed != 10 {
			t.Errorf("a good run has made it meanwhile, asked of %s: %+v", action, got)
		}
	}
	p.Refused("no action", query, vars{"action": " "}, "INVALID_INPUT action")
	p.Refused("arguments that are no object", query, vars{"action": "a", "arguments": []int{1}}, "INVALID_INPUT arguments")
	p.Refused("a variable without a name", query, vars{"action": "a", "context": []vars{{"variable": " ", "state": "b"}}}, "INVALID_INPUT context[0].variable")
	p.Refused("a variable twice", query, vars{"action": "a", "context": []vars{{"variable": "a", "state": "b"}, {"variable": "a", "state": "c"}}}, "INVALID_INPUT context[1].variable")
}
