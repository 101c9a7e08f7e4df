package answers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// answersWithin is the longest that a question may take, on a busy machine too.
const answersWithin = 10 * time.Second

// effectCase is a question that cannot be answered as it is, with what is to be said of it.
type effectCase struct {
	why   string
	query string
	v     vars
	// codes are the errors, statuses what the answer may be instead of one.
	codes    string
	statuses []string
	// says is part of the reason or the message.
	says string
}

const (
	intervening = `query($project: String!, $do: [String!]!, $against: String, $target: String! = "outcome=failure", $context: [String!]! = []) {
		answer: intervene(project: $project, do: $do, against: $against, target: $target, context: $context) { status reason explain model { value } contrast { difference { value low high } } cutLinks { key } } }`
	asking = `query($project: String!, $episode: String!, $decision: String!, $alternative: String!, $target: String! = "outcome=failure") {
		answer: whatIf(project: $project, episode: $episode, decision: $decision, alternative: $alternative, target: $target) {
			status reason explain model { value } contrast { difference { value low high } } cutLinks { key } } }`
	wondering = `query($project: String!, $episode: String!, $remove: String, $set: String, $target: String) {
		answer: counterfactual(project: $project, episode: $episode, remove: $remove, set: $set, target: $target) { status reason explain mismatch } }`
	choosing = `query($project: String!, $variable: String!, $context: [String!]! = []) {
		answer: bestAction(project: $project, variable: $variable, context: $context) { status reason explain options { rank option { label } answer { status } } } }`
	weighing = `query($project: String!, $episode: String!) {
		episode(project: $project, key: $episode) { answer: decisionImpact { status explain decisions { status reason } } } }`
)

// check asks, and wants a clear answer in time.
func (c effectCase) check(p *project) {
	p.T.Helper()
	began := time.Now()
	a := p.Ask(c.query, c.v)
	took := time.Since(began)
	if enginetest.TooLong(p.T, took, answersWithin) {
		p.T.Errorf("%s: took %s", c.why, took)
	}
	var data struct {
		Answer *struct {
			Status, Explain string
			Reason          *string
		}
	}
	if err := json.Unmarshal(a.Data, &data); err != nil && len(a.Errors) == 0 {
		p.T.Errorf("%s: %v", c.why, err)
		return
	}
	said := a.Text()
	if data.Answer != nil {
		if said = data.Answer.Explain; data.Answer.Reason != nil {
			said = *data.Answer.Reason + " " + said
		}
		if c.codes != "" || !slices.Contains(c.statuses, data.Answer.Status) {
			p.T.Errorf("%s: %s %s, want %s %v", c.why, data.Answer.Status, said, c.codes, c.statuses)
		}
	} else if c.codes == "" || a.Codes() != c.codes {
		p.T.Errorf("%s: %q %s, want %q %v", c.why, a.Codes(), said, c.codes, c.statuses)
	}
	if !strings.Contains(said, c.says) {
		p.T.Errorf("%s: %q is not in %q", c.why, c.says, said)
	}
}

