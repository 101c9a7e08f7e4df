package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/causeway-memory/causeway/graph"
	"github.com/causeway-memory/causeway/internal/tokens"
)

// The most tokens of the contract, printed as [printed] does. Whoever adds to it takes something away, or says in
// docs/decisions/0066 why it grows.
const (
	mostDescribed = 25_000
	mostBare      = 16_040
	mostQueries   = 35
)

// TestSchema_IsLean bounds what an agent pays that reads the whole contract.
func TestSchema_IsLean(t *testing.T) {
	doc, err := parser.ParseSchema(&ast.Source{Name: "schema.graphqls", Input: graph.Schema})
	if err != nil {
		t.Fatal(err)
	}
	counter := tokens.New()
	for _, c := range []struct {
		what      string
		described bool
		most      int
	}{{"with descriptions", true, mostDescribed}, {"without descriptions", false, mostBare}} {
		n, err := counter.CountTokens(printed(doc.Definitions, c.described))
		if err != nil || n > c.most {
			t.Errorf("the contract %s has %d tokens, at most %d: %v", c.what, n, c.most, err)
		}
		if n < c.most*9/10 {
			t.Errorf("the contract %s has %d tokens: lower the bound of %d", c.what, n, c.most)
		}
	}
	if n := len(doc.Definitions.ForName("Query").Fields); n > mostQueries {
		t.Errorf("%d root queries, at most %d: a question about one thing is a field of it", n, mostQueries)
	}
}

// TestSchema_PrintsItself compares the print that is counted with the file, so that the count is that of what is served.
func TestSchema_PrintsItself(t *testing.T) {
	doc, err := parser.ParseSchema(&ast.Source{Name: "schema.graphqls", Input: graph.Schema})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(printed(doc.Definitions, true), "\n") {
		if have := strings.Split(graph.Schema, "\n"); i >= len(have) || have[i] != line {
			t.Fatalf("line %d of schema.graphqls is not %q: arguments without a description stand on one line", i+1, line)
		}
	}
}

// printed is the canonical form: descriptions on a line of their own, arguments on one line unless one is described.
func printed(all ast.DefinitionList, described bool) string {
	p := printer{described: described}
	for i, d := range all {
		if i > 0 {
			p.WriteString("\n")
		}
		p.definition(d)
	}
	return p.String()
}

type printer struct {
	strings.Builder
	described bool
}

func (p *printer) description(indent, text string) {
	if p.described && text != "" {
		fmt.Fprintf(p, "%s%q\n", indent, text)
	}
}

func (p *printer) definition(d *ast.Definition) {
	kinds := map[ast.DefinitionKind]string{ast.Scalar: "scalar", ast.Object: "type", ast.Interface: "interface", ast.Enum: "enum", ast.InputObject: "input"}
	p.description("", d.Description)
	p.WriteString(kinds[d.Kind] + " " + d.Name)
	if len(d.Interfaces) > 0 {
		p.WriteString(" implements " + strings.Join(d.Interfaces, " & "))
	}
	for _, directive := range d.Directives {
		p.WriteString(" @" + directive.Name)
		for _, a := range directive.Arguments {
			fmt.Fprintf(p, "(%s: %s)", a.Name, a.Value)
		}
	}
	if d.Kind == ast.Scalar {
		p.WriteString("\n")
		return
	}
	p.WriteString(" {\n")
	for _, v := range d.EnumValues {
		p.description("  ", v.Description)
		p.WriteString("  " + v.Name + "\n")
	}
	for _, f := range d.Fields {
		p.description("  ", f.Description)
		p.WriteString("  " + f.Name)
		p.arguments(f.Arguments)
		p.WriteString(": " + f.Type.String() + fallback(f.DefaultValue) + "\n")
	}
	p.WriteString("}\n")
}

func (p *printer) arguments(all ast.ArgumentDefinitionList) {
	if len(all) == 0 {
		return
	}
	separate, end := ", ", ")"
	p.WriteString("(")
	for _, a := range all {
		if p.described && a.Description != "" {
			separate, end = "\n    ", "\n  )"
		}
	}
	for i, a := range all {
		if i > 0 || end != ")" {
			p.WriteString(strings.TrimSuffix(separate, "    "))
		}
		if end != ")" {
			p.description("    ", a.Description)
			p.WriteString("    ")
		}
		p.WriteString(a.Name + ": " + a.Type.String() + fallback(a.DefaultValue))
	}
	p.WriteString(end)
}

func fallback(v *ast.Value) string {
	if v == nil {
		return ""
	}
	return " = " + v.String()
}
