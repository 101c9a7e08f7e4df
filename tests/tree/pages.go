package tree

import (
	"os"
	"regexp"
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
