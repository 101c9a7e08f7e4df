package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// Derive brings the factor layer up to date after the episodes of those ids were written,
// deleted or marked: it takes out what they contributed before and puts in what they contribute
// now, and so for the other episodes that state links to or from them. The layer then is the
// sum of the contributions of all episodes that are not marked. A closed variable of which one
// of them has a state as a decision is closed no more.
func Derive(tx Tx, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	r := reading{
		Tx: tx, rules: rules.Resolver(), ids: map[string]bool{},
		before: map[string]contribution.Contribution{}, now: map[string]episodic.Episode{}, rewritten: map[string]bool{},
	}
	for _, id := range ids {
		r.rewritten[id] = true
	}
	if err := r.readAll(text.Sorted(ids)); err != nil {
		return err
	}
	after, err := r.contributions()
	if err != nil {
		return err
	}
	if rules, err = openDecided(tx, rules, after); err != nil {
		return err
	}
	c := newChange(tx, rules, slices.Sorted(maps.Keys(r.ids)), r.before, after)
	c.rewritten = r.rewritten
	return c.apply()
}

// change is the difference between what some episodes contributed and contribute.
type change struct {
	Tx

	// ids are the episodes, in order; before and after are their contributions, where there are any.
	ids           []string
	before, after map[string]contribution.Contribution
	// moved are those that count otherwise in the tables of pairs than before.
	moved []string
	// rewritten are the episodes whose rows are written even if they are the same as before.
	rewritten map[string]bool
	// factors are those that either names.
	factors map[string]factor.Identity
	// closed are the variables that are declared closed.
	closed map[string]bool
}

func newChange(tx Tx, rules contribution.Rules, ids []string, before, after map[string]contribution.Contribution) *change {
	c := &change{
		Tx: tx, ids: ids, before: before, after: after,
		factors: map[string]factor.Identity{}, closed: rules.ClosedVariables(),
	}
	for _, of := range []map[string]contribution.Contribution{before, after} {
		for _, one := range of {
			for _, o := range one.Observations {
				c.factors[o.Key()] = o.Identity
			}
		}
	}
	c.moved = c.findMoved()
	return c
}

// apply writes the difference. Rows of factors come first, because contributions refer to
// them; those that nothing refers to any more go last.
func (c *change) apply() error {
	if tx, ok := c.Tx.(Prefetcher); ok {
		if err := tx.Prefetch(slices.Sorted(maps.Keys(c.factors)), c.movedVariables()); err != nil {
			return err
		}
	}
	factors, err := c.changedFactors()
	if err != nil {
		return err
	}
	if err := c.putFactors(factors); err != nil {
		return err
	}
	if err := c.putContributions(); err != nil {
		return err
	}
	if err := c.changeLinks(); err != nil {
		return err
	}
	if err := c.settleFactors(factors); err != nil {
		return err
	}
	if err := c.changeVariables(); err != nil {
		return err
	}
	return c.changeState()
}

// putContributions writes those that were asked for or differ. The others, which the first
// state links to or from, keep their rows, and their marks.
func (c *change) putContributions() error {
	var gone []string
	for _, id := range c.ids {
		if _, present := c.after[id]; !present {
			gone = append(gone, id)
		}
	}
	put := make([]contribution.Contribution, 0, len(c.after))
	for _, id := range slices.Sorted(maps.Keys(c.after)) {
		before, was := c.before[id]
		if c.rewritten[id] || !was || !before.Same(c.after[id]) {
			put = append(put, c.after[id])
		}
	}
	d, err := c.State()
	if err != nil {
		return err
	}
	return c.PutContributions(put, gone, d.Graph+1)
}

// changeVariables counts in how many episodes each variable is recorded.
func (c *change) changeVariables() error {
	delta := map[string]int{}
	count := func(of map[string]contribution.Contribution, by int) {
		for _, one := range of {
			for name := range one.Variables() {
				delta[name] += by
			}
		}
	}
	count(c.before, -1)
	count(c.after, 1)
	maps.DeleteFunc(delta, func(_ string, by int) bool { return by == 0 })
	names := slices.Sorted(maps.Keys(delta))
	if len(names) == 0 {
		return nil
	}
	known, err := c.Variables(names)
	if err != nil {
		return err
	}
	var put []factor.Variable
	var remove []string
	for _, name := range names {
		v := known[name]
		v.Name = name
		if v.Recorded += delta[name]; v.Recorded == 0 && !v.Closed {
			remove = append(remove, name)
			continue
		}
		put = append(put, v)
	}
	if err := c.PutVariables(put); err != nil || len(remove) == 0 {
		return err
	}
	return c.RemoveVariables(remove)
}

// changeState counts what the layer is the sum of. The version stays while episodes are in it
// that another one derived.
func (c *change) changeState() error {
	d, err := c.State()
	if err != nil {
		return err
	}
	if d.Episodes == 0 {
		d.Version = DerivationVersion
	}
	d.Graph++
	d.Episodes += len(c.after) - len(c.before)
	for _, one := range c.before {
		d.SelfLinks -= one.SelfLinks
	}
	for _, one := range c.after {
		d.SelfLinks += one.SelfLinks
	}
	return c.PutState(d)
}
