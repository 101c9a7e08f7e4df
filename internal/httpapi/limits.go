package httpapi

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

// shape rejects queries that are too deep, too long or have too many aliases. It runs before
// validation, because the time for validation grows with the square of the fields, and the time
// to compute the complexity doubles with each fragment that is spread twice.
type shape struct {
	tokens, depth, aliases, fields int
	// known are the queries that passed before.
	known graphql.Cache[*ast.QueryDocument]
}

var _ interface {
	graphql.HandlerExtension
	graphql.OperationParameterMutator
} = shape{}

// ExtensionName implements [graphql.HandlerExtension].
func (shape) ExtensionName() string { return "Shape" }

// Validate implements [graphql.HandlerExtension].
func (shape) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationParameters implements [graphql.OperationParameterMutator]. It ignores a text
// that cannot be parsed, because gqlgen then reports where.
func (s shape) MutateOperationParameters(ctx context.Context, request *graphql.RawParams) *gqlerror.Error {
	if _, known := s.known.Get(ctx, request.Query); known {
		return nil
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: request.Query}, s.tokens)
	if err != nil {
		return nil
	}
	e := measureDocument(doc)
	switch {
	case e.depth > s.depth:
		return refuse(codeDepth, "the query is %d fields deep; at most %d are taken", e.depth, s.depth)
	case e.aliases > s.aliases:
		return refuse(codeAliases, "the query renames %d fields; at most %d are taken", e.aliases, s.aliases)
	case e.fields > s.fields:
		return refuse(codeFields, "the query has %d fields; at most %d are taken", e.fields, s.fields)
	}
	return nil
}

func refuse(code, format string, args ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, args...)
	errcode.Set(err, code)
	return err
}

// extent is the size of a part of a query, with fragments counted at every spread.
type extent struct{ depth, aliases, fields int }

// mostExtent prevents overflow when fragments double repeatedly.
const mostExtent = 1 << 30

func (e extent) plus(other extent) extent {
	return extent{
		depth:   max(e.depth, other.depth),
		aliases: min(e.aliases+other.aliases, mostExtent),
		fields:  min(e.fields+other.fields, mostExtent),
	}
}

// measureDocument adds up all operations, and the fragments that none of them spreads.
func measureDocument(doc *ast.QueryDocument) extent {
	m := measure{doc: doc, fragments: map[string]extent{}}
	var out extent
	for _, op := range doc.Operations {
		out = out.plus(m.selections(op.SelectionSet))
	}
	for _, f := range doc.Fragments {
		if _, spread := m.fragments[f.Name]; !spread {
			out = out.plus(m.fragment(f.Name))
		}
	}
	return out
}

// measure computes extents, each fragment once, however often it is spread.
type measure struct {
	doc       *ast.QueryDocument
	fragments map[string]extent
}

func (m measure) selections(set ast.SelectionSet) extent {
	var out extent
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			out = out.plus(m.field(s))
		case *ast.InlineFragment:
			out = out.plus(m.selections(s.SelectionSet))
		case *ast.FragmentSpread:
			out = out.plus(m.fragment(s.Name))
		}
	}
	return out
}

// fragment counts the spread itself too. A fragment that contains itself counts as empty inside
// itself; validation rejects it later.
func (m measure) fragment(name string) extent {
	e, known := m.fragments[name]
	if known {
		return e
	}
	m.fragments[name] = extent{fields: 1}
	if f := m.doc.Fragments.ForName(name); f != nil {
		e = m.selections(f.SelectionSet)
	}
	m.fragments[name] = e.plus(extent{fields: 1})
	return m.fragments[name]
}

// field ignores the depth of introspection: it reads no engine, and gqlgen bounds it.
func (m measure) field(f *ast.Field) extent {
	e := m.selections(f.SelectionSet)
	e.depth++
	if f.Name == "__schema" || f.Name == "__type" {
		e.depth = 1
	}
	if f.Alias != f.Name {
		e.aliases++
	}
	e.fields++
	return e
}
