package model

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/composite"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/factor"
)

// isComposite reports whether a name is that of a composite.
func (l *learner) isComposite(name string) bool { return l.joined[name].Column != nil }

// cellsOf are the cells of a variable or composite.
func (l *learner) cellsOf(name string) *dataset.Column {
	if l.isComposite(name) {
		return l.joined[name].Column
	}
	return l.observed.Columns[name]
}

// needColumns returns an error when the cells of variables are not known yet. Those of composites are.
func (l *learner) needColumns(names []string) error {
	return l.snapshot.needColumns(slices.DeleteFunc(slices.Clone(names), l.isComposite))
}

// needComposites finds the composites, which become variables like others, into which no link leads. It
// returns an error when the cells of events are not known yet.
func (l *learner) needComposites() error {
	if l.joined != nil {
		return nil
	}
	total, err := l.needTexts()
	if err != nil {
		return err
	}
	texts := composite.TextsAmong(l.variables, total, l.derivation.Episodes)
	if err := l.needColumns(texts.Names()); err != nil {
		return err
	}
	l.unread = texts.Left
	l.joined = texts.Join(l.observed.Columns, func(name string) bool { return factor.KindOf(l.factors[name]) == factor.KindEvent })
	for name, c := range l.joined {
		l.addVariables([]factor.Variable{{Name: name, Recorded: c.Told()}})
		l.factors[name], l.links[name] = c.Factors(name), nil
	}
	return nil
}

// usable reports whether a composite may stand for its parts: none of them is asked about or linked.
func (d *draft) usable(name string, asked ...string) bool {
	return !slices.ContainsFunc(d.joined[name].Parts, func(part string) bool { return d.in[part] || slices.Contains(asked, part) })
}

// toldOfThemselves are events without those of which the outcome may depend as a state of a composite, and
// without composites of what is in the model itself.
func (d *draft) toldOfThemselves(events, asked []string) []string {
	var covered map[string]bool
	if asked[0] == factor.VariableOutcome {
		covered = d.joined.Covered(func(name string) bool { return d.usable(name, asked...) })
	}
	return slices.DeleteFunc(events, func(name string) bool {
		return covered[name] || d.isComposite(name) && !d.usable(name, asked...)
	})
}
