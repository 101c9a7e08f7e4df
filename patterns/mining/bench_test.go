package mining_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/patterns/mining"
)

// thirty returns rows of thirty variables: ten contexts, ten decisions with two or three options and
// ten events, one of them an error. Some decisions help.
func thirty(rows int) mining.Input {
	random := rand.New(rand.NewPCG(30, 14))
	var m made
	for range 10 {
		m.add(2, context(), -1)
	}
	for i := range 10 {
		m.add(2+i%2, decision(), -1, i)
	}
	for i := range 10 {
		role := event()
		if i == 0 {
			role = failure()
		}
		m.add(2, role, 0)
	}
	for range rows {
		var r mining.Row
		p := .6
		for v, variable := range m.in.Variables {
			t := mining.Told{Variable: v, State: random.IntN(len(variable.States)), Timed: true, Order: int64(v), Beforehand: v < 10}
			if v >= 20 {
				if random.IntN(4) > 0 {
					continue
				}
				t.State = 1
			}
			if v >= 10 && v < 14 && t.State == 1 {
				p += .05
			}
			r.Told = append(r.Told, t)
		}
		r.Success = random.Float64() < p
		m.in.Rows = append(m.in.Rows, r)
	}
	return m.in
}

// BenchmarkMine mines rows of thirty variables, to compare growth from one size to the next.
func BenchmarkMine(b *testing.B) {
	for _, rows := range []int{2_000, 20_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			in := thirty(rows)
			looked := 0
			for b.Loop() {
				r, err := mining.Mine(b.Context(), in, defaults())
				if err != nil || len(r.Promoted()) == 0 {
					b.Fatalf("%v, %d promoted", err, len(r.Promoted()))
				}
				looked = len(r.Candidates)
			}
			b.ReportMetric(float64(looked), "candidates")
		})
	}
}
