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

// checkDescriptions returns the root fields without a description by a sentence, and the descriptions that are none or say
// their name again. Elsewhere a description is for what the name and the type do not say.
func checkDescriptions(schema *ast.Schema) []string {
	var complaints []string
	look := func(name, description string, needed bool) {
		switch {
		case description == "" && !needed:
		case !endsASentence(strings.TrimSpace(description)):
			complaints = append(complaints, name+" is not described by a sentence")
		case saysAgain(name, description):
			complaints = append(complaints, name+" has a description that says the name again")
		}
	}
	for _, def := range schema.Types {
		if def.BuiltIn {
			continue
		}
		look(def.Name, def.Description, false)
		for _, field := range def.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			look(def.Name+"."+field.Name, field.Description, def == schema.Query || def == schema.Mutation || def == schema.Subscription)
			for _, arg := range field.Arguments {
				look(def.Name+"."+field.Name+"("+arg.Name+":)", arg.Description, false)
			}
		}
		for _, value := range def.EnumValues {
			look(def.Name+"."+value.Name, value.Description, false)
		}
	}
	return complaints
}

// saysAgain reports whether a description is the last word of a name and an article, like "The key." for key.
func saysAgain(name, description string) bool {
	last := strings.ToLower(strings.Trim(name[strings.LastIndexAny(name, ".(")+1:], ":)"))
	words := strings.Fields(strings.ToLower(strings.TrimRight(description, ".")))
	words = slices.DeleteFunc(words, func(word string) bool {
		return slices.Contains([]string{"a", "an", "the", "its", "is", "of", "it"}, word)
	})
	return strings.Join(words, "") == last
}

func TestQueries_Planted(t *testing.T) {
	bare, err := gqlparser.LoadSchema(&ast.Source{Input: `"Asks." type Query { "Answers." a("no sentence" b: Int, "A number." c: Int): E d: E } "Words." enum E { "The one." ONE TWO }`})
	if err != nil {
		t.Fatal(err)
	}
	tree.Planted(t, "an argument", checkDescriptions(bare), "Query.a(b:)")
	tree.Planted(t, "a question", checkDescriptions(bare), "Query.d")
	tree.Planted(t, "a value", checkDescriptions(bare), "E.ONE has a description that says the name again")
	if got := checkDescriptions(bare); len(got) != 3 {
		t.Errorf("described names are refused: %v", got)
	}
	tree.Planted(t, "a field that is gone", checkQuery("q", tree.Schema(t), "{ project(name: \"a\") { colour } }"), "colour")
}
