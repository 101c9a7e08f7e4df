package model

import "context"

// Edge is one item of a page with its cursor.
type Edge[T any] struct {
	Cursor string
	Node   T
}

func (e Edge[T]) item() T { return e.Node }

// nodes returns the items of edges.
func nodes[T any, E interface{ item() T }](edges []E) []T {
	out := make([]T, len(edges))
	for i, e := range edges {
		out[i] = e.item()
	}
	return out
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

// Nodes returns the items alone.
func (c EpisodeConnection) Nodes() []Episode { return nodes(c.Edges) }

// EpisodeEdge is one episode of a page.
type EpisodeEdge struct{ Edge[Episode] }

// OccurrenceConnection is a page of occurrences.
type OccurrenceConnection struct{ Connection[OccurrenceEdge] }

// Nodes returns the items alone.
func (c OccurrenceConnection) Nodes() []Occurrence { return nodes(c.Edges) }

// OccurrenceEdge is one occurrence of a page.
type OccurrenceEdge struct{ Edge[Occurrence] }

// ReferenceConnection is a page of references.
type ReferenceConnection struct{ Connection[ReferenceEdge] }

// Nodes returns the items alone.
func (c ReferenceConnection) Nodes() []Reference { return nodes(c.Edges) }

// ReferenceEdge is one reference of a page.
type ReferenceEdge struct{ Edge[Reference] }

// MentionConnection is a page of mentions.
type MentionConnection struct{ Connection[MentionEdge] }

// Nodes returns the items alone.
func (c MentionConnection) Nodes() []Mention { return nodes(c.Edges) }

// MentionEdge is one mention of a page.
type MentionEdge struct{ Edge[Mention] }

// JobConnection is a page of jobs.
type JobConnection struct{ Connection[JobEdge] }

// Nodes returns the items alone.
func (c JobConnection) Nodes() []Job { return nodes(c.Edges) }

// JobEdge is one job of a page.
type JobEdge struct{ Edge[Job] }

// ReachedOccurrenceConnection is a page of causes or effects.
type ReachedOccurrenceConnection struct {
	Connection[ReachedOccurrenceEdge]
}

// Nodes returns the items alone.
func (c ReachedOccurrenceConnection) Nodes() []Occurrence { return nodes(c.Edges) }

// ReachedOccurrenceEdge is one cause or effect, direct or not.
type ReachedOccurrenceEdge struct {
	Edge[Occurrence]
	Depth    int
	Terminal bool
}
