package answers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// grouping is what groupFactors and ungroupFactors answer.
type grouping struct {
	Total, Merged, Released int
	Groups                  []struct {
		Rule, Reason string
		Into         struct{ Label string }
		From         []struct{ Label string }
	}
	Quality struct {
		Factors, Recurring int
		Derivation         struct{ Fingerprint string }
	}
}

const (
	groupMutation = `mutation($project: String!, $dryRun: Boolean!) { answer: groupFactors(project: $project, dryRun: $dryRun) {
		total merged groups { rule reason into { label } from { label } } quality { factors recurring derivation { fingerprint } } } }`
	ungroupMutation = `mutation($project: String!) { answer: ungroupFactors(project: $project) { released quality { factors recurring derivation { fingerprint } } } }`
)

func (p *project) grouping(mutation string, v vars) grouping {
	p.T.Helper()
	return harness.Get[struct{ Answer grouping }](p, mutation, v).Answer
}

// TestFactorGroups records one decision and one event in ever other words: by rule they are one each,
// their options can be counted, a rebuild repeats it, and taking it back leaves what was before.
func TestFactorGroups(t *testing.T) {
	p := newProject(t)
	abouts := []string{"rolling the router out to Aal", "Which rollout of the router for Bode?", "router rollout in Cham", "roll out routers at Dorn"}
	spelled := []string{"The route table is full", "the route table is full.", "Route table: is full", "route tables are full"}
	for i := range 12 {
		chosen, outcome := "All at once", "FAILURE"
		if i%2 == 0 {
			chosen, outcome = "one rack first", "SUCCESS"
		}
		p.Record(vars{
			"id": fmt.Sprintf("task-%02d", i), "task": fmt.Sprintf("Roll the router out to site %d", i), "outcome": outcome,
			"decisions": []vars{
				{"id": "d001", "context": abouts[i/3], "options": []string{"one rack first", "All at once"}, "chosen": chosen, "outcome": outcome},
				{"id": "d002", "context": "Keep the night watch", "options": []string{"yes", "no"}, "chosen": "no", "outcome": outcome},
				{"id": "d003", "context": "Ask the vendor", "options": []string{"yes", "no"}, "chosen": "yes", "outcome": outcome},
			},
			"events": []vars{{"id": "e001", "type": "MILESTONE", "content": spelled[i%4]}, {"id": "e002", "type": "ERROR", "content": "the route table is full"}},
		})
	}
	shown := p.grouping(groupMutation, vars{"dryRun": true})
	if shown.Total != 3 || shown.Merged != 0 || shown.Groups[0].Rule != "same options" || shown.Groups[2].Rule != "same words" {
		t.Fatalf("to be grouped: %+v", shown)
	}
	did := p.grouping(groupMutation, vars{"dryRun": false})
	if did.Merged != 9 || did.Quality.Factors != shown.Quality.Factors-9 || did.Quality.Recurring <= shown.Quality.Recurring {
		t.Fatalf("grouped: %+v, before %+v", did, shown.Quality)
	}
	if again := p.grouping(groupMutation, vars{"dryRun": false}); again.Merged != 0 || again.Quality != did.Quality {
		t.Errorf("grouped again: %+v", again)
	}
	member := harness.Get[struct {
		Project struct {
			Rules struct {
				Merges []struct {
					Rule       string
					From, Into struct{ Key string }
				}
			}
		}
	}](p, `query($project: String!) { project(name: $project) { rules { merges { rule from { key } into { key } } } } }`, nil).Project.Rules.Merges[0]
	split := `mutation($project: String!, $factor: String!, $members: [String!]!) { splitFactor(project: $project, factor: $factor, members: $members) { parts { key } } }`
	merge := `mutation($project: String!, $factor: String!, $members: [String!]!) { mergeFactors(project: $project, into: $factor, from: $members) { factor { key } } }`
	one := vars{"factor": member.Into.Key, "members": []string{member.From.Key}}
	harness.Get[any](p, split, one)
	if again := p.grouping(groupMutation, vars{"dryRun": false}); member.Rule == "" || again.Merged != 0 {
		t.Errorf("what a person split is grouped again: %+v", again)
	}
	harness.Get[any](p, merge, one)
	if got := p.briefing(vars{"task": "Roll the router out"}); !strings.Contains(got.Text, ": All at once: 6 of 6 failed; one rack first: 0 of 6 failed") {
		t.Errorf("no counts of the options in\n%s", got.Text)
	}
	rebuilt := harness.Get[struct {
		RebuildFactors struct{ Derivation struct{ Fingerprint string } }
	}](p, `mutation($project: String!) { rebuildFactors(project: $project) { derivation { fingerprint } } }`, nil)
	if rebuilt.RebuildFactors.Derivation.Fingerprint != did.Quality.Derivation.Fingerprint {
		t.Error("a rebuild gives other factors")
	}
	harness.Get[any](p, split, one)
	back := p.grouping(ungroupMutation, nil)
	if back.Released != 8 || back.Quality != shown.Quality {
		t.Errorf("taken back: %+v, before %+v", back, shown.Quality)
	}
}

// TestNullRate has every episode do the same and succeed: there is nothing to compare with, so the
// pattern stays unproven and is told so, until the project compares with one half.
func TestNullRate(t *testing.T) {
	p := newProject(t)
	harness.Get[any](p, addPatternMutation, vars{"input": vars{
		"name": "freeze first", "trigger": "a release begins", "action": "freeze the branch", "matches": []vars{{"then": []vars{{"variable": "freeze", "state": "yes"}}}},
	}})
	for i := range 30 {
		p.Record(vars{
			"id": fmt.Sprintf("release-%02d", i), "task": "Release the shop", "outcome": "SUCCESS", "startedAt": time.Now().UTC().AddDate(0, 0, -i).Format(time.RFC3339),
			"decisions": []vars{{"id": "d001", "factor": "freeze", "chosen": "yes", "outcome": "SUCCESS"}},
		})
	}
	type validated struct {
		ValidatePatterns struct {
			Validations []struct {
				Validation struct {
					Result, NullBasis string
					NullRate          *float64
					Confidence        *float64
				}
			}
		}
	}
	const validate = `mutation($project: String!) { validatePatterns(project: $project, patterns: ["freeze first"]) { validations { validation { result nullBasis nullRate confidence } } } }`
	before := harness.Get[validated](p, validate, nil).ValidatePatterns.Validations[0].Validation
	if before.Result != "UNPROVEN" || before.NullBasis != "NONE" || before.Confidence == nil || *before.Confidence < .9 {
		t.Errorf("with nothing to compare with: %+v", before)
	}
	told := p.briefing(vars{"task": "Release the shop"})
	if len(told.Patterns) != 1 || !told.Patterns[0].Unproven || !strings.Contains(told.Patterns[0].Text, "30 of 30 episodes succeeded") ||
		!strings.HasSuffix(told.Patterns[0].Text, ": unproven, nothing to compare with") {
		t.Errorf("told: %+v", told.Patterns)
	}
	harness.Get[any](p, `mutation($project: String!) { setRules(project: $project, nullRate: HALF) { rules { nullRate } } }`, nil)
	after := harness.Get[validated](p, validate, nil).ValidatePatterns.Validations[0].Validation
	if after.Result != "SUPPORTED" || after.NullBasis != "HALF" || *after.NullRate != .5 {
		t.Errorf("compared with one half: %+v", after)
	}
	if told := p.briefing(vars{"task": "Release the shop"}); len(told.Patterns) != 1 || told.Patterns[0].Unproven {
		t.Errorf("told: %+v", told.Patterns)
	}
}
