package trace

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// Store searches the links between occurrences. Implementations are safe for concurrent use
// and return errors that wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout].
type Store interface {
	// ShortestPaths returns one shortest path of at most depth links for each pair of ends: the first
	// by [ComparePaths], and among parallel links the first by [CompareLinks]. It returns at most
	// limit paths, ordered by [ComparePaths]. Here and below, a CORRELATES link has no direction and
	// is followed both ways if its relation is requested. from and to hold distinct keys; unknown
	// keys and pairs of equal ends are skipped.
	ShortestPaths(ctx context.Context, q PathSearch) ([]Path, error)
	// Subgraph returns every hop on a walk of at most depth links from an end in from to one in to,
	// in the order of [JoinHops]. It returns at most limit hops; if there are more, more is true and
	// the hops are those between the first limit + len(from) + 1 occurrences: those on the shortest
	// walks, ties by key.
	Subgraph(ctx context.Context, q PathSearch) (hops []Hop, more bool, err error)
	// Trace returns a page of the occurrences reached, nearest first. Here and below, the filter is
	// complete: no empty list, no depth of 0.
	Trace(ctx context.Context, q Question) ([]Reached, error)
	// CountTrace returns the number of occurrences reached, ignoring the page.
	CountTrace(ctx context.Context, q Question) (int, error)
	// Neighbors returns the links at each occurrence in one direction, by occurrence key: for
	// Upstream those that end there, ordered by the key of the neighbor, then by link id. It runs
	// one statement for any number of keys.
	Neighbors(ctx context.Context, project string, keys []string, d search.Direction, follow search.Follow) (map[string][]Neighbor, error)
}

// PathSearch is a question with resolved ends and defaults filled in.
type PathSearch struct {
	Project   string
	From, To  []string
	Depth     int
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Limit     int
}
