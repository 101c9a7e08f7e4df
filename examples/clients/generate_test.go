package clients_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// object is the shape of a JSON object that is sent or answered.
type object struct {
	name, description string
	fields            []field
}

// field is a field of an object, or a variable of an operation.
type field struct {
	name, description string
	kind              *ast.Type
	// named is what stands for the innermost type: an object, an enum or a scalar.
	named string
	// mayMiss says that it may be left out.
	mayMiss bool
}

// shapes collects what operations send and get.
type shapes struct {
	schema  *ast.Schema
	enums   map[string]*ast.Definition
	inputs  map[string]object
	answers []object
	// operations are the variables and the data of each operation.
	operations []operation
}

type operation struct {
	name, text      string
	variables, data object
}

// shapesOf returns what the operations of a document send and get; text is the document.
func shapesOf(schema *ast.Schema, document *ast.QueryDocument, text string) *shapes {
	s := &shapes{schema: schema, enums: map[string]*ast.Definition{}, inputs: map[string]object{}}
	for i, o := range document.Operations {
		end := len(text)
		if i+1 < len(document.Operations) {
			end = document.Operations[i+1].Position.Start
		}
		got := operation{name: o.Name, text: strings.TrimSpace(text[o.Position.Start:end])}
		got.variables = object{name: o.Name + "Variables", description: "The variables of " + o.Name + "."}
		for _, v := range o.VariableDefinitions {
			got.variables.fields = append(got.variables.fields, s.sent(v.Variable, "", v.Type, v.DefaultValue))
		}
		got.data = object{name: o.Name + "Data", description: "The data of the answer to " + o.Name + ".", fields: s.got(o.Name, o.SelectionSet)}
		s.operations = append(s.operations, got)
	}
	return s
}

// sent returns a field of what is sent.
func (s *shapes) sent(name, description string, kind *ast.Type, byDefault *ast.Value) field {
	d := s.schema.Types[kind.Name()]
	switch d.Kind {
	case ast.Enum:
		s.enums[d.Name] = d
	case ast.InputObject:
		if _, seen := s.inputs[d.Name]; !seen {
			s.inputs[d.Name] = object{} // inputs may hold themselves
			o := object{name: d.Name, description: d.Description}
			for _, f := range d.Fields {
				o.fields = append(o.fields, s.sent(f.Name, f.Description, f.Type, f.DefaultValue))
			}
			s.inputs[d.Name] = o
		}
	}
	return field{name, description, kind, d.Name, !kind.NonNull || byDefault != nil}
}

// got returns the fields that are asked for. An object has the name of its type, and when other
// fields of that type were asked for before, that of the operation before it.
func (s *shapes) got(operation string, set ast.SelectionSet) []field {
	var all []field
	for _, selected := range set {
		f := selected.(*ast.Field)
		d := s.schema.Types[f.Definition.Type.Name()]
		named := d.Name
		switch {
		case d.Kind == ast.Enum:
			s.enums[d.Name] = d
		case len(f.SelectionSet) > 0:
			named = s.answer(operation, object{d.Name, d.Description, s.got(operation, f.SelectionSet)})
		}
		all = append(all, field{f.Alias, f.Definition.Description, f.Definition.Type, named, false})
	}
	return all
}

// answer keeps an object that is answered and returns its name.
func (s *shapes) answer(operation string, o object) string {
	for _, name := range []string{o.name, operation + o.name} {
		i := slices.IndexFunc(s.answers, func(other object) bool { return other.name == name })
		if i < 0 {
			o.name = name
			s.answers = append(s.answers, o)
			return name
		}
		if same(s.answers[i], o) {
			return name
		}
	}
	panic(fmt.Sprintf("%s asks for %s in several ways: ask for the same fields", operation, o.name))
}

func same(a, b object) bool {
	return slices.EqualFunc(a.fields, b.fields, func(x, y field) bool {
		return x.name == y.name && x.named == y.named && x.kind.String() == y.kind.String()
	})
}

// objects returns the inputs by name, then the answers, then variables and data of the operations.
func (s *shapes) objects() (sent, got []object) {
	for _, name := range slices.Sorted(maps.Keys(s.inputs)) {
		sent = append(sent, s.inputs[name])
	}
	got = slices.Clone(s.answers)
	for _, o := range s.operations {
		sent, got = append(sent, o.variables), append(got, o.data)
	}
	return sent, got
}

// language spells types.
type language struct {
	scalars map[string]string
	list    string // with %s for what it holds
	null    string // with %s for what may also be null
}

