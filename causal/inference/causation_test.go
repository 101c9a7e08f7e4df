package inference_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/causeway-memory/causeway/causal/inference"
)

// population has the share of each type of case: by its state (0 is x, 1 is z, 2 any other), and by
// whether y happens under x and under z.
type population []float64

// inputs are linear in the population: one row for each number of a Causation, and one for the total.
func inputs(states int) [][]float64 {
	rows := make([][]float64, 7)
	for k := range rows {
		rows[k] = make([]float64, states*4)
	}
	for s := range states {
		for underX := range 2 {
			for underZ := range 2 {
				at := s*4 + underX*2 + underZ
				rows[0][at], rows[1][at], rows[6][at] = float64(underX), float64(underZ), 1
				switch s {
				case 0:
					rows[3-underX][at] = 1
				case 1:
					rows[5-underZ][at] = 1
				}
			}
		}
	}
	return rows
}

func (p population) causation() inference.Causation {
	var b [7]float64
	for k, row := range inputs(len(p) / 4) {
		for at, share := range row {
			b[k] += share * p[at]
		}
	}
	return inference.Causation{YX: b[0], YZ: b[1], XY: b[2], XNotY: b[3], ZY: b[4], ZNotY: b[5]}
}

// least returns the least value of a sum of shares in any population with the same inputs.
func (p population) least(t *testing.T, sum []float64) float64 {
	t.Helper()
	rows := inputs(len(p) / 4)
	if len(p) == 8 {
		rows = rows[:6] // the total is the sum of the last four
	}
	a, b := mat.NewDense(len(rows), len(p), nil), make([]float64, len(rows))
	for k, row := range rows {
		a.SetRow(k, row)
		for at, share := range row {
			b[k] += share * p[at]
		}
	}
	least, _, err := lp.Simplex(sum, a, b, 1e-12, nil)
	if err != nil {
		t.Fatal(err)
	}
	return least
}

// The bounds are the extremes that linear programming finds, also when the cause has further states.
func TestCausation_Populations(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(7, seed))
		p, sum := make(population, 8+4*int(seed%2)), 0.0
		for k := range p {
			p[k] = .001 + r.ExpFloat64()*r.Float64()
			sum += p[k]
		}
		for k := range p {
			p[k] /= sum
		}
		c := p.causation()
		b := c.Bounds()
		if !b.Consistent {
			t.Fatalf("seed %d: %+v cannot be, it says", seed, c)
		}
		compare := func(what string, got inference.Range, whole float64, types ...int) {
			t.Helper()
			up, down := make([]float64, len(p)), make([]float64, len(p))
			for _, at := range types {
				up[at], down[at] = 1, -1
			}
			what = fmt.Sprintf("seed %d: %s", seed, what)
			near(t, what+" from", got.Low, p.least(t, up)/whole, 1e-7)
			near(t, what+" to", got.High, -p.least(t, down)/whole, 1e-7)
		}
		compare("PN", b.PN, c.XY, 2)
		compare("PS", b.PS, c.ZNotY, 6)
		both := []int{2, 6}
		if len(p) == 12 {
			both = append(both, 10)
		}
		compare("PNS", b.PNS, 1, both...)
	}
}

func TestCausation_Bounds(t *testing.T) {
	for name, c := range map[string]struct {
		why        string
		causation  inference.Causation
		pn         inference.Range
		consistent bool
	}{
		"x never with y": {
			why:       "of cases that there are none of, anything can be said",
			causation: inference.Causation{YX: .2, YZ: .3, XNotY: .5, ZY: .3, ZNotY: .2}, pn: inference.Range{Low: 0, High: 1}, consistent: true,
		},
		"less under x than seen": {
			why:       "who is seen with x and y has y under x",
			causation: inference.Causation{YX: .2, YZ: .3, XY: .3, XNotY: .2, ZY: .2, ZNotY: .3}, pn: inference.Range{Low: 2. / 3, High: 1}, consistent: false,
		},
		"more than all": {
			why:       "shares of one population sum to 1",
			causation: inference.Causation{YX: .5, YZ: .5, XY: .3, XNotY: .3, ZY: .3, ZNotY: .3}, pn: inference.Range{Low: 0, High: .2 / .3}, consistent: false,
		},
		"rounded": {
			why:       "inputs that a computer summed are not exact",
			causation: inference.Causation{YX: .5 - 1e-12, YZ: .25, XY: .5, ZY: .125, ZNotY: .375}, pn: inference.Range{Low: .75, High: .75}, consistent: true,
		},
		"no number": {
			why:       "what is no number is no probability",
			causation: inference.Causation{YX: math.NaN(), YZ: .5, XY: .5, ZNotY: .5}, pn: inference.Range{Low: 0, High: 0}, consistent: false,
		},
	} {
		b := c.causation.Bounds()
		near(t, name+" from", b.PN.Low, c.pn.Low, 1e-9)
		near(t, name+" to", b.PN.High, c.pn.High, 1e-9)
		if b.Consistent != c.consistent {
			t.Errorf("%s: consistent is %v, though %s", name, b.Consistent, c.why)
		}
	}
}
