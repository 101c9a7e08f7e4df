package agents

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// profile collects what operations use of a schema.
type profile struct {
	schema *ast.Schema
	// fields are the used fields of each object and interface, with their used arguments.
	fields map[string]map[string]map[string]bool
	// whole are the enums, scalars and inputs that are used.
	whole map[string]bool
}

// prune returns the part of a schema that the operations use, as SDL. An operation that does not fit the schema is an error.
func prune(schema string, operations []string) (string, error) {
	loaded, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphqls", Input: schema})
	if err != nil {
		return "", fmt.Errorf("read the schema: %w", err)
	}
	p := profile{schema: loaded, fields: map[string]map[string]map[string]bool{}, whole: map[string]bool{}}
	for _, text := range operations {
		document, problems := gqlparser.LoadQuery(loaded, text) //nolint:staticcheck // LoadQueryWithRules needs the rules that this one adds
		if len(problems) > 0 {
			return "", fmt.Errorf("an operation does not fit the schema: %w\n%s", problems, text)
		}
		for _, operation := range document.Operations {
			for _, v := range operation.VariableDefinitions {
				p.input(v.Type)
			}
			p.selected(operation.SelectionSet)
		}
	}
	p.implement()
	return p.print(), nil
}

// implement gives the used types that implement a used interface what is used of it.
func (p profile) implement() {
	for name, fields := range p.fields {
		for _, d := range p.schema.PossibleTypes[name] {
			if p.schema.Types[name].Kind != ast.Interface || p.fields[d.Name] == nil {
				continue
			}
			for field, arguments := range fields {
				if p.fields[d.Name][field] == nil {
					p.fields[d.Name][field] = map[string]bool{}
				}
				maps.Copy(p.fields[d.Name][field], arguments)
			}
		}
	}
}

// selected adds the fields of a selection, and all below.
func (p profile) selected(set ast.SelectionSet) {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			p.field(s)
		case *ast.InlineFragment:
			p.selected(s.SelectionSet)
		case *ast.FragmentSpread:
			p.selected(s.Definition.SelectionSet)
		}
	}
}

func (p profile) field(f *ast.Field) {
	if strings.HasPrefix(f.Name, "__") {
		return
	}
	object := f.ObjectDefinition.Name
	if p.fields[object] == nil {
		p.fields[object] = map[string]map[string]bool{}
	}
	if p.fields[object][f.Name] == nil {
		p.fields[object][f.Name] = map[string]bool{}
	}
	for _, a := range f.Arguments {
		p.fields[object][f.Name][a.Name] = true
		p.input(f.Definition.Arguments.ForName(a.Name).Type)
	}
	p.input(f.Definition.Type)
	p.selected(f.SelectionSet)
}

// input adds an enum or a scalar, or an input with all its fields.
func (p profile) input(t *ast.Type) {
	d := p.schema.Types[t.Name()]
	if p.whole[d.Name] || d.IsCompositeType() {
		return
	}
	p.whole[d.Name] = true
	for _, f := range d.Fields {
		p.input(f.Type)
	}
}

// block is a description of one line as the formatter writes it, on three; without a quote it can be an ordinary string.
var block = lazy.Pattern(`"""\n *([^"\n]*)\n *"""`)

func (p profile) print() string {
	var out ast.DefinitionList
	for _, d := range p.schema.Types {
		switch {
		case p.fields[d.Name] != nil:
			out = append(out, p.part(d))
		case p.whole[d.Name] && !d.BuiltIn:
			out = append(out, d)
		}
	}
	roots := []string{"Mutation", "Query"}
	slices.SortFunc(out, func(a, b *ast.Definition) int {
		if n := slices.Index(roots, b.Name) - slices.Index(roots, a.Name); n != 0 {
			return n
		}
		return strings.Compare(a.Name, b.Name)
	})
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithIndent(" ")).FormatSchemaDocument(&ast.SchemaDocument{Definitions: out})
	return strings.ReplaceAll(block().ReplaceAllString(text.String(), `"$1"`), "\n\n", "\n")
}

// part returns a copy of an object or interface with the used fields and arguments.
func (p profile) part(d *ast.Definition) *ast.Definition {
	out := *d
	out.Fields, out.Directives = nil, nil
	out.Interfaces = slices.DeleteFunc(slices.Clone(d.Interfaces), func(name string) bool { return p.fields[name] == nil })
	for _, f := range d.Fields {
		used := p.fields[d.Name][f.Name]
		if used == nil {
			continue
		}
		field := *f
		field.Arguments, field.Directives = nil, nil
		for _, a := range f.Arguments {
			if used[a.Name] {
				argument := *a
				argument.Directives = nil
				field.Arguments = append(field.Arguments, &argument)
			}
		}
		out.Fields = append(out.Fields, &field)
	}
	return &out
}
