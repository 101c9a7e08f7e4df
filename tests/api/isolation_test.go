package api_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// twins are two projects with the same ids everywhere, told apart by one word in every
// text, and by the end of a SHA.
func twins(t *testing.T) (a, b *project) {
	t.Helper()
	make := func(word, sha string) *project {
		p := newProject(t)
		for i := range 3 {
			p.Record(vars{
				"id": fmt.Sprintf("ep-%d", i), "task": word + " task for #7", "outcome": "SUCCESS", "startedAt": "2026-03-01",
				"lessons": []string{word + " lesson"}, "tags": []string{word}, "session": word, "domain": word,
				"context":   []vars{{"variable": word, "state": word}},
				"decisions": []vars{{"id": "d001", "context": word, "chosen": word + " choice", "rationale": word, "factor": word, "outcome": "FAILURE", "effects": []string{"e001"}}},
				"events": []vars{
					{"id": "e001", "type": "COMMIT", "content": word + " commit 1a2b3c4" + sha + " of server.go", "factor": word},
					{"id": "e002", "content": word + " cause", "factor": "shared cause"},
					{"id": "e003", "content": word + " answer", "factor": "shared effect"},
				},
				"links": []vars{
					{"source": "e002", "relation": "CAUSES", "target": "e003", "note": word},
					{"source": "e001", "relation": "CAUSES", "target": "outcome", "note": word},
					{"source": "d001", "relation": "ENABLES", "target": fmt.Sprintf("ep-%d/outcome", max(i-1, 0)), "note": word},
				},
			})
		}
		p.ImportFiles(vars{"dryRun": true, "files": []vars{{"name": word, "content": "{"}}})
		p.decide(word)
		return p
	}
	return make("alphaword", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), make("betaword", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
}

// decide states links, of which two begin with the same words, and closes a variable, all with a mark
// in their texts.
func (p *project) decide(mark string) {
	p.T.Helper()
	const state = `mutation($project: String!, $mark: String!, $factor: String!) {
		recordFactorLink(project: $project, input: {source: {variable: $factor}, relation: CORRELATES, target: {variable: "shared effect"}, origin: $mark}) { changed } }`
	for _, how := range []string{"by hand", "By hand"} {
		harness.Get[any](p, state, vars{"mark": mark, "factor": mark + " was restarted " + how})
	}
	harness.Get[any](p, `mutation($project: String!, $mark: String!) {
		recordFactorLink(project: $project, input: {source: {variable: $mark}, relation: ENABLES, target: {variable: "shared effect"}, origin: $mark, note: $mark}) { statementKey }
		declareClosedWorld(project: $project, variables: [$mark], absentState: $mark) { rules { visibility } }
	}`, vars{"mark": mark + " stated"})
	p.writeDown(mark)
	p.report(mark)
}

// report captures events of a workflow, two of the same context, with a mark in their texts.
func (p *project) report(mark string) {
	p.T.Helper()
	for i := range 3 {
		p.capture("APPLIED", taskEvent(i, "wf", func(e vars) {
			e["data"] = vars{"context": vars{"workflowType": []string{"shared", "shared", mark}[i], "team": mark}, "result": vars{"status": "success", "output": mark}}
		}))
	}
}

// writeDown adds two patterns that are alike, with a mark in their texts: one that works in all
// episodes of the twins, and one that does not.
func (p *project) writeDown(mark string) {
	p.T.Helper()
	const add = `mutation($project: String!, $mark: String!, $name: String!, $episodes: [String!], $other: [RelatedPatternInput!], $leads: [PatternLeadInput!]) {
		addPattern(project: $project, input: {name: $name, trigger: $mark, action: "shared action", summary: $mark, description: $mark,
			matches: [{trigger: [{variable: $mark}], then: [{variable: "shared cause"}]}], episodes: $episodes, related: $other,
			leads: $leads, claim: {rate: 0.5, source: $mark},
			applicability: {problemTypes: [$mark]}}) { created } }`
	var there []string
	for i := range 3 {
		if id := fmt.Sprintf("ep-%d", i); p.has(id) {
			there = append(there, id)
		}
	}
	leads := []vars{{"relation": "CAUSES", "factor": vars{"variable": mark}}}
	harness.Get[any](p, add, vars{"mark": mark, "name": sharedPattern, "episodes": there, "leads": leads})
	leads = append(leads, vars{"relation": "ENABLES", "pattern": sharedPattern})
	harness.Get[any](p, add, vars{"mark": mark, "name": mark + " fails", "leads": leads, "other": []vars{{"relationship": "CONTRADICTS", "pattern": sharedPattern}}})
	for _, id := range there {
		for name, outcome := range map[string]string{sharedPattern: "SUCCESS", mark + " fails": "FAILURE"} {
			harness.Get[any](p, `mutation($project: String!, $mark: String!, $pattern: String!, $id: String!, $outcome: Outcome!) {
				recordApplication(project: $project, pattern: $pattern, episode: $id, outcome: $outcome, note: $mark) { pattern { key } } }`,
				vars{"mark": mark, "pattern": name, "id": id, "outcome": outcome})
		}
	}
}

// has reports whether the project has an episode.
func (p *project) has(id string) bool {
	got := p.Ask(`query($project: String!, $id: String!) { episode(project: $project, key: $id) { key } }`, vars{"id": id})
	return len(got.Errors) == 0
}

// sharedPattern is the name of a pattern that projects of these tests have.
const sharedPattern = "shared pattern"

// arguments are values for every argument that questions take.
func arguments(p *project) map[string]string {
	const question = `"alphaword betaword task commit"`
	return map[string]string{
		"error": question, "context": question, "task": question, "related": "10", "project": fmt.Sprintf("%q", p.Name), "name": fmt.Sprintf("%q", p.Name), "episode": `"ep-1"`, "of": `"ep-1/e001"`,
		"from": `"ep-1/d001"`, "to": `"ep-0/outcome"`, "text": question, "kind": "COMMIT",
		"id": fmt.Sprintf(`"Episode:%s/ep-1"`, p.Name), "ids": fmt.Sprintf(
			`["Project:%[1]s", "Episode:%[1]s/ep-1", "Occurrence:%[1]s/ep-1/d001", "Reference:%[1]s/COMMIT/1a2b3c4"]`, p.Name),
	}
}

// aboutFactors are the arguments of questions about factors, which name their ends otherwise
// and hold few items, wherever in a question they stand.
func aboutFactors(field string) map[string]string {
	switch field {
	case "factorPath":
		return map[string]string{"from": `"shared cause"`, "to": `"shared effect"`, "first": "1"}
	case "factorCauses":
		return map[string]string{"of": `"shared effect"`, "first": "2"}
	case "causalGraph":
		return map[string]string{"of": `"shared effect"`, "first": "1"}
	case "factorEffects":
		return map[string]string{"of": `"shared cause"`, "first": "2"}
	case "mergeSuggestions":
		return map[string]string{"first": "5"}
	case "findApplicable":
		return map[string]string{"task": `{text: "alphaword betaword amberword birchword"}`, "statuses": "[CANDIDATE]", "context": "[]"}
	case "patternPath":
		return map[string]string{"from": `"fails"`, "to": strconv.Quote(sharedPattern)}
	case "workflowEvents":
		return map[string]string{"workflow": `"wf"`}
	case "relevantEvents":
		return map[string]string{"context": `{workflowType: "shared"}`}
	case "causalPath":
		return map[string]string{"first": "10"}
	case "similarRuns":
		return map[string]string{"first": "1"}
	case "compareTo":
		return map[string]string{"episode": `"ep-0"`}
	case "receipts":
		return map[string]string{"events": fmt.Sprintf("[%q, %q]", capturedA, capturedB)}
	default:
		return aboutEffects(field)
	}
}

// aboutEffects are the arguments of questions about effects: what is named is in both twins.
func aboutEffects(field string) map[string]string {
	const target = `"shared effect"`
	switch field {
	case "whatIf":
		return map[string]string{"decision": `"d001"`, "alternative": target, "target": target}
	case "intervene":
		return map[string]string{"do": `["shared cause"]`, "target": target, "context": "[]"}
	case "counterfactual":
		return map[string]string{"remove": `"e002"`, "target": `"e003"`}
	case "whyChanged":
		return map[string]string{"target": target, "before": `{until: "2026-03-01"}`, "after": `{since: "2026-03-01"}`}
	case "dependents":
		return map[string]string{"of": `{episode: "ep-1"}`}
	case "checkAction":
		return map[string]string{"action": `"shared cause"`}
	case "decisionImpact":
		return map[string]string{"target": target}
	case "bestAction":
		return map[string]string{"variable": `"shared cause"`, "target": target, "context": "[]"}
	case "causalModel":
		return map[string]string{"variable": target}
	default:
		return nil
	}
}

// keyArgument is the argument key, which means something else in each field.
func keyArgument(field string) string {
	return map[string]string{"pattern": strconv.Quote(sharedPattern), "factor": strconv.Quote(harness.SharedCause().Key()), "factorLink": strconv.Quote(harness.SharedLink()), "episode": `"ep-1"`, "occurrence": `"ep-1/d001"`, "reference": `"1a2b3c4"`}[field]
}

// call writes one field of Query with all arguments that it needs and everything that it
// can answer.
func call(t *testing.T, schema *ast.Schema, field *ast.FieldDefinition, p *project, depth int) string {
	t.Helper()
	var given []string
	for _, arg := range field.Arguments {
		value, known := arguments(p)[arg.Name]
		if arg.Name == "key" {
			value = keyArgument(field.Name)
			known = value != ""
		}
		if about, named := aboutFactors(field.Name)[arg.Name]; named {
			value, known = about, about != ""
		}
		if field.Name == "references" && arg.Name == "kind" {
			continue
		}
		if !known && arg.Type.NonNull && arg.DefaultValue == nil {
			t.Fatalf("Query.%s needs %s: teach this test a value", field.Name, arg.Name)
		}
		if known {
			given = append(given, arg.Name+": "+value)
		}
	}
	return fmt.Sprintf("{ %s(%s) %s }", field.Name, strings.Join(given, ", "), selection(schema, field.Type, depth, nil))
}

// selection selects every field of a type, as deep as allowed, no type inside of itself.
func selection(schema *ast.Schema, typ *ast.Type, depth int, above []string) string {
	def := schema.Types[typ.Name()]
	if def.IsLeafType() {
		return ""
	}
	if depth == 0 || slices.Contains(above, def.Name) {
		return "-"
	}
	above = append(slices.Clone(above), def.Name)
	var parts []string
	for _, f := range def.Fields {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		if inner := selection(schema, f.Type, depth-1, above); inner != "-" {
			parts = append(parts, f.Name+inside(f)+" "+inner)
		}
	}
	for _, possible := range schema.PossibleTypes[def.Name] {
		if def.Kind == ast.Interface {
			parts = append(parts, "... on "+possible.Name+" { __typename }")
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return "{ " + strings.Join(parts, " ") + " }"
}

// inside are the arguments of a field below a question.
func inside(f *ast.FieldDefinition) string {
	var given []string
	for _, arg := range f.Arguments {
		if value := aboutFactors(f.Name)[arg.Name]; value != "" {
			given = append(given, arg.Name+": "+value)
		}
	}
	if len(given) == 0 {
		return ""
	}
	return "(" + strings.Join(given, ", ") + ")"
}

// ofLatestJob names the last job of a project in a question for a job.
func ofLatestJob(field *ast.FieldDefinition, p *project, query string) string {
	if field.Name != "job" {
		return query
	}
	return strings.Replace(query, fmt.Sprintf("Episode:%s/ep-1", p.Name), p.latestJob(), 1)
}

// TestIsolation_EveryQuestion walks the schema, so that a new field is covered.
func TestIsolation_EveryQuestion(t *testing.T) {
	a, b := twins(t)
	schema := tree.Schema(t)
	asked := 0
	for _, field := range schema.Query.Fields {
		if strings.HasPrefix(field.Name, "__") || field.Name == "projects" {
			continue
		}
		asked++
		t.Run(field.Name, func(t *testing.T) {
			for _, c := range []struct {
				mine, other *project
				own, alien  string
			}{{a, b, "alphaword", "betaword"}, {b, a, "betaword", "alphaword"}} {
				got := c.mine.sub(t).Ask(ofLatestJob(field, c.mine, call(t, schema, field, c.mine, 5)), nil)
				if codes := got.Codes(); codes == "COMPLEXITY_LIMIT_EXCEEDED" || codes == "FIELD_LIMIT_EXCEEDED" {
					got = c.mine.sub(t).Ask(ofLatestJob(field, c.mine, call(t, schema, field, c.mine, 4)), nil)
				}
				text := string(got.Data)
				if len(got.Errors) > 0 {
					t.Fatalf("%s: %s", got.Codes(), got.Text())
				}
				if field.Name != "audit" && field.Name != "node" && field.Name != "nodes" && field.Name != "project" && field.Name != "reference" && field.Name != "references" && !strings.Contains(text, c.own) {
					t.Errorf("the answer has nothing of its own project: %.300s", text)
				}
				if i := strings.Index(text, c.alien); i >= 0 && !strings.Contains(text[max(0, i-20):i], `"asked":`) {
					t.Errorf("the answer has something of the other project: %.300s", text[max(0, i-150):])
				}
				if strings.Contains(text, c.other.Name) {
					t.Errorf("the answer names the other project: %.300s", text)
				}
			}
		})
	}
	if asked < 15 {
		t.Errorf("only %d questions were asked", asked)
	}
}

func TestIsolation_GlobalIDs(t *testing.T) {
	a, b := twins(t)
	for _, key := range []string{"Project:%s", "Episode:%s/ep-1", "Occurrence:%s/ep-1/d001", "Reference:%s/COMMIT/1a2b3c4"} {
		for p, word := range map[*project]string{a: "alphaword", b: "betaword"} {
			id := fmt.Sprintf(key, p.Name)
			got := harness.Get[struct {
				Node struct {
					ID, Task, Label, Project, Name string
				}
			}](p, `query($id: ID!) { node(id: $id) { id ... on Episode { task } ... on Occurrence { label } ... on Reference { project } ... on Project { name } } }`, vars{"id": id}).Node
			if got.ID != id || !strings.Contains(got.Task+got.Label+got.Project+got.Name, word) && got.Project+got.Name != p.Name {
				t.Errorf("%s: %+v", id, got)
			}
		}
	}
	mentioned := harness.Get[struct {
		Reference struct {
			Mentions harness.Connection[struct {
				As      string
				Episode struct{ Task string }
			}]
		}
	}](a, `query($project: String!) { reference(project: $project, kind: COMMIT, key: "1a2b3c4") { mentions { edges { node { as episode { task } } } } } }`, nil).Reference
	for _, m := range mentioned.Mentions.Edges {
		if !strings.Contains(m.Node.As, "aaaa") {
			t.Errorf("the mention is of another SHA: %+v", m.Node)
		}
	}
	if len(mentioned.Mentions.Edges) != 3 {
		t.Errorf("%d mentions, want 3", len(mentioned.Mentions.Edges))
	}
}

func TestIsolation_Purge(t *testing.T) {
	a, b := twins(t)
	graph, contents := shared.Fingerprint(t, b.Name), b.Contents()
	if err := a.Purge(a.Name); err != nil {
		t.Fatal(err)
	}
	if left := shared.Fingerprint(t, a.Name); len(left) > 0 {
		t.Errorf("purging left %v", left)
	}
	if got := a.Ask(`query($project: String!) { similarFailures(project: $project, error: "alphaword") { truncated } }`, nil); got.Codes() != "PROJECT_NOT_FOUND" {
		t.Errorf("failures in a purged project: %s %s", got.Codes(), got.Data)
	}
	if diff := cmp.Diff(graph, shared.Fingerprint(t, b.Name)); diff != "" || b.Contents() != contents {
		t.Errorf("the other project's graph changed:\n%s", diff)
	}
	found := b.Recall("betaword choice")
	if len(found.Hits) != 3 || found.Degraded {
		t.Errorf("the other project's words: %+v", found)
	}
	a.Record(vars{"id": "ep-1", "task": "anew"})
	if got := a.Recall("alphaword anew"); len(got.Hits) != 1 || got.Hits[0].Key != "ep-1" {
		t.Errorf("a project of the same name is new: %+v", got)
	}
}
