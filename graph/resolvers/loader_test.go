package resolvers_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

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

func TestLoader_ReadsTogetherWhatIsAskedTogether(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(r.read)
	var all sync.WaitGroup
	for key := range 2000 {
		for range 2 {
			all.Go(func() {
				v, ok, err := resolvers.Load(t.Context(), l, key)
				if even := key%2 == 0; err != nil || ok != even || even && v != strconv.Itoa(key) {
					t.Errorf("%d is %q, %v, %v", key, v, ok, err)
				}
			})
		}
	}
	all.Wait()
	keys := 0
	for _, call := range r.calls {
		keys += len(call)
	}
	if len(r.calls) > 20 || keys != 2000 {
		t.Errorf("%d reads of %d keys in all, want one or few whatever the machine, and each key once", len(r.calls), keys)
	}
}

func TestLoader_RemembersWhatItRead(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(r.read)
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
	want := errors.New("gone")
	r := &reads{err: want}
	l := resolvers.NewLoader(r.read)
	var all sync.WaitGroup
	for key := range 10 {
		all.Go(func() {
			if _, _, err := resolvers.Load(t.Context(), l, key); !errors.Is(err, want) {
				t.Errorf("%d: %v", key, err)
			}
		})
	}
	all.Wait()
}

func TestLoader_APanicIsAnError(t *testing.T) {
	l := resolvers.NewLoader(func(context.Context, []int) (map[int]string, error) { panic("oh") })
	if _, _, err := resolvers.Load(t.Context(), l, 1); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("%v", err)
	}
}

func TestLoader_NobodyWaitsLongerThanTheyMay(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	l := resolvers.NewLoader(func(context.Context, []int) (map[int]string, error) { <-release; return nil, nil })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := resolvers.Load(ctx, l, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestLoader_AStreamOfKeysIsNoReasonToWaitForEver(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(r.read)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	first := make(chan struct{})
	go func() {
		defer close(first)
		_, _, _ = resolvers.Load(ctx, l, 0)
	}()
	for key := 2; ; key++ {
		select {
		case <-first:
			if ctx.Err() != nil {
				t.Error("the first key was not read within a second")
			}
			return
		case <-time.After(200 * time.Microsecond):
			go func() { _, _, _ = resolvers.Load(ctx, l, key) }()
		}
	}
}

func TestLoader_Prime(t *testing.T) {
	r := &reads{}
	l := resolvers.NewLoader(r.read)
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
	l := resolvers.NewLoader(r.read)
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
	l := resolvers.NewLoader(r.read)
	resolvers.Prefetch(t.Context(), l, 2)
	if _, _, err := resolvers.Load(t.Context(), l, 2); !errors.Is(err, r.err) {
		t.Errorf("the failure of a prefetch became %v", err)
	}
}
