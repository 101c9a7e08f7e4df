package layer

// FromStart is what [StatesQuery] is after when all contributions are wanted, also those that
// were put before their numbers were kept.
const FromStart = -1

// StatesQuery asks which of some factors the episodes of a project have.
type StatesQuery struct {
	Project string
	// After is the number of the graph after which contributions were put, or [FromStart].
	After int
	// Factors are the keys of the factors, each once.
	Factors []string
}

// EpisodeStates is what one episode tells of the factors that were asked for.
type EpisodeStates struct {
	// Episode is the id.
	Episode string
	// States are the factors that it has, in no particular order; it may have none of them.
	// They are overwritten after the call that they are given to.
	States []ObservedState
}

// ObservedState says that an episode has a factor.
type ObservedState struct {
	// Factor is the place of the factor in [StatesQuery.Factors].
	Factor int
	// Order is as in [contribution.Observation].
	Order *int64
}
