package clients_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/Khan/genqlient/generate"
	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/graph"
)

const (
	clientOperations = "operations.graphql"
	clientTypes      = "typescript/types.ts"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// operations returns what the example clients send, held against the schema.
func operations(t *testing.T) (*ast.Schema, *ast.QueryDocument) {
	t.Helper()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: graph.Schema})
	document, errs := gqlparser.LoadQueryWithRules(schema, read(t, clientOperations), rules.NewDefaultRules())
	if len(errs) > 0 {
		t.Fatalf("%s does not fit the schema: %v", clientOperations, errs)
	}
	return schema, document
}

func TestFollowFitsTheSchema(t *testing.T) {
	schema, _ := operations(t)
	if _, errs := gqlparser.LoadQueryWithRules(schema, read(t, "curl/follow.graphql"), rules.NewDefaultRules()); len(errs) > 0 {
		t.Error(errs)
	}
}

// TestGoIsCurrent: the generated part of the Go client is what genqlient makes of the
// operations now; `make generate` writes it.
func TestGoIsCurrent(t *testing.T) {
	config, err := generate.ReadAndValidateConfig("go/genqlient.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files, err := generate.Generate(config)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, text := range files {
		if diff := cmp.Diff(read(t, "go/generated.go"), string(text)); diff != "" {
			t.Errorf("run make generate (-file +generated):\n%s", diff)
		}
	}
}

// TestTypesAreCurrent: the types of the TypeScript client are those of the schema, so
// that its compiler holds every variable and every field that is read against them.
func TestTypesAreCurrent(t *testing.T) {
	schema, document := operations(t)
	want := typesOf(schema, document)
	if os.Getenv("REWRITE_PAGES") != "" {
		if err := os.WriteFile(clientTypes, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(read(t, clientTypes), want); diff != "" {
		t.Errorf("run make generate (-file +schema):\n%s", diff)
	}
}

// TestEveryOperationIsUsed: each client sends every operation.
func TestEveryOperationIsUsed(t *testing.T) {
	_, document := operations(t)
	for _, file := range []string{"go/main.go", "python/client.py", "typescript/client.ts", "curl/client.sh"} {
		text := read(t, file)
		for _, o := range document.Operations {
			if !strings.Contains(text, o.Name) {
				t.Errorf("%s does not use the operation %s", file, o.Name)
			}
		}
	}
}

// typeWriter writes operations and what they use as TypeScript.
type typeWriter struct {
	schema *ast.Schema
	// named are the enums and inputs that were met.
	named map[string]*ast.Definition
}

func typesOf(schema *ast.Schema, document *ast.QueryDocument) string {
	w := typeWriter{schema, map[string]*ast.Definition{}}
	var out strings.Builder
	out.WriteString("// The types of ../operations.graphql. `make generate` writes them from the schema.\n\n")
	out.WriteString("/** What an operation takes, and what its answer holds. */\nexport interface Operations {\n")
	for _, o := range document.Operations {
		fmt.Fprintf(&out, "  %s: {\n    variables: {\n", o.Name)
		for _, v := range o.VariableDefinitions {
			fmt.Fprintf(&out, "      %s%s: %s;\n", v.Variable, optional(v.Type, v.DefaultValue), w.typeOf(v.Type, ""))
		}
		fmt.Fprintf(&out, "    };\n    data: %s;\n  };\n", w.object(o.SelectionSet, "    "))
	}
	out.WriteString("}\n")
	w.writeNamed(&out)
	return out.String()
}

// writeNamed writes enums and inputs; an input may name others that were not met before.
func (w typeWriter) writeNamed(out *strings.Builder) {
	written := map[string]string{}
	for len(written) < len(w.named) {
		for name, d := range w.named {
			if _, done := written[name]; !done {
				written[name] = w.definition(d)
			}
		}
	}
	var names []string
	for name := range written {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		out.WriteString("\n" + written[name])
	}
}

func (w typeWriter) definition(d *ast.Definition) string {
	var out strings.Builder
	fmt.Fprintf(&out, "/** %s */\n", d.Description)
	if d.Kind == ast.Enum {
		var words []string
		for _, v := range d.EnumValues {
			words = append(words, fmt.Sprintf("%q", v.Name))
		}
		fmt.Fprintf(&out, "export type %s = %s;\n", d.Name, strings.Join(words, " | "))
		return out.String()
	}
	fmt.Fprintf(&out, "export interface %s {\n", d.Name)
	for _, f := range d.Fields {
		fmt.Fprintf(&out, "  /** %s */\n  %s%s: %s;\n", f.Description, f.Name, optional(f.Type, f.DefaultValue), w.typeOf(f.Type, ""))
	}
	return out.String() + "}\n"
}

// optional marks what a caller may leave out.
func optional(t *ast.Type, byDefault *ast.Value) string {
	if !t.NonNull || byDefault != nil {
		return "?"
	}
	return ""
}

// typeOf returns a type; object is what stands for an object type.
func (w typeWriter) typeOf(t *ast.Type, object string) string {
	var name string
	switch {
	case t.Elem != nil:
		name = "Array<" + w.typeOf(t.Elem, object) + ">"
	case object != "":
		name = object
	default:
		name = w.leaf(t.NamedType)
	}
	if !t.NonNull {
		name += " | null"
	}
	return name
}

func (w typeWriter) leaf(name string) string {
	switch d := w.schema.Types[name]; {
	case d.Kind == ast.Enum || d.Kind == ast.InputObject:
		w.named[name] = d
		return name
	case slices.Contains([]string{"Int", "Float", "Int64"}, name):
		return "number"
	case name == "Boolean":
		return "boolean"
	default:
		return "string"
	}
}

func (w typeWriter) object(set ast.SelectionSet, indent string) string {
	var out strings.Builder
	out.WriteString("{\n")
	for _, s := range set {
		f := s.(*ast.Field)
		object := ""
		if len(f.SelectionSet) > 0 {
			object = w.object(f.SelectionSet, indent+"  ")
		}
		fmt.Fprintf(&out, "%s  %s: %s;\n", indent, f.Alias, w.typeOf(f.Definition.Type, object))
	}
	return out.String() + indent + "}"
}
