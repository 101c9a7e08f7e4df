package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
)

// ChangeRules replaces what people decided. What follows from it at once is brought up to
// date: statements, and links at variables that were declared closed or open. Episodes that
// have a factor that is merged or split otherwise now are marked, to be derived anew. A variable
// that decisions are the states of is not declared closed.
func ChangeRules(tx Tx, next contribution.Rules) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	if next, err = withoutDecided(tx, rules, next); err != nil {
		return err
	}
	if err := tx.PutRules(next); err != nil {
		return err
	}
	if err := changeClosed(tx, rules, next); err != nil {
		return err
	}
	moved := movedFactors(rules, next)
	if len(moved) == 0 {
		return nil
	}
	if err := tx.MarkStale(moved); err != nil {
		return err
	}
	out, err := tx.StatementsAt(moved)
	if err != nil {
		return err
	}
	return restate(tx, next, out, next.PlaceAll(out))
}

// movedFactors are the keys of the factors of the layer that a difference of merges and splits
// touches.
func movedFactors(before, after contribution.Rules) []string {
	keys := map[string]bool{}
	merges := before.Resolver()
	touch := func(i factor.Identity) { keys[i.Key()], keys[merges.Merged(i).Key()] = true, true }
	for _, m := range difference(before.Merges, after.Merges, func(m contribution.Merge) contribution.Merge { return contribution.Merge{From: m.From, Into: m.Into} }) {
		touch(m.From)
	}
	bare := func(s contribution.Split) contribution.Split {
		return contribution.Split{From: s.From, Text: s.Text, Into: s.Into}
	}
	for _, s := range difference(before.Splits, after.Splits, bare) {
		touch(s.From)
		touch(s.Into)
	}
	return slices.Sorted(maps.Keys(keys))
}

// difference is what is in one list only, by what bare leaves of it.
func difference[T comparable](a, b []T, bare func(T) T) []T {
	count := map[T]int{}
	for _, one := range a {
		count[bare(one)]++
	}
	for _, one := range b {
		count[bare(one)]--
	}
	var out []T
	for one, n := range count {
		if n != 0 {
			out = append(out, one)
		}
	}
	return out
}

// changeClosed notes which variables are closed, and compares the ends of the links at those
// that are otherwise now over all episodes.
func changeClosed(tx Tx, before, after contribution.Rules) error {
	names := map[string]bool{}
	for _, c := range difference(before.Closed, after.Closed, func(c contribution.Closed) contribution.Closed {
		return contribution.Closed{Variable: c.Variable, AbsentState: c.AbsentState}
	}) {
		names[c.Variable] = true
	}
	if len(names) == 0 {
		return nil
	}
	links := map[string]*linkChange{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if err := putClosed(tx, name, after); err != nil {
			return err
		}
		found, err := tx.LinksOf(name)
		if err != nil {
			return err
		}
		for _, l := range found {
			links[l.Key] = &linkChange{FactorLink: l, fresh: true}
		}
	}
	if err := putLinks(tx, links, after.ClosedVariables()); err != nil {
		return err
	}
	return countChange(tx)
}

// putClosed writes the row of a variable, or removes it when nothing tells of it any more.
func putClosed(tx Tx, name string, rules contribution.Rules) error {
	known, err := tx.Variables([]string{name})
	if err != nil {
		return err
	}
	v := known[name]
	v.Name, v.Closed, v.AbsentState = name, false, ""
	for _, c := range rules.Closed {
		if c.Variable == name {
			v.Closed, v.AbsentState = true, c.AbsentState
		}
	}
	if v.Recorded == 0 && !v.Closed {
		return tx.RemoveVariables([]string{name})
	}
	return tx.PutVariables([]factor.Variable{v})
}
