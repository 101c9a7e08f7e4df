package search

import (
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Loose follows every link of the relations that was seen by Until, ignoring current evidence.
func (f FactorFollow) Loose() FactorFollow {
	return FactorFollow{Relations: f.Relations, Bases: episodic.Bases(), Shown: link.ShowAll, Until: f.Until}
}

// WithDefaults fills in the empty lists. With InTime it drops undirected relations.
func (f FactorFollow) WithDefaults() FactorFollow {
	if len(f.Relations) == 0 {
		f.Relations = episodic.CausalRelations()
	}
	if len(f.Bases) == 0 {
		f.Bases = episodic.Bases()
	}
	if directed := f.directed(); f.InTime && len(directed) > 0 {
		f.Relations = directed
	}
	return f
}

// directed returns the relations with a direction. The others have no order in time, so searches in
// time leave them out.
func (f FactorFollow) directed() []episodic.Relation {
	return slices.DeleteFunc(slices.Clone(f.Relations), func(r episodic.Relation) bool { return r == episodic.RelationCorrelates })
}

// Problems validates the filter.
func (f FactorFollow) Problems() []problem.Problem {
	c := problem.Checker{Problems: Follow{Relations: f.Relations, Bases: f.Bases}.Problems()}
	if f.InTime && len(f.directed()) == 0 {
		c.Invalid("in_time", "a link that correlates has no order in time; ask for other relations, or without in_time")
	}
	if f.Shown != "" && !slices.Contains(link.ShowRules(), f.Shown) {
		c.Invalid("shown", "%q is not a rule", f.Shown)
	}
	if f.MinStrength != nil && (*f.MinStrength < 0 || *f.MinStrength > 1 || *f.MinStrength != *f.MinStrength) {
		c.Invalid("min_strength", "%v is not from 0 to 1", *f.MinStrength)
	}
	return c.Problems
}

// Admits reports whether the filter follows a link.
func (f FactorFollow) Admits(l link.FactorLink) bool {
	if !slices.Contains(f.Relations, l.Relation) || l.Grade() < f.Shown.Grade() {
		return false
	}
	if !slices.ContainsFunc(l.Bases(), func(b episodic.Basis) bool { return slices.Contains(f.Bases, b) }) {
		return false
	}
	if f.MinStrength != nil && OrNone(l.Weight()) < *f.MinStrength {
		return false
	}
	if f.InTime && !l.Pair.InOrder() {
		return false
	}
	return f.Until.IsZero() || !l.FirstSeen.IsZero() && !l.FirstSeen.After(f.Until)
}

// FactorFollow says which links to follow. After [FactorFollow.WithDefaults] no list is empty.
type FactorFollow struct {
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Shown     link.ShowRule
	// MinStrength is the minimum [link.FactorLink.Weight]; nil also follows links of unknown strength.
	MinStrength *float64
	// InTime follows only links whose ends are in order, see [link.PairCounts.InOrder]. It excludes
	// CORRELATES.
	InTime bool
	// Until follows only links first seen at that time or before; zero follows all.
	Until time.Time
}

// WithDefaults fills in the empty lists.
func (f Follow) WithDefaults() Follow {
	if len(f.Relations) == 0 {
		f.Relations = episodic.CausalRelations()
	}
	if len(f.Bases) == 0 {
		f.Bases = episodic.Bases()
	}
	return f
}

// Problems validates the filter.
func (f Follow) Problems() []problem.Problem {
	var c problem.Checker
	for i, r := range f.Relations {
		if !slices.Contains(episodic.Relations(), r) {
			c.Invalid(fmt.Sprintf("relations[%d]", i), "%q is not a relation", r)
		}
	}
	for i, b := range f.Bases {
		if !slices.Contains(episodic.Bases(), b) {
			c.Invalid(fmt.Sprintf("bases[%d]", i), "%q is not a basis", b)
		}
	}
	return c.Problems
}

// Follow says which links between occurrences to follow.
type Follow struct {
	// Relations to follow; empty means [episodic.CausalRelations].
	Relations []episodic.Relation
	// Bases to follow; empty means all.
	Bases []episodic.Basis
}
