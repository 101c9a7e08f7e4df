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

// Mode says which paths between factors to find.
type Mode string

// The modes.
const (
	// ModeReachable asks whether there is a path, and for one example.
	ModeReachable Mode = "reachable"
	// ModeShortest asks for one shortest path, ModeAllShortest for all of them.
	ModeShortest    Mode = "shortest"
	ModeAllShortest Mode = "all_shortest"
	// ModeStrongest asks for the path with the greatest product of strengths, ModeKBest for the Limit
	// strongest.
	ModeStrongest Mode = "strongest"
	ModeKBest     Mode = "k_best"
	// ModeAllSimple asks for all paths up to the depth without a repeated factor.
	ModeAllSimple Mode = "all_simple"
)

// Modes returns every mode.
func Modes() []Mode {
	return []Mode{ModeReachable, ModeShortest, ModeAllShortest, ModeStrongest, ModeKBest, ModeAllSimple}
}

// The default number of paths for ModeKBest, and for the modes that look for all paths. The other
// modes find one.
const (
	DefaultBest  = 5
	DefaultPaths = 100
)

// DefaultLimit returns the default number of paths of a mode.
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
	// From and To name the ends: the key of a factor, its label, part of its label ignoring case, a
	// pattern with * for any text, or outcome:failure for the outcome of an episode.
	From, To string
	// Mode defaults to ModeShortest.
	Mode Mode
	// MaxDepth is the maximum length of a path in links; 0 means [search.DefaultDepth] for ModeAllSimple
	// and [search.MaxShortestDepth] for the other modes.
	MaxDepth int
	// Follow says which links to follow: without relations all but CORRELATES, without bases all,
	// without a rule that of the project. Until is AsOf.
	Follow search.FactorFollow
	// AsOf answers from the episodes that started at that time or before, counted again, without
	// statements. Zero means the present.
	AsOf time.Time
	// Composed also finds paths whose links no episode and no statement joins; see [Path.ComposedAt].
	Composed bool
	// Limit is the maximum number of paths; 0 means the mode's DefaultLimit.
	Limit int
	// Bottlenecks asks for the factors on every path, State for what was left out and for the state of
	// the derivation, Support for the episodes that state whole paths.
	Bottlenecks, State, Support bool
	// Budget is the token limit of the explanation; 0 means no explanation.
	Budget int
}

// Answer answers a [Question].
type Answer struct {
	Status   search.Status
	From, To layer.End
	Mode     Mode
	// MaxDepth is the maximum depth of the search, Shown the rule that hid links.
	MaxDepth int
	Shown    link.ShowRule
	AsOf     time.Time
	// Paths are ordered by [search.CompareTrails]; for ModeStrongest and ModeKBest strongest first.
	Paths []Path
	// Bottlenecks are the factors between the ends on every path of at most MaxDepth links, in path
	// order. BottlenecksKnown is false if they were not requested, if there is no path, or if not all
	// links could be read.
	Bottlenecks      []factor.Identity
	BottlenecksKnown bool
	// LeftOut and Derivation are complete only if State was requested; an explanation fills in most.
	LeftOut    LeftOut
	Derivation layer.Derivation
	// Text explains the answer within the budget.
	Text explain.Explanation
}

// LeftOut counts what an answer does not take into account.
type LeftOut struct {
	// Hidden is the number of links of the project that the rule hides; only counted for State.
	Hidden int
	// HiddenPath is the length of the shortest path if nothing were hidden, for answers without a
	// path; 0 if there is none either way.
	HiddenPath int
	// Unweighed is the number of links between the ends of unknown strength, Weightless that of
	// strength 0; strongest paths avoid both.
	Unweighed, Weightless int
	// ComposedPath is the length of the shortest composed path, for answers that find no other; 0 if
	// there is none, or if composed paths were asked for.
	ComposedPath int
	// Cut says that there were more links than the search reads.
	Cut bool
}

// Path is a chain of links between factors; without steps it is the empty path from a factor to
// itself.
type Path struct {
	From, To factor.Identity
	Steps    []search.Step
	// ComposedAt are the factors between two links that nobody lived or stated as a chain: no episode
	// states both, no links between occurrences meet in one, and no statement made either.
	ComposedAt []factor.Identity
	// Whole are the episodes that state every link; only for [Question.Support].
	Whole search.CommonSupport
}

// Length returns the number of links.
func (p Path) Length() int { return len(p.Steps) }

// Strength returns the product of the weights along the path, 1 for the empty path; nil if a weight is
// unknown.
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

// Polarity returns 1 if more of the start means more of the end, -1 if it means less: each PREVENTS
// link flips the sign.
func (p Path) Polarity() int {
	sign := 1
	for _, s := range p.Steps {
		if s.Link.Relation == episodic.RelationPrevents {
			sign = -sign
		}
	}
	return sign
}

// Bases returns the distinct bases of the links along the path, strongest first.
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

// basesByStrength returns every basis, strongest first, in the order of [link.FactorLink.Bases].
func basesByStrength() []episodic.Basis {
	return []episodic.Basis{episodic.BasisMeasured, episodic.BasisStated, episodic.BasisExtracted, episodic.BasisTemporal}
}

// WeakestBasis returns the best basis of the weakest link: the most that a claim about the path can
// rest on. It is empty for the empty path and if a link has no basis.
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

// InTime returns false if the source of some link came after its target more often than before it,
// true if every link has a known order and none is reversed, else nil.
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

// Evidence returns the least number of episodes and statements that support a link of the path.
func (p Path) Evidence() int {
	least := 0
	for i, s := range p.Steps {
		if n := s.Link.Evidence.Total() + s.Link.Statements; i == 0 || n < least {
			least = n
		}
	}
	return least
}

// Episodes returns the least number of episodes that state a link of the path.
func (p Path) Episodes() int {
	least := 0
	for i, s := range p.Steps {
		if n := s.Link.Evidence.Total(); i == 0 || n < least {
			least = n
		}
	}
	return least
}
