package paths

import (
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// Mode says which paths between factors are wanted.
type Mode string

// The modes.
const (
	// ModeReachable asks whether there is a path; one is shown.
	ModeReachable Mode = "reachable"
	// ModeShortest asks for one path of the fewest links, FactorAllShortest for every one.
	ModeShortest    Mode = "shortest"
	ModeAllShortest Mode = "all_shortest"
	// ModeStrongest asks for the path with the greatest product of strengths, FactorKBest
	// for the Limit strongest.
	ModeStrongest Mode = "strongest"
	ModeKBest     Mode = "k_best"
	// ModeAllSimple asks for every path without a repeated factor, up to the depth.
	ModeAllSimple Mode = "all_simple"
)

// Modes returns every mode.
func Modes() []Mode {
	return []Mode{ModeReachable, ModeShortest, ModeAllShortest, ModeStrongest, ModeKBest, ModeAllSimple}
}

// How many paths are found unless asked otherwise: by FactorKBest, and by the modes that look
// for all. Those that look for one find one.
const (
	DefaultBest  = 5
	DefaultPaths = 100
)

// DefaultLimit is how many paths a mode finds unless asked otherwise.
func (m Mode) DefaultLimit() int {
	switch m {
	case ModeKBest:
		return DefaultBest
	case ModeAllShortest, ModeAllSimple:
		return DefaultPaths
	default:
		return 1
	}
}

// Question asks how one factor leads to another, over all episodes.
type Question struct {
	Project string
	// From and To name the ends: the key of a factor, its label, part of its label in any case,
	// a pattern with * for any text, or outcome:failure for the outcome of an episode.
	From, To string
	// Mode is FactorShortest when empty.
	Mode Mode
	// MaxDepth is the most links of a path; 0 means DefaultDepth for FactorAllSimple and
	// MaxShortestDepth for the others.
	MaxDepth int
	// Follow says which links are followed: an empty list of relations means all but
	// CORRELATES, one of bases all, an empty rule that of the project. Until is AsOf.
	Follow search.FactorFollow
	// AsOf answers with the episodes that began at that time or before, all counted anew; what
	// was stated by hand is left out. Zero takes everything.
	AsOf time.Time
	// Limit is the most paths wanted; 0 means the mode's DefaultLimit.
	Limit int
	// Bottlenecks asks for the factors on every path, State for what was left out and how far
	// the derivation is.
	Bottlenecks, State bool
	// Budget is the most tokens of the text that explains the answer; 0 wants none.
	Budget int
}

// Answer answers a FactorPathQuestion.
type Answer struct {
	Status   search.Status
	From, To layer.End
	Mode     Mode
	// MaxDepth is the depth that was searched, Shown the rule by which links were hidden.
	MaxDepth int
	Shown    link.ShowRule
	AsOf     time.Time
	// Paths are ordered by [search.CompareTrails]; strongest and k best the strongest first.
	Paths []Path
	// Bottlenecks are the factors between the ends that every path of at most MaxDepth links
	// runs through, in the order of the way. BottlenecksKnown is false when that was not asked,
	// when there is no path, or when not all links could be looked at.
	Bottlenecks      []factor.Identity
	BottlenecksKnown bool
	// LeftOut and Derivation are told when State was asked for; a text tells most of it too.
	LeftOut    LeftOut
	Derivation layer.Derivation
	// Text explains the answer within the budget.
	Text explain.Explanation
}

// LeftOut is what an answer does not rest on.
type LeftOut struct {
	// Hidden is how many links of the project the rule hides; it is counted only for State.
	Hidden int
	// HiddenPath is the length of the shortest path when nothing is hidden, given when there
	// is no path otherwise; 0 when there is none then either.
	HiddenPath int
	// Unweighed is how many links between the ends have no known strength, Weightless how many
	// have strength 0: no strongest path runs over them.
	Unweighed, Weightless int
	// Cut says that there were more links than could be looked at.
	Cut bool
}

// Path is a chain of links between factors; without steps it is the empty path from a
// factor to itself.
type Path struct {
	From, To factor.Identity
	Steps    []search.Step
}

// Length is the number of links.
func (p Path) Length() int { return len(p.Steps) }

// Strength is the product of the weights along the path, 1 of the empty one; nil when one of
// them is unknown.
func (p Path) Strength() *float64 {
	product := 1.0
	for _, s := range p.Steps {
		w := s.Link.Weight()
		if w == nil {
			return nil
		}
		product *= *w
	}
	return &product
}

// Polarity is 1 when more of the beginning means more of the end, -1 when it means less: each
// link that prevents turns it round.
func (p Path) Polarity() int {
	sign := 1
	for _, s := range p.Steps {
		if s.Link.Relation == episodic.RelationPrevents {
			sign = -sign
		}
	}
	return sign
}

// Bases returns the distinct bases of the links along the path, the strongest first.
func (p Path) Bases() []episodic.Basis {
	has := map[episodic.Basis]bool{}
	for _, s := range p.Steps {
		for _, b := range s.Link.Bases() {
			has[b] = true
		}
	}
	var out []episodic.Basis
	for _, b := range basesByStrength() {
		if has[b] {
			out = append(out, b)
		}
	}
	return out
}

// basesByStrength returns every basis, the strongest first, as [link.FactorLink.Bases] orders them.
func basesByStrength() []episodic.Basis {
	return []episodic.Basis{episodic.BasisMeasured, episodic.BasisStated, episodic.BasisExtracted, episodic.BasisTemporal}
}

// WeakestBasis is the best basis of the link that has the least good one: no claim about the
// path rests on more. It is empty for the empty path and for a link without any.
func (p Path) WeakestBasis() episodic.Basis {
	worst, at := episodic.Basis(""), -1
	for _, s := range p.Steps {
		bases := s.Link.Bases()
		if len(bases) == 0 {
			return ""
		}
		if i := rankOf(bases[0]); i > at {
			worst, at = bases[0], i
		}
	}
	return worst
}

func rankOf(b episodic.Basis) int {
	for i, other := range basesByStrength() {
		if b == other {
			return i
		}
	}
	return len(basesByStrength())
}

// InTime is false when some link's source came after its target more often than before it,
// true when of every link an order is known and that is not so, else nil.
func (p Path) InTime() *bool {
	known, in := true, true
	for _, s := range p.Steps {
		forward, backward := s.Link.Pair.Forward, s.Link.Pair.Backward
		if backward > forward {
			in = false
		}
		known = known && forward+backward > 0
	}
	if !known && in {
		return nil
	}
	return &in
}

// Evidence is how many episodes and statements at least speak for each link of the path.
func (p Path) Evidence() int {
	least := 0
	for i, s := range p.Steps {
		if n := s.Link.Evidence.Total() + s.Link.Statements; i == 0 || n < least {
			least = n
		}
	}
	return least
}

// Episodes is how many episodes at least state each link of the path.
func (p Path) Episodes() int {
	least := 0
	for i, s := range p.Steps {
		if n := s.Link.Evidence.Total(); i == 0 || n < least {
			least = n
		}
	}
	return least
}
