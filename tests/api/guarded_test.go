package api_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// guarded is a service that asks for tokens, over the engines of the run, with two projects
// in which every text has the mark of its project.
type guarded struct {
	t      *testing.T
	schema *ast.Schema
	open   *harness.Service
	file   auth.File
	a, b   *project
	// walked are the fields that were asked for, like Episode.task.
	walked map[string]bool
	// jobs are the global ids of an import into each project, by its name.
	jobs map[string]string
}

// The marks of the two projects.
const (
	markA = "amberword"
	markB = "birchword"
)

func newGuarded(t *testing.T) *guarded {
	t.Helper()
	shared.Services(t)
	cfg := shared.Config(t)
	cfg.Auth.TokensFile = filepath.Join(t.TempDir(), auth.FileName)
	cfg.GraphQL.Fields = 2000 // a question with everything that it can answer
	g := &guarded{t: t, schema: tree.Schema(t), file: auth.File(cfg.Auth.TokensFile), jobs: map[string]string{}, walked: map[string]bool{}}
	s, end, err := harness.Serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	g.open = s
	g.a, g.b = newProject(t), newProject(t)
	for p, mark := range map[*project]string{g.a: markA, g.b: markB} {
		for i := range 3 {
			p.Record(g.episode(mark, fmt.Sprintf("ep-%d", i)))
		}
		p.Record(g.episode(mark, "gone-"+mark))
		p.Edit("purgeEpisode", "gone-"+mark)
		g.jobs[p.Name] = g.imported(p, mark)
		p.decide(mark)
	}
	writer := g.token(auth.Grant{Name: "capturer", All: true, Write: true}, time.Now())
	for p, id := range map[*project]string{g.a: capturedA, g.b: capturedB} {
		event := taskEvent(1, "wf")
		event["id"] = id
		got := p.as(writer, t).Ask(`mutation($project: String!, $events: [ExecutionEventInput!]!) { captureEvents(project: $project, events: $events) { receipts { eventId } } }`,
			vars{"events": []vars{event}})
		if len(got.Errors) > 0 {
			t.Fatal(got.Text())
		}
	}
	return g
}

// The ids of an event of each project, whose receipts every question for receipts asks for.
const (
	capturedA = "123e4567-e89b-42d3-a456-00000000000a"
	capturedB = "123e4567-e89b-42d3-a456-00000000000b"
)

// episode is one with the mark in every text that the schema knows, so that a new field is
// marked too.
func (g *guarded) episode(mark, id string) vars {
	e := g.filled("EpisodeInput", mark)
	e["id"] = id
	if id == "ep-2" { // so that it is found among failures
		e["outcome"] = "FAILURE"
		delete(e, "reportedOutcome")
	}
	e["decisions"].([]vars)[0]["id"] = "d001"
	e["decisions"].([]vars)[0]["effects"] = []string{"e001"}
	event := e["events"].([]vars)[0]
	event["id"], event["causedBy"], event["leadsTo"] = "e001", []string{"d001"}, []string{}
	event["content"] = mark + " commit 1a2b3c4d5e6f7 for #7 in " + mark + "/server.go"
	shared := func(id, factor string) vars {
		v := g.filled("EventInput", mark)
		v["id"], v["factor"], v["causedBy"], v["leadsTo"] = id, factor, []string{}, []string{}
		return v
	}
	e["events"] = append(e["events"].([]vars), shared("e002", "shared cause"), shared("e003", "shared effect"))
	e["links"] = []vars{
		{"source": "e002", "relation": "CAUSES", "target": "e003", "note": mark},
		{"source": "e001", "relation": "CAUSES", "target": "outcome", "note": mark},
		{"source": "d001", "relation": "ENABLES", "target": "ep-0/outcome", "note": mark},
	}
	return e
}

// filled gives every field of an input a value: texts the mark, lists one item.
func (g *guarded) filled(typ, mark string) vars {
	out := vars{}
	for _, field := range g.schema.Types[typ].Fields {
		out[field.Name] = g.value(field.Type, mark, field.Name)
	}
	return out
}

func (g *guarded) value(typ *ast.Type, mark, name string) any {
	if typ.Elem != nil {
		inner := g.value(typ.Elem, mark, name)
		if object, ok := inner.(vars); ok {
			return []vars{object}
		}
		return []any{inner}
	}
	def := g.schema.Types[typ.Name()]
	switch {
	case name == "extra": // a JSON object
		return fmt.Sprintf("{%q: %q}", mark, mark)
	case typ.Name() == "String" || typ.Name() == "ID":
		return mark + " " + name
	case typ.Name() == "Timestamp":
		return "2026-03-01T10:00:00Z"
	case typ.Name() == "Int" || typ.Name() == "Int64" || typ.Name() == "Float":
		return 1
	case typ.Name() == "Boolean":
		return false
	case def.Kind == ast.Enum:
		return worst(def)
	case def.Kind == ast.InputObject:
		return g.filled(def.Name, mark)
	}
	g.t.Fatalf("teach this test a value for the type %s", typ.Name())
	return nil
}

