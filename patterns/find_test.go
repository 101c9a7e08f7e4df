package patterns_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
)

// shelf is a store that holds patterns to look up in the index, and nothing else.
type shelf struct {
	patterns.Store
	all []patterns.Pattern
}

func (s shelf) Indexed(_ context.Context, _ string, entries []string, statuses []patterns.Status, limit int) ([]patterns.Pattern, bool, error) {
	var out []patterns.Pattern
	for _, p := range s.all {
		if slices.Contains(statuses, p.Status) && slices.ContainsFunc(p.Entries(), func(e string) bool { return slices.Contains(entries, e) }) {
			out = append(out, p)
		}
	}
	return out[:min(limit, len(out))], len(out) > limit, nil
}

func (s shelf) GetPatterns(_ context.Context, _ string, keys []string) ([]patterns.Pattern, error) {
	return slices.DeleteFunc(slices.Clone(s.all), func(p patterns.Pattern) bool { return !slices.Contains(keys, p.Key) }), nil
}

// today is the day of the tests.
func today() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

func serving(all ...patterns.Pattern) *patterns.Service {
	return patterns.NewService(patterns.Parts{Patterns: shelf{all: all}, Tokens: words{}}, today)
}

// words counts words as tokens.
type words struct{}

func (words) CountTokens(text string) (int, error) { return len(strings.Fields(text)), nil }

// named is a validated pattern that applies where it says.
func named(name string, a patterns.Applicability) patterns.Pattern {
	return patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Status: patterns.StatusValidated,
		Definition: patterns.Definition{Category: patterns.CategoryStrategy, Applicability: a},
	}
}

