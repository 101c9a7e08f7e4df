package contribution

import (
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
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
	factor.Identity

	// Kinds says as what; each count is 0 or 1.
	Kinds factor.KindCounts
	// Order is when it first occurred in the episode, in microseconds since 1970; nil when no
	// occurrence tells an instant, because array order and days say nothing about the order
	// in time.
	Order *int64
}

// Support says that an episode states a link between two factors, by links between their
// occurrences. For a relation without direction the source is the lesser key.
type Support struct {
	Source, Target factor.Identity
	Relation       episodic.Relation
	// Basis is the strongest of the links that the episode states, in the order of
	// [episodic.Bases].
	Basis episodic.Basis
}

// Link returns the key of the link that is supported.
func (s Support) Link() string { return link.FactorLinkKey(s.Source.Key(), s.Relation, s.Target.Key()) }

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
	Instances map[string]factor.Identity
}

// Same reports whether two contributions add the same to the layer.
func (c Contribution) Same(other Contribution) bool {
	return c.Outcome == other.Outcome && c.Seen.Equal(other.Seen) && c.SelfLinks == other.SelfLinks && c.Errors == other.Errors &&
		slices.Equal(c.Supports, other.Supports) &&
		slices.EqualFunc(c.Observations, other.Observations, func(a, b Observation) bool { return SameCell(a, b) && a.Kinds == b.Kinds })
}

// Variables are the variables that an episode tells.
func (c Contribution) Variables() map[string]bool {
	out := make(map[string]bool, len(c.Observations))
	for _, o := range c.Observations {
		out[o.Variable] = true
	}
	return out
}

// Observes reports whether the episode has a factor.
func (c Contribution) Observes(factor string) bool {
	return slices.ContainsFunc(c.Observations, func(o Observation) bool { return o.Key() == factor })
}

// SameCell reports whether two observations count alike in every table.
func SameCell(a, b Observation) bool {
	return a.Identity == b.Identity && (a.Order == nil) == (b.Order == nil) && (a.Order == nil || *a.Order == *b.Order)
}

// SupportsLink reports whether the episode states a link.
func (c Contribution) SupportsLink(link string) bool {
	return slices.ContainsFunc(c.Supports, func(s Support) bool { return s.Link() == link })
}
