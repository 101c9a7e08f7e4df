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

// Reader reads the factor layer. Implementations are safe for concurrent use and return errors that
// wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout]. An unknown project has no factors;
// methods return ErrProjectNotFound only where documented. Callers ask for the roles that they need.
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
	// GetFactors returns the factors with the given keys, in no particular order; missing ones are
	// left out. It runs one statement for any number of keys.
	GetFactors(ctx context.Context, project string, keys []string) ([]factor.Factor, error)
	// ListFactors returns a page ordered by key.
	ListFactors(ctx context.Context, q FactorQuery) ([]factor.Factor, error)
	// CountFactors returns the number of matching factors, ignoring the page.
	CountFactors(ctx context.Context, q FactorQuery) (int, error)
	// ListVariables returns the variables with the given names, or all if names is nil, ordered by
	// name. It includes declared variables that no episode records.
	ListVariables(ctx context.Context, project string, names []string) ([]factor.Variable, error)
	// ListRecurringVariables returns the variables that least episodes or more record, of at least 2, and those that somebody
	// closed, ordered by name. total is the number of all that [FactorReader.ListVariables] returns. It takes as long as there
	// are of these, and for the number a fraction of what a list of all takes.
	ListRecurringVariables(ctx context.Context, project string, least int) (found []factor.Variable, total int, err error)
	// ListInstances returns a page of the occurrences of a factor, ordered by key.
	ListInstances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error)
	// CountInstances returns the number of occurrences of a factor.
	CountInstances(ctx context.Context, project, factor string) (int, error)
	// FactorsOf returns the factors of occurrences, by occurrence key; occurrences without one are
	// left out.
	FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]factor.Identity, error)
}

// LinkReader reads the links between factors.
type LinkReader interface {
	// GetFactorLinks returns the links with the given keys, in no particular order; missing ones are
	// left out.
	GetFactorLinks(ctx context.Context, project string, keys []string) ([]link.FactorLink, error)
	// ListFactorLinks returns a page ordered by key.
	ListFactorLinks(ctx context.Context, q FactorLinkQuery) ([]link.FactorLink, error)
	// CountFactorLinks returns the number of matching links, ignoring the page.
	CountFactorLinks(ctx context.Context, q FactorLinkQuery) (int, error)
	// FactorLinksAt returns the links at each factor in one direction, by factor key: for Upstream
	// those that end there. CORRELATES links count at both ends in both directions. It returns at
	// most limit per factor, those that most episodes state first, then by key.
	FactorLinksAt(ctx context.Context, project string, keys []string, d search.Direction, follow search.FactorFollow, limit int) (map[string][]link.FactorLink, error)
	// LinksInto returns at most limit directed links whose target is a state of one of the variables,
	// by key; more says that there are more.
	LinksInto(ctx context.Context, project string, variables []string, limit int) (links []link.FactorLink, more bool, err error)
}

// PathSearcher finds paths between factors.
type PathSearcher interface {
	// ShortestFactorPath returns the links of one shortest path from a key in From to one in To, up
	// to Depth; none if there is no path, or if From and To share a key, even an unknown one. Among
	// several paths it takes the first by [search.CompareTrails], among parallel links the first by
	// [search.CompareFactorLinks].
	ShortestFactorPath(ctx context.Context, q search.FactorSearch) ([]search.Step, error)
	// FactorSubgraph returns every link on a walk of at most Depth links from a key in From to one in
	// To, by key; if From or To is empty, every link on a walk of at most Depth links that starts in
	// From or ends in To. It returns at most Limit links; if there are more, more is true and the
	// links are the first by the length of the shortest walk through the link, then by key.
	// [search.Walks] implements it for stores that can list the edges at factors; it reads at most
	// MaxLevel edges per step and sets more beyond that too.
	FactorSubgraph(ctx context.Context, q search.FactorSearch) (links []link.FactorLink, more bool, err error)
	// FindJoined reports for each joint, in order, whether its links meet in an episode that started at
	// until or before (a zero until takes all): an episode states both links, or an occurrence of the
	// factor between them ends a link between occurrences that supports the first and begins one that
	// supports the second. Statements do not count; see [search.Joint.Stated].
	FindJoined(ctx context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error)
	// CommonSupport returns for each set of link keys, in order, the episodes that started at until or
	// before and state every link of it, at most limit per set; none for an unknown link.
	CommonSupport(ctx context.Context, project string, sets [][]string, until time.Time, limit int) ([]search.CommonSupport, error)
}

