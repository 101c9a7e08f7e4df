package causal

import (
	"maps"
	"slices"
	"time"
)

// linkChange is a link of the layer as a change makes it.
type linkChange struct {
	FactorLink

	// fresh says that it was not there; changed that a number of it is another one.
	fresh, changed bool
}

// changeLinks counts the links that the change touches: those that the episodes support, and
// those between two variables of which they tell, or told, the states.
func (c *change) changeLinks() error {
	links, err := c.touchedLinks()
	if err != nil {
		return err
	}
	c.countSupports(links, c.before, -1)
	c.countSupports(links, c.after, 1)
	c.countCells(links)
	if err := c.settleLinks(links); err != nil {
		return err
	}
	return putLinks(c.DerivationTx, links, c.closed)
}

// touchedLinks are those links, by key; new ones without numbers.
func (c *change) touchedLinks() (map[string]*linkChange, error) {
	links := map[string]*linkChange{}
	if variables := c.movedVariables(); len(variables) > 0 {
		found, err := c.LinksAmong(variables)
		if err != nil {
			return nil, err
		}
		for _, l := range found {
			links[l.Key] = &linkChange{FactorLink: l}
		}
	}
	wanted := map[string]Support{}
	for _, of := range []map[string]Contribution{c.before, c.after} {
		for _, one := range of {
			for _, s := range one.Supports {
				if key := s.Link(); links[key] == nil {
					wanted[key] = s
				}
			}
		}
	}
	if len(wanted) == 0 {
		return links, nil
	}
	found, err := c.Links(slices.Sorted(maps.Keys(wanted)))
	if err != nil {
		return nil, err
	}
	for key, s := range wanted {
		l, known := found[key]
		if !known {
			l = FactorLink{Key: key, Source: s.Source, Target: s.Target, Relation: s.Relation}
		}
		links[key] = &linkChange{FactorLink: l, fresh: !known}
	}
	return links, nil
}

// movedVariables are the variables of the episodes whose states are others than before, with
// the closed ones, of which every episode tells the states.
func (c *change) movedVariables() []string {
	names := map[string]bool{}
	for _, id := range c.moved {
		maps.Copy(names, c.before[id].variables())
		maps.Copy(names, c.after[id].variables())
	}
	if len(c.moved) > 0 {
		maps.Copy(names, c.closed)
	}
	return slices.Sorted(maps.Keys(names))
}

// findMoved returns the episodes that came, went, or have other factors or another order of them.
func (c *change) findMoved() []string {
	var out []string
	for _, id := range c.ids {
		before, was := c.before[id]
		after, is := c.after[id]
		if was != is || !slices.EqualFunc(before.Observations, after.Observations, sameCell) {
			out = append(out, id)
		}
	}
	return out
}

// sameCell reports whether two observations count alike in every table.
func sameCell(a, b Observation) bool {
	return a.Identity == b.Identity && (a.Order == nil) == (b.Order == nil) && (a.Order == nil || *a.Order == *b.Order)
}

func (c *change) countSupports(links map[string]*linkChange, of map[string]Contribution, by int) {
	for _, one := range of {
		for _, s := range one.Supports {
			l := links[s.Link()]
			*l.Evidence.of(s.Basis) += by
			l.changed = true
			if by > 0 {
				seen := Range{l.FirstSeen, l.LastSeen}.with(one.Seen)
				l.FirstSeen, l.LastSeen = seen.First, seen.Last
			}
		}
	}
}

// countCells counts the moved episodes out of and into the tables of the links that were there.
func (c *change) countCells(links map[string]*linkChange) {
	for _, id := range c.moved {
		before, after := c.sight(c.before, id), c.sight(c.after, id)
		for _, l := range links {
			if l.fresh {
				continue
			}
			was := l.Pair
			l.Pair.count(before, l.Source, l.Target, -1)
			l.Pair.count(after, l.Source, l.Target, 1)
			l.changed = l.changed || l.Pair != was
		}
	}
}

// sight is what an episode tells of the states of variables.
type sight struct {
	present bool
	// orders are the orders of the factors that it has.
	orders    map[Identity]*int64
	variables map[string]bool
	closed    map[string]bool
}

func (c *change) sight(of map[string]Contribution, id string) sight {
	one, present := of[id]
	return one.sight(present, c.closed)
}

func (c Contribution) sight(present bool, closed map[string]bool) sight {
	s := sight{present: present, orders: make(map[Identity]*int64, len(c.Observations)), variables: c.variables(), closed: closed}
	for _, o := range c.Observations {
		s.orders[o.Identity] = o.Order
	}
	return s
}

