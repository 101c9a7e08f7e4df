package causal

import (
	"maps"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// effectSeed makes samples the same whenever a question is asked again.
const effectSeed = 13

// observe counts what goes along with the choice: no effect.
func (w *weighing) observe() {
	w.tried = w.rows(w.do)
	if w.m.variables[w.target].constant {
		return // it was so wherever it is told
	}
	rows := w.rows(w.do, w.given)
	w.out.Observed = w.m.estimate(estimation.Observe(w.m.sample, w.question()), rows)
}

// estimate is what an estimator says, with the episodes it rests on; nil when it rests on none.
func (m *model) estimate(e estimation.Estimate, rows []int) *Estimate {
	if e.N == 0 {
		return nil
	}
	return &Estimate{
		Interval: Interval{Value: e.P, Low: e.Low, High: e.High}, Method: e.Method,
		N: e.N, Effective: e.Effective, Episodes: m.named(rows),
	}
}

// estimate answers by every estimator that may say something.
func (w *weighing) estimate() error {
	switch w.out.Status {
	case EffectNoCausalPath:
		return w.nothingChanges()
	case EffectTruncated, EffectNotIdentified:
		return nil
	}
	if w.loose {
		return nil
	}
	stratified := w.stratify()
	if _, never := w.untried(); never || w.onlySo() || w.m.variables[w.target].constant {
		return nil
	}
	against, compared := w.against()
	var modelled *estimation.Contrast
	if w.out.Status != EffectCyclic && w.wholeRecorded() {
		c, err := w.formula(against, compared)
		if err != nil {
			return err
		}
		modelled, w.out.Model = &c, w.m.estimate(c.Do, w.resting())
	}
	if w.out.Model != nil && w.out.Stratified != nil {
		most := max(modelled.Do.Error, stratified.Error)
		w.out.Disagree = math.Abs(modelled.Do.P-stratified.P) > disagreeing*most
	}
	w.carriers()
	if compared {
		w.contrast(against, modelled, stratified)
	}
	return nil
}

// disagreeing is by how many standard errors the estimators differ when graph and data disagree.
const disagreeing = 3

// formula asks the g-formula, and compares with another state of the first action where there
// is one that was tried.
func (w *weighing) formula(against Identity, compared bool) (estimation.Contrast, error) {
	limits := inference.Limits{Seed: effectSeed}
	if compared && against != w.set[w.first] {
		if other := w.instead(against); len(other.tried) > 0 {
			return w.m.learned().Contrast(w.ctx, w.question(), other.do, limits)
		}
	}
	e, err := w.m.learned().GFormula(w.ctx, w.question(), limits)
	return estimation.Contrast{Do: e}, err
}

// nothingChanges answers for what has no way to the target: as it is, whatever is set.
func (w *weighing) nothingChanges() error {
	q := w.question()
	q.Do = nil
	e := estimation.Observe(w.m.sample, q)
	if w.wholeRecorded() {
		var err error
		if e, err = w.m.learned().GFormula(w.ctx, q, inference.Limits{Seed: effectSeed}); err != nil {
			return err
		}
	}
	w.out.Model = w.m.estimate(e, w.resting())
	against, ok := w.against()
	if w.out.Model == nil || !ok {
		return nil
	}
	w.out.Contrast = &Contrast{Against: against, Baseline: *w.out.Model, Ratio: &Interval{Value: 1, Low: 1, High: 1}}
	if w.out.Model.Value == 0 {
		w.out.Contrast.Ratio = nil
	}
	return nil
}

// stratify adjusts for what blocks the back doors, where one set does.
func (w *weighing) stratify() estimation.Stratified {
	w.overlap()
	if !w.adjusted || w.onlySo() {
		return estimation.Stratified{}
	}
	r := estimation.Stratify(w.m.sample, w.question(), w.adjustment)
	var rows []int
	for _, t := range r.Strata {
		w.out.Strata = append(w.out.Strata, w.stratum(r.Adjustment, t))
		rows = append(rows, t.Rows...)
	}
	slices.SortStableFunc(w.out.Strata, byWeight)
	w.out.Stratified = w.m.estimate(r.Estimate, rows)
	return r
}

func byWeight(a, b Stratum) int {
	switch {
	case a.N > b.N:
		return -1
	case a.N < b.N:
		return 1
	default:
		return slices.CompareFunc(a.States, b.States, byVariable)
	}
}

func (w *weighing) stratum(adjustment []int, t estimation.Stratum) Stratum {
	out := Stratum{Weight: t.Weight, N: t.N, Chosen: t.Chosen, Reached: t.Reached, Episodes: w.m.named(t.Rows)}
	for i, column := range adjustment {
		out.States = append(out.States, w.m.identity(column, t.States[i]))
	}
	return out
}

// overlap is the share of the episodes of the context in strata in which the choice was made
// often enough, be it in another context: the graph says that what else is known does not
// bear on the choice. Of several actions it is that of the one with the least.
func (w *weighing) overlap() {
	first := true
	for _, column := range slices.Sorted(maps.Keys(w.blocking)) {
		share, missing := w.overlapOf(column)
		if first || share < w.out.Overlap {
			w.out.Overlap, w.out.Missing = share, missing
		}
		first = false
	}
}

// overlapOf is the overlap of one action, with the strata in which it is missing.
func (w *weighing) overlapOf(column int) (share float64, missing []Stratum) {
	q := w.question()
	q.Do, q.Given = map[int]int{column: w.do[column]}, nil
	whole := estimation.Stratify(w.m.sample, q, w.blocking[column])
	inContext, total := make([]int, len(whole.Strata)), 0
	shares := w.m.sharing(w.given)
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

// upstream are the columns that the g-formula multiplies: what the target and the context
// depend on once the actions are set.
func (w *weighing) upstream() []int {
	var out []int
	for v, is := range w.dependent(append([]int{w.target}, slices.Sorted(maps.Keys(w.given))...)) {
		if is {
			out = append(out, v)
		}
	}
	return out
}

// wholeRecorded reports whether the g-formula loses nothing by what is told in one state only,
// and is left out of it: whatever that is may bear on one thing alone and depend on nothing.
func (w *weighing) wholeRecorded() bool {
	used := w.upstream()
	children := make([]int, len(w.m.variables))
	for _, column := range used {
		for _, p := range w.causes(column) {
			children[p]++
		}
	}
	for _, column := range used {
		if w.m.variables[column].constant && (children[column] > 1 || len(w.causes(column)) > 0) {
			return false
		}
	}
	return !w.m.variables[w.target].constant
}

// resting are the rows that the g-formula rests on: those that tell a column and all that it
// depends on directly, where these are fewest.
func (w *weighing) resting() []int {
	fewest := w.rows()
	for _, column := range w.upstream() {
		if _, set := w.do[column]; set {
			continue
		}
		family := append([]int{column}, w.m.graph.Parents[column]...)
		if rows := w.m.complete(family); len(rows) < len(fewest) {
			fewest = rows
		}
	}
	return fewest
}

// complete are the rows that tell all of some columns.
func (m *model) complete(columns []int) []int {
	out := make([]int, 0, len(m.episodes))
rows:
	for row := range m.episodes {
		for _, column := range columns {
			if m.sample.Columns[column].Of[row] == estimation.Unknown {
				continue rows
			}
		}
		out = append(out, row)
	}
	return out
}

// carriers are the links on the ways from what is set to the target.
func (w *weighing) carriers() {
	for _, e := range w.m.edges {
		if _, set := w.do[e.Target]; !e.Cut && !set && w.way[e.Source] && w.way[e.Target] {
			w.out.Carriers = append(w.out.Carriers, e.Links...)
		}
	}
}
