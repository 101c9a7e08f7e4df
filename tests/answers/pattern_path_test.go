package answers_test

import (
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// A path may end at a pattern that is led to and not there; one that is there and as near is taken instead.
func TestPatternPath_EndsAtPending(t *testing.T) {
	p := newProject(t)
	add := func(name string, leads ...vars) {
		harness.Get[any](p, `mutation($project: String!, $input: PatternInput!) { addPattern(project: $project, input: $input) { created } }`,
			vars{"input": vars{"name": name, "trigger": "t", "action": "a", "leads": leads}})
	}
	to := func(name, relation string) vars { return vars{"pattern": name, "relation": relation} }
	harness.Get[any](p, harness.RecordMutation, vars{"input": vars{"id": "only", "task": "Begin"}})
	add("Warm start here")
	add("middle", to("Later start", "ENABLES"))
	add("begin", to("middle", "CAUSES"), to("Cold start", "PREVENTS"), to("Warm start here", "CAUSES"))
	for _, c := range []struct {
		why, to, pending string
		depth, steps     int
		relations        []string
	}{
		{"by name", "Later start", "Later start", 5, 3, nil},
		{"by another spelling", "later-start", "Later start", 5, 3, nil},
		{"by a part in any case", "LATER", "Later start", 5, 3, nil},
		{"too deep", "Later start", "", 1, 0, nil},
		{"by a relation that is not followed", "Cold start", "", 5, 0, []string{"CAUSES"}},
		{"one that is there is as near", "start", "", 5, 2, nil},
		{"nothing is called so", "nowhere", "", 5, 0, nil},
	} {
		steps := harness.Get[struct {
			PatternPath struct {
				Steps []struct {
					Pending *string
					Pattern *struct{ Name string }
				}
			}
		}](p, `query($project: String!, $to: String!, $depth: Int!, $relations: [Relation!]) {
			patternPath(project: $project, from: "begin", to: $to, maxDepth: $depth, relations: $relations) { steps { pending pattern { name } } } }`,
			vars{"to": c.to, "depth": c.depth, "relations": c.relations}).PatternPath.Steps
		pending := ""
		if n := len(steps); n > 0 && steps[n-1].Pending != nil {
			pending = *steps[n-1].Pending
		}
		if len(steps) != c.steps || pending != c.pending || pending != "" && steps[len(steps)-1].Pattern != nil {
			t.Errorf("%s: %d steps, pending %q, want %d and %q", c.why, len(steps), pending, c.steps, c.pending)
		}
	}
}
