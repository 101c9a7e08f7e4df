package causal

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Derive brings the factor layer up to date after the episodes of those ids were written,
// deleted or marked: it takes out what they contributed before and puts in what they contribute
// now, and so for the other episodes that state links to or from them. The layer then is the
// sum of the contributions of all episodes that are not marked.
func Derive(tx DerivationTx, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	across, err := tx.Crossing(ids)
	if err != nil {
		return err
	}
	ids = sorted(append(slices.Clone(ids), across...))
	before, err := tx.Contributions(ids)
	if err != nil {
		return err
	}
	after, err := contributions(tx, ids)
	if err != nil {
		return err
	}
	return newChange(tx, ids, before, after).apply()
}

// contributions are what the present ones of some episodes contribute now.
func contributions(tx DerivationTx, ids []string) (map[string]Contribution, error) {
	rules, err := tx.Rules()
	if err != nil {
		return nil, err
	}
	episodes, err := tx.Contents(ids)
	if err != nil {
		return nil, err
	}
	foreign, err := foreignFactors(tx, episodes, rules)
	if err != nil {
		return nil, err
	}
	out := make(map[string]Contribution, len(episodes))
	for _, e := range episodes {
		out[e.ID] = Contribute(e, rules, foreign)
	}
	return out, nil
}

// foreignFactors are the factors of the occurrences that links between episodes name: of these
// episodes as they are now, of others as they are in the layer.
func foreignFactors(tx DerivationTx, episodes []episodic.Episode, rules Rules) (map[string]Identity, error) {
	here := make(map[string]episodic.Episode, len(episodes))
	for _, e := range episodes {
		here[e.ID] = e
	}
	own, ask := map[string]bool{}, map[string]bool{}
	for _, e := range episodes {
		for _, l := range e.Links {
			for _, end := range []string{l.Source, l.Target} {
				if other, _, ok := episodic.SplitKey(end); ok && here[other].ID != "" {
					own[other] = true
				} else if ok {
					ask[end] = true
				}
			}
		}
	}
	factors := map[string]Identity{}
	if len(ask) > 0 {
		var err error
		if factors, err = tx.FactorsOf(slices.Sorted(maps.Keys(ask))); err != nil {
			return nil, err
		}
	}
	for id := range own {
		maps.Copy(factors, Contribute(here[id], rules, nil).Instances)
	}
	return factors, nil
}

// change is the difference between what some episodes contributed and contribute.
type change struct {
	DerivationTx

	// ids are the episodes, in order; before and after are their contributions, where there are any.
	ids           []string
	before, after map[string]Contribution
	// factors are those that either names.
	factors map[string]Identity
	// closed are the variables that are declared closed.
	closed map[string]bool
}

func newChange(tx DerivationTx, ids []string, before, after map[string]Contribution) *change {
	c := &change{
		DerivationTx: tx, ids: ids, before: before, after: after,
		factors: map[string]Identity{},
	}
	for _, of := range []map[string]Contribution{before, after} {
		for _, one := range of {
			for _, o := range one.Observations {
				c.factors[o.Key()] = o.Identity
			}
		}
	}
	return c
}

// apply writes the difference. Rows of factors come first, because contributions refer to
// them; those that nothing refers to any more go last.
func (c *change) apply() error {
	rules, err := c.Rules()
	if err != nil {
		return err
	}
	c.closed = rules.closed()
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

func (c *change) putContributions() error {
	var gone []string
	for _, id := range c.ids {
		if _, present := c.after[id]; !present {
			gone = append(gone, id)
		}
	}
	put := make([]Contribution, 0, len(c.after))
	for _, id := range slices.Sorted(maps.Keys(c.after)) {
		put = append(put, c.after[id])
	}
	return c.PutContributions(put, gone)
}

// changeVariables counts in how many episodes each variable is recorded.
func (c *change) changeVariables() error {
	delta := map[string]int{}
	count := func(of map[string]Contribution, by int) {
		for _, one := range of {
			for name := range one.variables() {
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
	var put []Variable
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

// variables are the variables that an episode tells.
func (c Contribution) variables() map[string]bool {
	out := make(map[string]bool, len(c.Observations))
	for _, o := range c.Observations {
		out[o.Variable] = true
	}
	return out
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
