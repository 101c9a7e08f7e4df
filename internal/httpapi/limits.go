package httpapi

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// shape refuses queries that are too deep or rename too many fields. gqlgen's own limits
// are on tokens and complexity.
type shape struct{ depth, aliases int }

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
} = shape{}

// ExtensionName implements [graphql.HandlerExtension].
func (shape) ExtensionName() string { return "Shape" }

// Validate implements [graphql.HandlerExtension].
func (shape) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements [graphql.OperationContextMutator]. The query is valid
// by now, so that fragments do not hold themselves. Introspection is not counted: it is
// bounded by gqlgen and turned off by its own option.
func (s shape) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	m := measure{fragments: map[string]extent{}}
	e := m.selections(op.Operation.SelectionSet)
	switch {
	case e.depth > s.depth:
		err := gqlerror.Errorf("the query is %d fields deep; at most %d are taken", e.depth, s.depth)
		errcode.Set(err, codeDepth)
		return err
	case e.aliases > s.aliases:
		err := gqlerror.Errorf("the query renames %d fields; at most %d are taken", e.aliases, s.aliases)
		errcode.Set(err, codeAliases)
		return err
	}
	return nil
}

// extent is the size of a part of a query.
type extent struct{ depth, aliases int }

// most keeps the sum of aliases from running over when fragments double again and again.
const most = 1 << 30

// measure computes extents, each fragment once however often it is spread.
type measure struct{ fragments map[string]extent }

func (m measure) selections(set ast.SelectionSet) extent {
	var out extent
	for _, selection := range set {
		e := m.selection(selection)
		out.depth = max(out.depth, e.depth)
		out.aliases = min(out.aliases+e.aliases, most)
	}
	return out
}

func (m measure) selection(selection ast.Selection) extent {
	switch s := selection.(type) {
	case *ast.Field:
		return m.field(s)
	case *ast.InlineFragment:
		return m.selections(s.SelectionSet)
	case *ast.FragmentSpread:
		e, known := m.fragments[s.Name]
		if !known {
			e = m.selections(s.Definition.SelectionSet)
			m.fragments[s.Name] = e
		}
		return e
	}
	return extent{}
}

func (m measure) field(f *ast.Field) extent {
	if f.Name == "__schema" || f.Name == "__type" {
		return extent{}
	}
	e := m.selections(f.SelectionSet)
	e.depth++
	if f.Alias != f.Name {
		e.aliases++
	}
	return e
}
