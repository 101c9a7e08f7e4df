package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/composite"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/text"
)

// Limits on the candidates for parents of the outcome.
const (
	// LeastRecorded is the least number of episodes that must record a candidate.
	LeastRecorded = 30
	// mostCandidates is the most candidates: those with the most information about the outcome.
	mostCandidates = 100
	// maxRanked is the most variables ranked for that, maxRankedCells the most cells read of
	// them. The most frequently recorded come first.
	maxRanked      = 1_000
	maxRankedCells = 4 << 20
)

// addOutcomeParents adds what the outcome depends on beside the sources of links. Episodes hardly
// ever link anything to the outcome, and it comes last, so any variable may be its parent.
//
// A twin, which is the outcome under another name, is its only parent. When the twin is an event
// that no link explains, the parents of the twin are selected instead. Counts that do not select
// an action are no evidence that it has no effect: where no link names the parents, the actions
// and their causes are parents too.
func (d *draft) addOutcomeParents(actions []string) error {
	candidates, err := d.outcomeCandidates()
	if err != nil {
		return err
	}
	d.looked, d.passed = len(candidates.names), candidates.passed
	overflow, err := d.needLinks(candidates.twins)
	if err != nil || overflow {
		d.overflow = d.overflow || overflow
		return err
	}
	at, twins := factor.VariableOutcome, candidates.twins
	if len(twins) > 0 {
		at = slices.MinFunc(twins, d.compareTwins)
		d.selectedParents[factor.VariableOutcome] = []string{at}
		if d.twinRank(at) != unexplained {
			return d.addUpstream([]string{at})
		}
	}
	asked := append([]string{at}, actions...)
	rest := slices.DeleteFunc(slices.Clone(candidates.names), func(name string) bool {
		return slices.Contains(twins, name) || d.isComposite(name) && !d.usable(name, asked...)
	})
	return d.addParents(at, rest, actions)
}

// addParents selects the parents of a variable among candidates. An action that links do not lead to
// it is a parent, with what decides about the action. Beside such an action nothing is held fixed
// that comes after it without following from it, even if links lead from there to the variable.
func (d *draft) addParents(at string, candidates, actions []string) error {
	actions = slices.DeleteFunc(slices.Clone(actions), func(name string) bool {
		return name == at || name == factor.VariableOutcome || !d.in[name]
	})
	causes := d.causesOf(at)
	order, err := d.order(append(slices.Clone(candidates), causes...), actions)
	if err != nil {
		return err
	}
	unlinked := slices.DeleteFunc(slices.Clone(actions), func(name string) bool { return d.leads(name, at) })
	given := causes
	if len(unlinked) > 0 {
		given = append(d.keptCauses(at, causes, order), unlinked...)
		for _, action := range unlinked {
			if err := d.selectParents(action, d.causesOf(action), order.before); err != nil {
				return err
			}
			given = append(given, d.selectedParents[action]...)
		}
	}
	given = slices.DeleteFunc(text.Sorted(given), func(name string) bool { return name == at || name == factor.VariableOutcome })
	if err := d.selectParents(at, given, order.free); err != nil {
		return err
	}
	return d.addUnordered(at, unlinked, order.unknown)
}

// keptCauses are the sources of links into a variable that may be held fixed; the others are set
// aside.
func (d *draft) keptCauses(at string, causes []string, order ordered) []string {
	var kept []string
	for _, name := range causes {
		if slices.Contains(order.free, name) || slices.Contains(order.actions, name) {
			kept = append(kept, name)
		} else {
			d.aside[name] = at
		}
	}
	return kept
}

// addUnordered adds the variables that say more about another one than its parents, or about what
// decides an action, but of which nobody knows whether they come before the actions.
func (d *draft) addUnordered(at string, actions, unknown []string) error {
	var more []string
	for _, name := range append([]string{at}, actions...) {
		parents := d.selectedParents[name]
		more = append(more, slices.DeleteFunc(d.selectAmong(name, parents, unknown), func(other string) bool { return slices.Contains(parents, other) })...)
	}
	d.unordered = text.Sorted(more)
	return d.addUpstream(d.unordered)
}

// selectParents makes the given variables parents of another one, together with the candidates
// that add information. Given variables that have one state only stay parents.
func (d *draft) selectParents(at string, given, candidates []string) error {
	if err := d.needVariables(given); err != nil {
		return err
	}
	if err := d.needColumns(append([]string{at}, given...)); err != nil {
		return err
	}
	key := fmt.Sprintf("%q given %q among %q", at, given, candidates)
	out, known := d.selected[key]
	if !known {
		out = d.selectAmong(at, given, candidates)
		d.selected[key] = out
	}
	d.selectedParents[at] = out
	return d.addUpstream(append([]string{at}, out...))
}

