package answers_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// booking returns a run that tries to move a booking.
func booking(id, outcome string, changes ...string) vars {
	decisions := []vars{}
	for i, change := range changes {
		decisions = append(decisions, vars{"id": []string{"d002", "d003", "d004"}[i], "context": "change of the booking", "chosen": change})
	}
	return vars{
		"id": id, "task": "Move the booking of Mr. Silva to Friday", "outcome": outcome, "decisions": decisions,
		"events": []vars{{"id": "e001", "type": "TOOL_CALL", "content": "get_booking(id: B17) → found"}},
	}
}

type decisiveAnswer struct {
	Episode struct {
		DecisiveSteps struct {
			Status, Note         string
			GoodRuns, FailedRuns int
			Steps                []struct {
				Occurrence  struct{ Key string }
				Probability float64
				Reasons     []struct {
					Kind string
					Runs []string
				}
			}
		}
		SimilarRuns []struct {
			Episode  struct{ Key string }
			SameTask bool
		}
		CompareTo struct {
			PairCount int
			First     *struct {
				Pair struct {
					Kind        string
					This, Other *struct{ Key string }
				}
				GoodWith, GoodRuns int
			}
		}
	}
}

// TestDecisive asks which change decided that a run failed, which runs are like it, and how it differs from one that went well.
func TestDecisive(t *testing.T) {
	p := newProject(t)
	p.Record(booking("good-1", "SUCCESS", "update_booking(day: Friday)"))
	p.Record(booking("good-2", "SUCCESS", "update_booking(day: Friday)"))
	p.Record(booking("bad-1", "FAILURE", "update_booking(day: Friday)", "cancel_booking(id: B17)"))
	p.Record(booking("bad-2", "FAILURE", "cancel_booking(id: B17)"))
	p.Record(vars{"id": "other", "task": "Bake bread", "outcome": "SUCCESS"})
	const query = `query($project: String!, $key: String!, $other: String!) { episode(project: $project, key: $key) {
		decisiveSteps { status note goodRuns failedRuns steps { occurrence { key } probability reasons { kind runs } } }
		similarRuns { episode { key } sameTask }
		compareTo(episode: $other) { pairCount pairs { kind } first { pair { kind this { key } other { key } } goodWith goodRuns } } } }`
	got := harness.Get[decisiveAnswer](p, query, vars{"key": "bad-1", "other": "good-1"}).Episode
	steps := got.DecisiveSteps
	if steps.Status != "RANKED" || steps.GoodRuns != 2 || steps.FailedRuns != 1 || len(steps.Steps) != 3 {
		t.Fatalf("the ranking is %+v", steps)
	}
	first := steps.Steps[0]
	if first.Occurrence.Key != "bad-1/d003" || first.Probability < .5 || first.Reasons[0].Kind != "DIFFERS_FROM_GOOD_RUNS" {
		t.Errorf("first is %+v", first)
	}
	slices.Sort(first.Reasons[0].Runs)
	if diff := cmp.Diff([]string{"good-1", "good-2"}, first.Reasons[0].Runs); diff != "" {
		t.Errorf("it rests on: %s", diff)
	}
	same := map[string]bool{}
	for _, r := range got.SimilarRuns {
		if r.SameTask {
			same[r.Episode.Key] = true
		}
	}
	if diff := cmp.Diff(map[string]bool{"good-1": true, "good-2": true, "bad-2": true}, same); diff != "" {
		t.Errorf("runs of the same task: %s", diff)
	}
	d := got.CompareTo.First
	if d == nil || d.Pair.Kind != "ONLY_THIS" || d.Pair.This.Key != "bad-1/d003" || d.GoodWith != 0 || d.GoodRuns != 2 {
		t.Errorf("the first difference is %+v", d)
	}
	p.Refused("another run that is not there", query, vars{"key": "bad-1", "other": "nobody"}, "NOT_FOUND")
	p.Refused("no steps", `query($project: String!) { episode(project: $project, key: "bad-1") { decisiveSteps(first: 0) { note } } }`, nil, "INVALID_INPUT first")
}

// TestDecisive_againstPattern asks about a run that did what a validated pattern says to avoid, on both engine sets: the reason names the pattern and other
// runs that bear it out.
func TestDecisive_againstPattern(t *testing.T) {
	p := newProject(t)
	for i := range 24 {
		option, outcome := "canary", "SUCCESS"
		if i%2 == 1 {
			option, outcome = "all at once", "FAILURE"
		}
		p.Record(vars{"id": fmt.Sprintf("d-%02d", i), "task": fmt.Sprint("Deploy ", i), "outcome": outcome, "startedAt": time.Now().UTC().Format(time.RFC3339), "decisions": []vars{
			{"id": "d001", "context": "time of day", "chosen": "noon"}, {"id": "d002", "context": "rollout", "chosen": option},
		}})
	}
	harness.Get[any](p, addPatternMutation, vars{"input": vars{"name": "no big bang", "trigger": "a router is deployed", "action": "deploy all at once", "antiPattern": true, "matches": []vars{{"then": []vars{{"variable": "rollout", "state": "all at once"}}}}}})
	harness.Get[any](p, `mutation($project: String!) { validatePatterns(project: $project) { family } }`, nil)
	type reason struct {
		Kind    string
		Pattern *struct{ Name, Status string }
		Runs    []string
	}
	type answer struct {
		Episode struct {
			DecisiveSteps struct {
				Note  string
				Steps []struct {
					Occurrence struct{ Key string }
					Reasons    []reason
				}
			}
		}
	}
	got := harness.Get[answer](p, `query($project: String!) { episode(project: $project, key: "d-03") {
		decisiveSteps { note steps { occurrence { key } reasons { kind pattern { name status } runs } } } } }`, nil).Episode.DecisiveSteps
	first := got.Steps[0]
	at := slices.IndexFunc(first.Reasons, func(r reason) bool { return r.Kind == "AGAINST_PATTERN" })
	if first.Occurrence.Key != "d-03/d002" || at < 0 {
		t.Fatalf("%+v", got)
	}
	if r := first.Reasons[at]; r.Pattern == nil || r.Pattern.Name != "no big bang" || r.Pattern.Status != "VALIDATED" || len(r.Runs) != 10 || slices.Contains(r.Runs, "d-03") {
		t.Errorf("%+v", r)
	}
}
