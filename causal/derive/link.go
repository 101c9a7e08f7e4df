package derive

import (
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// linkChange is a link of the layer with its state during a change.
type linkChange struct {
	link.FactorLink

	// fresh says that its pairs were never counted; changed that one of its numbers changed.
	fresh, changed bool
}

// changeLinks updates who states the links that the episodes support, before or now. What the episodes
// change in the counts of links is only noted, for [CountUncounted]: an episode that tells a variable changes a
// cell of every link at every state of it.
func (c *change) changeLinks() error {
	links, err := c.supportedLinks()
	if err != nil {
		return err
	}
	c.countSupports(links, c.before, -1)
	c.countSupports(links, c.after, 1)
	if err := c.settleLinks(links); err != nil {
		return err
	}
	if err := writeLinks(c.Tx, links); err != nil {
		return err
	}
	return c.leaveUncounted(links)
}

// supportedLinks returns those links, by key; new ones have no counts yet.
func (c *change) supportedLinks() (map[string]*linkChange, error) {
	supports := c.supports()
	if len(supports) == 0 {
		return nil, nil
	}
	found, err := c.Links(slices.Sorted(maps.Keys(supports)))
	if err != nil {
		return nil, err
	}
	links := make(map[string]*linkChange, len(supports))
	for key, s := range supports {
		l, known := found[key]
		if !known {
			l = link.FactorLink{
				Key: key, Source: s.Source, Target: s.Target, Relation: s.Relation,
				Measure: link.Measured(s.Relation, link.PairCounts{}),
			}
		}
		links[key] = &linkChange{FactorLink: l, fresh: !known}
	}
	return links, nil
}

// supports returns one support of each link that the episodes state, before or now, by the key of the
// link.
func (c *change) supports() map[string]contribution.Support {
	out := map[string]contribution.Support{}
	for _, of := range []map[string]contribution.Contribution{c.before, c.after} {
		for _, one := range of {
			for _, s := range one.Supports {
				out[s.Link()] = s
			}
		}
	}
	return out
}

// leaveUncounted notes what the change moves in the counts of links, and counts when too much waits.
func (c *change) leaveUncounted(links map[string]*linkChange) error {
	var u Uncounted
	for _, id := range c.moved {
		u.Moved = append(u.Moved, recorded(id, c.before))
		u.Weight += 1 + len(c.before[id].Observations) + len(c.after[id].Observations)
	}
	for _, key := range slices.Sorted(maps.Keys(links)) {
		if links[key].fresh {
			u.Fresh = append(u.Fresh, key)
		}
	}
	if u.Weight += len(u.Fresh); u.Weight == 0 {
		return nil
	}
	weight, err := c.PutUncounted(u)
	if err != nil || weight <= maxUncounted {
		return err
	}
	return CountUncounted(c.Tx)
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

// settleLinks recomputes the times of links where the first or last episode no longer states them.
func (c *change) settleLinks(links map[string]*linkChange) error {
	var stale []string
	lost := c.lostEnds(contribution.Contribution.Links)
	for _, key := range slices.Sorted(maps.Keys(links)) {
		if l := links[key]; l.Evidence.Total() > 0 && lost(key, Range{l.FirstSeen, l.LastSeen}) {
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

// putLinks counts the pairs of new links over all episodes, measures what was counted, and writes.
func putLinks(tx Tx, links map[string]*linkChange, closed map[string]bool) error {
	var fresh []*linkChange
	for _, key := range slices.Sorted(maps.Keys(links)) {
		if l := links[key]; l.fresh && l.Stated() {
			fresh = append(fresh, l)
		}
	}
	if err := comparePairs(tx, fresh, closed); err != nil {
		return err
	}
	measure(links)
	return writeLinks(tx, links)
}

// measure computes the measures of links. Those of rare states often have the same counts.
func measure(links map[string]*linkChange) {
	type counts struct {
		relation episodic.Relation
		pair     link.PairCounts
	}
	known := map[counts]link.Measure{}
	for _, l := range links {
		if !l.fresh && !l.changed {
			continue
		}
		of := counts{l.Relation, l.Pair}
		if _, is := known[of]; !is {
			known[of] = link.Measured(l.Relation, l.Pair)
		}
		l.Measure = known[of]
	}
}

// writeLinks writes new and changed links and deletes those that nothing states.
func writeLinks(tx Tx, links map[string]*linkChange) error {
	var put []link.FactorLink
	var remove []string
	for _, key := range slices.Sorted(maps.Keys(links)) {
		switch l := links[key]; {
		case !l.Stated() && !l.fresh:
			remove = append(remove, key)
		case l.Stated() && (l.fresh || l.changed):
			put = append(put, l.FactorLink)
		}
	}
	if len(put) > 0 {
		if err := tx.PutLinks(put); err != nil {
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
