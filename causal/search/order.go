package search

import (
	"cmp"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// CompareFactorLinks orders parallel links: greatest [link.FactorLink.Weight] first, unknown strength
// last, then by key.
func CompareFactorLinks(a, b link.FactorLink) int {
	return cmp.Or(cmp.Compare(OrNone(b.Weight()), OrNone(a.Weight())), strings.Compare(a.Key, b.Key))
}

// OrNone returns the weight, or -1 if it is unknown, which sorts below every weight.
func OrNone(weight *float64) float64 {
	if weight == nil {
		return -1
	}
	return *weight
}

// CompareTrails orders paths by length, then by the keys of their factors, then link by link with
// [CompareFactorLinks].
func CompareTrails(a, b []Step) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 || len(a) == 0 {
		return c
	}
	if c := strings.Compare(a[0].From().Key(), b[0].From().Key()); c != 0 {
		return c
	}
	for i := range a {
		if a[i].To() == b[i].To() {
			continue
		}
		return strings.Compare(a[i].To().Key(), b[i].To().Key())
	}
	for i := range a {
		if c := CompareFactorLinks(a[i].Link, b[i].Link); c != 0 {
			return c
		}
	}
	return 0
}

// StepsOf returns the steps that a link allows: one, or one in each direction for CORRELATES.
func StepsOf(l link.FactorLink) []Step {
	if l.Relation == episodic.RelationCorrelates {
		return []Step{{Link: l}, {Link: l, Back: true}}
	}
	return []Step{{Link: l}}
}
