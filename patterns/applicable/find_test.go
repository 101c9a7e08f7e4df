package applicable_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/google/go-cmp/cmp"
)

// TestService_FindApplicable_oracle: the index finds exactly what a scan over all patterns finds.
func TestService_FindApplicable_oracle(t *testing.T) {
	d := patternstest.Generator{Rand: soak.Rand(14, 4)}
	all := make([]patterns.Pattern, 400)
	for i := range all {
		all[i] = patternstest.Validated(fmt.Sprint("pattern ", i), d.Applicability())
	}
	s, found, looked, tasks := patternstest.ServiceWith(all...), 0, 0, soak.Rounds(100)
	for range tasks {
		task, in := d.Task()
		answer, err := s.Applicable.FindApplicable(t.Context(), applicable.Query{Task: task, Context: in, Limit: applicable.MaxApplicable})
		if err != nil {
			t.Fatal(err)
		}
		scanned := 0
		for _, p := range all {
			if _, fits := p.Applicability.Fit(task.Situation(in)); fits {
				scanned++
			}
		}
		if answer.Total != scanned {
			t.Fatalf("the index finds %d patterns for %+v in %v, a scan %d", answer.Total, task, in, scanned)
		}
		found, looked = found+scanned, looked+answer.Looked
	}
	t.Logf("%d tasks over 400 patterns: %.1f apply, %.1f looked at", tasks, float64(found)/float64(tasks), float64(looked)/float64(tasks))
	if found == 0 || looked >= tasks*400 {
		t.Errorf("%d found, %d looked at; the draw shows nothing", found, looked)
	}
}

func TestService_FindApplicable_ranking(t *testing.T) {
	good := patternstest.Validated("good", condition.Applicability{ProblemTypes: []string{"refactoring"}})
	good.Counts = patterns.Counts{Successes: 18, Failures: 2, Unknown: 3, Applications: 7}
	good.Last = &patterns.Validation{At: patternstest.Today().Add(-45*24*time.Hour - time.Hour)}
	avoid := patternstest.Validated("avoid", condition.Applicability{})
	avoid.AntiPattern, avoid.Counts = true, patterns.Counts{Successes: 1, Failures: 3}
	fresh := patternstest.Validated("fresh", condition.Applicability{Conditions: []condition.Condition{patternstest.Compare("context.language", condition.OperatorEquals, "go")}})
	answer, err := patternstest.ServiceWith(avoid, fresh, good).Applicable.FindApplicable(t.Context(), applicable.Query{
		Task: condition.Task{Type: "Refactoring"}, Context: condition.TaskContext{"language": "Go"},
	})
	if err != nil {
		t.Fatal(err)
	}
	// The lower bounds of Wilson's interval of 18 in 20 and 3 in 4 are .6989664 and .3006418.
	want := map[string][]float64{
		"good":  {.4 * .69896643, .3 * .9, .15 * math.Log(8) / 10, .1 * math.Exp(-.5), .05 * .5},
		"avoid": {.4 * .30064184, .3 * .75, 0, 0, 0},
		"fresh": {0, 0, 0, 0, .05 * .5},
	}
	var order []string
	for _, a := range answer.Found {
		order = append(order, a.Pattern.Name)
		sum := 0.0
		for i, term := range a.Terms {
			sum += term.Points
			if math.Abs(term.Points-want[a.Pattern.Name][i]) > 1e-7 || term.Why == "" {
				t.Errorf("%s: %s is %v, want %v", a.Pattern.Name, term.Name, term, want[a.Pattern.Name][i])
			}
		}
		if math.Abs(sum-a.Score) > 1e-12 {
			t.Errorf("%s: the score %v is not the sum of its terms, %v", a.Pattern.Name, a.Score, sum)
		}
	}
	if diff := cmp.Diff([]string{"good", "avoid", "fresh"}, order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if terms := answer.Found[2].Terms; terms[0].Value != nil || terms[1].Value != nil || terms[3].Value != nil {
		t.Errorf("what is not known of a fresh pattern is given a value: %+v", terms)
	}
}

func TestService_FindApplicable(t *testing.T) {
	equals := condition.OperatorEquals
	in := patternstest.Validated("in go", condition.Applicability{
		ProblemTypes:   []string{"refactoring", "review"},
		Conditions:     []condition.Condition{patternstest.AnyOf(patternstest.Compare("context.language", equals, "go"), patternstest.Compare("context.language", equals, "rust"))},
		AntiConditions: []condition.Condition{patternstest.Compare("context.freeze", equals, "yes")},
	})
	candidate, retired := patternstest.Validated("candidate", condition.Applicability{}), patternstest.Validated("retired", condition.Applicability{})
	candidate.Status, candidate.Category, retired.Status = patterns.StatusCandidate, patterns.CategoryRecovery, patterns.StatusDeprecated
	s := patternstest.ServiceWith(in, candidate, retired)
	task := condition.Task{Type: "review"}
	for _, c := range []struct {
		why  string
		ask  applicable.Query
		want []string
		note string
	}{
		{"validated ones, where nothing bars", applicable.Query{Task: task, Context: condition.TaskContext{"language": "GO"}}, []string{"in go"}, ""},
		{"an anti-condition bars", applicable.Query{Task: task, Context: condition.TaskContext{"language": "go", "freeze": "Yes"}}, nil, "none applies in every respect"},
		{"a condition that is not told", applicable.Query{Task: task}, nil, "none applies in every respect"},
		{"another type", applicable.Query{Task: condition.Task{Type: "bugfix"}}, nil, "no pattern that is VALIDATED"},
		{"other statuses", applicable.Query{Statuses: []patterns.Status{patterns.StatusCandidate}}, []string{"candidate"}, ""},
		{"the hint of a category", applicable.Query{Statuses: patterns.Statuses(), Categories: []patterns.Category{patterns.CategoryRecovery}}, []string{"candidate"}, ""},
		{"only what is to be avoided", applicable.Query{Statuses: patterns.Statuses(), AntiPattern: new(true)}, nil, "none applies"},
		{"at most so many", applicable.Query{Statuses: patterns.Statuses(), Limit: 1}, []string{"candidate"}, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			answer, err := s.Applicable.FindApplicable(t.Context(), c.ask)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range answer.Found {
				got = append(got, a.Pattern.Name)
			}
			if !cmp.Equal(got, c.want) || !strings.Contains(answer.Note, c.note) || (c.note == "") != (answer.Note == "") {
				t.Errorf("got %q with the note %q, want %q with %q", got, answer.Note, c.want, c.note)
			}
		})
	}
	answer, err := s.Applicable.FindApplicable(t.Context(), applicable.Query{Task: condition.Task{Text: "please Review this"}, Context: condition.TaskContext{"language": "Rust"}})
	if err != nil || len(answer.Found) != 1 {
		t.Fatalf("by the words of a task: %+v, %v", answer, err)
	}
	want := []condition.Satisfied{
		{Condition: patternstest.Compare("task.type", condition.OperatorIn, "refactoring", "review"), Values: []string{"review"}},
		{Condition: patternstest.Compare("context.language", equals, "rust"), Values: []string{"rust"}},
	}
	if diff := cmp.Diff(want, answer.Found[0].Fit.Met); diff != "" {
		t.Errorf("what matched (-want +got):\n%s", diff)
	}
	if untold := answer.Found[0].Fit.Untold; len(untold) != 1 || untold[0].String() != "context.freeze EQUALS yes" {
		t.Errorf("untold are %v, want the anti-condition", untold)
	}
}

