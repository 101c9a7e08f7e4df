package estimation_test

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// In the kidney stone data of Charig and others (1986), treatment B seems better, but it was given for
// small stones.
func Example() {
	const size, treatment, result = 0, 1, 2
	s := estimation.Sample{Columns: []estimation.Column{size: {States: 2}, treatment: {States: 2}, result: {States: 2}}}
	add := func(n int, states ...int16) {
		for range n {
			for c, state := range states {
				s.Columns[c].Of = append(s.Columns[c].Of, state)
			}
			s.Rows++
		}
	}
	add(81, 0, 0, 0)
	add(6, 0, 0, 1)
	add(192, 1, 0, 0)
	add(71, 1, 0, 1)
	add(234, 0, 1, 0)
	add(36, 0, 1, 1)
	add(55, 1, 1, 0)
	add(25, 1, 1, 1)
	g := estimation.Graph{Parents: [][]int{size: nil, treatment: {size}, result: {size, treatment}}}

	for state, name := range []string{"A", "B"} {
		q := estimation.Question{Target: result, State: 0, Do: map[int]int{treatment: state}}
		adjustment, _ := estimation.Identify(g, []bool{true, true, true}, treatment, result)
		model, err := estimation.Learn(s, g).GFormula(context.Background(), q, inference.Limits{})
		if err != nil {
			fmt.Println(err)
		}
		fmt.Printf("%s: observed %.2f, by strata %.2f, by the g-formula %.2f\n", name,
			estimation.Observe(s, q).P, estimation.Stratify(s, q, adjustment).P, model.P)
	}
	// Output:
	// A: observed 0.78, by strata 0.83, by the g-formula 0.83
	// B: observed 0.83, by strata 0.78, by the g-formula 0.78
}
