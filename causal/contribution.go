package causal

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The orders of what has a place in its episode without a time: the context was known before
// anything, the outcome came after everything.
const (
	OrderFirst int64 = -1 << 53
	OrderLast  int64 = 1 << 53
)

// Observation says that an episode has a factor.
type Observation struct {
	Identity

	// Kinds says as what; each count is 0 or 1.
	Kinds KindCounts
	// Order is when it first occurred in the episode, in microseconds since 1970; nil when no
	// occurrence tells an instant, because array order and days say nothing about the order
	// in time.
	Order *int64
}

// Support says that an episode states a link between two factors, by links between their
// occurrences. For a relation without direction the source is the lesser key.
type Support struct {
	Source, Target Identity
	Relation       episodic.Relation
	// Basis is the strongest of the links that the episode states, in the order of
	// [episodic.Bases].
	Basis episodic.Basis
}

// Link returns the key of the link that is supported.
func (s Support) Link() string { return FactorLinkKey(s.Source.Key(), s.Relation, s.Target.Key()) }

// Contribution is what one episode adds to the factor layer. The layer is the sum of the
// contributions of the present episodes and of the statements, and nothing else.
type Contribution struct {
	// Episode is the id.
	Episode string
	Outcome episodic.Outcome
	// Seen is when the episode began; zero when it does not tell.
	Seen time.Time
	// Errors says that the episode has an event of the type error.
	Errors bool
	// Observations are ordered by the key of the factor, one each.
	Observations []Observation
	// Supports are ordered by the key of the link, one each.
	Supports []Support
	// SelfLinks is how many of the episode's links join two occurrences of one factor; they
	// make no link.
	SelfLinks int
	// Instances are the factors of the episode's occurrences, by occurrence key. They are
	// no part of what is compared.
	Instances map[string]Identity
}