func (l language) spelled(f field, kind *ast.Type) string {
	name := f.named
	if kind.Elem != nil {
		name = fmt.Sprintf(l.list, l.spelled(f, kind.Elem))
	} else if scalar, ok := l.scalars[name]; ok {
		name = scalar
	}
	if !kind.NonNull {
		name = fmt.Sprintf(l.null, name)
	}
	return name
}

// typescript writes the shapes and the operations as a module of TypeScript.
func (s *shapes) typescript() string {
	l := language{list: "Array<%s>", null: "%s | null", scalars: map[string]string{
		"Int": "number", "Float": "number", "Int64": "number", "Boolean": "boolean",
		"String": "string", "ID": "string", "Timestamp": "string", "DateTime": "string", "JSON": "unknown",
	}}
	var out strings.Builder
	out.WriteString("// What ../../operations.graphql sends and gets. `make generate` writes it from the schema.\n")
	for _, name := range slices.Sorted(maps.Keys(s.enums)) {
		fmt.Fprintf(&out, "\n/** %s */\nexport type %s = %s;\n", s.enums[name].Description, name, words(s.enums[name], " | "))
	}
	sent, got := s.objects()
	for _, o := range append(sent, got...) {
		fmt.Fprintf(&out, "\n/** %s */\nexport interface %s {\n", o.description, o.name)
		for _, f := range o.fields {
			if f.description != "" {
				fmt.Fprintf(&out, "  /** %s */\n", f.description)
			}
			mark := ""
			if f.mayMiss {
				mark = "?"
			}
			fmt.Fprintf(&out, "  %s%s: %s;\n", f.name, mark, l.spelled(f, f.kind))
		}
		out.WriteString("}\n")
	}
	out.WriteString("\n/** What each operation takes, and what its answer holds. */\nexport interface Operations {\n")
	for _, o := range s.operations {
		fmt.Fprintf(&out, "  %s: { variables: %s; data: %s };\n", o.name, o.variables.name, o.data.name)
	}
	out.WriteString("}\n\n/** The text of each operation. */\nexport const documents: Record<keyof Operations, string> = {\n")
	for _, o := range s.operations {
		fmt.Fprintf(&out, "  %s: `%s`,\n", o.name, o.text)
	}
	return out.String() + "};\n"
}

// python writes the shapes and the operations as a module of Python.
func (s *shapes) python() string {
	l := language{list: "list[%s]", null: "%s | None", scalars: map[string]string{
		"Int": "int", "Float": "float", "Int64": "int", "Boolean": "bool",
		"String": "str", "ID": "str", "Timestamp": "str", "DateTime": "str", "JSON": "object",
	}}
	var out strings.Builder
	out.WriteString("\"\"\"What ../../../operations.graphql sends and gets. `make generate` writes it from the schema.\"\"\"\n\n")
	out.WriteString("from __future__ import annotations\n\nfrom typing import Final, Literal, NotRequired, TypedDict\n\n")
	for _, name := range slices.Sorted(maps.Keys(s.enums)) {
		fmt.Fprintf(&out, "%s = Literal[%s]\n\"\"\"%s\"\"\"\n\n", name, words(s.enums[name], ", "), s.enums[name].Description)
	}
	sent, got := s.objects()
	for _, o := range append(sent, got...) {
		fmt.Fprintf(&out, "\nclass %s(TypedDict):\n    \"\"\"%s\"\"\"\n\n", o.name, o.description)
		for _, f := range o.fields {
			spelled := l.spelled(f, f.kind)
			if f.mayMiss {
				spelled = "NotRequired[" + spelled + "]"
			}
			fmt.Fprintf(&out, "    %s: %s\n", f.name, spelled)
			if f.description != "" {
				fmt.Fprintf(&out, "    \"\"\"%s\"\"\"\n", f.description)
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("\nDOCUMENTS: Final[dict[str, str]] = {\n")
	for _, o := range s.operations {
		fmt.Fprintf(&out, "    %q: \"\"\"%s\"\"\",\n", o.name, o.text)
	}
	return out.String() + "}\n\"\"\"The text of each operation.\"\"\"\n"
}

// words returns the values of an enum, quoted.
func words(d *ast.Definition, between string) string {
	var quoted []string
	for _, v := range d.EnumValues {
		quoted = append(quoted, fmt.Sprintf("%q", v.Name))
	}
	return strings.Join(quoted, between)
}
