package model

import "context"

// Edge is one item of a page with its cursor.
type Edge[T any] struct {
	Cursor string
	Node   T
}

// Connection is one page of a list of edges.
type Connection[E any] struct {
	Edges    []E
	PageInfo PageInfo

	count func(context.Context) (int, error)
}

// TotalCount counts what matches, whatever the page; it costs a statement and so runs
// only when a query asks for it.
func (c Connection[E]) TotalCount(ctx context.Context) (int, error) { return c.count(ctx) }

// Counted returns a page of which it is known how many match in all.
func Counted[E any](edges []E, info PageInfo, total int) Connection[E] {
	return Connection[E]{Edges: edges, PageInfo: info, count: func(context.Context) (int, error) { return total, nil }}
}

// EpisodeConnection is a page of episodes.
type EpisodeConnection struct{ Connection[EpisodeEdge] }

// EpisodeEdge is one episode of a page.
type EpisodeEdge struct{ Edge[Episode] }

// OccurrenceConnection is a page of occurrences.
type OccurrenceConnection struct{ Connection[OccurrenceEdge] }

// OccurrenceEdge is one occurrence of a page.
type OccurrenceEdge struct{ Edge[Occurrence] }

// ReferenceConnection is a page of references.
type ReferenceConnection struct{ Connection[ReferenceEdge] }

// ReferenceEdge is one reference of a page.
type ReferenceEdge struct{ Edge[Reference] }

// MentionConnection is a page of mentions.
type MentionConnection struct{ Connection[MentionEdge] }

// MentionEdge is one mention of a page.
type MentionEdge struct{ Edge[Mention] }

// JobConnection is a page of jobs.
type JobConnection struct{ Connection[JobEdge] }

// JobEdge is one job of a page.
type JobEdge struct{ Edge[Job] }

// CauseConnection is a page of causes.
type CauseConnection struct{ Connection[CauseEdge] }

// CauseEdge is one cause, direct or not.
type CauseEdge struct {
	Edge[Occurrence]
	Depth  int
	IsRoot bool
}

// EffectConnection is a page of effects.
type EffectConnection struct{ Connection[EffectEdge] }

// EffectEdge is one effect, direct or not.
type EffectEdge struct {
	Edge[Occurrence]
	Depth   int
	IsFinal bool
}
