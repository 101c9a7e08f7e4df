package estimation

import (
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
)

// resamples is the number of bootstrap samples.
const resamples = 400

// Bounded are the bounds of the probabilities of causation with their sampling uncertainty.
type Bounded struct {
	// Inputs are the probabilities that the bounds are computed from.
	Inputs inference.Causation
	// Bounds are the bounds from the rows. Wide adds sampling uncertainty: its lower ends are the 2.5
	// % quantiles, its upper ends the 97.5 % quantiles.
	Bounds, Wide inference.Bounds
	// N is the number of rows that know the adjustment set, the action and the target.
	N int
}

// BootstrapBounds bounds how necessary and sufficient the action of a question is for its target,
// compared with another state of the same column (Tian and Pearl 2000). The effects come from
// back-door adjustment, the sampling uncertainty from the Bayesian bootstrap of the rows (Rubin
// 1981). The question sets one column.
func BootstrapBounds(s Sample, q Question, against map[int]int, adjustment []int, seed uint64) Bounded {
	c := joint(s, q, against, without(adjustment, q))
	b := Bounded{N: c.n}
	if c.n == 0 {
		unknown := inference.Range{Low: 0, High: 1}
		b.Bounds = inference.Bounds{PN: unknown, PS: unknown, PNS: unknown, Consistent: true}
		b.Wide = b.Bounds
		return b
	}
	b.Inputs = c.causation(c.cells)
	b.Bounds = b.Inputs.Bounds()
	random := rand.New(rand.NewPCG(seed, uint64(c.n))) //nolint:gosec // repeatable
	drawn := make([]inference.Bounds, resamples)
	cells := make([]cell, len(c.cells))
	for i := range drawn {
		for k, t := range c.cells {
			for j, n := range t {
				if cells[k][j] = 0; n > 0 {
					cells[k][j] = gamma(random, n)
				}
			}
		}
		drawn[i] = c.causation(cells).Bounds()
	}
	b.Wide = widest(drawn, b.Bounds)
	return b
}

// cell counts a stratum by action and target: the action with and without the target, the other
// state with and without it, and everything else.
type cell [5]float64

// counted are the strata of the rows.
type counted struct {
	cells []cell
	n     int
}

// joint counts the rows that know the adjustment set, the action and the target.
func joint(s Sample, q Question, against map[int]int, adjustment []int) counted {
	g := s.groups(adjustment)
	c := counted{cells: make([]cell, len(g.states))}
	do, other, given := want(q.Do), want(against), want(q.Given)
	for row, group := range g.of {
		state := s.Columns[q.Target].Of[row]
		if group < 0 || state == Unknown || !s.Knows(row, do.columns) || !given.in(s, row) {
			continue
		}
		at := 4
		switch {
		case do.in(s, row):
			at = 0
		case other.in(s, row):
			at = 2
		}
		if at < 4 && int(state) != q.State {
			at++
		}
		c.cells[group][at]++
		c.n++
	}
	// The numbering of the strata must not affect the draws, so sort them by their counts.
	slices.SortFunc(c.cells, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
	return c
}

// causation computes the inputs of the bounds from strata with these counts.
func (c counted) causation(cells []cell) inference.Causation {
	var all cell
	sum := 0.0
	for _, t := range cells {
		for j, n := range t {
			all[j] += n
			sum += n
		}
	}
	r := inference.Causation{XY: all[0] / sum, XNotY: all[1] / sum, ZY: all[2] / sum, ZNotY: all[3] / sum}
	r.YX = adjusted(cells, 0, sum, all)
	r.YZ = adjusted(cells, 2, sum, all)
	// P(action, target) is at most P(target | do(action)). Only the smoothing of rare strata can break
	// that.
	r.YX = min(max(r.YX, r.XY), 1-r.XNotY)
	r.YZ = min(max(r.YZ, r.ZY), 1-r.ZNotY)
	return r
}

// adjusted is the share of a choice's rows that reached the target, weighted over all strata.
func adjusted(cells []cell, choice int, sum float64, all cell) float64 {
	pool := .5
	if n := all[choice] + all[choice+1]; n > 0 {
		pool = all[choice] / n
	}
	p := 0.0
	for _, t := range cells {
		weight := 0.0
		for _, n := range t {
			weight += n
		}
		p += weight / sum * (t[choice] + pull*pool) / (t[choice] + t[choice+1] + pull)
	}
	return p
}

// widest returns the 2.5 % quantiles of the lower ends and the 97.5 % quantiles of the upper ends.
func widest(drawn []inference.Bounds, point inference.Bounds) inference.Bounds {
	ends := func(of func(inference.Bounds) inference.Range) inference.Range {
		var low, high []float64
		for _, b := range drawn {
			low, high = append(low, of(b).Low), append(high, of(b).High)
		}
		slices.Sort(low)
		slices.Sort(high)
		cut := len(drawn) / 40
		return inference.Range{Low: min(low[cut], of(point).Low), High: max(high[len(high)-1-cut], of(point).High)}
	}
	return inference.Bounds{
		PN:         ends(func(b inference.Bounds) inference.Range { return b.PN }),
		PS:         ends(func(b inference.Bounds) inference.Range { return b.PS }),
		PNS:        ends(func(b inference.Bounds) inference.Range { return b.PNS }),
		Consistent: point.Consistent,
	}
}
