package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/internal/schemachange"
	"github.com/causeway-memory/causeway/tests/translation"
	"github.com/causeway-memory/causeway/tests/tree"
)

const (
	releaseNotes = "docs/releases/0.2.0.md"
	oldClients   = "tests/rules/testdata/0.1.0"
)

// TestRelease_OldClientsAreTranslated rewrites documents of clients of 0.1.0 by the table of the release notes alone and
// holds them against the schema: who follows the table has a client that works.
func TestRelease_OldClientsAreTranslated(t *testing.T) {
	table := translation.Read(tree.Read(t, releaseNotes))
	old := gqlparser.MustLoadSchema(&ast.Source{Name: "0.1.0", Input: tree.Read(t, oldClients+"/schema.graphqls")})
	files, err := filepath.Glob(filepath.Join(tree.Root(), oldClients, "*.graphql"))
	if err != nil || len(files) < 15 {
		t.Fatalf("%d documents of 0.1.0: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		now, err := table.Text(old, string(text))
		if err != nil {
			t.Fatalf("%s was no document of 0.1.0: %v", file, err)
		}
		tree.Report(t, checkQuery(filepath.Base(file), tree.Schema(t), now))
	}
}

// TestRelease_EveryChangeIsInTheTable holds the table against what clients of 0.1.0 can lose.
func TestRelease_EveryChangeIsInTheTable(t *testing.T) {
	page := tree.Read(t, releaseNotes)
	old := gqlparser.MustLoadSchema(&ast.Source{Name: "0.1.0", Input: tree.Read(t, oldClients+"/schema.graphqls")})
	tree.Report(t, untold(translation.Read(page), schemachange.Breaking(old, tree.Schema(t))))
	if len(untold(translation.Table{}, []string{"the field RecallAnswer.more was removed"})) != 1 {
		t.Error("a change that the table does not name is not seen")
	}
}

// untold returns the changes of which the table names neither the thing nor its type.
func untold(table translation.Table, changes []string) []string {
	named := slices.Collect(func(yield func(string) bool) {
		for was, now := range table {
			if !yield(was) || !yield(now) {
				return
			}
		}
	})
	return slices.DeleteFunc(changes, func(change string) bool {
		if _, is := intended()[change]; is {
			return true
		}
		return slices.ContainsFunc(regexp.MustCompile(`\w+(\.\w+(\(\w+\))?)?`).FindAllString(change, -1), func(word string) bool {
			return slices.Contains(named, word)
		})
	})
}
