package search

// Direction says which way links are walked.
type Direction string

// The directions.
const (
	// Upstream walks from effects to causes.
	Upstream Direction = "upstream"
	// Downstream walks from causes to effects.
	Downstream Direction = "downstream"
)
