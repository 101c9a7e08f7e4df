package resolvers

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// selects reports whether the query names one of these fields anywhere below the current
// one. Fields that a directive leaves out count too.
func selects(ctx context.Context, names ...string) bool {
	return namesAny(graphql.GetFieldContext(ctx).Field.Selections, names)
}

// namesAny looks into fragments too. Validation has refused those that hold themselves.
func namesAny(set ast.SelectionSet, names []string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch v := s.(type) {
		case *ast.Field:
			return slices.Contains(names, v.Name) || namesAny(v.SelectionSet, names)
		case *ast.InlineFragment:
			return namesAny(v.SelectionSet, names)
		case *ast.FragmentSpread:
			return v.Definition != nil && namesAny(v.Definition.SelectionSet, names)
		default:
			return false
		}
	})
}
