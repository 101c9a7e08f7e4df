package contribution

import (
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// Positions of what has no time: the context comes before every occurrence, the outcome after.
const (
	OrderFirst int64 = -1 << 53
	OrderLast  int64 = 1 << 53
)

// Observation says that an episode has a factor.
type Observation struct {
	factor.Identity

	// Kinds says as what kinds; each count is 0 or 1.
	Kinds factor.KindCounts
	// Order is the first time it occurred, in microseconds since 1970; nil if no occurrence has an
	// instant, because array order and dates do not determine the order in time.
	Order *int64
}

// Support says that an episode states a link between two factors, through links between their
// occurrences. For an undirected relation the source has the lesser key.
type Support struct {
	Source, Target factor.Identity
	Relation       episodic.Relation
	// Basis is the strongest basis that the episode gives, in the order of [episodic.Bases].
	Basis episodic.Basis
}

// Link returns the key of the supported link.
func (s Support) Link() string { return link.FactorLinkKey(s.Source.Key(), s.Relation, s.Target.Key()) }

// Contribution is what one episode adds to the factor layer. The layer is the sum of the
// contributions of all present episodes and of the statements, and nothing else.
type Contribution struct {
	// Episode is the id.
	Episode string
	Outcome episodic.Outcome
	// Seen is the start of the episode; zero if unknown.
	Seen time.Time
	// Errors says that the episode has an event of the type error.
	Errors bool
	// Observations are ordered by the key of the factor, without duplicates.
	Observations []Observation
	// Supports are ordered by the key of the link, without duplicates.
	Supports []Support
	// SelfLinks is the number of the episode's links between two occurrences of the same factor; they
	// do not become links of the layer.
	SelfLinks int
	// Instances are the factors of the episode's occurrences, by occurrence key. [Contribution.Same]
	// ignores them.
	Instances map[string]factor.Identity
}

// Same reports whether two contributions add the same to the layer.
func (c Contribution) Same(other Contribution) bool {
	return c.Outcome == other.Outcome && c.Seen.Equal(other.Seen) && c.SelfLinks == other.SelfLinks && c.Errors == other.Errors &&
		slices.Equal(c.Supports, other.Supports) &&
		slices.EqualFunc(c.Observations, other.Observations, func(a, b Observation) bool { return SameCell(a, b) && a.Kinds == b.Kinds })
}

// Variables returns the variables of which the episode records a state.
func (c Contribution) Variables() map[string]bool {
	out := make(map[string]bool, len(c.Observations))
	for _, o := range c.Observations {
		out[o.Variable] = true
	}
	return out
}

// Factors returns the keys of the factors that the episode has.
func (c Contribution) Factors() map[string]bool {
	out := make(map[string]bool, len(c.Observations))
	for _, o := range c.Observations {
		out[o.Key()] = true
	}
	return out
}

// SameCell reports whether two observations count alike in every contingency table.
func SameCell(a, b Observation) bool {
	return a.Identity == b.Identity && (a.Order == nil) == (b.Order == nil) && (a.Order == nil || *a.Order == *b.Order)
}

// Links returns the keys of the links that the episode states.
func (c Contribution) Links() map[string]bool {
	out := make(map[string]bool, len(c.Supports))
	for _, s := range c.Supports {
		out[s.Link()] = true
	}
	return out
}
