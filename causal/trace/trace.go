package trace

import (
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// Question asks for all causes or all effects of an occurrence.
type Question struct {
	Project string
	// Of is the key of the occurrence.
	Of        string
	Direction search.Direction
	// MaxDepth is the maximum distance in links; 0 means [search.MaxShortestDepth].
	MaxDepth int
	Follow   search.Follow
	// The cursor of Page is [Reached.SortKey].
	Page episodic.Page
}

// Reached is an occurrence that a trace reached.
type Reached struct {
	Occurrence episodic.Occurrence
	// Depth is the distance in links.
	Depth int
	// End is true if no followed link leads further: a root cause upstream, a final effect
	// downstream. It does not depend on MaxDepth.
	End bool
	// SortKey is the cursor: depth, then key.
	SortKey string
}

// Neighbor is one link at an occurrence and the occurrence at its other end.
type Neighbor struct {
	Occurrence episodic.Occurrence
	Link       Link
}
