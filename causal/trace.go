package causal

import "github.com/causeway-memory/causeway/episodic"

// Direction says which way links are walked.
type Direction string

// The directions.
const (
	// Upstream walks from effects to causes.
	Upstream Direction = "upstream"
	// Downstream walks from causes to effects.
	Downstream Direction = "downstream"
)

// TraceQuestion asks for everything that leads to an occurrence, or that it leads to.
type TraceQuestion struct {
	Project string
	// Of is the key of the occurrence.
	Of        string
	Direction Direction
	// MaxDepth is the most links away; 0 means MaxShortestDepth.
	MaxDepth int
	Follow   Follow
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

// Neighbour is one link at an occurrence with the occurrence at its other end.
type Neighbour struct {
	Occurrence episodic.Occurrence
	Link       Link
}
