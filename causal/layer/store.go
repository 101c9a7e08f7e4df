package layer

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// Reader reads the factor layer. Implementations are safe for concurrent use and return
// errors that wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout]. An unknown project has
// no factors; only where it is said does it give ErrProjectNotFound.
// It is made of roles; a caller asks for the ones that it needs.
type Reader interface {
	FactorReader
	LinkReader
	PathSearcher
	EvidenceReader
	StateReader
	RuleReader
}

// FactorReader reads factors and their variables.
type FactorReader interface {
	// GetFactors returns the factors of those keys, in no particular order; absent ones are
	// left out. One statement, however many.
	GetFactors(ctx context.Context, project string, keys []string) ([]factor.Factor, error)
	// ListFactors returns a page in the order of the keys.
	ListFactors(ctx context.Context, q FactorQuery) ([]factor.Factor, error)
	// CountFactors returns how many factors match, whatever the page.
	CountFactors(ctx context.Context, q FactorQuery) (int, error)
	// ListVariables returns the variables of those names, or all of them when names is nil, by
	// name. A declared one is there even when no episode tells it.
	ListVariables(ctx context.Context, project string, names []string) ([]factor.Variable, error)
	// ListInstances returns a page of the occurrences that are instances of a factor, in the
	// order of their keys.
	ListInstances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error)
	// CountInstances returns how many occurrences are instances of a factor.
	CountInstances(ctx context.Context, project, factor string) (int, error)
	// FactorsOf returns the factors of which occurrences are instances, by occurrence key; those
	// that have none are left out.
	FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]factor.Identity, error)
}

// LinkReader reads the links between factors.
type LinkReader interface {
	// GetFactorLinks returns the links of those keys, in no particular order; absent ones are
	// left out.
	GetFactorLinks(ctx context.Context, project string, keys []string) ([]link.FactorLink, error)
	// ListFactorLinks returns a page in the order of the keys.
	ListFactorLinks(ctx context.Context, q FactorLinkQuery) ([]link.FactorLink, error)
	// CountFactorLinks returns how many links match, whatever the page.
	CountFactorLinks(ctx context.Context, q FactorLinkQuery) (int, error)
	// FactorLinksAt returns the links at each factor in one direction, by the factor's key:
	// for Upstream those that end there. A link that correlates is at both its ends, in both
	// directions. At most limit for each factor, those that most episodes state first, then by key.
	FactorLinksAt(ctx context.Context, project string, keys []string, d search.Direction, follow search.FactorFollow, limit int) (map[string][]link.FactorLink, error)
	// LinksInto returns the links with a direction whose target is a state of one of the
	// variables, by key, at most limit; more says that there were more.
	LinksInto(ctx context.Context, project string, variables []string, limit int) (links []link.FactorLink, more bool, err error)
}

// PathSearcher finds what lies between factors.
type PathSearcher interface {
	// ShortestFactorPath returns the links along one path of the fewest links from one of the
	// keys in From to one of those in To, up to Depth; none when there is no path, or when From
	// and To share a key, even an unknown one. Of several paths it is the first by [search.CompareTrails]; of parallel
	// links the first by [search.CompareFactorLinks].
	ShortestFactorPath(ctx context.Context, q search.FactorSearch) ([]search.Step, error)
	// FactorSubgraph returns every link that lies on a walk of at most Depth links from one of
	// the keys in From to one in To, by key; with an empty From or To, every link on a walk of
	// at most Depth links that begins in From or ends in To. At most Limit links; more says
	// that there were more: then it is the first by the length of the shortest walk through
	// the link, then by key. [paths.Walks] finds them for a store that can list the edges at
	// factors; it looks at no more than MaxLevel in one step, and says more beyond that too.
	FactorSubgraph(ctx context.Context, q search.FactorSearch) (links []link.FactorLink, more bool, err error)
}

