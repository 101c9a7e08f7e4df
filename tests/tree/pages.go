package tree

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// Pages returns the paths of the committed markdown files.
func Pages(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, name := range Committed(t) {
		if strings.HasSuffix(name, ".md") && !strings.Contains(name, "node_modules/") {
			out = append(out, name)
		}
	}
	return out
}

// operation is an operation of GraphQL within a line of a page.
var operation = regexp.MustCompile("`((?:mutation )?\\{ .*\\})`")

// Operations returns the operations of GraphQL that a page shows within its lines.
func Operations(page string) (out []string) {
	for _, m := range operation.FindAllStringSubmatch(page, -1) {
		out = append(out, m[1])
	}
	return out
}

// Rewriting reports whether outputs are written into the pages instead of compared.
func Rewriting() bool { return os.Getenv("REWRITE_PAGES") == "1" }

// Schema returns the schema of the API as its file has it.
func Schema(t *testing.T) *ast.Schema {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphqls", Input: Read(t, "graph/schema.graphqls")})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// FieldsOf returns the fields, as Type.field, that answer or take a type. Those that a type has from an interface count
// once, as the interface's.
func FieldsOf(schema *ast.Schema, name string) []string {
	var out []string
	for _, def := range schema.Types {
		for _, field := range def.Fields {
			if field.Type.Name() != name && !slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Type.Name() == name }) {
				continue
			}
			inherited := slices.ContainsFunc(def.Interfaces, func(of string) bool { return schema.Types[of].Fields.ForName(field.Name) != nil })
			if !inherited {
				out = append(out, def.Name+"."+field.Name)
			}
		}
	}
	return out
}
