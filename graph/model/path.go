package model

import (
	"github.com/causeway-memory/causeway/causal/trace"
)

// CausalPathAnswer is the answer to the question for a path as the schema shows it.
type CausalPathAnswer struct {
	trace.PathAnswer
	Project string
}

// From returns how the name of the beginning was understood.
func (a CausalPathAnswer) From() PathEnd { return PathEnd{End: a.PathAnswer.From, project: a.Project} }

// To returns how the name of the end was understood.
func (a CausalPathAnswer) To() PathEnd { return PathEnd{End: a.PathAnswer.To, project: a.Project} }

// Paths returns the paths in the order of the answer.
func (a CausalPathAnswer) Paths() []CausalPath {
	out := make([]CausalPath, len(a.PathAnswer.Paths))
	for i, p := range a.PathAnswer.Paths {
		out[i] = CausalPath{Path: p, Project: a.Project}
	}
	return out
}

// ShortestBeyond returns the length of the shortest path that is too long for the depth, or nil.
func (a CausalPathAnswer) ShortestBeyond() *int {
	if a.PathAnswer.ShortestBeyond == 0 {
		return nil
	}
	return &a.PathAnswer.ShortestBeyond
}

// PathEnd is how the name of an end was understood.
type PathEnd struct {
	trace.End

	project string
}

// Matches returns the occurrences that the name names.
func (e PathEnd) Matches() []Occurrence { return NewOccurrences(e.project, e.End.Matches) }

// CausalPath is a chain of links as the schema shows it.
type CausalPath struct {
	trace.Path
	Project string
}

// From returns where the path begins.
func (p CausalPath) From() Occurrence { return NewOccurrence(p.Project, p.Path.From) }

// To returns where the path ends.
func (p CausalPath) To() Occurrence { return NewOccurrence(p.Project, p.Path.To) }

// Hops returns the links in order.
func (p CausalPath) Hops() []Hop {
	out := make([]Hop, len(p.Path.Hops))
	for i, h := range p.Path.Hops {
		out[i] = Hop{
			From: NewOccurrence(p.Project, h.From),
			Link: Link{Link: h.Link, Project: p.Project},
			To:   NewOccurrence(p.Project, h.To),
		}
	}
	return out
}

// EpisodeKeys returns the keys of the episodes that the path runs through or rests on.
func (p CausalPath) EpisodeKeys() []string { return p.Path.Episodes() }

// Hop is one link of a path with its ends.
type Hop struct {
	From Occurrence
	Link Link
	To   Occurrence
}