// selectAmong are the given variables and the candidates that say more about a variable.
func (l *learner) selectAmong(at string, given, candidates []string) []string {
	names := slices.Concat([]string{at}, given, candidates)
	s := l.sampleOf(names)
	var columns, rest []int
	for i, name := range names {
		switch {
		case i == 0 || s.constant[i] || name == at:
		case i <= len(given):
			columns = append(columns, i)
		case !slices.Contains(given, name):
			rest = append(rest, i)
		}
	}
	out := slices.Clone(given)
	for _, c := range estimation.SelectParents(s.Sample, 0, rest, columns...) {
		if name := names[c]; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// causesOf are the sources of the links into a variable.
func (d *draft) causesOf(name string) []string { return d.sourcesOf(name, d.forward) }

// leadsOn reports whether a link leads from one variable to another, and not only in time.
func (d *draft) leadsOn(l link.FactorLink) bool { return d.forward(l) && !l.OnlyTemporal() }

// sourcesOf are the sources of some links into a variable.
func (d *draft) sourcesOf(name string, some func(link.FactorLink) bool) []string {
	var out []string
	for _, l := range d.links[name] {
		if some(l) && l.Source.Variable != name {
			out = append(out, l.Source.Variable)
		}
	}
	return text.Sorted(out)
}

// leads reports whether links and selected parents lead from one variable to another. Links that show
// nothing but the order in time do not.
func (d *draft) leads(from, to string) bool {
	seen := map[string]bool{to: true}
	for next := []string{to}; len(next) > 0; next = next[1:] {
		if next[0] == from {
			return true
		}
		for _, name := range slices.Concat(d.sourcesOf(next[0], d.leadsOn), d.selectedParents[next[0]]) {
			if !seen[name] {
				seen[name] = true
				next = append(next, name)
			}
		}
	}
	return false
}

// outcomeCandidates are variables that may be parents of the outcome.
type outcomeCandidates struct {
	names []string
	// twins are the candidates that are the outcome under another name.
	twins []string
	// passed is the number of other variables.
	passed int
}

// outcomeCandidates are the variables with the most information about the outcome, one by one.
// How often episodes record a variable says nothing about that.
func (l *learner) outcomeCandidates() (*outcomeCandidates, error) {
	if l.candidates != nil {
		return l.candidates, nil
	}
	if err := l.needComposites(); err != nil {
		return nil, err
	}
	names, total := l.recorded()
	if err := l.needColumns(append([]string{factor.VariableOutcome}, names...)); err != nil {
		return nil, err
	}
	out := &outcomeCandidates{names: l.mostInformative(names)}
	out.passed = total - len(out.names)
	s := l.sampleOf(append([]string{factor.VariableOutcome}, out.names...))
	for i, name := range out.names {
		if !s.constant[i+1] && estimation.Twins(s.Columns[0], s.Columns[i+1]) {
			out.twins = append(out.twins, name)
		}
	}
	l.candidates = out
	return out, nil
}

// recorded are the variables known in enough episodes, the most frequently recorded first, as
// many as may be ranked. total is the number of all that some episode records.
func (l *learner) recorded() (names []string, total int) {
	var all []factor.Variable
	total = l.rare
	for _, v := range l.variables {
		if l.rare > 0 && !v.Closed && v.Recorded < composite.LeastTold {
			continue // it was looked up, and is one of the rare
		}
		known := v.Recorded
		if v.Closed {
			known = l.derivation.Episodes
		}
		if v.Name == factor.VariableOutcome || v.Recorded == 0 {
			continue
		}
		if total++; known >= LeastRecorded {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b factor.Variable) int {
		return cmp.Or(cmp.Compare(b.Recorded, a.Recorded), cmp.Compare(a.Name, b.Name))
	})
	most := min(max(mostCandidates, maxRankedCells/max(l.derivation.Episodes, 1)), maxRanked, len(all))
	for _, v := range all[:most] {
		names = append(names, v.Name)
	}
	return names, total
}

// mostInformative are the variables with the most information about the outcome, at most
// mostCandidates.
func (l *learner) mostInformative(names []string) []string {
	if len(names) <= mostCandidates {
		return names
	}
	s := l.sampleOf(append([]string{factor.VariableOutcome}, names...))
	columns := make([]int, len(names))
	order := make([]int, len(names))
	for i := range names {
		columns[i], order[i] = i+1, i
	}
	gains := estimation.Gains(s.Sample, 0, columns)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	out := make([]string, mostCandidates)
	for i := range out {
		out[i] = names[order[i]]
	}
	return out
}

// candidateSample is a sample that knows which columns have only one state.
type candidateSample struct {
	estimation.Sample

	constant []bool
}

func (l *learner) sampleOf(names []string) candidateSample {
	s := candidateSample{Sample: estimation.Sample{Rows: len(l.observed.Episodes)}}
	for _, name := range names {
		c := l.columnOf(name)
		s.Columns = append(s.Columns, c.Column)
		s.constant = append(s.constant, c.variable.Constant)
	}
	return s
}

// The ranks of twins, by how well their parents are known.
const (
	explained = iota
	// deciding is a decision or known beforehand, which needs no parents.
	deciding
	unexplained
)

func (l *learner) twinRank(name string) int {
	if slices.ContainsFunc(l.links[name], actsDirectly) {
		return explained
	}
	if kind := factor.KindOf(l.factors[name]); kind == factor.KindDecision || kind == factor.KindContext {
		return deciding
	}
	return unexplained
}

func (l *learner) compareTwins(x, y string) int {
	return cmp.Or(cmp.Compare(l.twinRank(x), l.twinRank(y)), cmp.Compare(x, y))
}
