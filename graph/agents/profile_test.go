package agents_test

import (
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/graph"
	"github.com/causeway-memory/causeway/graph/agents"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/tests/tree"
)

func load(t *testing.T, text string) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(&ast.Source{Name: "schema", Input: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSchema_IsAPart compares every type, field, argument and word of the profile with the contract.
func TestSchema_IsAPart(t *testing.T) {
	whole, part := load(t, graph.Schema), load(t, agents.Schema())
	compared := 0
	for name, d := range part.Types {
		if d.BuiltIn {
			continue
		}
		in := whole.Types[name]
		if in == nil || in.Kind != d.Kind || len(in.EnumValues) != len(d.EnumValues) {
			t.Errorf("%s is another type in the contract", name)
			continue
		}
		for _, f := range d.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			compared++
			of := in.Fields.ForName(f.Name)
			if of == nil || of.Type.String() != f.Type.String() || of.Description != f.Description {
				t.Errorf("%s.%s differs from the contract", name, f.Name)
				continue
			}
			for _, a := range f.Arguments {
				if from := of.Arguments.ForName(a.Name); from == nil || from.Type.String() != a.Type.String() {
					t.Errorf("%s.%s(%s) differs from the contract", name, f.Name, a.Name)
				}
			}
			for _, a := range of.Arguments {
				if a.Type.NonNull && a.DefaultValue == nil && f.Arguments.ForName(a.Name) == nil {
					t.Errorf("%s.%s lacks %s, without which it cannot be asked", name, f.Name, a.Name)
				}
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d fields were compared", compared)
	}
}

func TestSchema_AnswersTheOperations(t *testing.T) {
	part := load(t, agents.Schema())
	all := agents.Operations()
	if len(all) > 10 {
		t.Errorf("%d operations are more than an agent's day has", len(all))
	}
	for name, text := range all {
		if _, errs := gqlparser.LoadQuery(part, text); len(errs) > 0 { //nolint:staticcheck // the usual rules are wanted
			t.Errorf("%s: %v", name, errs)
		}
	}
}

func TestGuide_ExamplesFitTheSchema(t *testing.T) {
	part := load(t, agents.Schema())
	found := tree.Operations(agents.Guide())
	if len(found) < 8 {
		t.Errorf("only %d examples", len(found))
	}
	for _, text := range found {
		if _, errs := gqlparser.LoadQuery(part, text); len(errs) > 0 { //nolint:staticcheck // the usual rules are wanted
			t.Errorf("%s: %v", text, errs)
		}
	}
}

func TestSizes(t *testing.T) {
	counter := tokens.New()
	for _, text := range []struct {
		name string
		text string
		most int
	}{{"the guide", agents.Guide(), 600}, {"the schema", agents.Schema(), 3000}} {
		n, err := counter.CountTokens(text.text)
		if err != nil {
			t.Fatal(err)
		}
		if n > text.most {
			t.Errorf("%s has %d tokens, more than %d", text.name, n, text.most)
		}
	}
	for name, form := range map[string]string{"---\nname: causeway-memory\n": agents.Skill(), "## causeway": agents.Section()} {
		if !strings.HasPrefix(form, name) || !strings.HasSuffix(form, agents.Guide()[3:]) {
			t.Errorf("not the guide: %.80s", form)
		}
	}
}
