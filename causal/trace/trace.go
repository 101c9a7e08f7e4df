package trace

import (
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// Question asks for everything that leads to an occurrence, or that it leads to.
type Question struct {
	Project string
	// Of is the key of the occurrence.
	Of        string
	Direction search.Direction
	// MaxDepth is the most links away; 0 means MaxShortestDepth.
	MaxDepth int
	Follow   search.Follow
	// Page's cursor is the sort key of a Reached.
	Page episodic.Page
}

// Reached is an occurrence that a trace reached.
type Reached struct {
	Occurrence episodic.Occurrence
	// Depth is the least number of links between.
	Depth int
	// End is true when no followed link leads further: a root cause upstream, a final
	// effect downstream. It does not depend on MaxDepth.
	End bool
	// SortKey is the cursor: depth, then key.
	SortKey string
}

// Neighbor is one link at an occurrence with the occurrence at its other end.
type Neighbor struct {
	Occurrence episodic.Occurrence
	Link       Link
}
