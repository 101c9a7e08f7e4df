package doubt

import (
	"cmp"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

const (
	// falseShare is the share of false discoveries that is put up with.
	falseShare = .05
	// clearly is how much the logarithm of the likelihood must favor one direction to tell it: odds of 20 to 1.
	clearly = 3.
	// leastMargin is by how much a repair must be worth more than the best without it to be a finding.
	leastMargin = 1.
	// sureOrder is the share of the episodes that tell both variables in which their order must be the same to be known,
	// leastOrdered how many have to tell it.
	sureOrder    = .95
	leastOrdered = 10
	// leastCompared is the least number of rows in which two columns are compared.
	leastCompared = 30
	// alike is the difference below which two explanations are equally good.
	alike = 1e-6
	// mostRead is the most rows that are read to look for other repairs, about a second's.
	mostRead = 50_000_000
	// mostRepairs bounds the search: a graph with more to repair than this is no graph of these counts.
	mostRepairs = 50
)

// Find compares a graph with a sample. It tests a basis set of the independences that the graph implies: of every
// two columns that no edge joins, given the parents of both (Shipley 2000). Of those that the counts contradict
// it takes the clearest, repairs the graph by the edge, or the reversal, that explains most, and starts over with
// the repaired graph; so that one missing link is one finding, and not one for every path that it is on.
func Find(d Data) Result { return newFinder(d).find() }

func newFinder(d Data) *finder {
	return &finder{
		Data: d, scores: scores{d.Sample, map[string]float64{}, new(int)}, tests: map[string]statistics.Independence{}, orders: map[[2]int]int{},
		barred: map[[2]int]bool{}, working: d.Graph,
	}
}

func (f *finder) find() Result {
	f.turnByTime()
	f.start = f.working
	f.working = f.search(f.start)
	f.report()
	f.contradict()
	slices.SortStableFunc(f.out.Findings, compareFindings)
	return f.out
}

func compareFindings(a, b Finding) int {
	return cmp.Or(cmp.Compare(rank(a.Kind), rank(b.Kind)), cmp.Compare(a.Test.P.Log10, b.Test.P.Log10), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Target, b.Target))
}

func rank(k Kind) int {
	if k == Contradicted {
		return 1
	}
	return 0
}

// finder is a search. working is the graph as repaired so far; its lists are replaced, never changed.
type finder struct {
	Data

	out     Result
	scores  scores
	working estimation.Graph
	// start is the graph before its first repair; barred are the edges that no repair may make.
	start  estimation.Graph
	barred map[[2]int]bool
	tests  map[string]statistics.Independence
	orders map[[2]int]int
}

// comes says whether one column surely comes before another one (1), after it (-1), or whether that is unknown (0).
func (f *finder) comes(a, b int) int {
	if f.Order == nil {
		return 0
	}
	ends := [2]int{a, b}
	if known, ok := f.orders[ends]; ok {
		return known
	}
	f.orders[ends] = orderOf(f.Order(a, b))
	return f.orders[ends]
}

// orderOf says whether the first surely comes before (1) or after (-1), or whether that is unknown (0).
func orderOf(both, before, after int) int {
	switch least := sureOrder * float64(both); {
	case both < leastOrdered:
		return 0
	case float64(before) >= least:
		return 1
	case float64(after) >= least:
		return -1
	}
	return 0
}

func (f *finder) fixed(source, target int) bool { return f.Fixed != nil && f.Fixed(source, target) }

// turnByTime turns the edges round of which the target surely comes first: all that it can without a circle.
func (f *finder) turnByTime() {
	for again := true; again; {
		again = false
		for target, parents := range f.working.Parents {
			for _, source := range parents {
				if f.fixed(source, target) || f.comes(source, target) >= 0 {
					continue
				}
				if g := turned(f.working, [2]int{source, target}); acyclic(g) {
					f.working, again = g, true
				}
			}
		}
	}
}

