package level

import (
	"context"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalSlice does what [graphql.MarshalSliceConcurrently] does, in goroutines that count.
func MarshalSlice(ctx context.Context, length int, marshal func(context.Context, int) graphql.Marshaler) graphql.Array {
	out := make(graphql.Array, length)
	if length == 0 {
		return out
	}
	var failed atomic.Bool
	together(ctx, length, func(i int) {
		inner := graphql.WithFieldContext(ctx, &graphql.FieldContext{Index: &i})
		defer func() {
			if reason := recover(); reason != nil {
				graphql.AddError(inner, graphql.Recover(inner, reason))
				failed.Store(true)
			}
		}()
		out[i] = marshal(inner, i)
	})
	if failed.Load() {
		return nil
	}
	return out
}

// FieldSet is a [graphql.FieldSet] whose fields run in goroutines that count.
type FieldSet struct {
	*graphql.FieldSet
	delayed []delayed
}

// delayed is a field that runs beside the others of its object.
type delayed struct {
	index int
	field func(context.Context) graphql.Marshaler
}

// NewFieldSet returns a set of these fields, none of which has a value.
func NewFieldSet(fields []graphql.CollectedField) *FieldSet {
	return &FieldSet{FieldSet: graphql.NewFieldSet(fields)}
}

// Concurrently leaves a field to [FieldSet.Dispatch].
func (s *FieldSet) Concurrently(index int, field func(context.Context) graphql.Marshaler) {
	s.delayed = append(s.delayed, delayed{index, field})
}

// Dispatch runs the fields that were left to it and returns when all have their value.
func (s *FieldSet) Dispatch(ctx context.Context) {
	if len(s.delayed) == 0 {
		return
	}
	together(ctx, len(s.delayed), func(i int) {
		s.Values[s.delayed[i].index] = s.delayed[i].field(ctx)
	})
}
