package rules_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/tests/tree"
)

func checkQuery(name string, schema *ast.Schema, query string) []string {
	var complaints []string
	if _, errs := gqlparser.LoadQueryWithRules(schema, query, rules.NewDefaultRules()); len(errs) > 0 {
		for _, err := range errs {
			complaints = append(complaints, fmt.Sprintf("%s: %s", name, err.Message))
		}
	}
	return complaints
}

func TestQueries_WorkedQuestionsFitTheSchema(t *testing.T) {
	schema := tree.Schema(t)
	for _, q := range examples.Questions() {
		tree.Report(t, checkQuery(q.Name, schema, q.Query))
	}
}

func TestQueries_PagesFitTheSchema(t *testing.T) {
	schema := tree.Schema(t)
	found := 0
	for _, name := range tree.Pages(t) {
		for _, m := range regexp.MustCompile("(?s)```graphql\n(.*?)```").FindAllStringSubmatch(tree.Read(t, name), -1) {
			found++
			tree.Report(t, checkQuery(name, schema, m[1]))
		}
		for _, m := range regexp.MustCompile(`"query": ?"((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(tree.Read(t, name), -1) {
			if m[1] == "…" {
				continue // the form of a request
			}
			found++
			tree.Report(t, checkQuery(name, schema, strings.ReplaceAll(m[1], `\"`, `"`)))
		}
	}
	if found < 2 {
		t.Errorf("the pages hold %d GraphQL examples; the README shows some", found)
	}
}

func TestQueries_SchemaIsDescribed(t *testing.T) {
	tree.Report(t, checkDescriptions(tree.Schema(t)))
}

// conventional are the fields and arguments that mean the same everywhere. The descriptions of Query, Mutation and
// PageInfo say what; where one means something else, like another maximum, it is described.
func conventional() []string {
	return []string{"project:)", "first:)", "after:)", "offset:)", "idempotencyKey:)", "edges", "nodes", "node", "cursor", "pageInfo", "totalCount"}
}

// checkDescriptions returns the types, fields, arguments and values without a description.
func checkDescriptions(schema *ast.Schema) []string {
	var complaints []string
	need := func(name, description string) {
		if last := name[strings.LastIndexAny(name, ".(")+1:]; description == "" && slices.Contains(conventional(), last) {
			return
		}
		if !endsASentence(strings.TrimSpace(description)) {
			complaints = append(complaints, name+" is not described by a sentence")
		}
	}
	for _, def := range schema.Types {
		if def.BuiltIn {
			continue
		}
		need(def.Name, def.Description)
		for _, field := range def.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			need(def.Name+"."+field.Name, field.Description)
			for _, arg := range field.Arguments {
				need(def.Name+"."+field.Name+"("+arg.Name+":)", arg.Description)
			}
		}
		for _, value := range def.EnumValues {
			need(def.Name+"."+value.Name, value.Description)
		}
	}
	return complaints
}

func TestQueries_Planted(t *testing.T) {
	bare, err := gqlparser.LoadSchema(&ast.Source{Input: `"Asks." type Query { "A." a("no sentence" b: Int, "A number." c: Int): E } "Words." enum E { ONE }`})
	if err != nil {
		t.Fatal(err)
	}
	tree.Planted(t, "an argument", checkDescriptions(bare), "Query.a(b:)")
	tree.Planted(t, "a value", checkDescriptions(bare), "E.ONE")
	if got := checkDescriptions(bare); len(got) != 2 {
		t.Errorf("described names are refused: %v", got)
	}
	tree.Planted(t, "a field that is gone", checkQuery("q", tree.Schema(t), "{ project(name: \"a\") { colour } }"), "colour")
}
