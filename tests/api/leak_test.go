package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
)

func TestLeak_Questions(t *testing.T) {
	harness.EmbeddedOnly(t)
	g := newGuarded(t)
	absent := &project{&harness.Project{T: t, Name: g.a.Name + "x"}} // the token is for it, so it is really looked for
	reader := g.token(auth.Grant{Name: "reader", Projects: []string{g.b.Name, absent.Name}}, time.Now())
	admin := g.token(auth.Grant{Name: "admin", All: true}, time.Now())
	asked := 0
	for _, field := range g.schema.Query.Fields {
		if strings.HasPrefix(field.Name, "__") || len(field.Arguments) == 0 {
			continue
		}
		asked++
		t.Run(field.Name, func(t *testing.T) {
			cursor := g.cursor(t, field, admin)
			foreign := g.question(t, field, g.a, cursor)
			if all := g.a.as(admin, t).Ask(foreign, nil); len(all.Errors) > 0 || !strings.Contains(string(all.Data), g.a.Name) && !strings.Contains(string(all.Data), markA) {
				t.Errorf("a token for all projects does not find it, so this test shows nothing: %s %.300s", all.Text(), all.Data)
			}
			got := g.a.as(reader, t).Ask(foreign, nil)
			g.innocent(t, got, g.a)
			absent := absent
			if slices.Contains(emptyBefore(), field.Name) { // of a project that the token is for they say that there is nothing yet
				absent = &project{&harness.Project{T: t, Name: g.a.Name + "y"}}
			}
			nothing := absent.as(reader, t).Ask(g.question(t, field, absent, cursor), nil)
			if diff := cmp.Diff(answered(nothing, absent), answered(got, g.a)); diff != "" {
				t.Errorf("what is not allowed differs from what is absent (-absent +not allowed):\n%s", diff)
			}
			own := g.b.as(reader, t).Ask(g.question(t, field, g.b, cursor), nil)
			g.innocent(t, own, g.a)
			if strings.Contains(string(own.Data), g.a.Name) {
				t.Errorf("the answer names the other project: %.300s", own.Data)
			}
			if len(own.Errors) == 0 && !strings.Contains(string(own.Data), g.b.Name) && !strings.Contains(string(own.Data), markB) {
				t.Errorf("the own project is not found: %.300s", own.Data)
			}
		})
	}
	if asked < 15 {
		t.Errorf("only %d questions were asked", asked)
	}
	t.Run("projects", func(t *testing.T) { g.listsOwn(t, reader) })
	t.Run("similar runs", func(t *testing.T) { g.similarOwn(t, reader) })
	t.Run("passages", func(t *testing.T) { g.passagesOwn(t, reader) })
	t.Run("every field", g.everyField)
	t.Run("nodes of both", func(t *testing.T) { g.nodesOfBoth(t, reader) })
	t.Run("spellings", func(t *testing.T) { g.spellings(t, reader) })
}

// emptyBefore lists the questions that have an answer before the first episode of a project; the journal
// of a service knows what was captured there, whatever projects the graph has.
func emptyBefore() []string { return []string{"capture", "recall", "contextFor", "findApplicable"} }

// innocent fails when an answer has a text of a project, or the receipt of its event.
func (g *guarded) innocent(t *testing.T, got harness.Answer, of *project) {
	t.Helper()
	mark := map[*project]string{g.a: markA, g.b: markB}[of]
	if event := (map[*project]string{g.a: capturedA, g.b: capturedB}[of]); strings.Contains(string(got.Data), event) {
		t.Errorf("the answer has the receipt of the other project: %.300s", got.Data)
	}
	if text := string(got.Data) + got.Text(); strings.Contains(text, mark) {
		t.Errorf("the answer has a text of the other project: %.300s", text[max(0, strings.Index(text, mark)-100):])
	}
}

func (g *guarded) listsOwn(t *testing.T, reader *harness.Service) {
	query := fmt.Sprintf("{ projects %s }", selection(g.schema, g.schema.Query.Fields.ForName("projects").Type, 3, nil))
	g.walk(t, query)
	got := harness.Get[struct{ Projects []struct{ Name string } }](g.b.as(reader, t), query, nil)
	if len(got.Projects) != 1 || got.Projects[0].Name != g.b.Name {
		t.Errorf("projects: %+v", got)
	}
}

