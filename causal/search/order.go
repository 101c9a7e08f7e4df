package search

import (
	"cmp"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// CompareFactorLinks orders parallel links: the greatest [link.FactorLink.Weight] first, those of
// unknown strength last, then by key.
func CompareFactorLinks(a, b link.FactorLink) int {
	return cmp.Or(cmp.Compare(OrNone(b.Weight()), OrNone(a.Weight())), strings.Compare(a.Key, b.Key))
}

// OrNone returns a weight, or what is less than any when it is unknown.
func OrNone(weight *float64) float64 {
	if weight == nil {
		return -1
	}
	return *weight
}

// CompareTrails orders paths by length, then by the keys of the factors along them, then link
// by link by [CompareFactorLinks].
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

// StepsOf returns the steps that a link allows: one, or one each way when it correlates.
func StepsOf(l link.FactorLink) []Step {
	if l.Relation == episodic.RelationCorrelates {
		return []Step{{Link: l}, {Link: l, Back: true}}
	}
	return []Step{{Link: l}}
}
