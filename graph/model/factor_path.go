package model

import (
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
)

// FactorPathAnswer is the answer to the question for a path between factors as the schema
// shows it.
type FactorPathAnswer struct {
	paths.Answer
	Project string
}

// From returns how the name of the beginning was understood.
func (a FactorPathAnswer) From() FactorEnd { return FactorEnd{a.Answer.From, a.Project} }

// To returns how the name of the end was understood.
func (a FactorPathAnswer) To() FactorEnd { return FactorEnd{a.Answer.To, a.Project} }

// AsOf returns nil when every episode counted.
func (a FactorPathAnswer) AsOf() *time.Time { return known(a.Answer.AsOf) }

// Paths returns the paths in the order of the answer.
func (a FactorPathAnswer) Paths() []FactorPath {
	out := make([]FactorPath, len(a.Answer.Paths))
	for i, p := range a.Answer.Paths {
		out[i] = FactorPath{p, a.Project, a.Answer.AsOf}
	}
	return out
}

// LeftOut returns what the answer does not rest on.
func (a FactorPathAnswer) LeftOut() FactorPathLeftOut {
	return FactorPathLeftOut{a.Answer.LeftOut}
}

// Explain returns the answer in words.
func (a FactorPathAnswer) Explain() string { return a.Text.Text }

// FactorPathLeftOut is what an answer does not rest on.
type FactorPathLeftOut struct{ paths.LeftOut }

// HiddenPath returns nil when there is none.
func (l FactorPathLeftOut) HiddenPath() *int {
	if l.LeftOut.HiddenPath == 0 {
		return nil
	}
	return &l.LeftOut.HiddenPath
}

// ComposedPath returns nil when there is none.
func (l FactorPathLeftOut) ComposedPath() *int {
	if l.LeftOut.ComposedPath == 0 {
		return nil
	}
	return &l.LeftOut.ComposedPath
}

// FactorEnd is how the name of a factor was understood.
type FactorEnd struct {
	layer.End
	Project string
}

// FactorPath is a chain of links between factors as the schema shows it.
type FactorPath struct {
	paths.Path
	Project string
	// AsOf is that of the answer.
	AsOf time.Time
}

// SupportOfWholePath returns the episodes that state every link.
func (p FactorPath) SupportOfWholePath() WholePathSupport {
	return WholePathSupport{p.Whole, p.Project}
}

// WholePathSupport are the episodes that state every link of a path.
type WholePathSupport struct {
	search.CommonSupport
	Project string
}

// Hops returns the links in order.
func (p FactorPath) Hops() []FactorHop {
	out := make([]FactorHop, len(p.Steps))
	for i, s := range p.Steps {
		out[i] = FactorHop{s, p.Project, p.AsOf}
	}
	return out
}

// FactorHop is one link of a path as it is walked.
type FactorHop struct {
	Step    search.Step
	Project string
	// AsOf is that of the answer.
	AsOf time.Time
}

// Link returns the link.
func (h FactorHop) Link() FactorLink { return FactorLink{h.Step.Link, h.Project, h.AsOf} }

// Back reports whether the link is walked back.
func (h FactorHop) Back() bool { return h.Step.Back }

// RankedFactorConnection is a page of a ranking.
type RankedFactorConnection struct {
	Connection[RankedFactorEdge]
	Answer  paths.ReachAnswer
	Project string
}

// TotalCount returns how many were found.
func (c RankedFactorConnection) TotalCount() int { return c.Answer.Total }

// Status returns what became of the question.
func (c RankedFactorConnection) Status() search.Status { return c.Answer.Status }

// Of returns how the name of the factor was understood.
func (c RankedFactorConnection) Of() FactorEnd { return FactorEnd{c.Answer.Of, c.Project} }

// MaxDepth returns the depth that was searched.
func (c RankedFactorConnection) MaxDepth() int { return c.Answer.MaxDepth }

// Visibility returns the rule by which weak links were hidden.
func (c RankedFactorConnection) Visibility() link.ShowRule { return c.Answer.Shown }

// Explain returns the page in words.
func (c RankedFactorConnection) Explain() string { return c.Answer.Text.Text }

// RankedFactorEdge is one factor of a ranking.
type RankedFactorEdge struct {
	Cursor  string
	Reached paths.ReachedFactor
	Project string
	// AsOf is that of the ranking.
	AsOf time.Time
}

// Score returns nil when the strength is unknown.
func (e RankedFactorEdge) Score() *float64 { return e.Reached.Score }

// Path returns the strongest way.
func (e RankedFactorEdge) Path() FactorPath { return FactorPath{e.Reached.Path, e.Project, e.AsOf} }