// worst picks the word that may have a word of the writer beside it, else the first.
func worst(def *ast.Definition) string {
	for _, v := range def.EnumValues {
		if v.Name == "OTHER" {
			return v.Name
		}
	}
	if def.Name == "Outcome" {
		return "UNKNOWN"
	}
	return def.EnumValues[0].Name
}

// token makes one and returns the service as who has it sees it.
func (g *guarded) token(grant auth.Grant, when time.Time) *harness.Service {
	g.t.Helper()
	secret, _, err := g.file.Create(grant, when)
	if err != nil {
		g.t.Fatal(err)
	}
	return &harness.Service{URL: g.open.URL, HTTP: g.open.HTTP, Token: secret}
}

// as returns a project as who has a token sees it.
func (p *project) as(s *harness.Service, t *testing.T) *project {
	return &project{&harness.Project{Service: s, T: t, Name: p.Name}}
}

// answered is an answer with the names of the projects taken out, so that two can be compared.
func answered(a harness.Answer, p *project) string {
	text := fmt.Sprintf("%d %s %s %s", a.Status, a.Codes(), a.Text(), a.Data)
	return strings.ReplaceAll(text, p.Name, "PROJECT")
}

// question writes one field of Query with everything that it can answer, as deep as the
// limits allow.
func (g *guarded) question(t *testing.T, field *ast.FieldDefinition, p *project, cursor string) string {
	t.Helper()
	depth := 4
	if field.Name == "factorLink" || field.Name == "intervene" { // the episodes of its evidence are a level further down
		depth = 5
	}
	query := call(t, g.schema, field, p, depth)
	if field.Name == "pattern" {
		query = strings.TrimSuffix(query, "} }") + deepInPattern() + "} }"
	}
	if field.Name == "occurrence" {
		query = strings.TrimSuffix(query, "} }") + "reached: causes { nodes { key } edges { node { key } } } ... on Event { episode { key } } ... on Decision { instead { key } } } }"
	}
	if field.Name == "episode" {
		query = strings.TrimSuffix(query, "} }") + "ended: outcomeOccurrence { episode { key } } alike: similarRuns(first: 1) { episode { key } } decided: decisiveSteps { steps { reasons { pattern { key } } } } } }"
	}
	if field.Name == "job" {
		query = strings.Replace(query, fmt.Sprintf("Episode:%s/ep-1", p.Name), g.job(p), 1)
	}
	if cursor != "" {
		query = strings.Replace(query, "(", fmt.Sprintf("(after: %q, ", cursor), 1)
	}
	g.walk(t, query)
	return query
}

// deepInPattern is what a pattern holds further down than questions for it reach.
func deepInPattern() string {
	return `similar { found { pattern { key } } } related { relationship pattern { key } } leads { relation factor { key label variable state } pattern { key } } supersededBy { key }
		matches { trigger { label } then { label } }
		content { strategy { approach keyPrinciples tradeOffs }
			template { steps { name what next when { text field operator values all { text } any { text } not { text } } } parameters { name what default } rules }
			heuristic { condition { text } action rationale } procedure { steps { name } until { text } } }
		applicability { features { complexity { low high } } conditions { text } antiConditions { text } }
		rateOverTime { points { since until trials successes unknown rate { value } soFar { value } } }
		evidence { edges { node { episode { key task } application { outcome note timeSaved costSaved recordedAt } } } }
		history { edges { node { validation { run } definition {
			matches { then { label } } content { heuristic { action } } guidance { when how benefits risks alternatives } applicability { problemTypes } } } } } `
}

// walk notes which fields a query asks for.
func (g *guarded) walk(t *testing.T, query string) {
	t.Helper()
	doc, errs := gqlparser.LoadQueryWithRules(g.schema, query, nil)
	if errs != nil {
		t.Fatal(errs)
	}
	var note func(ast.SelectionSet)
	note = func(set ast.SelectionSet) {
		for _, s := range set {
			switch v := s.(type) {
			case *ast.Field:
				g.walked[v.ObjectDefinition.Name+"."+v.Name] = true
				note(v.SelectionSet)
			case *ast.InlineFragment:
				note(v.SelectionSet)
			}
		}
	}
	note(doc.Operations[0].SelectionSet)
}

