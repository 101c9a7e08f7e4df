package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// cases is how many episodes of a record are asked what would have been, possible how many
// mechanisms that are as possible as the learned ones make the interval of an answer.
const (
	cases    = 12
	possible = 40
)

// wouldHave learns the mechanisms and asks, of episodes in which an action happened, whether the
// target would have been otherwise without it.
func (a *asking) wouldHave(ctx context.Context) error {
	learned, err := a.learn()
	if err != nil {
		return err
	}
	rows := a.r.Perm(a.rec.sample.Rows)
	for asked, i := 0, 0; asked < cases && i < len(rows); i++ {
		action := a.w.actions[asked%len(a.w.actions)]
		if int(a.whole.Columns[action].Of[rows[i]]) != a.w.happened {
			continue
		}
		asked++
		if err := a.butFor(ctx, learned, action, rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// learn fits a noisy mechanism to every variable. The first network is the most likely one, the
// others are drawn.
func (a *asking) learn() ([]*inference.Network, error) {
	fits := make([]estimation.NoisyFit, len(a.w.nodes))
	happened := []bool{false, true}
	for v := range fits {
		var from []estimation.Parent
		for _, p := range a.said.Parents[v] {
			from = append(from, estimation.Parent{Column: p, On: happened})
		}
		var err error
		if fits[v], err = estimation.FitNoisy(a.rec.sample, v, happened, from); err != nil {
			return nil, fmt.Errorf("learn %s of %s: %w", a.w.names[v], a.w.name, err)
		}
	}
	out := make([]*inference.Network, 1+possible)
	for i := range out {
		nodes := make([]inference.Node, len(fits))
		for v, fit := range fits {
			nodes[v] = inference.Node{States: 2, Parents: a.said.Parents[v], Mechanism: fit}
			if i > 0 {
				nodes[v].Mechanism = fit.Draw(a.r)
			}
		}
		var err error
		if out[i], err = inference.NewNetwork(nodes); err != nil {
			return nil, fmt.Errorf("put the mechanisms of %s together: %w", a.w.name, err)
		}
	}
	return out, nil
}

// butFor compares the probability that the target would have been otherwise with the true one,
// which is known from all that happened.
func (a *asking) butFor(ctx context.Context, learned []*inference.Network, action, row int) error {
	truth, err := a.otherwise(ctx, a.w.network, a.whole, action, row)
	if err != nil {
		return err
	}
	seen := a.rec.sample
	seen.Columns = slices.Clone(seen.Columns)
	seen.Columns[a.w.target] = a.whole.Columns[a.w.target] // who asks knows how it ended
	var said []float64
	for i, n := range learned {
		p, err := a.otherwise(ctx, n, seen, action, row)
		if impossible := new(inference.ImpossibleError); errors.As(err, &impossible) {
			if i > 0 {
				continue
			}
			a.out.excluded()
			return nil
		}
		if err != nil {
			return err
		}
		said = append(said, p)
	}
	low, high := quantile(said[1:], .025), quantile(said[1:], .975)
	a.out.butFor(said[0], truth, min(low, said[0]), max(high, said[0]))
	return nil
}

// otherwise is P(the target would be otherwise | an episode, do(the action did not happen)).
func (a *asking) otherwise(ctx context.Context, n *inference.Network, of estimation.Sample, action, row int) (float64, error) {
	seen := map[int]int{}
	for v, c := range of.Columns {
		if c.Of[row] != estimation.Unknown {
			seen[v] = int(c.Of[row])
		}
	}
	target := int(a.whole.Columns[a.w.target].Of[row])
	answer, err := n.Counterfactual(ctx, inference.Query{Target: a.w.target, Seen: seen, Do: map[int]int{action: 1 - a.w.happened}})
	if err != nil {
		return 0, fmt.Errorf("ask what would have been in %s: %w", a.w.name, err)
	}
	return answer.P[1-target], nil
}
