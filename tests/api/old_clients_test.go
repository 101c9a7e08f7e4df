package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/translation"
	"github.com/causeway-memory/causeway/tests/tree"
)

const documents010 = "tests/rules/testdata/0.1.0"

// oldVariables are values for the variables of the documents of 0.1.0, by name; the examples are recorded in the project.
func oldVariables(project, job string) vars {
	return vars{
		"project": project, "of": examples.DoubleCharges, "episode": examples.Incident, "key": examples.Incident, "first": 5, "maxDepth": 8,
		"from": examples.SkippedKey, "to": examples.DoubleCharges, "text": "charged twice", "error": "charged twice", "context": "a charge that was cut off",
		"task": "Add an index", "until": "2026-04-14", "job": job, "input": vars{"id": "told-by-an-old-client", "task": "Go on"},
		"files": []vars{{"name": "old.json", "content": `{"id": "from-a-file", "task": "Go on"}`}},
	}
}

// TestOldClients_AreAnswered sends the documents of clients of 0.1.0, rewritten by the table of the release notes alone, and wants
// data without errors for each operation. What a table moves wrongly may still fit the schema.
func TestOldClients_AreAnswered(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	p.ImportFiles(vars{"files": harness.ExampleFiles(t)})
	table := translation.Read(tree.Read(t, "docs/releases/0.2.0.md"))
	old := gqlparser.MustLoadSchema(&ast.Source{Name: "0.1.0", Input: tree.Read(t, documents010+"/schema.graphqls")})
	files, err := filepath.Glob(filepath.Join(tree.Root(), documents010, "*.graphql"))
	if err != nil || len(files) < 15 {
		t.Fatalf("%d documents of 0.1.0: %v", len(files), err)
	}
	sent := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		now, err := table.Text(old, string(text))
		if err != nil {
			t.Fatal(err)
		}
		doc, errs := gqlparser.LoadQueryWithRules(tree.Schema(t), now, nil)
		if errs != nil {
			t.Errorf("%s: %v", filepath.Base(file), errs)
			continue
		}
		for _, op := range doc.Operations {
			if op.Operation == ast.Subscription {
				continue // its document fits the schema, which tests/rules sees; the tests of streams send the like
			}
			sent++
			t.Run(filepath.Base(file)+" "+op.Name, func(t *testing.T) { p.sub(t).sendOld(now, op) })
		}
	}
	if sent < 20 {
		t.Errorf("only %d operations were sent", sent)
	}
}

// sendOld sends one operation of a rewritten document with the variables that it names.
func (p *project) sendOld(document string, op *ast.OperationDefinition) {
	p.T.Helper()
	all, given := oldVariables(p.Name, p.latestJob()), vars{}
	all["episode"] = map[bool]any{true: vars{"id": "told-by-an-old-agent", "task": "Go on"}, false: examples.Incident}[op.Operation == ast.Mutation]
	if op.Operation == ast.Mutation {
		all["key"] = fmt.Sprintf("old-%s", op.Name)
	}
	for _, v := range op.VariableDefinitions {
		if value, known := all[v.Variable]; known {
			given[v.Variable] = value
		}
	}
	body, err := json.Marshal(map[string]any{"query": document, "operationName": op.Name, "variables": maps.Clone(given)})
	if err != nil {
		p.T.Fatal(err)
	}
	got, err := p.Service.Send(context.Background(), body)
	if err != nil || len(got.Errors) > 0 {
		p.T.Fatalf("%v %s: %s\n%s", err, got.Codes(), got.Text(), document)
	}
	if data := string(got.Data); data == "" || data == "null" || strings.Contains(data, `":null`) && strings.Count(data, ":") == 1 {
		p.T.Errorf("no data: %s", data)
	}
}