func TestService_FindApplicable_refused(t *testing.T) {
	for _, c := range []struct {
		why         string
		ask         applicable.Query
		path, words string
	}{
		{"a field as conditions name it", applicable.Query{Context: condition.TaskContext{"context.a": "x"}}, "context.context.a", "leave out the part before the dot"},
		{"a field of the task", applicable.Query{Context: condition.TaskContext{"task.type": "x"}}, "context.task.type", "give fields of the task in the task"},
		{"no name", applicable.Query{Context: condition.TaskContext{"a b": "x"}}, "context.a b", "not a field name"},
		{"told twice", applicable.Query{Context: condition.TaskContext{"a": "x", "A": "y"}}, "context.a", "appears twice"},
		{"a long value", applicable.Query{Context: condition.TaskContext{"a": strings.Repeat("x", 201)}}, "context.a", "200 characters"},
		{"an empty domain", applicable.Query{Task: condition.Task{Domain: []string{""}}}, "task.domain[0]", "empty"},
		{"no figure", applicable.Query{Task: condition.Task{Complexity: new(math.NaN())}}, "task.complexity", "finite"},
		{"a long text", applicable.Query{Task: condition.Task{Text: strings.Repeat("x", 100_001)}}, "task.text", "100001 bytes"},
		{"an unknown category", applicable.Query{Categories: []patterns.Category{"X"}}, "categories[0]", "STRATEGY"},
		{"an unknown status", applicable.Query{Statuses: []patterns.Status{"X"}}, "statuses[0]", "CANDIDATE"},
		{"too many", applicable.Query{Limit: 51}, "limit", "1 to 50"},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := patternstest.ServiceWith().Applicable.FindApplicable(t.Context(), c.ask)
			var invalid *problem.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %v, want an InvalidError", err)
			}
			patternstest.Refused(t, invalid.Problems, c.path, c.words)
		})
	}
}