// TestService_FindApplicable_oracle: the index finds exactly what a scan over all patterns finds.
func TestService_FindApplicable_oracle(t *testing.T) {
	d := drawn{soak.Rand(14, 4)}
	all := make([]patterns.Pattern, 400)
	for i := range all {
		all[i] = named(fmt.Sprint("pattern ", i), d.applicability())
	}
	s, found, looked, tasks := serving(all...), 0, 0, soak.Rounds(300)
	for range tasks {
		task, in := d.task()
		answer, err := s.FindApplicable(t.Context(), patterns.ApplicableQuery{Task: task, Context: in, Limit: patterns.MaxApplicable})
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
	good := named("good", patterns.Applicability{ProblemTypes: []string{"refactoring"}})
	good.Counts = patterns.Counts{Successes: 18, Failures: 2, Unknown: 3, Applications: 7}
	good.Last = &patterns.Validation{At: today().Add(-45*24*time.Hour - time.Hour)}
	avoid := named("avoid", patterns.Applicability{})
	avoid.AntiPattern, avoid.Counts = true, patterns.Counts{Successes: 1, Failures: 3}
	fresh := named("fresh", patterns.Applicability{Conditions: []patterns.Condition{compare("context.language", patterns.OperatorEquals, "go")}})
	answer, err := serving(avoid, fresh, good).FindApplicable(t.Context(), patterns.ApplicableQuery{
		Task: patterns.Task{Type: "Refactoring"}, Context: patterns.Setting{"language": "Go"},
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
	equals := patterns.OperatorEquals
	in := named("in go", patterns.Applicability{
		ProblemTypes:   []string{"refactoring", "review"},
		Conditions:     []patterns.Condition{anyOf(compare("context.language", equals, "go"), compare("context.language", equals, "rust"))},
		AntiConditions: []patterns.Condition{compare("context.freeze", equals, "yes")},
	})
	candidate, retired := named("candidate", patterns.Applicability{}), named("retired", patterns.Applicability{})
	candidate.Status, candidate.Category, retired.Status = patterns.StatusCandidate, patterns.CategoryRecovery, patterns.StatusDeprecated
	s := serving(in, candidate, retired)
	task := patterns.Task{Type: "review"}
	for _, c := range []struct {
		why  string
		ask  patterns.ApplicableQuery
		want []string
		note string
	}{
		{"validated ones, where nothing bars", patterns.ApplicableQuery{Task: task, Context: patterns.Setting{"language": "GO"}}, []string{"in go"}, ""},
		{"an anti-condition bars", patterns.ApplicableQuery{Task: task, Context: patterns.Setting{"language": "go", "freeze": "Yes"}}, nil, "none applies in every respect"},
		{"a condition that is not told", patterns.ApplicableQuery{Task: task}, nil, "none applies in every respect"},
		{"another type", patterns.ApplicableQuery{Task: patterns.Task{Type: "bugfix"}}, nil, "no pattern that is VALIDATED"},
		{"other statuses", patterns.ApplicableQuery{Statuses: []patterns.Status{patterns.StatusCandidate}}, []string{"candidate"}, ""},
		{"the hint of a category", patterns.ApplicableQuery{Statuses: patterns.Statuses(), Categories: []patterns.Category{patterns.CategoryRecovery}}, []string{"candidate"}, ""},
		{"only what is to be avoided", patterns.ApplicableQuery{Statuses: patterns.Statuses(), AntiPattern: new(true)}, nil, "none applies"},
		{"at most so many", patterns.ApplicableQuery{Statuses: patterns.Statuses(), Limit: 1}, []string{"candidate"}, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			answer, err := s.FindApplicable(t.Context(), c.ask)
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
	answer, err := s.FindApplicable(t.Context(), patterns.ApplicableQuery{Task: patterns.Task{Text: "please Review this"}, Context: patterns.Setting{"language": "Rust"}})
	if err != nil || len(answer.Found) != 1 {
		t.Fatalf("by the words of a task: %+v, %v", answer, err)
	}
	want := []patterns.Met{
		{Condition: compare("task.type", patterns.OperatorIn, "refactoring", "review"), Values: []string{"review"}},
		{Condition: compare("context.language", equals, "rust"), Values: []string{"rust"}},
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
		ask         patterns.ApplicableQuery
		path, words string
	}{
		{"a field as conditions name it", patterns.ApplicableQuery{Context: patterns.Setting{"context.a": "x"}}, "context.context.a", "without what stands before the dot"},
		{"a field of the task", patterns.ApplicableQuery{Context: patterns.Setting{"task.type": "x"}}, "context.task.type", "the task as one of its own"},
		{"no name", patterns.ApplicableQuery{Context: patterns.Setting{"a b": "x"}}, "context.a b", "no name"},
		{"told twice", patterns.ApplicableQuery{Context: patterns.Setting{"a": "x", "A": "y"}}, "context.a", "told twice"},
		{"a long value", patterns.ApplicableQuery{Context: patterns.Setting{"a": strings.Repeat("x", 201)}}, "context.a", "200 characters"},
		{"an empty domain", patterns.ApplicableQuery{Task: patterns.Task{Domain: []string{""}}}, "task.domain[0]", "empty"},
		{"no figure", patterns.ApplicableQuery{Task: patterns.Task{Complexity: new(math.NaN())}}, "task.complexity", "finite"},
		{"a long text", patterns.ApplicableQuery{Task: patterns.Task{Text: strings.Repeat("x", 100_001)}}, "task.text", "100001 bytes"},
		{"an unknown category", patterns.ApplicableQuery{Categories: []patterns.Category{"X"}}, "categories[0]", "STRATEGY"},
		{"an unknown status", patterns.ApplicableQuery{Statuses: []patterns.Status{"X"}}, "statuses[0]", "CANDIDATE"},
		{"too many", patterns.ApplicableQuery{Limit: 51}, "limit", "1 to 50"},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := serving().FindApplicable(t.Context(), c.ask)
			var invalid *episodic.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %v, want an InvalidError", err)
			}
			refused(t, invalid.Problems, c.path, c.words)
		})
	}
}
