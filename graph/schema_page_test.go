package graph_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

const page = "../docs/schema.md"

// TestSchemaPage compares docs/schema.md with the schema of the API and the schema of the graph. With
// REWRITE_PAGES=1, as make generate sets it, the page is written anew.
func TestSchemaPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for part, content := range map[string]string{"graphql": contract(t), "steps": steps(t)} {
		begin, end := fmt.Sprintf("<!-- %s:begin -->\n", part), fmt.Sprintf("<!-- %s:end -->", part)
		before, rest, found := strings.Cut(want, begin)
		_, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("docs/schema.md lacks %q or %q", begin, end)
		}
		want = before + begin + content + end + after
	}
	if want == string(text) {
		return
	}
	if os.Getenv("REWRITE_PAGES") != "1" {
		t.Fatal("docs/schema.md is not that of the schema; `make generate` writes it anew")
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// contract tells the schema of the API: what can be asked and written, then every type.
func contract(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("schema.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphqls", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, root := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		if root != nil {
			operations(&out, root)
		}
	}
	for _, kind := range []struct {
		title string
		kind  ast.DefinitionKind
	}{
		{"Objects", ast.Object},
		{"Interfaces", ast.Interface},
		{"Unions", ast.Union},
		{"Inputs", ast.InputObject},
		{"Enums", ast.Enum},
		{"Scalars", ast.Scalar},
	} {
		if found := definitions(schema, kind.kind); len(found) > 0 {
			fmt.Fprintf(&out, "\n## %s\n", kind.title)
			for _, def := range found {
				definition(&out, schema, def)
			}
		}
	}
	return out.String()
}

// definitions returns the types of a kind by name, without the roots and what every schema has.
func definitions(schema *ast.Schema, kind ast.DefinitionKind) []*ast.Definition {
	var out []*ast.Definition
	for _, def := range schema.Types {
		root := def == schema.Query || def == schema.Mutation || def == schema.Subscription
		if def.Kind == kind && !def.BuiltIn && !root {
			out = append(out, def)
		}
	}
	slices.SortFunc(out, func(a, b *ast.Definition) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func operations(out *strings.Builder, root *ast.Definition) {
	fmt.Fprintf(out, "\n## %s\n\n%s\n", root.Name, sentence(root.Description))
	for _, field := range root.Fields {
		if strings.HasPrefix(field.Name, "__") {
			continue
		}
		fmt.Fprintf(out, "\n### %s\n\n%s Answers `%s`.\n", field.Name, sentence(field.Description), field.Type)
		if len(field.Arguments) == 0 {
			continue
		}
		out.WriteString("\n| argument | type | |\n|---|---|---|\n")
		for _, arg := range field.Arguments {
			row(out, arg.Name, typed(arg.Type, arg.DefaultValue), arg.Description)
		}
	}
}

func definition(out *strings.Builder, schema *ast.Schema, def *ast.Definition) {
	fmt.Fprintf(out, "\n### %s\n\n%s\n", def.Name, described(schema, def))
	if possible := schema.PossibleTypes[def.Name]; def.Kind == ast.Interface || def.Kind == ast.Union {
		names := make([]string, len(possible))
		for i, one := range possible {
			names[i] = "`" + one.Name + "`"
		}
		slices.Sort(names)
		fmt.Fprintf(out, "\nOne of %s.\n", strings.Join(names, ", "))
	}
	switch {
	case len(def.EnumValues) > 0:
		out.WriteString("\n| value | |\n|---|---|\n")
		for _, value := range def.EnumValues {
			fmt.Fprintf(out, "| `%s` | %s |\n", value.Name, sentence(value.Description))
		}
	case len(def.Fields) > 0:
		out.WriteString("\n| field | type | |\n|---|---|---|\n")
		for _, field := range def.Fields {
			row(out, field.Name+arguments(field), typed(field.Type, field.DefaultValue), field.Description)
		}
	}
}

// described is what a type says of itself, or the one field that describes it.
func described(schema *ast.Schema, def *ast.Definition) string {
	if of := tree.FieldsOf(schema, def.Name); def.Description == "" && len(of) == 1 {
		return "See `" + of[0] + "`."
	}
	return sentence(def.Description)
}

// arguments are those of a field inside of a type.
func arguments(field *ast.FieldDefinition) string {
	if len(field.Arguments) == 0 {
		return ""
	}
	parts := make([]string, len(field.Arguments))
	for i, arg := range field.Arguments {
		parts[i] = arg.Name + ": " + typed(arg.Type, arg.DefaultValue)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func typed(typ *ast.Type, value *ast.Value) string {
	if value == nil {
		return typ.String()
	}
	return typ.String() + " = " + value.String()
}

func row(out *strings.Builder, name, typ, description string) {
	fmt.Fprintf(out, "| `%s` | `%s` | %s |\n", name, typ, sentence(description))
}

// sentence is a description in one line that no table takes for its own.
func sentence(description string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(description), " "), "|", `\|`)
}

// steps tells the statements that make the schema of Neo4j.
func steps(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob("../cypher/schema/*.cypher")
	if err != nil || len(names) == 0 {
		t.Fatalf("found no steps of the schema (%v)", err)
	}
	out := "| step | what for | |\n|---|---|---|\n"
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		title, rest, _ := strings.Cut(string(text), "\n")
		_, purpose, _ := strings.Cut(title, ": ")
		out += fmt.Sprintf("| `%s` | %s | %s |\n", strings.TrimSuffix(filepath.Base(name), ".cypher"), sentence(purpose), statement(rest))
	}
	return out
}

// statement is what a step declares, or nothing for one that changes data.
func statement(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "//") {
			lines = append(lines, line)
		}
	}
	_, declared, found := strings.Cut(strings.Join(lines, " "), "IF NOT EXISTS ")
	if !found {
		return "changes data"
	}
	return "`` " + sentence(declared) + " ``" // names in a statement stand in backquotes
}
