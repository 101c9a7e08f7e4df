package httpapi

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// manyIntrospections is how many introspections are answered at once. Each computes for tens of
// milliseconds, and legitimate ones are rare.
const manyIntrospections = 8

// asksSchema reports whether an operation is an introspection, also inside fragments.
func asksSchema(op *graphql.OperationContext) bool {
	sets := []ast.SelectionSet{op.Operation.SelectionSet}
	for _, f := range op.Doc.Fragments {
		sets = append(sets, f.SelectionSet)
	}
	return slices.ContainsFunc(sets, holdsSchema)
}

func holdsSchema(set ast.SelectionSet) bool {
	return slices.ContainsFunc(set, func(selection ast.Selection) bool {
		switch s := selection.(type) {
		case *ast.Field:
			return s.Name == "__schema" || s.Name == "__type"
		case *ast.InlineFragment:
			return holdsSchema(s.SelectionSet)
		}
		return false
	})
}

// secret rejects introspection. gqlgen does so too, but reports it as an error of a resolver.
type secret struct{}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
} = secret{}

// ExtensionName implements [graphql.HandlerExtension].
func (secret) ExtensionName() string { return "Secret" }

// Validate implements [graphql.HandlerExtension].
func (secret) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements [graphql.OperationContextMutator].
func (secret) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	if asksSchema(op) {
		return refuse(codeIntrospection, "the schema is not told")
	}
	return nil
}

// silentRules returns the validation rules whose messages reveal nothing of the schema.
func silentRules() *rules.Rules {
	all := rules.NewDefaultRules()
	for loud, silent := range map[string]validator.Rule{
		rules.KnownArgumentNamesRule.Name:  rules.KnownArgumentNamesRuleWithoutSuggestions,
		rules.KnownTypeNamesRule.Name:      rules.KnownTypeNamesRuleWithoutSuggestions,
		rules.ValuesOfCorrectTypeRule.Name: rules.ValuesOfCorrectTypeRuleWithoutSuggestions,
	} {
		all.ReplaceRule(loud, silent.RuleFunc)
	}
	return all
}
