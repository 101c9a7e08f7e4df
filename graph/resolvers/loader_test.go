package resolvers_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"github.com/causeway-memory/causeway/graph/level"
	"github.com/causeway-memory/causeway/graph/resolvers"
)

// reads gathers what a loader reads; even keys are there, odd ones are absent.
type reads struct {
	mu    sync.Mutex
	calls [][]int
	err   error
}

func (r *reads) read(_ context.Context, keys []int) (map[int]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, keys)
	out := map[int]string{}
	for _, key := range keys {
		if key%2 == 0 {
			out[key] = strconv.Itoa(key)
		}
	}
	return out, r.err
}

// fields runs n fields of one object at the same time, as the executor does.
func fields(ctx context.Context, n int, field func(i int)) {
	set := level.NewFieldSet(make([]graphql.CollectedField, n))
	for i := range n {
		set.Concurrently(i, func(context.Context) graphql.Marshaler {
			field(i)
			return graphql.Null
		})
	}
	set.Dispatch(ctx)
}

func TestLoader_ReadsTogetherWhatOneLevelAsks(t *testing.T) {
	r := &reads{}
	ctx, e := level.With(t.Context())
	l := resolvers.NewLoader(e, r.read)
	fields(ctx, 4000, func(i int) {
		key := i / 2
		v, ok, err := resolvers.Load(ctx, l, key)
		if even := key%2 == 0; err != nil || ok != even || even && v != strconv.Itoa(key) {
			t.Errorf("%d is %q, %v, %v", key, v, ok, err)
		}
	})
	if len(r.calls) != 1 || len(r.calls[0]) != 2000 {
		t.Errorf("%d reads, want one of 2000 keys", len(r.calls))
	}
}

// TestLoader_ALevelWaitsForTheReadsBeforeIt wants one read of what is asked for after a quick
// read and after a slow one.
func TestLoader_ALevelWaitsForTheReadsBeforeIt(t *testing.T) {
	r := &reads{}
	ctx, e := level.With(t.Context())
	below, quick := resolvers.NewLoader(e, r.read), resolvers.NewLoader(e, (&reads{}).read)
	asked := make(chan struct{})
	slow := resolvers.NewLoader(e, func(ctx context.Context, keys []int) (map[int]string, error) {
		<-asked // a field below the quick read has asked, and is about to wait
		return (&reads{}).read(ctx, keys)
	})
	fields(ctx, 2, func(i int) {
		if i == 0 {
			_, _, _ = resolvers.Load(ctx, quick, i)
			resolvers.Prefetch(ctx, below, i)
			close(asked)
		} else {
			_, _, _ = resolvers.Load(ctx, slow, i)
		}
		_, _, _ = resolvers.Load(ctx, below, i)
	})
	if len(r.calls) != 1 || len(r.calls[0]) != 2 {
		t.Errorf("the second level was read as %v, want 0 and 1 in one read", r.calls)
	}
}

func TestLoader_RemembersWhatItRead(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(&level.Execution{}, r.read)
	for range 3 {
		if v, ok, err := resolvers.Load(t.Context(), l, 4); v != "4" || !ok || err != nil {
			t.Fatalf("%q, %v, %v", v, ok, err)
		}
	}
	if len(r.calls) != 1 {
		t.Errorf("%d reads of one key", len(r.calls))
	}
}

func TestLoader_AnErrorReachesEveryoneInTheBatch(t *testing.T) {
	r := &reads{err: errors.New("gone")}
	ctx, e := level.With(t.Context())
	l := resolvers.NewLoader(e, r.read)
	fields(ctx, 10, func(key int) {
		if _, _, err := resolvers.Load(ctx, l, key); !errors.Is(err, r.err) {
			t.Errorf("%d: %v", key, err)
		}
	})
}

func TestLoader_APanicIsAnError(t *testing.T) {
	l := resolvers.NewLoader(&level.Execution{}, func(context.Context, []int) (map[int]string, error) { panic("oh") })
	if _, _, err := resolvers.Load(t.Context(), l, 1); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("%v", err)
	}
}

func TestLoader_NobodyWaitsLongerThanTheyMay(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	ctx, e := level.With(t.Context())
	l := resolvers.NewLoader(e, func(context.Context, []int) (map[int]string, error) { <-release; return nil, nil })
	short, cancel := context.WithCancel(ctx)
	fields(ctx, 2, func(key int) {
		if key == 1 {
			cancel()
		}
		if _, _, err := resolvers.Load(short, l, key); !errors.Is(err, context.Canceled) {
			t.Errorf("%d: %v", key, err)
		}
	})
}

func TestLoader_Prime(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(&level.Execution{}, r.read)
	resolvers.Prime(l, 1, "one")
	if v, ok, err := resolvers.Load(t.Context(), l, 1); v != "one" || !ok || err != nil {
		t.Errorf("a primed key is %q, %v, %v", v, ok, err)
	}
	if len(r.calls) > 0 {
		t.Errorf("a primed key was read: %v", r.calls)
	}
	if v, _, _ := resolvers.Load(t.Context(), l, 2); v != "2" {
		t.Errorf("another key is %q", v)
	}
	resolvers.Prime(l, 2, "two")
	if v, _, _ := resolvers.Load(t.Context(), l, 2); v != "2" {
		t.Errorf("what one query read once became %q", v)
	}
}

func TestLoader_Prefetch(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(&level.Execution{}, r.read)
	resolvers.Prime(l, 4, "four")
	resolvers.Prefetch(t.Context(), l, 2, 3, 4, 2)
	for key, want := range map[int]string{2: "2", 3: "", 4: "four"} {
		if v, ok, err := resolvers.Load(t.Context(), l, key); v != want || ok != (want != "") || err != nil {
			t.Errorf("%d is %q, %v, %v", key, v, ok, err)
		}
	}
	resolvers.Prefetch(t.Context(), l, 2, 3)
	if len(r.calls) != 1 || len(r.calls[0]) != 2 {
		t.Errorf("read %v, want 2 and 3 once", r.calls)
	}
}

func TestLoader_PrefetchFails(t *testing.T) {
	r := &reads{err: errors.New("gone")}
	l := resolvers.NewLoader(&level.Execution{}, r.read)
	resolvers.Prefetch(t.Context(), l, 2)
	if _, _, err := resolvers.Load(t.Context(), l, 2); !errors.Is(err, r.err) {
		t.Errorf("the failure of a prefetch became %v", err)
	}
}