// similarOwn asks for the runs that are like one, which in the other project has twins.
func (g *guarded) similarOwn(t *testing.T, reader *harness.Service) {
	const query = `query($project: String!) { episode(project: $project, key: "ep-1") { similarRuns { episode { key task project } } } }`
	g.walk(t, query)
	got := g.b.as(reader, t).Ask(query, nil)
	g.innocent(t, got, g.a)
	if len(got.Errors) > 0 || !g.walked["SimilarRun.episode"] || strings.Contains(string(got.Data), g.a.Name) {
		t.Errorf("similar runs: %s %.300s", got.Text(), got.Data)
	}
}

// passagesOwn asks for the passages of a hit, which are hits themselves.
func (g *guarded) passagesOwn(t *testing.T, reader *harness.Service) {
	const query = `query($project: String!) { recall(project: $project, text: "task") { hits { episode { project } passages { text } } } }`
	g.walk(t, query)
	got := g.b.as(reader, t).Ask(query, nil)
	g.innocent(t, got, g.a)
	if len(got.Errors) > 0 || !g.walked["RecallHit.passages"] || strings.Contains(string(got.Data), g.a.Name) {
		t.Errorf("passages: %s %.300s", got.Text(), got.Data)
	}
}

func (g *guarded) nodesOfBoth(t *testing.T, reader *harness.Service) {
	var ids, own []string
	for _, form := range []string{"Project:%s", "Episode:%s/ep-1", "Occurrence:%s/ep-1/d001", "Reference:%s/COMMIT/1a2b3c4"} {
		ids = append(ids, fmt.Sprintf(form, g.a.Name), fmt.Sprintf(form, g.b.Name))
		own = append(own, fmt.Sprintf(form, g.b.Name))
	}
	got := harness.Get[struct{ Nodes []*struct{ ID string } }](g.b.as(reader, t), `query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, vars{"ids": ids})
	for i, node := range got.Nodes {
		if i%2 == 0 && node != nil || i%2 == 1 && (node == nil || node.ID != own[i/2]) {
			t.Errorf("%s gave %+v", ids[i], node)
		}
	}
	if len(got.Nodes) != len(ids) {
		t.Errorf("%d ids gave %d nodes", len(ids), len(got.Nodes))
	}
}

// spellings are other ways to write the same question.
func (g *guarded) spellings(t *testing.T, reader *harness.Service) {
	p := g.a.as(reader, t)
	for why, query := range map[string]string{
		"renamed, beside one that is allowed": fmt.Sprintf(`query($project: String!) { mine: project(name: %q) { name } episode: project(name: $project) { totals { episodes } } }`, g.b.Name),
		"in a fragment":                       `query($project: String!) { ...f } fragment f on Query { episode(project: $project, key: "ep-1") { task } }`,
		"by a default":                        fmt.Sprintf(`query($p: String! = %q) { episode(project: $p, key: "ep-1") { task } }`, g.a.Name),
		"in the other case":                   fmt.Sprintf(`{ episode(project: %q, key: "ep-1") { task } }`, strings.ToUpper(g.a.Name)),
		"behind a slash":                      fmt.Sprintf(`{ episode(project: %q, key: "ep-1") { task } }`, g.b.Name+"/../"+g.a.Name),
		"as the key of an allowed one":        fmt.Sprintf(`{ node(id: %q) { id ... on Episode { task } } }`, "Episode:"+g.b.Name+"/"+g.a.Name+"/ep-1"),
	} {
		got := p.Ask(query, nil)
		g.innocent(t, got, g.a)
		if codes := got.Codes(); codes != "PROJECT_NOT_FOUND" && codes != "NOT_FOUND" {
			t.Errorf("%s: %q %s", why, codes, got.Data)
		}
	}
}

func TestLeak_Changes(t *testing.T) {
	harness.EmbeddedOnly(t)
	g := newGuarded(t)
	writer := g.token(auth.Grant{Name: "writer", Projects: []string{g.b.Name}, Write: true}, time.Now())
	reader := g.token(auth.Grant{Name: "reader", Projects: []string{g.a.Name}}, time.Now())
	absent := &project{&harness.Project{T: t, Name: g.a.Name + "x"}}
	graph, contents := shared.Fingerprint(t, g.a.Name), g.a.Contents()
	for _, field := range g.schema.Mutation.Fields {
		t.Run(field.Name, func(t *testing.T) {
			query, v := g.change(t, field, g.a)
			got := g.a.as(writer, t).Ask(query, v)
			if codes := got.Codes(); codes != "PROJECT_NOT_FOUND" && codes != "NOT_FOUND" {
				t.Errorf("with a token of another project: %q %s", codes, got.Data)
			}
			g.innocent(t, got, g.a)
			query, v = g.change(t, field, absent)
			if diff := cmp.Diff(answered(absent.as(writer, t).Ask(query, v), absent), answered(got, g.a)); diff != "" {
				t.Errorf("what is not allowed differs from what is absent (-absent +not allowed):\n%s", diff)
			}
			query, v = g.change(t, field, g.a)
			if got := g.a.as(reader, t).Ask(query, v); got.Codes() != "FORBIDDEN" {
				t.Errorf("with a token that may only read: %q %s", got.Codes(), got.Data)
			}
		})
	}
	if diff := cmp.Diff(graph, shared.Fingerprint(t, g.a.Name)); diff != "" || g.a.Contents() != contents {
		t.Errorf("the project changed:\n%s", diff)
	}
	if got := absent.as(&harness.Service{URL: g.b.URL, HTTP: g.b.HTTP}, t).Ask(`query($project: String!) { project(name: $project) { name } }`, nil); got.Codes() != "PROJECT_NOT_FOUND" {
		t.Errorf("a project was made without the right to: %s", got.Data)
	}
	query, v := g.change(t, g.schema.Mutation.Fields.ForName("deleteEpisode"), g.b)
	if got := g.b.as(writer, t).Ask(query, v); len(got.Errors) > 0 {
		t.Errorf("the own project cannot be changed: %s", got.Text())
	}
}

func TestLeak_WithoutAToken(t *testing.T) {
	harness.EmbeddedOnly(t)
	g := newGuarded(t)
	grant := auth.Grant{Name: "ended", All: true, Write: true, TTL: time.Hour}
	ended := g.token(grant, time.Now().Add(-2*time.Hour))
	grant.Name = "revoked"
	revoked := g.token(grant, time.Now())
	if _, err := revoked.Post(t.Context(), "{ projects { name } }", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := g.file.Revoke("revoked"); err != nil {
		t.Fatal(err)
	}
	graph := shared.Fingerprint(t, g.a.Name)
	for why, s := range map[string]*harness.Service{
		"none": g.open, "ended": ended, "revoked": revoked,
		"wrong": {URL: g.open.URL, HTTP: g.open.HTTP, Token: revoked.Token[:len(revoked.Token)-1] + "7"},
	} {
		for _, root := range []*ast.Definition{g.schema.Query, g.schema.Mutation} {
			for _, field := range root.Fields {
				query, v := fmt.Sprintf("{ %s %s }", field.Name, selection(g.schema, field.Type, 2, nil)), vars(nil)
				switch {
				case strings.HasPrefix(field.Name, "__"):
					query = `{ __schema { types { name } } }`
				case root == g.schema.Mutation:
					query, v = g.change(t, field, g.a)
				case len(field.Arguments) > 0:
					query = g.question(t, field, g.a, "")
				}
				got := g.a.as(s, t).Ask(query, v)
				if got.Status != 401 || got.Codes() != "UNAUTHENTICATED" || len(got.Data) > 0 && string(got.Data) != "null" {
					t.Errorf("%s: %s answers %d %s %s", why, field.Name, got.Status, got.Codes(), got.Data)
				}
			}
		}
	}
	if diff := cmp.Diff(graph, shared.Fingerprint(t, g.a.Name)); diff != "" {
		t.Errorf("the project changed:\n%s", diff)
	}
}
