package derive

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
)

// editRules lets edit change a copy of the users' decisions, and stores it as [ChangeRules] does if
// edit reports a change.
func (s *Service) editRules(ctx context.Context, project string, now time.Time, edit func(tx Tx, rules *contribution.Rules) (bool, error)) error {
	return s.factors.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		next := rules.Clone()
		if changed, err := edit(tx, &next); err != nil || !changed {
			return err
		}
		return ChangeRules(tx, next.Sorted())
	})
}

// ChangeRules replaces the users' decisions. It refreshes at once what follows directly: statements,
// and links at variables that were declared closed or open. Episodes with a factor whose merges or
// splits changed are marked for derivation. A variable with decisions as states is not closed.
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

// movedFactors returns the keys of the factors that changed merges and splits affect.
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

// difference returns the elements of only one of the lists, compared after normalize.
func difference[T comparable](a, b []T, normalize func(T) T) []T {
	count := map[T]int{}
	for _, one := range a {
		count[normalize(one)]++
	}
	for _, one := range b {
		count[normalize(one)]--
	}
	var out []T
	for one, n := range count {
		if n != 0 {
			out = append(out, one)
		}
	}
	return out
}

// changeClosed updates which variables are closed, and counts the pairs of links at the changed
// variables over all episodes.
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
	if err := countUncounted(tx, before.ClosedVariables()); err != nil {
		return err
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

// putClosed writes the row of a variable, or deletes it if no episode or declaration mentions it.
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
