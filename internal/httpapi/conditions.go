package httpapi

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// conditions rejects null as the condition of @skip and @include. A variable with a default may
// be null, which validation does not notice and gqlgen treats as an internal error.
type conditions struct{}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
} = conditions{}

// ExtensionName implements [graphql.HandlerExtension].
func (conditions) ExtensionName() string { return "Conditions" }

// Validate implements [graphql.HandlerExtension].
func (conditions) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements [graphql.OperationContextMutator].
func (conditions) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	c := conditionSearch{op: op, seen: map[string]bool{}}
	for name, value := range op.Variables {
		if value == nil && c.decides(name, op.Operation.SelectionSet) {
			err := refuse(errcode.ValidationFailed, "%s: null is not a condition of @skip or @include", name)
			err.Extensions["field"] = name
			return err
		}
		clear(c.seen)
	}
	return nil
}

// conditionSearch searches the conditions of an operation for a variable, visiting each fragment
// once.
type conditionSearch struct {
	op   *graphql.OperationContext
	seen map[string]bool
}

func (c conditionSearch) decides(name string, set ast.SelectionSet) bool {
	for _, selection := range set {
		directives, below := c.parts(selection)
		if named(name, directives) || c.decides(name, below) {
			return true
		}
	}
	return false
}

// parts returns the directives and the sub-selections of a selection.
func (c conditionSearch) parts(selection ast.Selection) (ast.DirectiveList, ast.SelectionSet) {
	switch s := selection.(type) {
	case *ast.Field:
		return s.Directives, s.SelectionSet
	case *ast.InlineFragment:
		return s.Directives, s.SelectionSet
	case *ast.FragmentSpread:
		fragment := c.op.Doc.Fragments.ForName(s.Name)
		if fragment == nil || c.seen[s.Name] {
			return s.Directives, nil
		}
		c.seen[s.Name] = true
		return s.Directives, fragment.SelectionSet
	}
	return nil, nil
}

// named reports whether one of the directives depends on the variable.
func named(variable string, directives ast.DirectiveList) bool {
	for _, d := range directives {
		if d.Name != "skip" && d.Name != "include" {
			continue
		}
		if a := d.Arguments.ForName("if"); a != nil && a.Value.Kind == ast.Variable && a.Value.Raw == variable {
			return true
		}
	}
	return false
}
