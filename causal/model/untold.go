package model

import (
	"cmp"
	"errors"
	"slices"

	"github.com/causeway-memory/causeway/causal/composite"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
)

// untoldInModel is the most events of which only the occurrence is told that a model has.
const untoldInModel = 4

// Untold is an event that episodes tell only when it occurs, and of which nobody declared that it did
// not happen where it is not told.
type Untold struct {
	Name string
	// Pooled says that it is several that differ only in what they refer to.
	Pooled bool
	// Column has the state 1 in the rows that tell it and 0 in the others, as if it were declared.
	estimation.Column
}

// findUntold finds the events told only when they occur that would say more about a column or about
// what decides an action, if they did not happen where they are not told. They do not come after an
// action, so that they may be causes of both.
func (d *draft) findUntold(at string, actions []string) error {
	actions = slices.DeleteFunc(slices.Clone(actions), func(name string) bool { return name == at || !d.in[name] })
	if len(actions) == 0 || !d.in[at] {
		return nil
	}
	asked := append([]string{at}, actions...)
	candidates, err := d.oneState(asked)
	if err != nil || len(candidates) == 0 {
		return err
	}
	candidates = d.toldOfThemselves(candidates, asked)
	order, err := d.order(candidates, actions)
	if err != nil {
		return err
	}
	candidates = text.Sorted(append(order.before, order.unknown...))
	for _, name := range append([]string{at}, actions...) {
		more, err := d.untoldOf(name, candidates)
		if err != nil {
			return err
		}
		for _, found := range more {
			known := slices.ContainsFunc(d.untold, func(u Untold) bool { return u.Name == found })
			if !known && len(d.untold) < untoldInModel {
				d.untold = append(d.untold, Untold{found, d.isComposite(found), d.toldColumn(found)})
			}
		}
	}
	return nil
}

// oneState are the variables of events that are told in one state, by some episodes and not by all.
func (d *draft) oneState(except []string) ([]string, error) {
	if _, err := d.needTexts(); err != nil {
		return nil, err
	}
	var all []factor.Variable
	for _, v := range d.variables {
		if !v.Closed && v.Recorded >= composite.LeastTold && v.Recorded <= d.derivation.Episodes-composite.LeastTold && !slices.Contains(except, v.Name) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b factor.Variable) int {
		return cmp.Or(cmp.Compare(b.Recorded, a.Recorded), cmp.Compare(a.Name, b.Name))
	})
	var names []string
	for _, v := range all[:min(len(all), composite.Most)] {
		names = append(names, v.Name)
	}
	if err := d.needColumns(names); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(names, func(name string) bool {
		v := d.columnOf(name).variable
		return !v.Constant || v.Kind != factor.KindEvent
	}), nil
}

// untoldOf are the candidates that would say more about a variable than its parents.
func (d *draft) untoldOf(name string, candidates []string) ([]string, error) {
	names := append([]string{name}, d.parentsOf(name)...)
	if err := errors.Join(d.needVariables(names), d.needColumns(names)); err != nil {
		return nil, err
	}
	s := d.sampleOf(names)
	var parents, rest []int
	for i := range s.Columns {
		if i > 0 && !s.constant[i] {
			parents = append(parents, i)
		}
	}
	first := len(s.Columns)
	for i, candidate := range candidates {
		s.Columns = append(s.Columns, d.toldColumn(candidate))
		rest = append(rest, first+i)
	}
	var out []string
	for _, c := range estimation.SelectParents(s.Sample, 0, rest, parents...) {
		if c >= first {
			out = append(out, candidates[c-first])
		}
	}
	return out, nil
}

// parentsOf are the linked and selected parents of a variable.
func (d *draft) parentsOf(name string) []string {
	return slices.DeleteFunc(text.Sorted(append(d.causesOf(name), d.selectedParents[name]...)), func(other string) bool { return other == name || !d.in[other] })
}

// toldColumn is the column of a variable as if it were closed.
func (d *draft) toldColumn(name string) estimation.Column {
	return estimation.Column{States: 2, Of: d.cellsOf(name).TellingRows()}
}
