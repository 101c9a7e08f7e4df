package derive

import (
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// maxUncounted is the weight from which on a write counts instead of leaving it to the next reader. It
// bounds the memory and the time that one reader needs.
const maxUncounted = 20_000

// Uncounted is what one change of the layer left out of the counts of links.
type Uncounted struct {
	// Moved are the episodes that came, went, or differ in a cell, as they were before.
	Moved []Recorded `json:",omitempty"`
	// Fresh are the keys of links whose pairs were never counted.
	Fresh []string `json:",omitempty"`
	// Weight is the number of episodes, observations and links that are to be counted.
	Weight int
}

// Recorded is what the cells of links depend on in one episode.
type Recorded struct {
	Episode string
	// Present is false if the episode was not in the layer.
	Present bool       `json:",omitempty"`
	Factors []Observed `json:",omitempty"`
}

// Observed is one factor of an episode with its position in time, as in [contribution.Observation].
type Observed struct {
	factor.Identity

	Order *int64 `json:",omitempty"`
}

// recorded returns what an episode records, if it is among the contributions.
func recorded(id string, of map[string]contribution.Contribution) Recorded {
	one, present := of[id]
	r := Recorded{Episode: id, Present: present}
	for _, o := range one.Observations {
		r.Factors = append(r.Factors, Observed{o.Identity, o.Order})
	}
	return r
}

// CountUncounted brings the counts of links up to date with the episodes. It subtracts what moved since the last
// time as it was then, adds it as it is now, and counts the pairs of new links over all episodes.
func CountUncounted(tx Tx) error {
	rules, err := tx.Rules()
	if err != nil {
		return err
	}
	return countUncounted(tx, rules.ClosedVariables())
}

// countUncounted is [CountUncounted] under the closed variables of the last time.
func countUncounted(tx Tx, closed map[string]bool) error {
	uncounted, err := tx.Uncounted()
	if err != nil || len(uncounted) == 0 {
		return err
	}
	was, fresh := firstRecorded(uncounted)
	now, err := tx.Contributions(slices.Sorted(maps.Keys(was)))
	if err != nil {
		return err
	}
	before, after := NewCohort(closed), NewCohort(closed)
	for _, id := range slices.Sorted(maps.Keys(was)) {
		before.add(was[id])
		after.add(recorded(id, now))
	}
	links, err := movedLinks(tx, before.variables(after), fresh)
	if err != nil {
		return err
	}
	for _, l := range links {
		if !l.fresh {
			old := l.Pair
			l.Pair = l.Pair.Plus(before.Count(l.Source, l.Target), -1).Plus(after.Count(l.Source, l.Target), 1)
			l.changed = l.Pair != old
		}
	}
	if err := putLinks(tx, links, closed); err != nil {
		return err
	}
	return tx.RemoveUncounted()
}

// firstRecorded returns each moved episode as it was when the links were last counted, by id, and the
// keys of the links that were never counted.
func firstRecorded(uncounted []Uncounted) (was map[string]Recorded, fresh map[string]bool) {
	was, fresh = map[string]Recorded{}, map[string]bool{}
	for _, u := range uncounted {
		for _, r := range u.Moved {
			if _, known := was[r.Episode]; !known {
				was[r.Episode] = r
			}
		}
		for _, key := range u.Fresh {
			fresh[key] = true
		}
	}
	return was, fresh
}

// movedLinks returns the links between states of the variables, and those that were never counted, by key.
func movedLinks(tx Tx, variables []string, fresh map[string]bool) (map[string]*linkChange, error) {
	links := map[string]*linkChange{}
	add := func(l link.FactorLink) { links[l.Key] = &linkChange{FactorLink: l, fresh: fresh[l.Key]} }
	if len(variables) > 0 {
		among, err := tx.LinksAmong(variables)
		if err != nil {
			return nil, err
		}
		for _, l := range among {
			add(l)
		}
	}
	var others []string
	for _, key := range slices.Sorted(maps.Keys(fresh)) {
		if links[key] == nil {
			others = append(others, key)
		}
	}
	if len(others) == 0 {
		return links, nil
	}
	found, err := tx.Links(others)
	for _, l := range found {
		add(l)
	}
	return links, err
}
