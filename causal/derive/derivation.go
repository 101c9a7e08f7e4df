package derive

import (
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// DerivationVersion is the version of what [contribution.Contribute] makes of an episode. A store whose
// layer was made by another version has it derived anew.
const DerivationVersion = 2

// Tx is the factor layer of one project as one transaction sees it while it holds
// the project's lock. It only keeps; what is kept is decided by [Derive] and its neighbours.
// One statement a call, however many rows. It is made of roles.
type Tx interface {
	RulesTx
	ContributionsTx
	FactorsTx
	LinksTx
	StatementsTx
}

// RulesTx is what people decided, and the numbers of the layer, in a transaction.
type RulesTx interface {
	// Project is the name of the project.
	Project() string
	// Rules returns what people decided, PutRules replaces it.
	Rules() (contribution.Rules, error)
	PutRules(rules contribution.Rules) error
	// State returns the numbers of the layer but for Underived, PutState replaces them.
	State() (layer.Derivation, error)
	PutState(d layer.Derivation) error
}

// ContributionsTx is what the episodes are and add to the layer, in a transaction.
type ContributionsTx interface {
	// Contents returns the present episodes of those ids.
	Contents(ids []string) ([]episodic.Episode, error)
	// Crossing returns the ids of other present episodes that state links to or from
	// occurrences of those episodes, whether these are present or not, sorted.
	Crossing(ids []string) ([]string, error)
	// FactorsOf returns the factors of which occurrences are instances, by occurrence key.
	FactorsOf(occurrences []string) (map[string]factor.Identity, error)
	// Contributions returns what episodes have contributed, by id, without Instances; those
	// that contributed nothing yet are left out. It is read from the rows that make up the
	// layer, so that what is taken out is exactly what was put in.
	Contributions(ids []string) (map[string]contribution.Contribution, error)
	// PutContributions replaces what episodes contribute; the factors are there. Those that are
	// no longer there, or deleted, are given in gone and lose all. Episodes put are no longer
	// marked. Instances are written to the occurrences. graph is kept with what is put: it is
	// greater than that of every graph that anybody has seen, see [Store.TellStates].
	PutContributions(put []contribution.Contribution, gone []string, graph int) error
	// MarkStale marks the present episodes that have one of the factors, or support a link at one
	// of them, so that they are derived anew.
	MarkStale(factors []string) error
}

// FactorsTx is the factors and variables of the layer, in a transaction.
type FactorsTx interface {
	// Factors returns the factors of those keys, by key.
	Factors(keys []string) (map[string]factor.Factor, error)
	// PutFactors writes factors as they are given, new or not.
	PutFactors(factors []factor.Factor) error
	// RemoveFactors removes factors that nothing refers to.
	RemoveFactors(keys []string) error
	// FactorRanges returns when the first and the last episode that has each factor began, by
	// its key; a factor of which none is known is absent. Statements do not count.
	FactorRanges(keys []string) (map[string]Range, error)
	// Variables returns the variables of those names, by name.
	Variables(names []string) (map[string]factor.Variable, error)
	// PutVariables writes variables as they are given, new or not.
	PutVariables(variables []factor.Variable) error
	// RemoveVariables removes variables that nothing refers to.
	RemoveVariables(names []string) error
	// Decided returns those of the variables of which a factor of the layer is a decision, sorted.
	Decided(variables []string) ([]string, error)
}

// LinksTx is the links of the layer, in a transaction.
type LinksTx interface {
	// Links returns the links of those keys, by key.
	Links(keys []string) (map[string]link.FactorLink, error)
	// LinksAmong returns every link whose source and target are states of some of the
	// variables, LinksOf every one at which an end is a state of the variable.
	LinksAmong(variables []string) ([]link.FactorLink, error)
	LinksOf(variable string) ([]link.FactorLink, error)
	// LinkRanges returns the same for the episodes that support each link, by its key.
	LinkRanges(keys []string) (map[string]Range, error)
	// Count compares pairs over the contributions as they are now, in their order.
	Count(pairs []link.Pair) ([]link.PairCounts, error)
	// PutLinks writes links as they are given, new or not; a link carries its measure, its
	// grade and its weight, so that the engine can filter by them.
	PutLinks(links []link.FactorLink) error
	// RemoveLinks removes links that nothing states any more.
	RemoveLinks(keys []string) error
}

// StatementsTx is what was stated between factors, in a transaction.
type StatementsTx interface {
	// Statements returns those of these ids, StatementsAt those that name one of the factors
	// after merges, StatementsFor those that make one of the links, Unplaced up to limit that
	// are not in the layer since [Store.Underive]. All in the order of their ids.
	// StatementsAt and StatementsFor know only those that are in the layer.
	Statements(ids []string) ([]contribution.PlacedStatement, error)
	StatementsAt(factors []string) ([]contribution.PlacedStatement, error)
	StatementsFor(links []string) ([]contribution.PlacedStatement, error)
	Unplaced(limit int) ([]contribution.PlacedStatement, error)
	// PutStatements writes statements as they are given, new or not; they are placed then.
	PutStatements(statements []contribution.PlacedStatement) error
	RemoveStatements(ids []string) error
}

// Prefetcher is what a DerivationTx may be that reads in one statement what [Derive] is going
// to ask for: the factors of those keys, and the variables of those names with the links among
// them. What it read holds until something of the kind is put.
type Prefetcher interface {
	Prefetch(factors, variables []string) error
}

// Range is from when to when something was seen.
type Range struct{ First, Last time.Time }

// with widens the range to a time; an unknown one changes nothing.
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

// edge reports whether a time is at an end of the range, so that without it the range may be
// another one.
func (r Range) edge(t time.Time) bool { return !t.IsZero() && (t.Equal(r.First) || t.Equal(r.Last)) }
