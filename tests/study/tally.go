package main

import (
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// tally gathers what a damage did to the answers.
type tally struct {
	damage string
	// asked counts questions for P(target | do), cuts those of actions of which the links deny
	// that they lead to the target, answered those with enough evidence.
	asked, cuts, answered int
	// model, naive and strata gather the differences from the truth, in what was answered.
	model, naive, strata []float64
	// covered and inStrata count intervals with the truth inside. short and strataShort are by
	// how much they miss it.
	covered, inStrata  int
	short, strataShort []float64
	disagree           int

	// contrasts counts differences of two states of an action, inContrast the intervals with the
	// truth inside.
	contrasts, inContrast int
	contrastShort         []float64
	// signs counts those that truly are at least leastContrast, right those of the right sign,
	// wrong those of which the interval lies on the wrong side of 0, missed those called exactly 0.
	signs, right, wrong, missed int
	// nonCauses counts variables without an effect, claimed those of which one is claimed, sure
	// those of which the interval does not hold 0.
	nonCauses, claimed, sure int
	claims                   []float64

	cases     int
	otherwise []float64
	// within counts intervals with the truth inside, verdicts answers on the other side of a half
	// than the truth.
	within, verdicts int
	// mismatches counts episodes that the learned mechanisms exclude.
	mismatches int
	// bounds counts those of the probability of necessity, holding those with the truth inside.
	bounds, holding int

	// circles counts links dropped to undo circles. advice counts records by what their report
	// says, quality sums the figures.
	circles, records        int
	advice                  map[curate.AdviceCode]int
	unsupported, ambiguous  float64
	isolated, unknownEnding float64
}

// leastContrast is the least true difference of which the sign is looked at.
const leastContrast = .05

// disagreeAt is by how many standard errors the two estimators have to differ for the warning
// that graph and data disagree.
const disagreeAt = 3

func (t *tally) cut(truth [2]float64) {
	t.asked += 2
	t.cuts += 2
	if math.Abs(truth[1]-truth[0]) >= leastContrast {
		t.signs++
		t.missed++
	}
}

func (t *tally) effect(enough bool, model, strata estimation.Estimate, naive, truth float64) {
	t.asked++
	if !enough {
		return
	}
	t.answered++
	t.model = append(t.model, math.Abs(model.P-truth))
	t.naive = append(t.naive, math.Abs(naive-truth))
	t.strata = append(t.strata, math.Abs(strata.P-truth))
	t.covered += one(model.Low <= truth && truth <= model.High)
	t.inStrata += one(strata.Low <= truth && truth <= strata.High)
	t.short = append(t.short, short(interval(model), truth))
	t.strataShort = append(t.strataShort, short(interval(strata), truth))
	t.disagree += one(math.Abs(model.P-strata.P) > disagreeAt*math.Hypot(model.Error, strata.Error))
}

// short is how much has to be added to the side of an interval for it to hold the truth; less
// than 0 where something is left. A factor would not do: what is wrong with the links does not
// get smaller with more episodes, and the interval does.
func short(e estimation.Interval, truth float64) float64 {
	return max(e.Low-truth, truth-e.High)
}

func interval(e estimation.Estimate) estimation.Interval {
	return estimation.Interval{Value: e.P, Low: e.Low, High: e.High}
}

func (t *tally) contrast(enough bool, said estimation.Interval, truth float64) {
	if !enough {
		return
	}
	t.contrasts++
	t.inContrast += one(said.Low <= truth && truth <= said.High)
	t.contrastShort = append(t.contrastShort, short(said, truth))
	if math.Abs(truth) < leastContrast {
		return
	}
	t.signs++
	t.right += one(said.Value*truth > 0)
	t.wrong += one(said.Value*truth < 0 && (said.Low > 0 || said.High < 0))
}

func (t *tally) nonCause(claimed bool, effect estimation.Interval) {
	t.nonCauses++
	if claimed {
		t.claimed++
		t.sure += one(effect.Low > 0 || effect.High < 0)
		t.claims = append(t.claims, math.Abs(effect.Value))
	}
}

// rounding is what two computations of one probability may differ by.
const rounding = 1e-9

// excluded notes an episode that cannot be under the learned mechanisms.
func (t *tally) excluded() {
	t.cases++
	t.mismatches++
}

func (t *tally) butFor(said, truth, low, high float64) {
	t.cases++
	t.within += one(low <= truth+rounding && truth <= high+rounding)
	t.otherwise = append(t.otherwise, math.Abs(said-truth))
	t.verdicts += one((said >= .5) != (truth >= .5))
}

// boundsSlack is by how much bounds may miss the truth, for they are computed from estimates.
const boundsSlack = .05

func (t *tally) bound(b inference.Range, truth float64) {
	t.bounds++
	t.holding += one(b.Low-boundsSlack <= truth && truth <= b.High+boundsSlack)
}

func (t *tally) quality(q curate.Quality) {
	if t.advice == nil {
		t.advice = map[curate.AdviceCode]int{}
	}
	t.records++
	for _, a := range q.Advice {
		t.advice[a.Code]++
	}
	t.unsupported += share(q.Unsupported, q.Links-q.Unmeasured)
	t.ambiguous += share(q.Ambiguous, q.Links)
	t.isolated += share(q.Isolated, q.Factors)
	t.unknownEnding += share(q.UnknownOutcomes, q.Derivation.Episodes)
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func share(some, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(some) / float64(all)
}

func mean(all []float64) float64 {
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	return sum / math.Max(1, float64(len(all)))
}

// quantile is the least number that a share of all do not exceed; 0 of nothing.
func quantile(all []float64, p float64) float64 {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(math.Ceil(p*float64(len(sorted))))-1)]
}
