package model

import (
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
)

// Link is a link of the graph as the schema shows it.
type Link struct {
	trace.Link
	Project string
}

// Key returns the id inside the project.
func (l Link) Key() string { return l.ID }

// Note returns nil when there is none.
func (l Link) Note() *string { return optional(l.Link.Note) }

// Neighbor is one link at an occurrence with the occurrence at its other end.
type Neighbor struct {
	Link       Link
	Occurrence Occurrence
}

// NewNeighbors gives neighbours of one project the shape of the schema.
func NewNeighbors(project string, found []trace.Neighbor) []Neighbor {
	out := make([]Neighbor, len(found))
	for i, n := range found {
		out[i] = Neighbor{
			Link:       Link{Link: n.Link, Project: project},
			Occurrence: NewOccurrence(project, n.Occurrence),
		}
	}
	return out
}

// LinkStatement is a link of an episode's content as the schema shows it.
type LinkStatement struct {
	episodic.Link

	project, episode string
}

// Project returns the name of the project.
func (l LinkStatement) Project() string { return l.project }

// SourceKey returns the key of the occurrence that the link comes from.
func (l LinkStatement) SourceKey() string { return episodic.OccurrenceKey(l.episode, l.Link.Source) }

// TargetKey returns the key of the occurrence that the link leads to.
func (l LinkStatement) TargetKey() string { return episodic.OccurrenceKey(l.episode, l.Link.Target) }

// Note returns nil when there is none.
func (l LinkStatement) Note() *string { return optional(l.Link.Note) }
