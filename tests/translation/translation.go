package translation

import (
	"regexp"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// Table is the table of the release notes: what became of a type, Type.field or Type.field(argument).
type Table map[string]string

// Read reads the table of a page.
func Read(page string) Table {
	rows := Table{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\|").FindAllStringSubmatch(page, -1) {
		rows[m[1]] = m[2]
	}
	return rows
}

// name returns what became of the last part of a path like Type.field, which stays when the table does not name it.
func (t Table) name(path, last string) string {
	now, ok := t[path]
	if !ok {
		return last
	}
	now, _, _ = strings.Cut(now, ":")
	if _, after, found := strings.Cut(now, "("); found {
		return strings.TrimSuffix(after, ")")
	}
	return now[strings.LastIndex(now, ".")+1:]
}

// Document rewrites a document that fits the old schema in place.
func (t Table) Document(doc *ast.QueryDocument) {
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

func (t Table) ofType(typ *ast.Type) {
	if typ.Elem != nil {
		t.ofType(typ.Elem)
		return
	}
	typ.NamedType = t.name(typ.NamedType, typ.NamedType)
}

func (t Table) selection(set ast.SelectionSet) {
	for i, s := range set {
		switch s := s.(type) {
		case *ast.InlineFragment:
			s.TypeCondition = t.name(s.TypeCondition, s.TypeCondition)
			t.selection(s.SelectionSet)
		case *ast.Field:
			if now, is := strings.CutPrefix(t[s.ObjectDefinition.Name+"."+s.Name], "... on "); is {
				set[i] = &ast.InlineFragment{TypeCondition: now, SelectionSet: s.SelectionSet}
				t.selection(s.SelectionSet)
				continue
			}
			t.field(s)
		}
	}
}

func (t Table) field(f *ast.Field) {
	path := f.ObjectDefinition.Name + "." + f.Name
	if now := strings.Split(t[path], "."); len(now) > 2 {
		t.moved(f, path, now)
		return
	}
	for _, a := range f.Arguments {
		t.value(a.Value)
		a.Name = t.name(path+"("+a.Name+")", a.Name)
	}
	f.Arguments = gathered(f.Arguments)
	if now := t.name(path, f.Name); now != f.Name {
		if f.Alias == f.Name {
			f.Alias = now
		}
		f.Name = now
	}
	t.selection(f.SelectionSet)
}

// moved puts a field into another one: Query.causes becomes Query.occurrence.causes. The arguments of the outer one
// are the project and those whose rows name it; the inner one takes the rest, and what its row gives, as in decisions(byTime: true).
func (t Table) moved(f *ast.Field, path string, now []string) {
	inner := &ast.Field{Name: now[2], Alias: now[2], SelectionSet: f.SelectionSet}
	if name, given, ok := strings.Cut(now[2], "("); ok {
		argument, value, _ := strings.Cut(strings.TrimSuffix(given, ")"), ": ")
		inner.Name, inner.Alias = name, name
		inner.Arguments = ast.ArgumentList{{Name: argument, Value: &ast.Value{Raw: value, Kind: ast.BooleanValue}}}
	}
	var outer ast.ArgumentList
	for _, a := range f.Arguments {
		t.value(a.Value)
		to, named := t[path+"("+a.Name+")"]
		switch {
		case named && strings.HasPrefix(to, now[0]+"."+now[1]+"("):
			a.Name = t.name(path+"("+a.Name+")", a.Name)
			outer = append(outer, a)
		case a.Name == "project":
			outer = append(outer, a)
		default:
			a.Name = t.name(path+"("+a.Name+")", a.Name)
			inner.Arguments = append(inner.Arguments, a)
		}
	}
	inner.Arguments = gathered(inner.Arguments)
	t.selection(f.SelectionSet)
	f.Name, f.Arguments, f.SelectionSet = now[1], outer, ast.SelectionSet{inner}
}

// gathered puts arguments that became fields of an input, like filter.relations, into one argument.
func gathered(all ast.ArgumentList) ast.ArgumentList {
	var out ast.ArgumentList
	for _, a := range all {
		outer, field, is := strings.Cut(a.Name, ".")
		if !is {
			out = append(out, a)
			continue
		}
		of := out.ForName(outer)
		if of == nil {
			of = &ast.Argument{Name: outer, Value: &ast.Value{Kind: ast.ObjectValue}}
			out = append(out, of)
		}
		of.Value.Children = append(of.Value.Children, &ast.ChildValue{Name: field, Value: a.Value})
	}
	return out
}

func (t Table) value(v *ast.Value) {
	for _, child := range v.Children {
		if v.Kind == ast.ObjectValue && v.Definition != nil {
			child.Name = t.name(v.Definition.Name+"."+child.Name, child.Name)
		}
		t.value(child.Value)
	}
}

// Text rewrites the text of a document that fits the old schema; one that does not fit is an error.
func (t Table) Text(old *ast.Schema, text string) (string, error) {
	doc, errs := gqlparser.LoadQueryWithRules(old, text, rules.NewDefaultRules())
	if len(errs) > 0 {
		return "", errs
	}
	t.Document(doc)
	var now strings.Builder
	formatter.NewFormatter(&now).FormatQueryDocument(doc)
	return now.String(), nil
}
