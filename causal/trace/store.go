package trace

import (
	"context"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// Store searches the links between occurrences. Implementations are safe for concurrent use
// and return errors that wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout].
type Store interface {
	// ShortestPaths returns one path of the fewest links, up to depth links, for each pair of
	// ends: of several the first by [ComparePaths], and of parallel links the first by
	// [CompareLinks]. At most limit, ordered by [ComparePaths]. A link that correlates has no
	// direction and is walked both ways, here and below, when its relation is asked for.
	// from and to hold distinct keys; unknown ones and pairs of equal ends are skipped.
	ShortestPaths(ctx context.Context, q PathSearch) ([]Path, error)
	// Subgraph returns every hop that lies on a walk of at most depth links from one of
	// the ends in from to one in to, in the order of [JoinHops]; at most limit hops, more
	// says that there were more: then of those between the first limit + len(from) + 1
	// occurrences only, the ones on the shortest walks, of equal ones by key.
	Subgraph(ctx context.Context, q PathSearch) (hops []Hop, more bool, err error)
	// Trace returns a page of what is reached, nearest first. What is followed is said in
	// full, here and below: no empty list, no depth of 0.
	Trace(ctx context.Context, q Question) ([]Reached, error)
	// CountTrace returns how many occurrences are reached, whatever the page.
	CountTrace(ctx context.Context, q Question) (int, error)
	// Neighbors returns the links at each occurrence in one direction, by key: for
	// Upstream those that end there, ordered by the key of the neighbour, then the id of the
	// link. One statement, however many keys.
	Neighbors(ctx context.Context, project string, keys []string, d search.Direction, follow search.Follow) (map[string][]Neighbor, error)
}

// PathSearch is a question with its ends resolved and its defaults filled in.
type PathSearch struct {
	Project   string
	From, To  []string
	Depth     int
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Limit     int
}
