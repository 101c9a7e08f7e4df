package answers_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// patternsToBreak is what every case begins from: two patterns and an episode, and an episode of another project.
func patternsToBreak(t *testing.T) *project {
	t.Helper()
	other := newProject(t)
	other.Record(bareEpisode("elsewhere"))
	p := newProject(t)
	p.Record(bareEpisode("here"))
	for _, name := range []string{"Wait longer", "Ask first"} {
		harness.Get[any](p, adding, vars{"input": vars{"name": name, "trigger": "a timeout", "action": name, "episodes": []string{"here"}}})
	}
	return p
}

func bareEpisode(id string) vars {
	return vars{"id": id, "task": "do something", "outcome": "SUCCESS"}
}

const (
	changing        = `mutation($project: String!, $pattern: String!, $input: PatternChangesInput!) { answer: updatePattern(project: $project, pattern: $pattern, input: $input) { changed } }`
	adding          = `mutation($project: String!, $input: PatternInput!) { answer: addPattern(project: $project, input: $input) { pattern { key } created } }`
	merging         = `mutation($project: String!, $patterns: [String!]!, $name: String!) { answer: mergePatterns(project: $project, patterns: $patterns, name: $name) { pattern { key } } }`
	applying        = `mutation($project: String!, $pattern: String!, $episode: String!) { answer: recordApplication(project: $project, pattern: $pattern, episode: $episode) { evidence { verdict } } }`
	ending          = `mutation($project: String!, $pattern: String!, $reason: String!, $by: String) { answer: deprecatePattern(project: $project, pattern: $pattern, reason: $reason, supersededBy: $by) { pattern { key } } }`
	findingPatterns = `query($project: String!, $task: PatternTaskInput!, $context: [PatternSettingInput!]! = []) { answer: findApplicable(project: $project, task: $task, context: $context) { found { score } } }`
	judging         = `query($project: String!, $pattern: String!, $criteria: PatternCriteriaInput! = {}) { pattern(project: $project, key: $pattern) { validation(criteria: $criteria) { result } } }`
)