// EvidenceReader reads the episodes behind links and counts them.
type EvidenceReader interface {
	// ListEvidence returns a page of the episodes that a link rests on or that speak against
	// it, in the order of their ids.
	ListEvidence(ctx context.Context, q link.EvidenceQuery) ([]link.Evidence, error)
	// CountEvidence returns how many there are, whatever the page.
	CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error)
	// CountPairs compares pairs of factors, in their order, over the episodes that began at
	// until or before; a zero until takes all, also those of unknown time.
	CountPairs(ctx context.Context, project string, pairs []link.Pair, until time.Time) ([]link.PairCounts, error)
	// CountSupports counts the episodes that state links, in the order of the keys, over the
	// episodes that began at until or before.
	CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]link.BasisCounts, error)
}

// StateReader reads which states of variables episodes record.
type StateReader interface {
	// StatesOf returns all factors that are states of some variables, by key. One statement,
	// however many.
	StatesOf(ctx context.Context, project string, variables []string) ([]factor.Factor, error)
	// ScanStates calls each once for every episode of the layer whose contribution was put by
	// a change of the graph after q.After, in no particular order, and returns what
	// [RuleReader.GetDerivation] says at that very moment: all is read at one moment. An error
	// of each ends it and is returned. It returns ErrProjectNotFound.
	ScanStates(ctx context.Context, q StatesQuery, each func(EpisodeStates) error) (Derivation, error)
}

// RuleReader reads what people decided and stated, and how far the layer is.
type RuleReader interface {
	// GetDerivation returns how far the layer of a project is. It returns ErrProjectNotFound.
	GetDerivation(ctx context.Context, project string) (Derivation, error)
	// GetRules returns what people decided. It returns ErrProjectNotFound.
	GetRules(ctx context.Context, project string) (contribution.Rules, error)
	// ListStatements returns a page of statements in the order of their ids.
	ListStatements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error)
	// CountStatements returns how many statements a project has.
	CountStatements(ctx context.Context, project string) (int, error)
}

// FactorQuery asks for a page of factors.
type FactorQuery struct {
	Project string
	Filter  FactorFilter
	// Page's cursor is the key.
	Page episodic.Page
}

// FactorFilter narrows a list of factors; what is empty does not.
type FactorFilter struct {
	// Label is part of the label, in any case; Exact the whole of it.
	Label, Exact string
	// Variable is the whole name of the variable.
	Variable string
	Kinds    []factor.Kind
	// Least is the least frequency.
	Least int
	// Isolated wants factors at which there is no link (true) or some (false).
	Isolated *bool
}

// FactorLinkQuery asks for a page of links between factors.
type FactorLinkQuery struct {
	Project string
	Filter  FactorLinkFilter
	// Page's cursor is the key.
	Page episodic.Page
}

// FactorLinkFilter narrows a list of links; what is empty or nil does not.
type FactorLinkFilter struct {
	// Source and Target are keys of factors.
	Source, Target string
	Relations      []episodic.Relation
	// Bases wants links that have at least one of them, see [link.FactorLink.Bases].
	Bases []episodic.Basis
	// Least is the least number of episodes that state it.
	Least int
	// MinStrength is the least strength; links of unknown strength fall out.
	MinStrength             *float64
	Unmeasured, Unsupported *bool
	AmbiguousDirection      *bool
	// Shown wants what a rule shows, HiddenBy what it hides.
	Shown, HiddenBy link.ShowRule
	// Since wants links that were last seen at that time or later.
	Since time.Time
}

// Derivation is how far the factor layer of a project is.
type Derivation struct {
	// Version is the version of the rules of derivation that made it; Graph counts its
	// changes: equal numbers, equal graph.
	Version, Graph int
	// Episodes is how many episodes the layer is the sum of, Underived how many present ones
	// are missing or out of date.
	Episodes, Underived int
	// SelfLinks is how many links join occurrences of one factor and therefore make none.
	SelfLinks int
	// Origin tells the project from others of its name that were purged before, whose graphs
	// had the same numbers. It is empty in a project that is older than that.
	Origin string
}
