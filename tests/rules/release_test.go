package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/internal/schemachange"
	"github.com/causeway-memory/causeway/tests/tree"
)

// lastRelease returns the schema of the last release and its version.
func lastRelease(t *testing.T) (*ast.Schema, string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(tree.Root(), "graph", "releases", "*.graphqls"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no schema of a release: %v", err)
	}
	last := slices.MaxFunc(files, byVersion)
	b, err := os.ReadFile(last)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: last, Input: string(b)})
	if err != nil {
		t.Fatal(err)
	}
	return schema, strings.TrimSuffix(filepath.Base(last), ".graphqls")
}

// byVersion compares files named after versions: 0.10.0 comes after 0.9.0.
func byVersion(a, b string) int {
	return slices.Compare(version(a), version(b))
}

func version(file string) []int {
	var out []int
	for part := range strings.SplitSeq(strings.TrimSuffix(filepath.Base(file), ".graphqls"), ".") {
		n, _ := strconv.Atoi(part) // what is no number comes first
		out = append(out, n)
	}
	return out
}

// intended are changes with which no client can fail, with the reason.
func intended() map[string]string {
	return map[string]string{
		"the default of Query.causalPath(maxDepth) was 5 and is none": "the shortest path of at most 5 links is the shortest of all; where there was none, a longer one is found",
	}
}

// TestRelease_SchemaBreaksNothing refuses a schema with which a client of the last release can fail. A
// field that is to go is marked as deprecated, and goes with the next major version.
func TestRelease_SchemaBreaksNothing(t *testing.T) {
	released, name := lastRelease(t)
	changes := slices.DeleteFunc(schemachange.Breaking(released, tree.Schema(t)), func(change string) bool {
		_, is := intended()[change]
		return is
	})
	if len(changes) > 0 {
		t.Errorf("clients of %s break:\n%s\n\ndeprecate instead; for a new major version `make release-schema` writes the next baseline",
			name, strings.Join(changes, "\n"))
	}
}

func TestRelease_LastIsTheHighest(t *testing.T) {
	files := []string{"a/0.9.0.graphqls", "a/0.10.0.graphqls", "a/0.1.0.graphqls"}
	slices.SortFunc(files, byVersion)
	if files[2] != "a/0.10.0.graphqls" {
		t.Errorf("in order: %v", files)
	}
}
