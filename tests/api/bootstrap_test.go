package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestBootstrap has five failures in the last days and one before, patterns on both sides of .7, and
// one that fails.
func TestBootstrap(t *testing.T) {
	p := newProject(t)
	p.Refused("a project that is not there", `query ($project: String!) { bootstrap(project: $project) { text } }`, nil, "PROJECT_NOT_FOUND")
	now := time.Now().UTC()
	record := func(id string, days int, outcome string, decisions ...vars) {
		p.Record(vars{
			"id": id, "task": "Work of " + id, "outcome": outcome, "startedAt": now.AddDate(0, 0, -days).Format(time.RFC3339),
			"lessons": []string{"Lesson of " + id}, "decisions": decisions,
		})
	}
	for days := 1; days <= 5; days++ {
		record(fmt.Sprintf("failed-%d", days), days, "FAILURE")
	}
	record("failed-8", 8, "FAILURE")
	record("open-1", 1, "UNKNOWN")
	record("open-9", 9, "UNKNOWN")
	p.Record(vars{"id": "undated", "task": "No time is known", "outcome": "FAILURE"})
	for i := range 10 {
		outcome := "SUCCESS"
		if i >= 7 {
			outcome = "FAILURE"
		}
		record(fmt.Sprintf("trial-%d", i), 20+i, outcome)
	}
	for name, of := range map[string]struct {
		trials []int
		claim  any
	}{
		"seven of ten": {[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, nil}, "three of four": {[]int{0, 1, 2, 7}, nil}, "all of two": {[]int{3, 4}, nil},
		"none of two": {[]int{7, 8}, nil}, "none of one": {[]int{9}, nil},
		"claimed .71": {nil, vars{"rate": .71, "occurrences": 3}}, "claimed .7": {nil, vars{"rate": .7}}, "nothing": {nil, nil},
		"claimed 1 but failed": {[]int{7}, vars{"rate": 1}},
	} {
		input := vars{"name": name, "trigger": "it is " + name, "action": "do it", "claim": of.claim}
		var episodes []string
		for _, i := range of.trials {
			episodes = append(episodes, fmt.Sprintf("trial-%d", i))
		}
		input["episodes"] = episodes
		if a := p.Ask(`mutation ($project: String!, $input: PatternInput!) { addPattern(project: $project, input: $input) { created } }`, vars{"input": input}); len(a.Errors) > 0 {
			t.Fatalf("%s: %v", name, a.Errors)
		}
	}
	type named struct{ Key, Name string }
	got := harness.Get[struct {
		Bootstrap struct {
			Text                   string
			Tokens, Budget         int
			Truncated              bool
			Failures, OpenEnds     []named
			Patterns, AntiPatterns []named
		}
	}](p, `query ($project: String!) { bootstrap(project: $project) {
		text tokens budget truncated failures { key } openEnds { key } patterns { name } antiPatterns { name }
	} }`, nil).Bootstrap
	keys := func(all []named) string {
		var out []string
		for _, one := range all {
			out = append(out, one.Key+one.Name)
		}
		return strings.Join(out, ", ")
	}
	for what, c := range map[string][2]string{
		"failures": {keys(got.Failures), "failed-1, failed-2, failed-3"}, "open ends": {keys(got.OpenEnds), "open-1"},
		"patterns": {keys(got.Patterns), "all of two, three of four, claimed .71"}, "anti-patterns": {keys(got.AntiPatterns), "none of two"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %s, want %s", what, c[0], c[1])
		}
	}
	if got.Truncated || got.Tokens > got.Budget {
		t.Errorf("%d tokens of %d, cut %v", got.Tokens, got.Budget, got.Truncated)
	}
	lines := strings.Split(got.Text, "\n")
	if len(lines) != 9 || !slices.ContainsFunc(lines, func(l string) bool { return strings.HasSuffix(l, "(claimed 0.71, no episode counted)") }) {
		t.Errorf("text:\n%s", got.Text)
	}
	p.Refused("too few tokens", `query ($project: String!) { bootstrap(project: $project, budget: 199) { text } }`, nil, "INVALID_INPUT budget")
	p.Refused("a path that is too deep", `query ($project: String!) { patternPath(project: $project, from: "a", to: "b", maxDepth: 11) { steps { relation } } }`, nil, "INVALID_INPUT maxDepth")
}