// TestPatterns_BadInput wants a clear error, with the place, for what cannot be kept, and nothing written.
func TestPatterns_BadInput(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := patternsToBreak(t)
	input := func(change vars) vars {
		in := vars{"name": "New", "trigger": "a timeout", "action": "wait"}
		for key, value := range change {
			in[key] = value
		}
		return vars{"input": in}
	}
	conditions := func(list ...vars) vars { return input(vars{"applicability": vars{"conditions": list}}) }
	is := func(field, value string) vars {
		return vars{"field": field, "operator": "EQUALS", "values": []string{value}}
	}
	state := func(variable, state string) vars { return vars{"variable": variable, "state": state} }
	match := func(trigger []vars, then ...vars) vars {
		return input(vars{"matches": []vars{{"trigger": trigger, "then": then}}})
	}
	before := p.patterns()
	for _, c := range []struct {
		why, query string
		v          vars
		code, says string
	}{
		{"a condition on a field that there is not", adding, conditions(is("mood", "good")), "INVALID_INPUT", "input.applicability.conditions[0].field"},
		{"a condition without a field", adding, conditions(vars{"operator": "EQUALS", "values": []string{"x"}}), "INVALID_INPUT", "conditions[0]"},
		{"conditions that contradict each other", adding, conditions(is("context.os", "linux"), is("context.os", "windows")), "INVALID_INPUT", "contradicts applicability.conditions[0]"},
		{"a condition that is an anti-condition too", adding, input(vars{"applicability": vars{
			"conditions": []vars{is("context.os", "linux")}, "antiConditions": []vars{is("context.os", "linux")},
		}}), "INVALID_INPUT", "contradicts applicability.conditions[0]"},
		{"a range without a number in it", adding, conditions(
			vars{"field": "task.complexity", "operator": "AT_LEAST", "values": []string{"5"}}, vars{"field": "task.complexity", "operator": "AT_MOST", "values": []string{"3"}},
		), "INVALID_INPUT", "contradicts applicability.conditions[0]"},
		{"a rate above 1", adding, input(vars{"claim": vars{"rate": 1.2}}), "INVALID_INPUT", "input.claim.rate"},
		{"a rate below 0", adding, input(vars{"claim": vars{"rate": -0.1}}), "INVALID_INPUT", "input.claim.rate"},
		{"a trigger that is the action", adding, input(vars{"trigger": "Wait", "action": " wait "}), "INVALID_INPUT", "input.action"},
		{"a trigger that is the action, as factors", adding, match([]vars{state("mode", "fast")}, state("mode", "fast")), "INVALID_INPUT", "input.matches[0]"},
		{"a match without an action", adding, input(vars{"matches": []vars{{"trigger": []vars{state("mode", "fast")}, "then": []vars{}}}}), "INVALID_INPUT", "input.matches[0].then"},
		{"three states as trigger", adding, match([]vars{state("a", "1"), state("b", "1"), state("c", "1")}, state("d", "1")), "TOO_LARGE", "input.matches[0].trigger"},
		{"two kinds of content", adding, input(vars{"content": vars{"strategy": vars{"approach": "a"}, "heuristic": vars{"action": "b"}}}), "INVALID_INPUT", "content"},
		{
			"two kinds of content, written into the document", `mutation($project: String!) { answer: addPattern(project: $project, input: {
				name: "New", trigger: "a timeout", action: "wait", content: {strategy: {approach: "a"}, heuristic: {action: "b"}}}) { created } }`, nil,
			"GRAPHQL_VALIDATION_FAILED", "exactly one",
		},
		{"no name", adding, input(vars{"name": " "}), "INVALID_INPUT", "input.name"},
		{"no action", adding, input(vars{"action": ""}), "INVALID_INPUT", "input.action"},
		{"an episode of another project as evidence", adding, input(vars{"episodes": []string{"elsewhere"}}), "INVALID_INPUT", "input.episodes[0]"},
		{"relations to a pattern that there is not", adding, input(vars{"related": []vars{{"relationship": "SPECIALIZES", "pattern": "nothing"}}}), "NOT_FOUND", "nothing"},
		{"a pattern that leads to itself", changing, vars{"pattern": "Ask first", "input": vars{"leads": []vars{{"relation": "CAUSES", "pattern": "ask-first"}}}}, "INVALID_INPUT", "leads[0]"},
		{"a merge of a pattern with itself", merging, vars{"patterns": []string{"Wait longer", "wait-longer"}, "name": "Both"}, "INVALID_INPUT", "patterns"},
		{"a merge of one", merging, vars{"patterns": []string{"Wait longer"}, "name": "Both"}, "INVALID_INPUT", "patterns"},
		{"a merge with a pattern that there is not", merging, vars{"patterns": []string{"Wait longer", "nothing"}, "name": "Both"}, "NOT_FOUND", "nothing"},
		{"an application in an episode of another project", applying, vars{"pattern": "Wait longer", "episode": "elsewhere"}, "INVALID_INPUT", "elsewhere"},
		{"an application of a pattern that there is not", applying, vars{"pattern": "nothing", "episode": "here"}, "NOT_FOUND", "nothing"},
		{"a pattern that is superseded by itself", ending, vars{"pattern": "Ask first", "reason": "old", "by": "Ask first"}, "INVALID_INPUT", "supersededBy"},
		{"an end without a reason", ending, vars{"pattern": "Ask first", "reason": ""}, "INVALID_INPUT", "reason"},
		{"a field of the context twice", findingPatterns, vars{"task": vars{}, "context": []vars{{"name": "os", "value": "a"}, {"name": "os", "value": "b"}}}, "INVALID_INPUT", "context"},
		{"a level of the tests that is none", judging, vars{"pattern": "Ask first", "criteria": vars{"alpha": 2}}, "INVALID_INPUT", "criteria.alpha"},
		{"no days", judging, vars{"pattern": "Ask first", "criteria": vars{"days": -1}}, "INVALID_INPUT", "criteria.days"},
	} {
		a := p.Ask(c.query, c.v)
		if said := a.Text(); !strings.HasPrefix(a.Codes(), c.code) || !strings.Contains(said+a.Codes(), c.says) {
			t.Errorf("%s: %q %s, want %s and %q", c.why, a.Codes(), said, c.code, c.says)
		}
	}
	after := p.patterns()
	if len(after) != len(before) || after[0].Counts != before[0].Counts || after[0].Status != before[0].Status {
		t.Errorf("there were %+v and now %+v", before, after)
	}
}