// violation is an independence that the graph implies and the counts contradict.
type violation struct {
	a, b int
	test statistics.Independence
}

// repair takes the clearest violation and repairs the graph, until there is none.
func (f *finder) repair() {
	for range mostRepairs {
		v, some := f.clearest()
		if !some || !f.explain(v) {
			return
		}
	}
}

// clearest tests the basis set, and returns the clearest violation.
func (f *finder) clearest() (violation, bool) {
	var all []violation
	untested := 0
	for b := range f.working.Parents {
		for a := range b {
			if adjacent(f.working, a, b) || f.Tested != nil && !f.Tested(a, b) {
				continue
			}
			v := violation{a: a, b: b, test: f.test(a, b, f.around(a, b))}
			if v.test.N < leastCompared {
				untested++
				continue
			}
			all = append(all, v)
		}
	}
	if f.out.Tests == 0 {
		f.out.Tests, f.out.Untested = len(all), untested
	}
	p := make([]float64, len(all))
	for i, v := range all {
		p[i] = v.test.P.P
	}
	best := -1
	for i, adjusted := range statistics.BenjaminiYekutieli(p) {
		if adjusted <= falseShare && (best < 0 || all[i].test.P.Log10 < all[best].test.P.Log10) {
			best = i
		}
	}
	if best < 0 {
		return violation{}, false
	}
	return all[best], true
}

func adjacent(g estimation.Graph, a, b int) bool {
	return slices.Contains(g.Parents[a], b) || slices.Contains(g.Parents[b], a)
}

// around are the parents of two columns, without both.
func (f *finder) around(a, b int) []int {
	out := slices.Concat(f.working.Parents[a], f.working.Parents[b])
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(c int) bool { return c == a || c == b || f.Sample.Columns[c].States < 2 })
}

func (f *finder) test(a, b int, given []int) statistics.Independence {
	a, b = min(a, b), max(a, b)
	k := key(a, append([]int{b}, given...))
	known, ok := f.tests[k]
	if !ok {
		known = independent(f.Sample, a, b, given)
		*f.scores.read += f.Sample.Rows
		f.tests[k] = known
	}
	return known
}

// explain repairs the graph by the change that explains a violation best: an edge between both ends, in a direction that time
// and paths allow, or the reversal of an edge at either end of which no time tells the direction. It is false when none does.
func (f *finder) explain(v violation) bool {
	best, gain := estimation.Graph{}, math.Inf(-1)
	consider := func(g estimation.Graph) {
		if more := f.gain(f.working, g); more > gain+alike && acyclic(g) {
			best, gain = g, more
		}
	}
	order := f.comes(v.a, v.b)
	if order >= 0 && !f.barred[[2]int{v.a, v.b}] {
		consider(joined(f.working, [2]int{v.a, v.b}))
	}
	if order <= 0 && !f.barred[[2]int{v.b, v.a}] {
		consider(joined(f.working, [2]int{v.b, v.a}))
	}
	for _, e := range f.reversible(f.working) {
		if touch(e, [2]int{v.a, v.b}) {
			if g := turned(f.working, e); f.explained(v, g) {
				consider(g)
			}
		}
	}
	if best.Parents != nil {
		f.working = best
	}
	return best.Parents != nil
}

// explained reports whether a violation is none in another graph.
func (f *finder) explained(v violation, g estimation.Graph) bool {
	other := *f
	other.working = g
	return f.test(v.a, v.b, other.around(v.a, v.b)).P.P > falseShare/float64(f.out.Tests)
}