// tells reports whether the state of the variable is known, and has whether the episode has
// the factor.
func (s sight) tells(i Identity) (has, known bool) {
	_, has = s.orders[i]
	return has, has || s.present && (s.variables[i.Variable] || s.closed[i.Variable])
}

// count adds an episode to the table, or takes it out.
func (c *PairCounts) count(s sight, source, target Identity, by int) {
	hasSource, knowsSource := s.tells(source)
	hasTarget, knowsTarget := s.tells(target)
	if !knowsSource || !knowsTarget {
		return
	}
	switch (Cell{hasSource, hasTarget}) {
	case Cell{true, true}:
		c.N11 += by
		c.order(s.orders[source], s.orders[target], by)
	case Cell{true, false}:
		c.N10 += by
	case Cell{false, true}:
		c.N01 += by
	default:
		c.N00 += by
	}
}

func (c *PairCounts) order(source, target *int64, by int) {
	switch {
	case source == nil || target == nil:
	case *source < *target:
		c.Forward += by
	case *source > *target:
		c.Backward += by
	}
}

// settleLinks brings the times of links up to date of which an episode at an end of the range
// no longer states them.
func (c *change) settleLinks(links map[string]*linkChange) error {
	var stale []string
	for _, key := range slices.Sorted(maps.Keys(links)) {
		if l := links[key]; l.Evidence.Total() > 0 && c.lostSupport(key, Range{l.FirstSeen, l.LastSeen}) {
			stale = append(stale, key)
		} else if l.Evidence.Total() == 0 {
			l.FirstSeen, l.LastSeen = time.Time{}, time.Time{}
		}
	}
	if len(stale) == 0 {
		return nil
	}
	ranges, err := c.LinkRanges(stale)
	if err != nil {
		return err
	}
	for _, key := range stale {
		links[key].FirstSeen, links[key].LastSeen = ranges[key].First, ranges[key].Last
	}
	return nil
}

func (c *change) lostSupport(link string, seen Range) bool {
	for id, one := range c.before {
		if !seen.edge(one.Seen) || !one.supports(link) {
			continue
		}
		if now := c.after[id]; !now.Seen.Equal(one.Seen) || !now.supports(link) {
			return true
		}
	}
	return false
}

// supports reports whether the episode states a link.
func (c Contribution) supports(link string) bool {
	return slices.ContainsFunc(c.Supports, func(s Support) bool { return s.Link() == link })
}

// putLinks writes the changed links with their measures, new ones after comparing their ends
// over all episodes, and removes those that nothing states any more.
func putLinks(tx DerivationTx, links map[string]*linkChange, closed map[string]bool) error {
	var fresh, put []*linkChange
	var remove []string
	for _, key := range slices.Sorted(maps.Keys(links)) {
		switch l := links[key]; {
		case !l.stated() && !l.fresh:
			remove = append(remove, key)
		case l.stated() && l.fresh:
			fresh, put = append(fresh, l), append(put, l)
		case l.stated() && l.changed:
			put = append(put, l)
		}
	}
	if err := comparePairs(tx, fresh, closed); err != nil {
		return err
	}
	if len(put) > 0 {
		rows := make([]FactorLink, len(put))
		for i, l := range put {
			l.Measure = Measured(l.Relation, l.Pair)
			rows[i] = l.FactorLink
		}
		if err := tx.PutLinks(rows); err != nil {
			return err
		}
	}
	if len(remove) == 0 {
		return nil
	}
	return tx.RemoveLinks(remove)
}

// stated reports whether an episode or a statement states the link.
func (l FactorLink) stated() bool { return l.Evidence.Total() > 0 || l.Statements > 0 }

// comparePairs compares the ends of links over all episodes.
func comparePairs(tx DerivationTx, links []*linkChange, closed map[string]bool) error {
	if len(links) == 0 {
		return nil
	}
	pairs := make([]Pair, len(links))
	for i, l := range links {
		pairs[i] = pair(l.Source, l.Target, closed)
	}
	counts, err := tx.Count(pairs)
	if err != nil {
		return err
	}
	for i, l := range links {
		l.Pair = counts[i]
	}
	return nil
}

// pair names the ends of a link for a comparison.
func pair(source, target Identity, closed map[string]bool) Pair {
	return Pair{
		Source: source, Target: target,
		SourceClosed: closed[source.Variable], TargetClosed: closed[target.Variable],
	}
}

// closed returns the variables that are declared closed.
func (r Rules) closed() map[string]bool {
	out := make(map[string]bool, len(r.Closed))
	for _, c := range r.Closed {
		out[c.Variable] = true
	}
	return out
}
