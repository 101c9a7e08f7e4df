package link

import (
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// PairOf returns the ends of a link for a comparison.
func PairOf(source, target factor.Identity, closed map[string]bool) Pair {
	return Pair{
		Source: source, Target: target,
		SourceClosed: closed[source.Variable], TargetClosed: closed[target.Variable],
	}
}

// EvidenceKind says whether an episode supports or contradicts a link.
type EvidenceKind string

// The kinds.
const (
	// Supporting episodes agree with the link or state it.
	Supporting EvidenceKind = "supporting"
	// Contradicting episodes disagree with the link.
	Contradicting EvidenceKind = "contradicting"
)

// Cells returns the cells of the contingency table that count for or against a relation. The other
// cells are neutral: an effect without this cause may have another one, a step that was enabled
// need not be taken, and an absent cause says nothing about its effect.
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

// EvidenceFor returns the query for the episodes that support a link, including those that state
// it, or that contradict it. closed holds the closed variables; a zero until takes all episodes.
func (l FactorLink) EvidenceFor(project string, kind EvidenceKind, closed map[string]bool, until time.Time) EvidenceQuery {
	return EvidenceQuery{
		Project: project, Link: l.Key, Pair: PairOf(l.Source, l.Target, closed),
		Cells: Cells(l.Relation, kind), Stated: kind == Supporting, Until: until,
	}
}

// Text describes what an episode says about a link.
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

// Pair names two factors to compare.
type Pair struct {
	Source, Target factor.Identity
	// SourceClosed and TargetClosed say that the variable is declared closed.
	SourceClosed, TargetClosed bool
}

// Cell is a cell of a pair's contingency table: whether an episode has the source and the target.
type Cell struct{ Source, Target bool }

// Evidence is one episode that supports or contradicts a link.
type Evidence struct {
	Episode string
	// Seen is the start of the episode; zero if unknown.
	Seen time.Time
	// Compared says that the episode records the states of both variables; only then Cell is valid.
	Compared bool
	Cell     Cell
	// Basis is the basis on which the episode states the link; empty if it does not state it.
	Basis episodic.Basis
}

// EvidenceQuery asks for the episodes in some cells of a link's table.
type EvidenceQuery struct {
	Project string
	// Link is the key of the link, Pair are its ends.
	Link string
	Pair Pair
	// Cells selects the episodes in these cells. Stated also selects those that state the link,
	// whatever their cell.
	Cells  []Cell
	Stated bool
	// Until selects episodes that started at that time or before; zero takes all.
	Until time.Time
	// The cursor of Page is the id of the episode.
	Page episodic.Page
}
