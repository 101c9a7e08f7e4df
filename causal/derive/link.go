package derive

import (
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// linkChange is a link of the layer with its state during a change.
type linkChange struct {
	link.FactorLink

	// fresh says that the link is new; changed that one of its numbers changed.
	fresh, changed bool
}

// changeLinks updates the counts of the affected links: those that the episodes support, and those
// between two variables whose states they recorded before or record now.
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
	return putLinks(c.Tx, links, c.closed)
}

// touchedLinks returns those links, by key; new ones have no counts yet.
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
	wanted := map[string]contribution.Support{}
	for _, of := range []map[string]contribution.Contribution{c.before, c.after} {
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
			l = link.FactorLink{Key: key, Source: s.Source, Target: s.Target, Relation: s.Relation}
		}
		links[key] = &linkChange{FactorLink: l, fresh: !known}
	}
	return links, nil
}

// movedVariables returns the variables of the moved episodes and the closed variables, whose state
// is known in every episode.
func (c *change) movedVariables() []string {
	names := map[string]bool{}
	for _, id := range c.moved {
		maps.Copy(names, c.before[id].Variables())
		maps.Copy(names, c.after[id].Variables())
	}
	if len(c.moved) > 0 {
		maps.Copy(names, c.closed)
	}
	return slices.Sorted(maps.Keys(names))
}

// findMoved returns the episodes that came, went, or have different factors or a different order.
func (c *change) findMoved() []string {
	var out []string
	for _, id := range c.ids {
		before, was := c.before[id]
		after, is := c.after[id]
		if was != is || !slices.EqualFunc(before.Observations, after.Observations, contribution.SameCell) {
			out = append(out, id)
		}
	}
	return out
}

func (c *change) countSupports(links map[string]*linkChange, of map[string]contribution.Contribution, by int) {
	for _, one := range of {
		for _, s := range one.Supports {
			l := links[s.Link()]
			*l.Evidence.Of(s.Basis) += by
			l.changed = true
			if by > 0 {
				seen := Range{l.FirstSeen, l.LastSeen}.with(one.Seen)
				l.FirstSeen, l.LastSeen = seen.First, seen.Last
			}
		}
	}
}

// countCells subtracts the moved episodes from the tables of existing links and adds them again.
func (c *change) countCells(links map[string]*linkChange) {
	for _, id := range c.moved {
		before, after := c.observationOf(c.before, id), c.observationOf(c.after, id)
		for _, l := range links {
			if l.fresh {
				continue
			}
			was := l.Pair
			l.Pair.Count(before, l.Source, l.Target, -1)
			l.Pair.Count(after, l.Source, l.Target, 1)
			l.changed = l.changed || l.Pair != was
		}
	}
}

func (c *change) observationOf(of map[string]contribution.Contribution, id string) link.Observation {
	one, present := of[id]
	return observe(one, present, c.closed)
}

func observe(c contribution.Contribution, present bool, closed map[string]bool) link.Observation {
	s := link.Observation{Present: present, Orders: make(map[factor.Identity]*int64, len(c.Observations)), Variables: c.Variables(), Closed: closed}
	for _, o := range c.Observations {
		s.Orders[o.Identity] = o.Order
	}
	return s
}

// settleLinks recomputes the times of links where the first or last episode no longer states them.
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
		if !seen.edge(one.Seen) || !one.SupportsLink(link) {
			continue
		}
		if now := c.after[id]; !now.Seen.Equal(one.Seen) || !now.SupportsLink(link) {
			return true
		}
	}
	return false
}

// putLinks writes changed links with their measures and deletes those that nothing states. It counts
// the pairs of new links over all episodes first.
func putLinks(tx Tx, links map[string]*linkChange, closed map[string]bool) error {
	var fresh, put []*linkChange
	var remove []string
	for _, key := range slices.Sorted(maps.Keys(links)) {
		switch l := links[key]; {
		case !l.Stated() && !l.fresh:
			remove = append(remove, key)
		case l.Stated() && l.fresh:
			fresh, put = append(fresh, l), append(put, l)
		case l.Stated() && l.changed:
			put = append(put, l)
		}
	}
	if err := comparePairs(tx, fresh, closed); err != nil {
		return err
	}
	if len(put) > 0 {
		rows := make([]link.FactorLink, len(put))
		for i, l := range put {
			l.Measure = link.Measured(l.Relation, l.Pair)
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

// comparePairs counts the pairs of links over all episodes.
func comparePairs(tx Tx, links []*linkChange, closed map[string]bool) error {
	if len(links) == 0 {
		return nil
	}
	pairs := make([]link.Pair, len(links))
	for i, l := range links {
		pairs[i] = link.PairOf(l.Source, l.Target, closed)
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
