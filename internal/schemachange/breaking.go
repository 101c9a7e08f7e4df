package schemachange

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Breaking lists what a client of the older schema can lose with the newer one, one sentence
// each, in the order of the names. Deprecation, descriptions, and whatever is new and optional break nothing.
// A changed default counts: the same operation would do something else.
func Breaking(older, newer *ast.Schema) []string {
	var c changes
	for name, was := range older.Types {
		if was.BuiltIn || strings.HasPrefix(name, "__") {
			continue
		}
		c.definition(was, newer.Types[name])
	}
	for name, was := range older.Directives {
		c.directive(was, newer.Directives[name])
	}
	slices.Sort(c.list)
	return c.list
}

// changes gathers sentences.
type changes struct{ list []string }

func (c *changes) add(format string, args ...any) {
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

func (c *changes) definition(was, is *ast.Definition) {
	switch {
	case is == nil:
		c.add("the type %s was removed", was.Name)
	case was.Kind != is.Kind:
		c.add("the type %s was %s and is %s", was.Name, was.Kind, is.Kind)
	default:
		c.members(was, is)
		for _, f := range was.Fields {
			c.field(was, f, is.Fields.ForName(f.Name))
		}
		if is.Kind == ast.InputObject {
			c.input(was, is)
		}
	}
}

// members compares the values of an enum, the types of a union and the interfaces of a type.
func (c *changes) members(was, is *ast.Definition) {
	for _, value := range was.EnumValues {
		if is.EnumValues.ForName(value.Name) == nil {
			c.add("the value %s.%s was removed", was.Name, value.Name)
		}
	}
	for _, name := range was.Types {
		if !slices.Contains(is.Types, name) {
			c.add("%s is no %s any more", name, was.Name)
		}
	}
	for _, name := range was.Interfaces {
		if !slices.Contains(is.Interfaces, name) {
			c.add("%s does not implement %s any more", was.Name, name)
		}
	}
}

func (c *changes) field(of *ast.Definition, was, is *ast.FieldDefinition) {
	place := of.Name + "." + was.Name
	switch {
	case is == nil:
		c.add("the field %s was removed", place)
		return
	case of.Kind == ast.InputObject:
		c.given(place, was.Type, is.Type, was.DefaultValue, is.DefaultValue)
	case !answers(was.Type, is.Type):
		c.add("the field %s was %s and is %s", place, was.Type, is.Type)
	}
	c.arguments(place, was.Arguments, is.Arguments)
}

// input looks at the fields of an input that were not there before.
func (c *changes) input(was, is *ast.Definition) {
	for _, f := range is.Fields {
		if was.Fields.ForName(f.Name) == nil && required(f.Type, f.DefaultValue) {
			c.add("the new field %s.%s is required", is.Name, f.Name)
		}
	}
	if is.Directives.ForName("oneOf") != nil && was.Directives.ForName("oneOf") == nil {
		c.add("%s takes but one of its fields", is.Name)
	}
}

func (c *changes) arguments(place string, was, is ast.ArgumentDefinitionList) {
	for _, a := range was {
		if now := is.ForName(a.Name); now != nil {
			c.given(place+"("+a.Name+")", a.Type, now.Type, a.DefaultValue, now.DefaultValue)
		} else {
			c.add("the argument %s(%s) was removed", place, a.Name)
		}
	}
	for _, a := range is {
		if was.ForName(a.Name) == nil && required(a.Type, a.DefaultValue) {
			c.add("the new argument %s(%s) is required", place, a.Name)
		}
	}
}

// given compares something that clients give: an argument, or a field of an input.
func (c *changes) given(place string, was, is *ast.Type, before, now *ast.Value) {
	switch {
	case !takes(was, is):
		c.add("%s took %s and takes %s", place, was, is)
	case required(is, now) && !required(was, before):
		c.add("%s is required now", place)
	case before.String() != now.String():
		c.add("the default of %s was %s and is %s", place, word(before), word(now))
	}
}

func (c *changes) directive(was, is *ast.DirectiveDefinition) {
	if is == nil {
		c.add("the directive @%s was removed", was.Name)
		return
	}
	for _, location := range was.Locations {
		if !slices.Contains(is.Locations, location) {
			c.add("the directive @%s is not allowed on %s any more", was.Name, location)
		}
	}
	c.arguments("@"+was.Name, was.Arguments, is.Arguments)
}

// required reports whether a client has to give a value.
func required(t *ast.Type, byDefault *ast.Value) bool { return t.NonNull && byDefault == nil }

// answers reports whether what has the newer type can be read by who expects the older one: it
// may promise more, never less.
func answers(was, is *ast.Type) bool {
	switch {
	case was.NonNull && !is.NonNull, (was.Elem == nil) != (is.Elem == nil):
		return false
	case was.Elem != nil:
		return answers(was.Elem, is.Elem)
	}
	return was.NamedType == is.NamedType
}

// takes reports whether the newer type takes every value that the older one took.
func takes(was, is *ast.Type) bool { return answers(is, was) }

func word(v *ast.Value) string {
	if v == nil {
		return "none"
	}
	return v.String()
}
