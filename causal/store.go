package causal

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
)

// Store searches the links between occurrences. Implementations are safe for concurrent use
// and return errors that wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout].
type Store interface {
	// ShortestPaths returns paths of the fewest links, up to depth links: one for each pair
	// of ends, or with All every path between the ends that are nearest to each other. At
	// most limit, ordered by [ComparePaths]. A link that correlates has no direction and is
	// walked both ways, here and below, when its relation is asked for.
	// from and to hold distinct keys of present occurrences; pairs of equal ends are skipped.
	ShortestPaths(ctx context.Context, q PathSearch) ([]Path, error)
	// Subgraph returns every hop that lies on a walk of at most depth links from one of
	// the ends in from to one in to; at most limit hops, more says that there were more.
	Subgraph(ctx context.Context, q PathSearch) (hops []Hop, more bool, err error)
	// Trace returns a page of what is reached, nearest first.
	Trace(ctx context.Context, q TraceQuestion) ([]Reached, error)
	// CountTrace returns how many occurrences are reached, whatever the page.
	CountTrace(ctx context.Context, q TraceQuestion) (int, error)
	// Neighbours returns the links at each occurrence in one direction, by key: for
	// Upstream those that end there. All relations and bases of follow; one statement.
	Neighbours(ctx context.Context, project string, keys []string, d Direction, follow Follow) (map[string][]Neighbour, error)
}

// PathSearch is a question with its ends resolved and its defaults filled in.
type PathSearch struct {
	Project   string
	From, To  []string
	All       bool
	Depth     int
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Limit     int
}