// answers adds the types that a field of the type can answer, at any depth.
func (g *guarded) answers(typ string, found map[string]bool) {
	def := g.schema.Types[typ]
	if found[typ] || def.IsLeafType() {
		return
	}
	found[typ] = true
	for _, f := range def.Fields {
		g.answers(f.Type.Name(), found)
	}
	for _, possible := range g.schema.PossibleTypes[typ] {
		g.answers(possible.Name, found)
	}
}

// everyField fails for fields that no question asked for.
func (g *guarded) everyField(t *testing.T) {
	found := map[string]bool{}
	g.answers("Query", found)
	for typ := range found {
		for _, f := range g.schema.Types[typ].Fields {
			if name := typ + "." + f.Name; !strings.Contains(name, "__") && !g.walked[name] {
				t.Errorf("no question asks for %s", name)
			}
		}
	}
}

// job is the id of an import into a project; of one that is absent, what it could be.
func (g *guarded) job(p *project) string {
	if id := g.jobs[p.Name]; id != "" {
		return id
	}
	return strings.ReplaceAll(g.jobs[g.a.Name], g.a.Name, p.Name)
}

// cursor is one of the first page of a list of the first project; empty without pages.
func (g *guarded) cursor(t *testing.T, field *ast.FieldDefinition, admin *harness.Service) string {
	t.Helper()
	if field.Arguments.ForName("after") == nil {
		return ""
	}
	query := call(t, g.schema, field, g.a, 1)
	query = regexp.MustCompile(`, first: \d+`).ReplaceAllString(query[:strings.LastIndex(query, ")")], "")
	query = strings.Replace(query, "(", "(first: 1, ", 1) + ") { pageInfo { hasNextPage endCursor } } }"
	page := harness.Get[map[string]struct {
		PageInfo struct {
			HasNextPage bool
			EndCursor   string
		}
	}](g.a.as(admin, t), query, nil)[field.Name].PageInfo
	if !page.HasNextPage {
		return ""
	}
	return page.EndCursor
}

// change writes one field of Mutation with its needed arguments.
func (g *guarded) change(t *testing.T, field *ast.FieldDefinition, p *project) (string, vars) {
	t.Helper()
	known := vars{
		"project": p.Name, "confirm": p.Name, "key": "ep-1", "id": g.job(p), "filter": vars{"until": "2099-01-01"}, "of": vars{"episode": "ep-1"},
		"from": []string{harness.SharedCause().Key()}, "into": harness.SharedEffect().Key(), "factor": harness.SharedCause().Key(),
		"variables": []string{"intruder"}, "rule": "STRICT", "nullRate": "HALF",
		"pattern": sharedPattern, "patterns": []string{sharedPattern, "intruder"}, "episode": "ep-1", "reason": "intruder", "name": "intruder",
		"workflow": "wf", "CompleteWorkflowInput": vars{"task": "intruder"},
		"PatternInput":        vars{"name": "intruder", "trigger": "intruder", "action": "intruding"},
		"PatternChangesInput": vars{"action": "intruding"},
		"FactorLinkInput": vars{
			"source": vars{"variable": "intruder"}, "relation": "CAUSES", "target": vars{"variable": "intruding"}, "origin": "intruder",
		},
		"ImportCausalGraphInput": vars{"files": []vars{{"name": "x.json", "content": "{}"}}},
		"EpisodeInput":           g.episode("intruder", "ep-9"),
		"ImportEpisodesInput":    vars{"files": []vars{{"name": "x.json", "content": `{"id": "ep-9", "task": "intruder"}`}}},
	}
	v := vars{}
	var declared, given []string
	for _, arg := range field.Arguments {
		value, ok := known[arg.Name]
		if arg.Name == "events" {
			value, ok = any([]string{"123e4567-e89b-42d3-a456-000000000001"}), true
			if field.Name == "captureEvents" {
				value = []vars{taskEvent(9, "intruder")}
			}
		}
		ok = ok && !(field.Name == "splitFactor" && arg.Name == "into")
		if arg.Name == "input" {
			value, ok = known[arg.Type.Name()]
		}
		if !ok && arg.Type.NonNull && arg.DefaultValue == nil {
			t.Fatalf("Mutation.%s needs %s: teach this test a value", field.Name, arg.Name)
		}
		if ok {
			v[arg.Name] = value
			declared = append(declared, fmt.Sprintf("$%s: %s", arg.Name, arg.Type))
			given = append(given, fmt.Sprintf("%s: $%s", arg.Name, arg.Name))
		}
	}
	return fmt.Sprintf("mutation(%s) { %s(%s) %s }", strings.Join(declared, ", "), field.Name, strings.Join(given, ", "),
		selection(g.schema, field.Type, 3, nil)), v
}
