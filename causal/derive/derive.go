package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// Derive brings the factor layer up to date after episodes were written, deleted or marked. It
// subtracts their old contributions and adds the new ones, also for other episodes that state links
// to or from them. Afterwards the layer is the sum of the contributions of all unmarked episodes. A
// closed variable that one of the episodes decides becomes open. The counts of links may be behind until
// [CountUncounted].
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
	if err := openDecided(tx, rules, after); err != nil {
		return err
	}
	c := newChange(tx, slices.Sorted(maps.Keys(r.ids)), r.before, after)
	c.rewritten = r.rewritten
	return c.apply()
}

// change is the difference between the old and the new contributions of some episodes.
type change struct {
	Tx

	// ids are the sorted episodes; before and after have their contributions, if any.
	ids           []string
	before, after map[string]contribution.Contribution
	// moved are the episodes whose cells in the tables of links changed.
	moved []string
	// rewritten are the episodes whose rows are written even if they did not change.
	rewritten map[string]bool
	// factors are all factors in before and after.
	factors map[string]factor.Identity
}

func newChange(tx Tx, ids []string, before, after map[string]contribution.Contribution) *change {
	c := &change{
		Tx: tx, ids: ids, before: before, after: after,
		factors: map[string]factor.Identity{},
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

// apply writes the difference. Factor rows come first, because contributions refer to them; factors
// without references are removed last.
func (c *change) apply() error {
	variables := c.recordedDelta()
	if tx, ok := c.Tx.(Prefetcher); ok {
		keys := slices.Sorted(maps.Keys(c.supports()))
		if err := tx.Prefetch(slices.Sorted(maps.Keys(c.factors)), slices.Sorted(maps.Keys(variables)), keys); err != nil {
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
	if err := c.changeVariables(variables); err != nil {
		return err
	}
	return c.changeState()
}

// putContributions writes the contributions that were requested or changed. The other episodes,
// which the requested ones link to or from, keep their rows and their marks.
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

// recordedDelta returns by how many episodes more, or fewer, variables are recorded than before, by
// name, without those that stay.
func (c *change) recordedDelta() map[string]int {
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
	return delta
}

// changeVariables updates the number of episodes that record each variable.
func (c *change) changeVariables(delta map[string]int) error {
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

// changeState updates the counts of the layer. The version stays while the layer contains episodes
// derived by another version.
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