// TestEffects_BadInput wants clear answers to what cannot be answered, and soon.
func TestEffects_BadInput(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p, other := newProject(t), newProject(t)
	words := opsWords{yes: "yes", no: "no"}
	runs := opsRuns(200, 7)
	p.importOps(words, runs, ascending(len(runs)))
	other.importOps(words, runs, ascending(20))
	foreign := harness.Get[struct {
		Factors harness.Connection[struct{ ID string }]
	}](other,
		`query($project: String!) { factors(project: $project, first: 1, filter: {variable: "review"}) { edges { node { id } } } }`, nil).Factors.Edges[0].Node.ID
	chosen := words.state(runs[3].review)
	for _, c := range []effectCase{
		{"an option that was never tried", asking, vars{"episode": "run-0003", "decision": "d001", "alternative": "later"}, "", []string{"INSUFFICIENT_EVIDENCE"}, "later"},
		{"an option that does not exist", asking, vars{"episode": "run-0003", "decision": "d001", "alternative": "perhaps"}, "", []string{"INSUFFICIENT_EVIDENCE", "UNKNOWN_END"}, "perhaps"},
		{"an alternative equal to what was chosen", asking, vars{"episode": "run-0003", "decision": "d001", "alternative": chosen}, "", []string{"OK", "INSUFFICIENT_EVIDENCE"}, "review"},
		{"a target that is no descendant", asking, vars{"episode": "run-0003", "decision": "d001", "alternative": "yes", "target": "pager=yes"}, "", []string{"NO_CAUSAL_PATH"}, ""},
		{"a target before the decision", intervening, vars{"do": []string{"review=yes"}, "target": "urgent=yes"}, "", []string{"NO_CAUSAL_PATH"}, ""},
		{"a target that nobody recorded", intervening, vars{"do": []string{"review=yes"}, "target": "applause=yes"}, "", []string{"UNKNOWN_END"}, "applause"},
		{"an action that nobody recorded", intervening, vars{"do": []string{"prayer=yes"}}, "", []string{"UNKNOWN_END"}, "prayer"},
		{"a target that is done itself", intervening, vars{"do": []string{"bug=yes"}, "target": "bug=yes"}, "INVALID_INPUT do[0]", nil, "bug"},
		{"nothing is done", intervening, vars{"do": []string{}}, "INVALID_INPUT do", nil, ""},
		{"one variable in two states at once", intervening, vars{"do": []string{"review=yes", "review=no"}}, "INVALID_INPUT do[1]", nil, "review"},
		{"a context against what is done", intervening, vars{"do": []string{"review=yes"}, "context": []string{"review=no"}}, "INVALID_INPUT context[0]", nil, "review"},
		{"a context against itself", intervening, vars{"do": []string{"review=yes"}, "context": []string{"urgent=no", "urgent=yes"}}, "INVALID_INPUT context[1]", nil, "urgent"},
		{"compared with a state of something else", intervening, vars{"do": []string{"review=yes"}, "against": "urgent=yes"}, "INVALID_INPUT against", nil, ""},
		{"a factor of another project", intervening, vars{"do": []string{foreign}}, "", []string{"UNKNOWN_END"}, foreign},
		{"a decision that is not there", asking, vars{"episode": "run-0003", "decision": "d009", "alternative": "yes"}, "NOT_FOUND", nil, "d009"},
		{"an event for a decision", asking, vars{"episode": "run-0003", "decision": "e002", "alternative": "yes"}, "NOT_FOUND", nil, "e002"},
		{"an episode that is not there", asking, vars{"episode": "run-9999", "decision": "d001", "alternative": "yes"}, "NOT_FOUND", nil, "run-9999"},
		{"which decision, of an episode that is not there", weighing, vars{"episode": "run-9999"}, "NOT_FOUND", nil, "run-9999"},
		{"neither removed nor set", wondering, vars{"episode": "run-0003"}, "INVALID_INPUT remove", nil, ""},
		{"removed and set at once", wondering, vars{"episode": "run-0003", "remove": "e002", "set": "bug=no"}, "INVALID_INPUT remove", nil, ""},
		{"what is removed did not happen", wondering, vars{"episode": "run-0003", "remove": "e777"}, "", []string{"UNKNOWN_END"}, "e777"},
		{"what would be without the outcome itself", wondering, vars{"episode": "run-0003", "remove": "outcome"}, "INVALID_INPUT target", nil, "outcome"},
		{"set to what was never tried", wondering, vars{"episode": "run-0003", "set": "review=later"}, "", []string{"INSUFFICIENT_EVIDENCE", "UNKNOWN_END"}, "later"},
		{"the best of what nobody decides", choosing, vars{"variable": "applause"}, "", []string{"UNKNOWN_END"}, "applause"},
	} {
		c.check(p)
	}
	effectCase{"a project that is not there", intervening, vars{"project": "nowhere-at-all", "do": []string{"review=yes"}}, "PROJECT_NOT_FOUND", nil, "nowhere"}.check(p)
}

