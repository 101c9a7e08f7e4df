package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// asking asks everything of one record of one world.
type asking struct {
	w *world
	// whole is what happened, rec what is recorded of it, said what the recorded links say.
	whole estimation.Sample
	rec   record
	said  estimation.Graph
	// learned are the tables of the graph.
	learned *estimation.Learned
	out     *tally
	r       *rand.Rand
}

// effects asks for each state of each action, and compares them.
func (a *asking) effects(ctx context.Context) error {
	for _, action := range a.w.actions {
		truth, err := a.w.effects(ctx, action)
		if err != nil {
			return err
		}
		if !reaches(a.rec.links, action, a.w.target) {
			a.out.cut(truth)
			continue
		}
		contrast, err := a.contrast(ctx, action)
		if err != nil {
			return err
		}
		without := a.effect(action, 0, contrast.Against, truth[0])
		with := a.effect(action, 1, contrast.Do, truth[1])
		a.out.contrast(with && without, contrast.Difference, truth[1]-truth[0])
		if err := a.bounds(ctx, action); err != nil {
			return err
		}
	}
	return a.falseCauses(ctx)
}

// contrast compares the second state of a variable with the first.
func (a *asking) contrast(ctx context.Context, action int) (estimation.Contrast, error) {
	q := estimation.Question{Target: a.w.target, State: a.w.state, Do: map[int]int{action: 1}}
	c, err := a.learned.Contrast(ctx, q, map[int]int{action: 0}, inference.Limits{})
	if err != nil {
		return c, fmt.Errorf("ask %s of %s: %w", a.w.names[action], a.w.name, err)
	}
	return c, nil
}

// effect looks at the estimate for one state of an action. It returns whether the evidence
// suffices for an answer.
func (a *asking) effect(action, state int, model estimation.Estimate, truth float64) (enough bool) {
	q := estimation.Question{Target: a.w.target, State: a.w.state, Do: map[int]int{action: state}}
	strata := estimation.Stratify(a.rec.sample, q, a.said.Parents[action])
	all := estimation.Observe(a.rec.sample, estimation.Question{Target: a.w.target, State: a.w.state})
	enough = strata.Chosen >= effect.LeastChosen && strata.Overlap >= effect.LeastOverlap && estimation.Width(all.P, model.Effective) <= effect.MostWidth
	a.out.effect(enough, model, strata.Estimate, estimation.Observe(a.rec.sample, q).P, truth)
	return enough
}

// bounds asks how necessary an action that happened was for the target.
func (a *asking) bounds(ctx context.Context, action int) error {
	if !a.w.noisy {
		return nil
	}
	is, not := a.w.happened, 1-a.w.happened
	q := estimation.Question{Target: a.w.target, State: a.w.state, Do: map[int]int{action: is}}
	b := estimation.BootstrapBounds(a.rec.sample, q, map[int]int{action: not}, a.said.Parents[action], 1)
	answer, err := a.w.network.Counterfactual(ctx, inference.Query{
		Target: a.w.target, Seen: map[int]int{action: is, a.w.target: a.w.state}, Do: map[int]int{action: not},
	})
	if err != nil {
		return fmt.Errorf("compute how necessary %s is in %s: %w", a.w.names[action], a.w.name, err)
	}
	a.out.bound(b.Wide.PN, 1-answer.P[a.w.state])
	return nil
}

// effects are P(target | do(each state of an action)).
func (w *world) effects(ctx context.Context, action int) (out [2]float64, err error) {
	for state := range out {
		p, err := w.infer(ctx, inference.Query{Target: w.target, Do: map[int]int{action: state}})
		if err != nil {
			return out, err
		}
		out[state] = p[w.state]
	}
	return out, nil
}

func (w *world) infer(ctx context.Context, q inference.Query) ([]float64, error) {
	a, err := w.network.Infer(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("compute the truth of %s: %w", w.name, err)
	}
	return a.P, nil
}

// falseCauses asks for the effects of what has none, and yet has causes in common with the target.
func (a *asking) falseCauses(ctx context.Context) error {
	for v := range a.w.nodes {
		if v == a.w.target || len(a.w.nodes[v].Parents) == 0 || reaches(a.w.links, v, a.w.target) {
			continue
		}
		if !reaches(a.rec.links, v, a.w.target) {
			a.out.nonCause(false, estimation.Interval{})
			continue
		}
		c, err := a.contrast(ctx, v)
		if err != nil {
			return err
		}
		a.out.nonCause(true, c.Difference)
	}
	return nil
}
