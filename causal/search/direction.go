package search

// Direction says in which direction links are followed.
type Direction string

// The directions.
const (
	// Upstream goes from effects to causes.
	Upstream Direction = "upstream"
	// Downstream goes from causes to effects.
	Downstream Direction = "downstream"
)
