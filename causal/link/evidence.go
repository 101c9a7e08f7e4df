package link

import (
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// Observation is what an episode tells of the states of variables.
type Observation struct {
	Present bool
	// Orders are the orders of the factors that it has.
	Orders    map[factor.Identity]*int64
	Variables map[string]bool
	Closed    map[string]bool
}

// hasState reports whether the state of the variable is known, and has whether the episode has
// the factor.
func (s Observation) hasState(i factor.Identity) (has, known bool) {
	_, has = s.Orders[i]
	return has, has || s.Present && (s.Variables[i.Variable] || s.Closed[i.Variable])
}

// Count adds an episode to the table, or takes it out.
func (c *PairCounts) Count(s Observation, source, target factor.Identity, by int) {
	hasSource, knowsSource := s.hasState(source)
	hasTarget, knowsTarget := s.hasState(target)
	if !knowsSource || !knowsTarget {
		return
	}
	switch (Cell{hasSource, hasTarget}) {
	case Cell{true, true}:
		c.N11 += by
		c.order(s.Orders[source], s.Orders[target], by)
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

// PairOf names the ends of a link for a comparison.
func PairOf(source, target factor.Identity, closed map[string]bool) Pair {
	return Pair{
		Source: source, Target: target,
		SourceClosed: closed[source.Variable], TargetClosed: closed[target.Variable],
	}
}

// EvidenceKind says on which side of a link an episode is.
type EvidenceKind string

// The kinds.
const (
	// Supporting are the episodes in which the link shows, and those that state it.
	Supporting EvidenceKind = "supporting"
	// Contradicting are the episodes that are otherwise than the link would have it.
	Contradicting EvidenceKind = "contradicting"
)

// EvidenceKinds returns every kind.
func EvidenceKinds() []EvidenceKind { return []EvidenceKind{Supporting, Contradicting} }

// Cells returns the cells of the table whose episodes speak for a relation or against it. What
// is left out speaks neither way: an effect without its cause may have another one, a step
// that was made possible need not be taken, and what was absent says nothing of what it does.
func Cells(r episodic.Relation, kind EvidenceKind) []Cell {
	both, source, target := Cell{Source: true, Target: true}, Cell{Source: true}, Cell{Target: true}
	cells := map[EvidenceKind][]Cell{Supporting: {both}, Contradicting: {source}}
	switch r {
	case episodic.RelationEnables:
		cells[Contradicting] = []Cell{target}
	case episodic.RelationPrevents:
		cells[Supporting], cells[Contradicting] = []Cell{source}, []Cell{both}
	case episodic.RelationCorrelates:
		cells[Contradicting] = []Cell{source, target}
	}
	return cells[kind]
}

// EvidenceFor asks for the episodes that speak for a link, those that state it among them, or
// against it. closed are the variables that are declared closed; a zero until takes all.
func (l FactorLink) EvidenceFor(project string, kind EvidenceKind, closed map[string]bool, until time.Time) EvidenceQuery {
	return EvidenceQuery{
		Project: project, Link: l.Key, Pair: PairOf(l.Source, l.Target, closed),
		Cells: Cells(l.Relation, kind), Stated: kind == Supporting, Until: until,
	}
}

// Text says in words what an episode has to do with a link.
func (e Evidence) Text(l FactorLink) string {
	text := fmt.Sprintf("the episode does not tell both %s and %s", l.Source.Variable, l.Target.Variable)
	if e.Compared {
		text = fmt.Sprintf("%s %s, %s %s", l.Source.Label(), occurred(e.Cell.Source), l.Target.Label(), occurred(e.Cell.Target))
	}
	if e.Basis != "" {
		text += fmt.Sprintf("; the episode states the link (%s)", e.Basis)
	}
	return text
}

func occurred(yes bool) string {
	if yes {
		return "occurred"
	}
	return "did not occur"
}

// Pair names two factors to be compared.
type Pair struct {
	Source, Target factor.Identity
	// SourceClosed and TargetClosed say that the variable is closed.
	SourceClosed, TargetClosed bool
}

// Cell is a place in the table of a pair: whether an episode has the source, and the target.
type Cell struct{ Source, Target bool }

// Evidence is one episode that speaks for or against a link.
type Evidence struct {
	Episode string
	// Seen is when it began; zero when unknown.
	Seen time.Time
	// Compared says that the episode tells the states of both variables; then Cell is its place
	// in the table.
	Compared bool
	Cell     Cell
	// Basis is the basis on which it states the link; empty when it does not.
	Basis episodic.Basis
}

// EvidenceQuery asks for the episodes in certain cells of a link's table.
type EvidenceQuery struct {
	Project string
	// Link is the key of the link, Pair its ends.
	Link string
	Pair Pair
	// Cells wants episodes in these cells. Stated wants also those that state the link, in
	// whatever cell.
	Cells  []Cell
	Stated bool
	// Until wants episodes that began at that time or before; zero takes all.
	Until time.Time
	// Page's cursor is the id of the episode.
	Page episodic.Page
}
