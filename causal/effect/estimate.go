package effect

import (
	"context"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
)

// effectSeed makes the same question draw the same samples.
const effectSeed = 13

// observe is the share of the target among the rows that made the choice, which is no effect; nil
// when the target has one state only.
func (w *effectQuery) observe() *Estimate {
	if w.m.Variables[w.target].Constant {
		return nil
	}
	return estimate(w.m, estimation.Observe(w.m.Sample, w.question()), w.fitting)
}

// estimate is an estimate with the episodes it rests on, and no surer than these; nil when it rests on
// none.
func estimate(m *model.Model, e estimation.Estimate, rows []int) *Estimate {
	if e.N == 0 {
		return nil
	}
	return &Estimate{
		Interval: model.Interval{Value: e.P, Low: e.Low, High: e.High}, Method: e.Method,
		N: e.N, Effective: min(e.Effective, float64(len(rows))), Episodes: named(m, rows),
	}
}

// modelled is an estimate by the g-formula, which learns from other contexts too. It is worth no more
// than the episodes of the context that made the choice.
func (w *effectQuery) modelled(e estimation.Estimate) *Estimate {
	out := estimate(w.m, e, w.resting())
	if out != nil {
		out.Effective = min(out.Effective, float64(len(w.fitting)))
	}
	return out
}

// estimate answers by every estimator that applies.
func (w *effectQuery) estimate(ctx context.Context) error {
	switch w.out.Status {
	case model.StatusNoCausalPath:
		return w.noEffect(ctx)
	case model.StatusNotIdentified:
		return nil
	}
	if w.inconclusive || w.m.Status == model.StatusTruncated {
		return nil
	}
	stratified := w.stratify()
	w.precision = stratified.Effective
	if _, never := w.untried(); never || w.constantAction() || w.m.Variables[w.target].Constant {
		return nil
	}
	against, compared := w.against()
	var modelled *estimation.Contrast
	if w.m.Status == "" && w.wholeRecorded() && (w.undecided == 0 || w.out.Stratified == nil) {
		c, err := w.formula(ctx, against, compared)
		if err != nil {
			return err
		}
		modelled, w.out.Model, w.precision = &c, w.modelled(c.Do), c.Do.Effective
	}
	w.out.Carriers = w.carriers()
	if compared {
		w.contrast(against, modelled, stratified)
		w.compareDoubts(against)
	}
	return nil
}

// disagreeing is the number of standard errors between the estimators from which on graph and data
// disagree.
const disagreeing = 3

// formula applies the g-formula, and compares with another state of the first action if some episode
// tried it.
func (w *effectQuery) formula(ctx context.Context, against factor.Identity, compared bool) (estimation.Contrast, error) {
	limits := inference.Limits{Seed: effectSeed}
	if compared && against != w.set[w.first] {
		if other := w.withState(against); len(other.tried) > 0 {
			return w.m.Learned().Contrast(ctx, w.question(), other.do, limits)
		}
	}
	e, err := w.m.Learned().GFormula(ctx, w.question(), limits)
	return estimation.Contrast{Do: e}, err
}

// noEffect answers when no path leads to the target: the target is as it is, whatever is set.
func (w *effectQuery) noEffect(ctx context.Context) error {
	q := w.question()
	q.Do = nil
	e := estimation.Observe(w.m.Sample, q)
	if w.wholeRecorded() {
		var err error
		if e, err = w.m.Learned().GFormula(ctx, q, inference.Limits{Seed: effectSeed}); err != nil {
			return err
		}
	}
	w.out.Model = estimate(w.m, e, w.resting())
	against, ok := w.against()
	if w.out.Model == nil || !ok {
		return nil
	}
	w.out.Contrast = &Contrast{Against: against, Baseline: *w.out.Model, Difference: w.open, Ratio: &model.Interval{Value: 1, Low: 1, High: 1}}
	if w.out.Model.Value == 0 || w.open != (model.Interval{}) {
		w.out.Contrast.Ratio = nil
	}
	return nil
}

// stratify estimates by back-door adjustment, if one adjustment set identifies the effect.
func (w *effectQuery) stratify() estimation.Stratified {
	w.overlap()
	if !w.adjusted || w.constantAction() {
		return estimation.Stratified{}
	}
	r := estimation.Stratify(w.m.Sample, w.question(), w.adjustment)
	var rows []int
	for _, t := range r.Strata {
		w.out.Strata = append(w.out.Strata, w.stratum(r.Adjustment, t))
		rows = append(rows, t.Rows...)
	}
	slices.SortStableFunc(w.out.Strata, byWeight)
	w.out.Stratified = estimate(w.m, r.Estimate, rows)
	return r
}

