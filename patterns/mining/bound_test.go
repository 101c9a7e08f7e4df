package mining_test

import (
	gocontext "context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/patterns/mining"
)

// shuffled returns rows that have most of many steps, each row in its own order.
func shuffled(steps, rows int) mining.Input {
	var w process
	for range steps {
		w.add(1, mining.State{Step: true}, -1)
	}
	w.draw = func(random *rand.Rand) ([]mining.Told, float64) {
		var told []mining.Told
		for place, v := range random.Perm(steps) {
			if random.IntN(10) < 7 {
				told = append(told, at(v, 0, int64(place)))
			}
		}
		return told, .5
	}
	return w.rows(rows)
}

// TestMine_manySequences: of too many sequences the shorter ones are tested, and the result says so.
func TestMine_manySequences(t *testing.T) {
	for _, c := range []struct {
		why         string
		steps, most int
		bounded     bool
	}{
		{"few steps make few sequences", 10, 3, false},
		{"all pairs are looked at", 60, 2, false},
		{"not all that are longer are", 60, 3, true},
	} {
		o := defaults()
		o.Steps = c.most
		r, err := mining.Mine(t.Context(), shuffled(c.steps, 200), o)
		if err != nil {
			t.Fatal(err)
		}
		pairs := 0
		for _, one := range r.Candidates {
			if len(one.Then) == 2 {
				pairs++
			}
		}
		if (r.Bound > 0) != c.bounded || pairs != c.steps*(c.steps-1) || c.bounded && len(r.Candidates) > r.Bound {
			t.Errorf("%s: bound %d, %d looked at, %d of them pairs", c.why, r.Bound, len(r.Candidates), pairs)
		}
	}
}

// expiring is a context that ends after its error was asked for some times.
type expiring struct {
	gocontext.Context

	left int
}

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return gocontext.Canceled
	}
	return nil
}

// TestMine_sequencesEnd: the search for sequences ends with its context too.
func TestMine_sequencesEnd(t *testing.T) {
	in := shuffled(10, 200)
	for _, asked := range []int{0, len(in.Variables), len(in.Variables) + 5, len(in.Variables) + 50} {
		if _, err := mining.Mine(&expiring{t.Context(), asked}, in, defaults()); !errors.Is(err, gocontext.Canceled) {
			t.Errorf("ended after %d: %v", asked, err)
		}
	}
}
