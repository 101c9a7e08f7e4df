package causal

import (
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

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
		Project: project, Link: l.Key, Pair: pair(l.Source, l.Target, closed),
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