func byWeight(a, b Stratum) int {
	switch {
	case a.N > b.N:
		return -1
	case a.N < b.N:
		return 1
	default:
		return slices.CompareFunc(a.States, b.States, naming.ByVariable)
	}
}

func (w *effectQuery) stratum(adjustment []int, t estimation.Stratum) Stratum {
	out := Stratum{Weight: t.Weight, N: t.N, Chosen: t.Chosen, Reached: t.Reached, Episodes: named(w.m, t.Rows)}
	for i, column := range adjustment {
		out.States = append(out.States, w.m.Identity(column, t.States[i]))
	}
	return out
}

// overlap is the share of the episodes of the context in strata where enough episodes made the
// choice. Episodes of other contexts count too, since by the graph the rest of the context does not
// affect the choice. With several actions it is the least of theirs.
func (w *effectQuery) overlap() {
	first := true
	for _, column := range slices.Sorted(maps.Keys(w.blocking)) {
		share, missing := w.overlapOf(column)
		if first || share < w.out.Overlap {
			w.out.Overlap, w.out.Missing = share, missing
		}
		first = false
	}
}

// overlapOf is the overlap of one action, with the strata that lack it.
func (w *effectQuery) overlapOf(column int) (share float64, missing []Stratum) {
	q := w.question()
	q.Do, q.Given = map[int]int{column: w.do[column]}, nil
	whole := estimation.Stratify(w.m.Sample, q, w.blocking[column])
	inContext, total := make([]int, len(whole.Strata)), 0
	shares := sharing(w.m, w.given)
	for row, at := range whole.Of {
		if at >= 0 && shares(row) {
			inContext[at]++
			total++
		}
	}
	for i, t := range whole.Strata {
		if inContext[i] == 0 {
			continue
		}
		t.N, t.Weight = inContext[i], float64(inContext[i])/float64(total)
		if t.Chosen >= LeastInStratum {
			share += t.Weight
		} else {
			missing = append(missing, w.stratum(whole.Adjustment, t))
		}
	}
	slices.SortStableFunc(missing, byWeight)
	return min(share, 1), missing
}

// upstream are the columns that the g-formula multiplies: the target, the context, and what they
// depend on once the actions are set.
func (w *effectQuery) upstream() []int {
	var out []int
	for v, is := range w.dependent(append([]int{w.target}, slices.Sorted(maps.Keys(w.given))...)) {
		if is {
			out = append(out, v)
		}
	}
	return out
}

// wholeRecorded reports whether the g-formula may omit the columns with only one known state: each
// has at most one child and no parents.
func (w *effectQuery) wholeRecorded() bool {
	used := w.upstream()
	children := make([]int, len(w.m.Variables))
	for _, column := range used {
		for _, p := range w.causes(column) {
			children[p]++
		}
	}
	for _, column := range used {
		if w.m.Variables[column].Constant && (children[column] > 1 || len(w.causes(column)) > 0) {
			return false
		}
	}
	return !w.m.Variables[w.target].Constant
}

// resting are the rows that the g-formula rests on: of all families, a column with its parents, the
// fewest rows that know the whole family.
func (w *effectQuery) resting() []int {
	least := []int{w.target}
	fewest := w.m.Sample.Complete(least)
	for _, column := range w.upstream() {
		if _, set := w.do[column]; set {
			continue
		}
		family := append([]int{column}, w.m.Graph.Parents[column]...)
		if n := w.m.Sample.Complete(family); n < fewest {
			least, fewest = family, n
		}
	}
	return w.m.Sample.CompleteRows(least)
}

// carriers are the links on the directed paths from the actions to the target.
func (w *effectQuery) carriers() []link.FactorLink {
	var out []link.FactorLink
	for _, e := range w.m.Edges {
		if w.carries(e) {
			out = append(out, e.Links...)
		}
	}
	return out
}

// carries reports whether the effect goes along an edge.
func (w *effectQuery) carries(e model.Edge) bool {
	return !e.Cut && !w.isSet(e.Target) && w.onPath[e.Source] && w.onPath[e.Target]
}
