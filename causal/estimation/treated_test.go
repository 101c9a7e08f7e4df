package estimation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// treatedSample has rows of a condition, a choice that is mostly made under it, and a target that the
// choice makes less likely under it only: by .2 over all rows, by .32 among those that made it.
func treatedSample(r *rand.Rand, n int) estimation.Sample {
	s := estimation.Sample{Rows: n, Columns: []estimation.Column{{States: 2}, {States: 2}, {States: 2}}}
	flip := func(p float64) int16 {
		if r.Float64() < p {
			return 1
		}
		return 0
	}
	for range n {
		hard := flip(.5)
		chosen := flip([]float64{.2, .8}[hard])
		failed := flip([][]float64{{.3, .3}, {.7, .3}}[hard][chosen])
		for i, state := range []int16{hard, chosen, failed} {
			s.Columns[i].Of = append(s.Columns[i].Of, state)
		}
	}
	return s
}

// TestStratified_OnTreated wants the average effect on the treated, where it is another than the
// average effect, in nearly all intervals.
func TestStratified_OnTreated(t *testing.T) {
	const rounds, truth, average = 300, -.32, -.2
	r := rand.New(rand.NewPCG(21, 4))
	covered, sum, all := 0, 0.0, 0.0
	for range rounds {
		s := treatedSample(r, 400)
		ask := func(choice int) estimation.Stratified {
			return estimation.Stratify(s, estimation.Question{Target: 2, State: 1, Do: map[int]int{1: choice}}, []int{0})
		}
		do, other := ask(1), ask(0)
		d, overlap := do.OnTreated(other)
		if d.Low <= truth && truth <= d.High {
			covered++
		}
		sum, all = sum+d.Value, all+do.Minus(other).Value
		if overlap < .99 {
			t.Fatalf("overlap %.2f", overlap)
		}
	}
	if share := float64(covered) / rounds; share < .93 {
		t.Errorf("%.3f of the intervals hold the truth", share)
	}
	if mean := sum / rounds; math.Abs(mean-truth) > .02 {
		t.Errorf("the mean is %.3f, want %.2f", mean, truth)
	}
	if mean := all / rounds; math.Abs(mean-average) > .02 {
		t.Errorf("over all rows the mean is %.3f, want %.2f", mean, average)
	}
}

// TestStratified_OnTreatedAlone has no overlap where nobody chose otherwise under the same condition.
func TestStratified_OnTreatedAlone(t *testing.T) {
	s := estimation.Sample{Rows: 40, Columns: []estimation.Column{{States: 2}, {States: 2}, {States: 2}}}
	for row := range int16(40) {
		s.Columns[0].Of, s.Columns[1].Of, s.Columns[2].Of = append(s.Columns[0].Of, row%2), append(s.Columns[1].Of, row%2), append(s.Columns[2].Of, row/2%2)
	}
	ask := func(choice int) estimation.Stratified {
		return estimation.Stratify(s, estimation.Question{Target: 2, State: 1, Do: map[int]int{1: choice}}, []int{0})
	}
	if _, overlap := ask(1).OnTreated(ask(0)); overlap != 0 {
		t.Errorf("overlap %v", overlap)
	}
}