// report makes findings of the edges that the repaired graph has otherwise than the recorded one. Where no time tells it, another repair must not
// explain nearly as much.
func (f *finder) report() {
	f.out.equal = f.changed(f.working)
	compelled := Compelled(f.working, func(source, target int) bool { return f.fixed(source, target) || f.comes(source, target) != 0 })
	f.out.untold = f.untold(compelled)
	for target, parents := range f.working.Parents {
		for _, source := range parents {
			if slices.Contains(f.Graph.Parents[target], source) {
				continue
			}
			e := [2]int{source, target}
			if slices.Contains(f.Graph.Parents[source], target) {
				f.reportReversed(e, compelled[e])
			} else {
				f.reportMissing(e)
			}
		}
	}
}

// untold are the recorded edges that the repaired graph has the same way though another graph with the same independences has them the other
// way round.
func (f *finder) untold(compelled map[[2]int]bool) [][2]int {
	var out [][2]int
	for target, parents := range f.Graph.Parents {
		for _, source := range parents {
			e := [2]int{source, target}
			if !slices.Contains(f.working.Parents[target], source) || f.fixed(source, target) || f.comes(source, target) != 0 {
				continue
			}
			other := turned(f.working, e)
			if !compelled[e] || acyclic(other) && f.bic(f.working)-f.bic(other) < clearly {
				out = append(out, e)
			}
		}
	}
	return out
}

// reportReversed reports an edge that is recorded the other way round, if times or counts tell it.
func (f *finder) reportReversed(e [2]int, compelled bool) {
	found := f.finding(Reversed, e)
	found.Source, found.Target = found.Target, found.Source
	if found.Direction != ByTime {
		if less := f.margin(e); less < leastMargin || !compelled || !f.contradicted(e) {
			return
		}
		found.Direction = ByCounts
	}
	f.add(found)
}

// reportMissing reports an edge that nobody recorded, if the counts still say so in the repaired graph.
func (f *finder) reportMissing(e [2]int) {
	found := f.finding(Missing, e)
	if found.Adjusted > falseShare || found.Direction != ByTime && f.margin(e, [2]int{e[1], e[0]}) < leastMargin {
		return
	}
	f.add(found)
}

// finding is an edge of the repaired graph with its test.
func (f *finder) finding(kind Kind, e [2]int) Finding {
	out := Finding{Kind: kind, Source: e[0], Target: e[1], Direction: f.directionOf(e[0], e[1]), Given: f.around(e[0], e[1])}
	out.Test = f.test(e[0], e[1], out.Given)
	factor := 0.
	for i := range f.out.Tests {
		factor += 1 / float64(i+1)
	}
	out.Adjusted = min(1, out.Test.P.P*float64(f.out.Tests)*factor)
	return out
}

func (f *finder) add(found Finding) {
	if f.Order != nil {
		_, found.Before, found.After = f.Order(found.Source, found.Target)
	}
	f.out.Findings = append(f.out.Findings, found)
}

// directionOf says what tells the direction of an edge of the repaired graph.
func (f *finder) directionOf(source, target int) Direction {
	if f.comes(source, target) != 0 {
		return ByTime
	}
	other := turned(f.working, [2]int{source, target})
	switch {
	case !acyclic(other):
		return ByPaths
	case f.bic(f.working)-f.bic(other) >= clearly:
		return ByCounts
	}
	return Untold
}

// contradict finds the recorded edges whose ends are independent given the other parents.
func (f *finder) contradict() {
	for target, parents := range f.Graph.Parents {
		for _, source := range parents {
			if f.fixed(source, target) || !slices.Contains(f.working.Parents[target], source) || f.Sample.Columns[source].States < 2 || f.Sample.Columns[target].States < 2 {
				continue
			}
			given := slices.DeleteFunc(slices.Clone(f.working.Parents[target]), func(p int) bool { return p == source || f.Sample.Columns[p].States < 2 })
			low, high, known := odds(strata(f.Sample, source, target, given))
			if known && low >= 1/noOdds && high <= noOdds {
				f.add(Finding{Kind: Contradicted, Source: source, Target: target, Direction: Untold, Given: given, OddsLow: low, OddsHigh: high, Test: f.test(source, target, given)})
			}
		}
	}
}