// TestEffects_Circles has links around a decision in a circle.
func TestEffects_Circles(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	runs := opsRuns(200, 8)
	p.importOps(opsWords{yes: "yes", no: "no"}, runs, ascending(len(runs)))
	p.stateLink("bug=yes", "CAUSES", "review=yes") // once, against what the episodes say
	effectCase{"a circle through the decision", intervening, vars{"do": []string{"review=yes"}}, "", []string{"OK", "INSUFFICIENT_EVIDENCE"}, "circle"}.check(p)
	a := harness.Get[struct {
		Answer struct {
			Model    *shownEstimate
			CutLinks []struct{ Key string }
			Contrast *struct {
				Difference struct{ Value float64 }
			}
		}
	}](p, intervening, vars{"do": []string{"review=yes"}}).Answer
	if len(a.CutLinks) != 1 || a.Model == nil || a.Contrast == nil || a.Contrast.Difference.Value >= 0 {
		t.Errorf("with a circle: %+v", a)
	}
}

// TestEffects_OneState asks for a target that is recorded only where it was so, and of which
// nobody said that it was not so elsewhere.
func TestEffects_OneState(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	p.importNetwork(readNetwork(t, "agentops_a", 200))
	for _, target := range []string{"success=yes", "success=no"} {
		effectCase{"a target of which only one state is known", intervening, vars{"do": []string{"retry=no"}, "target": target}, "", []string{"INSUFFICIENT_EVIDENCE"}, "success"}.check(p)
	}
}

// TestEffects_NoContext has decisions of which nothing is recorded that came before.
func TestEffects_NoContext(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	runs := opsRuns(200, 9)
	p.importOps(opsWords{yes: "yes", no: "no", bare: true}, runs, ascending(len(runs)))
	effectCase{"a decision without a recorded context", asking, vars{"episode": "run-0003", "decision": "d001", "alternative": "yes"}, "", []string{"OK", "NOT_IDENTIFIED"}, "recorded"}.check(p)
}

// TestEffects_ManyParents has sixty causes of one effect.
func TestEffects_ManyParents(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	const parents = 60
	var files []vars
	for i := range 120 {
		var events []vars
		for v := range parents {
			if (i*(v+3)/7)%3 == 0 {
				events = append(events, vars{"id": fmt.Sprintf("e%03d", v), "type": "milestone", "content": fmt.Sprintf("part-%02d=yes", v), "leads_to": []string{"e999"}})
			}
		}
		events = append(events, vars{"id": "e999", "type": "milestone", "content": "whole=" + map[bool]string{true: "yes", false: "no"}[len(events)%2 == 0]})
		text, err := json.Marshal(vars{
			"id": fmt.Sprintf("run-%04d", i), "timestamp": "2026-02-01T00:00:00Z", "task": "put parts together", "outcome": "success",
			"events": events, "decisions": []vars{}, "lessons": []string{}, "metrics": vars{},
		})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, vars{"name": fmt.Sprintf("%d.json", i), "content": string(text)})
	}
	if report := p.ImportFiles(vars{"files": files}); report.Created != len(files) {
		t.Fatalf("%d episodes were recorded", report.Created)
	}
	var variables []string
	for v := range parents {
		variables = append(variables, fmt.Sprintf("part-%02d", v))
	}
	harness.Get[any](p, `mutation($project: String!, $variables: [String!]!) { declareClosedWorld(project: $project, variables: $variables, absentState: "no") { rules { visibility } } }`,
		vars{"variables": variables})
	any := []string{"OK", "INSUFFICIENT_EVIDENCE", "TRUNCATED"}
	effectCase{"one of sixty causes", intervening, vars{"do": []string{"part-07=yes"}, "target": "whole=yes"}, "", any, "whole"}.check(p)
	effectCase{"without one of sixty causes", wondering, vars{"episode": "run-0000", "remove": "part-00=yes", "target": "whole"}, "", append(any, "UNKNOWN_END", "MODEL_MISMATCH"), "whole"}.check(p)
}
