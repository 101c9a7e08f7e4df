package layer

import "time"

// FromStart as [StatesQuery.After] selects all contributions, including those from before revision
// numbers were stored.
const FromStart = -1

// StatesQuery asks which of some factors each episode of a project has.
type StatesQuery struct {
	Project string
	// After selects contributions stored after that revision of the graph; see [FromStart].
	After int
	// Factors are distinct factor keys.
	Factors []string
}

// EpisodeStates says which of the requested factors one episode has.
type EpisodeStates struct {
	// Episode is the id, Seen its start; zero if unknown.
	Episode string
	Seen    time.Time
	// States are the factors that it has, in no particular order; it may be empty. The slice is
	// reused after the callback returns.
	States []ObservedState
}

// ObservedState says that an episode has a factor.
type ObservedState struct {
	// Factor is the index of the factor in [StatesQuery.Factors].
	Factor int
	// Order is the same as [contribution.Observation.Order].
	Order *int64
}