// EvidenceReader reads and counts the episodes behind links.
type EvidenceReader interface {
	// ListEvidence returns a page of the episodes that support or contradict a link, ordered by id.
	ListEvidence(ctx context.Context, q link.EvidenceQuery) ([]link.Evidence, error)
	// CountEvidence returns the number of such episodes, ignoring the page.
	CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error)
	// CountPairs counts pairs of factors, in order, over the episodes that started at until or
	// before; a zero until takes all episodes, including those without a start time.
	CountPairs(ctx context.Context, project string, pairs []link.Pair, until time.Time) ([]link.PairCounts, error)
	// CountSupports counts the episodes that state each link, in the order of the keys, over the
	// episodes that started at until or before.
	CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]link.BasisCounts, error)
	// CountRules counts the links inside of present episodes of which nobody stated the link and the note begins
	// with a rule, by rule; see [link.RuleOf].
	CountRules(ctx context.Context, project string) ([]link.RuleTotal, error)
}

// StateReader reads which states of variables the episodes record.
type StateReader interface {
	// StatesOf returns all factors that are states of the variables, ordered by key. It runs one
	// statement for any number of variables.
	StatesOf(ctx context.Context, project string, variables []string) ([]factor.Factor, error)
	// ScanStates calls each once for every episode of the layer whose contribution was stored after
	// revision q.After of the graph, in no particular order. It returns the derivation of the same
	// snapshot; see [RuleReader.GetDerivation]. An error of each stops the scan and is returned. It
	// returns ErrProjectNotFound.
	ScanStates(ctx context.Context, q StatesQuery, each func(EpisodeStates) error) (Derivation, error)
}

// RuleReader reads the decisions and statements of users, and how complete the layer is.
type RuleReader interface {
	// GetDerivation returns how complete the layer of a project is. It returns ErrProjectNotFound.
	GetDerivation(ctx context.Context, project string) (Derivation, error)
	// GetRules returns the decisions of users. It returns ErrProjectNotFound.
	GetRules(ctx context.Context, project string) (contribution.Rules, error)
	// ListStatements returns a page of statements ordered by id.
	ListStatements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error)
	// CountStatements returns the number of statements of a project.
	CountStatements(ctx context.Context, project string) (int, error)
}

// FactorQuery asks for a page of factors.
type FactorQuery struct {
	Project string
	Filter  FactorFilter
	// The cursor of Page is the key.
	Page episodic.Page
}

// FactorFilter selects factors; empty fields select all.
type FactorFilter struct {
	// Label is contained in the label, ignoring case; Exact is the whole label.
	Label, Exact string
	// Variable is the whole name of the variable.
	Variable string
	Kinds    []factor.Kind
	// Least is the minimum frequency.
	Least int
	// Isolated selects factors without links (true) or with links (false).
	Isolated *bool
}

// FactorLinkQuery asks for a page of links between factors.
type FactorLinkQuery struct {
	Project string
	Filter  FactorLinkFilter
	// The cursor of Page is the key.
	Page episodic.Page
}

// FactorLinkFilter selects links; empty and nil fields select all.
type FactorLinkFilter struct {
	// Source and Target are keys of factors.
	Source, Target string
	Relations      []episodic.Relation
	// Bases selects links that have at least one of them; see [link.FactorLink.Bases].
	Bases []episodic.Basis
	// Least is the minimum number of episodes that state the link.
	Least int
	// MinStrength is the minimum strength; it excludes links of unknown strength.
	MinStrength             *float64
	Unmeasured, Unsupported *bool
	AmbiguousDirection      *bool
	// Shown selects the links that a rule shows, HiddenBy those that it hides.
	Shown, HiddenBy link.ShowRule
	// Since selects links that were last seen at that time or later.
	Since time.Time
}

// Derivation says how complete the factor layer of a project is.
type Derivation struct {
	// Version is the version of the derivation rules that produced the layer. Graph is its revision:
	// equal revisions mean equal graphs.
	Version, Graph int
	// Episodes is the number of episodes in the layer, Underived the number of present episodes that
	// are missing or stale.
	Episodes, Underived int
	// SelfLinks is the number of links between occurrences of one factor; they are not in the layer.
	SelfLinks int
	// Origin distinguishes the project from purged ones with the same name, whose revisions had the
	// same numbers. It is empty in projects that are older than this field.
	Origin string
}
