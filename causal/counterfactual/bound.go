package counterfactual

import (
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
)

// bound adds the bounds of the probabilities of causation over all episodes, which hold for any
// mechanisms.
func (c *counterfactual) bound(ctx context.Context, g *graded) error {
	adjustment, overlap, ok := g.adjustment()
	if !ok {
		return nil
	}
	b := estimation.BootstrapBounds(g.m.Sample, g.effect(g.was), map[int]int{g.x: g.z}, adjustment, 0)
	if b.N == 0 {
		return nil
	}
	c.out.Causation = &Causation{Bounds: b.Bounds, Inputs: b.Inputs, N: b.N, Sure: b.Wide, Overlap: overlap}
	for _, column := range adjustment {
		c.out.Causation.Adjustment = append(c.out.Causation.Adjustment, g.m.Variables[column].Name)
	}
	answer, err := g.net.Counterfactual(ctx, g.query(map[int]int{g.x: g.was, g.y: g.is}))
	if err != nil {
		return ctx.Err() // sampled in vain: the bounds stand for themselves
	}
	c.out.Causation.clip(min(1, max(0, 1-answer.P[g.is])))
	return nil
}

// effect is the question for the effect of a state of the cause on the target as it is.
func (g *graded) effect(state int) estimation.Question {
	return estimation.Question{Target: g.y, State: g.is, Do: map[int]int{g.x: state}}
}

// adjustment is an adjustment set for the effect of the cause on the target. Of two sets it takes
// the one with the greater overlap, the share of comparable episodes.
func (g *graded) adjustment() (set []int, overlap float64, ok bool) {
	recorded := g.m.Recorded()
	if set, ok = estimation.Identify(g.m.Graph, recorded, g.x, g.y); !ok {
		return nil, 0, false
	}
	overlap = g.overlap(set)
	other := estimation.OSet(g.m.Graph, g.x, g.y)
	if slices.ContainsFunc(other, func(column int) bool { return !recorded[column] }) {
		return set, overlap, true
	}
	if wider := g.overlap(other); wider > overlap {
		return other, wider, true
	}
	return set, overlap, true
}

func (g *graded) overlap(set []int) float64 {
	return min(estimation.Stratify(g.m.Sample, g.effect(g.was), set).Overlap, estimation.Stratify(g.m.Sample, g.effect(g.z), set).Overlap)
}

// clip clips the probability of necessity by the mechanisms to its bounds.
func (c *Causation) clip(necessity float64) {
	within := func(low, high float64) float64 { return min(max(necessity, min(low, high)), max(low, high)) }
	cut := within(c.PN.Low, c.PN.High)
	c.Model, c.Clipped = &cut, within(c.Sure.PN.Low, c.Sure.PN.High) != necessity
}
