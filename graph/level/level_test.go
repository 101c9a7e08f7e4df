package level_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/99designs/gqlgen/graphql"

	"github.com/causeway-memory/causeway/graph/level"
)

// withErrors is a context in which the executor can report errors.
func withErrors(ctx context.Context) context.Context {
	return graphql.WithResponseContext(ctx, graphql.DefaultErrorPresenter, func(context.Context, any) error { return errors.New("panic") })
}

// object runs n fields of one object at the same time.
func object(ctx context.Context, n int, field func(context.Context)) graphql.Marshaler {
	set := level.NewFieldSet(make([]graphql.CollectedField, n))
	for i := range n {
		set.Concurrently(i, func(ctx context.Context) graphql.Marshaler {
			field(ctx)
			return graphql.Null
		})
	}
	set.Dispatch(ctx)
	return set
}

// TestExecution_ReadsWhenAllWait has 100 fields on four levels of lists and objects wait for
// one read, which only the last to wait may start.
func TestExecution_ReadsWhenAllWait(t *testing.T) { synctest.Test(t, executionReadsWhenAllWait) }

func executionReadsWhenAllWait(t *testing.T) {
	ctx, e := level.With(withErrors(t.Context()))
	var waiting atomic.Int64
	done := make(chan struct{})
	e.Queue(func() {
		if n := waiting.Load(); n != 100 {
			t.Errorf("read when %d of 100 waited", n)
		}
		e.Resume(100)
		close(done)
	})
	field := func(context.Context) {
		for range waiting.Load() {
			runtime.Gosched() // some come late
		}
		waiting.Add(1)
		e.Wait()
		<-done
	}
	level.MarshalSlice(ctx, 5, func(ctx context.Context, _ int) graphql.Marshaler {
		return object(ctx, 2, func(ctx context.Context) {
			level.MarshalSlice(ctx, 1, func(ctx context.Context, _ int) graphql.Marshaler {
				return object(ctx, 10, field)
			})
		})
	})
	wantOnlyTheCaller(t, e)
}

// wantOnlyTheCaller wants the calling goroutine alone to count.
func wantOnlyTheCaller(t *testing.T, e *level.Execution) {
	t.Helper()
	ran := make(chan bool, 1)
	e.Queue(func() { ran <- true })
	e.Resume(1)
	e.Wait()
	synctest.Wait()
	if len(ran) > 0 {
		t.Error("read while one is busy")
	}
	e.Wait()
	<-ran
}

func TestMarshalSlice(t *testing.T) { synctest.Test(t, marshalSlice) }

func marshalSlice(t *testing.T) {
	ctx, e := level.With(withErrors(t.Context()))
	for _, n := range []int{0, 1, 40} {
		out := level.MarshalSlice(ctx, n, func(ctx context.Context, i int) graphql.Marshaler {
			if at := graphql.GetFieldContext(ctx).Index; *at != i {
				t.Errorf("element %d is at %d", i, *at)
			}
			return graphql.MarshalInt(i)
		})
		if len(out) != n {
			t.Errorf("%d of %d elements", len(out), n)
		}
		for i, element := range out {
			if element == nil {
				t.Errorf("of %d elements, %d is missing", n, i)
			}
		}
	}
	wantOnlyTheCaller(t, e)
}

func TestMarshalSlice_APanicIsAnErrorOfTheList(t *testing.T) {
	synctest.Test(t, marshalSliceAPanicIsAnErrorOfTheList)
}

func marshalSliceAPanicIsAnErrorOfTheList(t *testing.T) {
	for _, n := range []int{1, 3} {
		ctx, e := level.With(withErrors(t.Context()))
		out := level.MarshalSlice(ctx, n, func(_ context.Context, i int) graphql.Marshaler {
			if i == n-1 {
				panic("oh")
			}
			return graphql.Null
		})
		if errs := graphql.GetErrors(ctx); out != nil || len(errs) != 1 {
			t.Errorf("a panic in element %d gives %v and %v", n-1, out, errs)
		}
		wantOnlyTheCaller(t, e)
	}
}

func TestDispatch_WithoutAnExecution(t *testing.T) {
	var ran atomic.Int64
	object(t.Context(), 3, func(context.Context) { ran.Add(1) })
	object(t.Context(), 0, func(context.Context) { ran.Add(1) })
	if ran.Load() != 3 {
		t.Errorf("%d of 3 fields ran", ran.Load())
	}
}
