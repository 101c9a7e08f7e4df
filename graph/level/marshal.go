package level

import (
	"bytes"
	"context"
	"io"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalSlice does what [graphql.MarshalSliceConcurrently] does, in goroutines that count. An element is kept as
// the JSON that it becomes, which takes a tenth of the memory. When the context ends the elements that are left are
// not looked at, and the list has its error.
func MarshalSlice(ctx context.Context, length int, marshal func(context.Context, int) graphql.Marshaler) graphql.Array {
	out := make(graphql.Array, length)
	if length == 0 {
		return out
	}
	var failed, ended atomic.Bool
	together(ctx, length, func(i int) {
		inner := graphql.WithFieldContext(ctx, &graphql.FieldContext{Index: &i})
		defer func() {
			if reason := recover(); reason != nil {
				graphql.AddError(inner, graphql.Recover(inner, reason))
				failed.Store(true)
			}
		}()
		if err := ctx.Err(); err != nil {
			if out[i] = graphql.Null; ended.CompareAndSwap(false, true) {
				graphql.AddError(inner, err)
			}
			return
		}
		out[i] = written(marshal(inner, i))
	})
	if failed.Load() {
		return nil
	}
	return out
}

// text is a value as JSON.
type text []byte

// MarshalGQL implements [graphql.Marshaler].
func (t text) MarshalGQL(w io.Writer) { _, _ = w.Write(t) } // into memory, which takes all

// written turns a value into its JSON. What stands for null stays what it is, because it is compared.
func written(m graphql.Marshaler) graphql.Marshaler {
	if m == nil || m == graphql.Null || m == graphql.RequiredNull {
		return m
	}
	var b bytes.Buffer
	m.MarshalGQL(&b)
	return text(bytes.Clone(b.Bytes()))
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
