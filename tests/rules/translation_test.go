package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/internal/schemachange"
	"github.com/causeway-memory/causeway/tests/tree"
)

const (
	releaseNotes = "docs/releases/0.2.0.md"
	oldClients   = "tests/rules/testdata/0.1.0"
)

// translation is the table of the release notes: what became of a type, Type.field or Type.field(argument).
type translation map[string]string

func readTranslation(page string) translation {
	rows := translation{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\|").FindAllStringSubmatch(page, -1) {
		rows[m[1]] = m[2]
	}
	return rows
}

// name returns what became of the last part of a path like Type.field, which stays when the table does not name it.
func (t translation) name(path, last string) string {
	now, ok := t[path]
	if !ok {
		return last
	}
	if _, after, found := strings.Cut(now, "("); found {
		return strings.TrimSuffix(after, ")")
	}
	return now[strings.LastIndex(now, ".")+1:]
}

// document rewrites a document that fits the old schema in place.
func (t translation) document(doc *ast.QueryDocument) {
	for _, op := range doc.Operations {
		for _, v := range op.VariableDefinitions {
			t.ofType(v.Type)
		}
		t.selection(op.SelectionSet)
	}
	for _, f := range doc.Fragments {
		f.TypeCondition = t.name(f.TypeCondition, f.TypeCondition)
		t.selection(f.SelectionSet)
	}
}

func (t translation) ofType(typ *ast.Type) {
	if typ.Elem != nil {
		t.ofType(typ.Elem)
		return
	}
	typ.NamedType = t.name(typ.NamedType, typ.NamedType)
}

func (t translation) selection(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.InlineFragment:
			s.TypeCondition = t.name(s.TypeCondition, s.TypeCondition)
			t.selection(s.SelectionSet)
		case *ast.Field:
			t.field(s)
		}
	}
}

func (t translation) field(f *ast.Field) {
	path := f.ObjectDefinition.Name + "." + f.Name
	for _, a := range f.Arguments {
		t.value(a.Value)
		a.Name = t.name(path+"("+a.Name+")", a.Name)
	}
	if now := t.name(path, f.Name); now != f.Name {
		if f.Alias == f.Name {
			f.Alias = now
		}
		f.Name = now
	}
	t.selection(f.SelectionSet)
}

func (t translation) value(v *ast.Value) {
	for _, child := range v.Children {
		if v.Kind == ast.ObjectValue && v.Definition != nil {
			child.Name = t.name(v.Definition.Name+"."+child.Name, child.Name)
		}
		t.value(child.Value)
	}
}

// TestRelease_OldClientsAreTranslated rewrites documents of clients of 0.1.0 by the table of the release notes alone and
// holds them against the schema: who follows the table has a client that works.
func TestRelease_OldClientsAreTranslated(t *testing.T) {
	table := readTranslation(tree.Read(t, releaseNotes))
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
		doc, errs := gqlparser.LoadQueryWithRules(old, string(text), rules.NewDefaultRules())
		if len(errs) > 0 {
			t.Fatalf("%s was no document of 0.1.0: %v", file, errs)
		}
		table.document(doc)
		var now strings.Builder
		formatter.NewFormatter(&now).FormatQueryDocument(doc)
		tree.Report(t, checkQuery(filepath.Base(file), tree.Schema(t), now.String()))
	}
}

// TestRelease_EveryChangeIsInTheTable holds the table against what clients of 0.1.0 can lose.
func TestRelease_EveryChangeIsInTheTable(t *testing.T) {
	page := tree.Read(t, releaseNotes)
	old := gqlparser.MustLoadSchema(&ast.Source{Name: "0.1.0", Input: tree.Read(t, oldClients+"/schema.graphqls")})
	tree.Report(t, untold(readTranslation(page), schemachange.Breaking(old, tree.Schema(t))))
	if len(untold(translation{}, []string{"the field RecallAnswer.more was removed"})) != 1 {
		t.Error("a change that the table does not name is not seen")
	}
}

// untold returns the changes of which the table names neither the thing nor its type.
func untold(table translation, changes []string) []string {
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
