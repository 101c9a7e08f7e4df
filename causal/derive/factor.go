package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
)

// changedFactors returns the factors that the change affects, by key, with the episodes that lost
// them subtracted and those that gained them added.
func (c *change) changedFactors() (map[string]factor.Factor, error) {
	known, err := c.Factors(slices.Sorted(maps.Keys(c.factors)))
	if err != nil {
		return nil, err
	}
	factors := make(map[string]factor.Factor, len(c.factors))
	for key, identity := range c.factors {
		f := known[key]
		f.Identity = identity
		factors[key] = f
	}
	countFactors(factors, c.before, -1)
	countFactors(factors, c.after, 1)
	for _, one := range c.after {
		for _, o := range one.Observations {
			f := factors[o.Key()]
			seen := Range{f.FirstSeen, f.LastSeen}.with(one.Seen)
			f.FirstSeen, f.LastSeen = seen.First, seen.Last
			factors[o.Key()] = f
		}
	}
	return factors, nil
}

func countFactors(factors map[string]factor.Factor, of map[string]contribution.Contribution, by int) {
	for _, one := range of {
		for _, o := range one.Observations {
			f := factors[o.Key()]
			*f.Outcomes.Of(one.Outcome) += by
			f.Kinds.Add(o.Kinds, by)
			factors[o.Key()] = f
		}
	}
}

// putFactors writes the factors in use.
func (c *change) putFactors(factors map[string]factor.Factor) error {
	var put []factor.Factor
	for _, key := range slices.Sorted(maps.Keys(factors)) {
		if f := factors[key]; f.Used() {
			put = append(put, f)
		}
	}
	if len(put) == 0 {
		return nil
	}
	return c.PutFactors(put)
}

// settleFactors recomputes FirstSeen and LastSeen from the rows where the first or last episode is
// gone, and deletes factors no longer in use.
func (c *change) settleFactors(factors map[string]factor.Factor) error {
	var remove, stale []string
	lost := c.lostEnds(contribution.Contribution.Factors)
	for _, key := range slices.Sorted(maps.Keys(factors)) {
		switch f := factors[key]; {
		case !f.Used():
			remove = append(remove, key)
		case lost(key, Range{f.FirstSeen, f.LastSeen}):
			stale = append(stale, key)
		}
	}
	if len(stale) > 0 {
		ranges, err := c.FactorRanges(stale)
		if err != nil {
			return err
		}
		put := make([]factor.Factor, len(stale))
		for i, key := range stale {
			put[i] = factors[key]
			put[i].FirstSeen, put[i].LastSeen = ranges[key].First, ranges[key].Last
		}
		if err := c.PutFactors(put); err != nil {
			return err
		}
	}
	if len(remove) == 0 {
		return nil
	}
	return c.RemoveFactors(remove)
}

// lostEnds returns a function that reports whether an episode at an end of a range lost a factor or link, or changed
// its start time; of returns the keys of those that an episode has.
func (c *change) lostEnds(of func(contribution.Contribution) map[string]bool) func(key string, seen Range) bool {
	before, after := make(map[string]map[string]bool, len(c.before)), make(map[string]map[string]bool, len(c.before))
	for id := range c.before {
		before[id], after[id] = of(c.before[id]), of(c.after[id])
	}
	return func(key string, seen Range) bool {
		for id, one := range c.before {
			if seen.edge(one.Seen) && before[id][key] && (!c.after[id].Seen.Equal(one.Seen) || !after[id][key]) {
				return true
			}
		}
		return false
	}
}
