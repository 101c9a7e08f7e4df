package derive

import (
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// DerivationVersion is the version of the output of [contribution.Contribute]. Stores rebuild layers
// of other versions.
const DerivationVersion = 5

// Tx is the factor layer of one project in a transaction that holds the project's lock. It only
// stores; [Derive] and the other functions of this package decide what. Every call is one
// statement for any number of rows. Tx is made of role interfaces.
type Tx interface {
	RulesTx
	ContributionsTx
	FactorsTx
	LinksTx
	UncountedTx
	StatementsTx
}

// RulesTx reads and writes the users' decisions and the numbers of the layer.
type RulesTx interface {
	// Project returns the name of the project.
	Project() string
	// Rules returns the users' decisions, PutRules replaces them.
	Rules() (contribution.Rules, error)
	PutRules(rules contribution.Rules) error
	// State returns the numbers of the layer except Underived, PutState replaces them.
	State() (layer.Derivation, error)
	PutState(d layer.Derivation) error
}

// ContributionsTx reads episodes, and reads and writes their contributions to the layer.
type ContributionsTx interface {
	// Contents returns the present episodes with the given ids.
	Contents(ids []string) ([]episodic.Episode, error)
	// Crossing returns the sorted ids of other present episodes that state links to or from
	// occurrences of the given episodes, whether or not these are present.
	Crossing(ids []string) ([]string, error)
	// FactorsOf returns the factors of occurrences, by occurrence key.
	FactorsOf(occurrences []string) (map[string]factor.Identity, error)
	// Contributions returns the stored contributions of episodes, by id, without Instances; episodes
	// that have none yet are left out. It reads them from the rows of the layer, so what is removed
	// is exactly what was added.
	Contributions(ids []string) (map[string]contribution.Contribution, error)
	// PutContributions replaces the contributions of episodes and unmarks them; the factors exist.
	// Episodes in gone are missing or deleted and lose their contributions. Instances are written to
	// the occurrences. The contributions are stored with graph, which is greater than every revision
	// that a reader has seen; see [layer.StateReader.ScanStates].
	PutContributions(put []contribution.Contribution, gone []string, graph int) error
	// MarkStale marks the present episodes that have one of the factors, or support a link at one of
	// them, for derivation.
	MarkStale(factors []string) error
}

// FactorsTx reads and writes the factors and variables of the layer.
type FactorsTx interface {
	// Factors returns the factors with the given keys, by key.
	Factors(keys []string) (map[string]factor.Factor, error)
	// PutFactors inserts or replaces factors.
	PutFactors(factors []factor.Factor) error
	// RemoveFactors removes factors without references.
	RemoveFactors(keys []string) error
	// FactorRanges returns the start times of the first and the last episode with each factor, by key;
	// factors without a known time are left out. Statements do not count.
	FactorRanges(keys []string) (map[string]Range, error)
	// Variables returns the variables with the given names, by name.
	Variables(names []string) (map[string]factor.Variable, error)
	// PutVariables inserts or replaces variables.
	PutVariables(variables []factor.Variable) error
	// RemoveVariables removes variables without references.
	RemoveVariables(names []string) error
	// Decided returns, sorted, those of the variables that have a decision as a state in the layer.
	Decided(variables []string) ([]string, error)
}

// LinksTx reads and writes the links of the layer.
type LinksTx interface {
	// Links returns the links with the given keys, by key.
	Links(keys []string) (map[string]link.FactorLink, error)
	// LinksAmong returns every link whose source and target are both states of the variables, LinksOf
	// every link with an end that is a state of the variable.
	LinksAmong(variables []string) ([]link.FactorLink, error)
	LinksOf(variable string) ([]link.FactorLink, error)
	// LinkRanges returns the same for the episodes that support each link, by link key.
	LinkRanges(keys []string) (map[string]Range, error)
	// Count counts pairs over the current contributions, in order.
	Count(pairs []link.Pair) ([]link.PairCounts, error)
	// PutLinks inserts or replaces links, with their measure, grade and weight, so that the engine
	// can filter by them.
	PutLinks(links []link.FactorLink) error
	// RemoveLinks removes links that nothing states.
	RemoveLinks(keys []string) error
}

// UncountedTx keeps what the counts of links leave out.
type UncountedTx interface {
	// Uncounted returns what was put since it was last removed, in order.
	Uncounted() ([]Uncounted, error)
	// PutUncounted adds to it, and returns the weight of all that waits.
	PutUncounted(u Uncounted) (weight int, err error)
	// RemoveUncounted removes it: all is counted.
	RemoveUncounted() error
}

// StatementsTx reads and writes statements.
type StatementsTx interface {
	// Statements returns the statements with the given ids, StatementsAt those that name one of the
	// factors after merges, StatementsFor those that make one of the links, Unplaced up to limit that
	// are not in the layer since [Writer.InvalidateLayer]. All are ordered by id. StatementsAt and
	// StatementsFor find only statements in the layer.
	Statements(ids []string) ([]contribution.PlacedStatement, error)
	StatementsAt(factors []string) ([]contribution.PlacedStatement, error)
	StatementsFor(links []string) ([]contribution.PlacedStatement, error)
	Unplaced(limit int) ([]contribution.PlacedStatement, error)
	// PutStatements inserts or replaces statements, which are placed then.
	PutStatements(statements []contribution.PlacedStatement) error
	RemoveStatements(ids []string) error
}

// Prefetcher is implemented by a [Tx] that can prefetch in one statement what [Derive] will read: the
// factors with the given keys, the variables with the given names, and the links with the given keys.
// The prefetched rows are valid until the transaction puts rows of that kind.
type Prefetcher interface {
	Prefetch(factors, variables, links []string) error
}

// Range is a span of time; zero times are unknown.
type Range struct{ First, Last time.Time }

// with extends the range to include t, unless t is zero.
func (r Range) with(t time.Time) Range {
	if t.IsZero() {
		return r
	}
	if r.First.IsZero() || t.Before(r.First) {
		r.First = t
	}
	if t.After(r.Last) {
		r.Last = t
	}
	return r
}

// edge reports whether t is an end of the range, so that the range may shrink without it.
func (r Range) edge(t time.Time) bool { return !t.IsZero() && (t.Equal(r.First) || t.Equal(r.Last)) }
