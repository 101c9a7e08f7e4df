package recent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/internal/recent"
)

// use enters a project, adds to its number and leaves it with a weight.
func use(t *testing.T, p *recent.Projects[int], project string, weight int) int {
	t.Helper()
	n, leave, err := p.Enter(t.Context(), project)
	if err != nil {
		t.Fatal(err)
	}
	defer leave(weight)
	*n++
	return *n
}

func TestProjects(t *testing.T) {
	for _, c := range []struct {
		why string
		// used are the projects in the order of their use; each weighs as much as its name is long.
		used, kept []string
		// again is what the last use finds.
		again int
	}{
		{"few are kept", []string{"a", "b", "c", "a"}, []string{"a", "b", "c"}, 2},
		{"of more, the one used longest ago is let go", []string{"a", "b", "c", "a", "d"}, []string{"a", "c", "d"}, 1},
		{"and is empty when it comes again", []string{"a", "b", "c", "d", "a"}, []string{"a", "c", "d"}, 1},
		{"what is heavy pushes others out", []string{"a", "b", "ccccccccc"}, []string{"b", "ccccccccc"}, 1},
		{"the last is kept whatever it weighs", []string{"a", "bbbbbbbbbbbbbbb", "bbbbbbbbbbbbbbb"}, []string{"bbbbbbbbbbbbbbb"}, 2},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := recent.New(3, 10, func(string) int { return 0 })
			last := 0
			for _, project := range c.used {
				last = use(t, p, project, len(project))
			}
			if got := p.Kept(); !slices.Equal(got, c.kept) || last != c.again {
				t.Errorf("kept are %v, and the last use is its number %d; want %v and %d", got, last, c.kept, c.again)
			}
		})
	}
}

// Who asks about a project that is in use waits; who gives up leaves nothing behind. What was let go meanwhile stays with whoever uses it.
func TestProjects_turns(t *testing.T) {
	p := recent.New(1, 10, func(string) int { return 0 })
	n, leave, err := p.Enter(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	given, giveUp := context.WithCancel(t.Context())
	giveUp()
	if _, _, err := p.Enter(given, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("in use, it is entered with %v", err)
	}
	use(t, p, "b", 1)
	*n = 7
	leave(1)
	if got := p.Kept(); !slices.Equal(got, []string{"b"}) {
		t.Errorf("kept are %v", got)
	}
}

// Many ask at once about few projects, and no use is lost.
func TestProjects_manyAtOnce(t *testing.T) {
	p := recent.New(4, 1_000, func(string) int { return 0 })
	const askers, times = 16, 200
	var all sync.WaitGroup
	for i := range askers {
		all.Go(func() {
			for range times {
				n, leave, err := p.Enter(context.Background(), fmt.Sprint("p", i%4))
				if err != nil {
					t.Error(err)
					return
				}
				*n++
				leave(*n % 7)
			}
		})
	}
	all.Wait()
	for _, project := range p.Kept() {
		if got := use(t, p, project, 0); got != askers/4*times+1 {
			t.Errorf("%s was used %d times", project, got)
		}
	}
	if len(p.Kept()) != 4 {
		t.Errorf("kept are %v", p.Kept())
	}
}
