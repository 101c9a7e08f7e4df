package answers_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

const addPatternMutation = `mutation($project: String!, $input: PatternInput!) {
	addPattern(project: $project, input: $input) { pattern { key counts { successes failures } } } }`

const applicableQuery = `query($project: String!, $task: PatternTaskInput!, $context: [PatternSettingInput!]! = [], $statuses: [PatternStatus!], $categories: [PatternCategory!]) {
	findApplicable(project: $project, task: $task, context: $context, statuses: $statuses, categories: $categories) {
		found { pattern { name explain } score terms { name weight value points why }
			metConditions { condition { text } values } unknownConditions { text } } total examined note } }`

type applicableShown struct {
	FindApplicable struct {
		Found []struct {
			Pattern struct{ Name, Explain string }
			Score   float64
			Terms   []struct {
				Name, Why      string
				Weight, Points float64
				Value          *float64
			}
			MetConditions []struct {
				Condition struct{ Text string }
				Values    []string
			}
			UnknownConditions []struct{ Text string }
		}
		Total, Examined int
		Note            *string
	}
}

// TestPatterns_Apply writes a pattern with the episodes that bear it out, has it validated, and
// asks for it by a task: once with all that is known of it, once by its words alone.
func TestPatterns_Apply(t *testing.T) {
	p := newProject(t)
	var good []string
	for i := range 24 {
		begun := time.Now().Add(-time.Duration(i+1) * time.Hour).UTC().Format(time.RFC3339)
		good = append(good, fmt.Sprint("good-", i))
		p.Record(vars{"id": good[i], "task": "load the ferry", "outcome": "SUCCESS", "startedAt": begun})
		p.Record(vars{"id": fmt.Sprint("bad-", i), "task": "load the ferry", "outcome": "FAILURE", "startedAt": begun})
	}
	condition := vars{"field": "context.weather", "operator": "EQUALS", "values": []string{"Storm"}}
	told := vars{"name": "lash first", "trigger": "cargo is loaded", "action": "lash the cargo before the last car", "episodes": good, "applicability": vars{
		"problemTypes": []string{"cargo_loading"}, "antiConditions": []vars{condition},
	}}
	harness.Get[any](p, addPatternMutation, vars{"input": told})
	harness.Get[any](p, addPatternMutation, vars{"input": vars{"name": "never tried", "trigger": "night", "action": "sleep", "category": "RECOVERY"}})
	ask := func(v vars) applicableShown { return harness.Get[applicableShown](p, applicableQuery, v) }
	task := vars{"type": "Cargo loading"}
	if none := ask(vars{"task": task}).FindApplicable; none.Total != 0 || none.Note == nil {
		t.Errorf("nothing is validated: %+v", none)
	}
	if both := ask(vars{"task": task, "statuses": []string{"CANDIDATE"}}).FindApplicable; both.Total != 2 || both.Found[0].Pattern.Name != "lash first" {
		t.Errorf("candidates: %+v", both)
	}
	if one := ask(vars{"task": task, "statuses": []string{"CANDIDATE"}, "categories": []string{"RECOVERY"}}).FindApplicable; one.Total != 1 || one.Examined != 2 {
		t.Errorf("the hint of a category: %+v", one)
	}
	harness.Get[any](p, `mutation($project: String!) { validatePatterns(project: $project) { run } }`, nil)
	checkLashing(t, ask(vars{"task": task}))
	if barred := ask(vars{"task": task, "context": []vars{{"name": "weather", "value": "storm"}}}).FindApplicable; barred.Total != 0 {
		t.Errorf("in a storm: %+v", barred)
	}
	got := p.briefing(vars{"task": "Plan the cargo loading of tomorrow", "budget": 800})
	if first, _, _ := strings.Cut(got.Text, "\n"); !strings.Contains(first, "] lash first, validated: when cargo is loaded, lash the cargo before the last car. 24 of 24 episodes succeeded") {
		t.Errorf("the context does not begin with the pattern:\n%s", got.Text)
	}
	if other := p.briefing(vars{"task": "Paint the hull", "budget": 800}); strings.Contains(other.Text, "lash first") {
		t.Errorf("it applies to another task:\n%s", other.Text)
	}
}

// checkLashing holds the answer against what the ranking makes of 24 successes in 24 trials.
func checkLashing(t *testing.T, got applicableShown) {
	t.Helper()
	if len(got.FindApplicable.Found) != 1 {
		t.Fatalf("validated: %+v", got)
	}
	found := got.FindApplicable.Found[0]
	sum := 0.0
	for _, term := range found.Terms {
		sum += term.Points
	}
	// The lower bound of Wilson's interval of 24 in 24 is 24 / (24 + 1.96²).
	if low := 24 / (24 + 1.959963984540054*1.959963984540054); len(found.Terms) != 5 || math.Abs(found.Terms[0].Points-.4*low) > 1e-9 || math.Abs(sum-found.Score) > 1e-9 {
		t.Errorf("score %v of %+v", found.Score, found.Terms)
	}
	if len(found.MetConditions) != 1 || found.MetConditions[0].Condition.Text != "task.type EQUALS cargo_loading" || found.MetConditions[0].Values[0] != "cargo loading" {
		t.Errorf("met: %+v", found.MetConditions)
	}
	if len(found.UnknownConditions) != 1 || found.UnknownConditions[0].Text != "context.weather EQUALS Storm" {
		t.Errorf("untold: %+v", found.UnknownConditions)
	}
	if e := found.Pattern.Explain; !strings.Contains(e, "24 of 24 episodes succeeded") {
		t.Errorf("explained: %s", e)
	}
}

// TestPatterns_BadConditions are conditions that no pattern can have.
func TestPatterns_BadConditions(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	equals := func(field, value string) vars {
		return vars{"field": field, "operator": "EQUALS", "values": []string{value}}
	}
	for _, c := range []struct {
		why, path     string
		applicability vars
	}{
		{"an unknown field", "input.applicability.conditions[0].field", vars{"conditions": []vars{equals("weather", "storm")}}},
		{"two values of one field", "input.applicability.conditions[1]", vars{"conditions": []vars{equals("context.a", "x"), equals("context.a", "y")}}},
		{"a condition that is an anti-condition too", "input.applicability.antiConditions[0]", vars{
			"conditions": []vars{equals("context.a", "x")}, "antiConditions": []vars{equals("context.A", "X")},
		}},
		{"neither a comparison nor parts", "input.applicability.conditions[0]", vars{"conditions": []vars{{}}}},
		{"a range that is none", "input.applicability.features.complexity", vars{"features": vars{"complexity": vars{"low": 2, "high": 1}}}},
	} {
		p.Refused(c.why, addPatternMutation, vars{"input": vars{"name": "bad", "trigger": "night", "action": "act", "applicability": c.applicability}}, "INVALID_INPUT "+c.path)
	}
}
