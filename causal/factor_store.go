package causal

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// FactorStore keeps the factor layer: it reads it, and changes it.
//
// Every write of episodes keeps the layer up to date in its own transaction, by [Derive] with
// the ids of those that it changed: which came, went, or have another content.
type FactorStore interface {
	LayerReader
	DerivationStore
}

// LayerReader reads the factor layer. Implementations are safe for concurrent use and return
// errors that wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout]. An unknown project has
// no factors; only where it is said does it give ErrProjectNotFound.
// It is made of roles; a caller asks for the ones that it needs.
type LayerReader interface {
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
	GetFactors(ctx context.Context, project string, keys []string) ([]Factor, error)
	// ListFactors returns a page in the order of the keys.
	ListFactors(ctx context.Context, q FactorQuery) ([]Factor, error)
	// CountFactors returns how many factors match, whatever the page.
	CountFactors(ctx context.Context, q FactorQuery) (int, error)
	// ListVariables returns the variables of those names, or all of them when names is nil, by
	// name. A declared one is there even when no episode tells it.
	ListVariables(ctx context.Context, project string, names []string) ([]Variable, error)
	// ListInstances returns a page of the occurrences that are instances of a factor, in the
	// order of their keys.
	ListInstances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error)
	// CountInstances returns how many occurrences are instances of a factor.
	CountInstances(ctx context.Context, project, factor string) (int, error)
	// FactorsOf returns the factors of which occurrences are instances, by occurrence key; those
	// that have none are left out.
	FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]Identity, error)
}

// LinkReader reads the links between factors.
type LinkReader interface {
	// GetFactorLinks returns the links of those keys, in no particular order; absent ones are
	// left out.
	GetFactorLinks(ctx context.Context, project string, keys []string) ([]FactorLink, error)
	// ListFactorLinks returns a page in the order of the keys.
	ListFactorLinks(ctx context.Context, q FactorLinkQuery) ([]FactorLink, error)
	// CountFactorLinks returns how many links match, whatever the page.
	CountFactorLinks(ctx context.Context, q FactorLinkQuery) (int, error)
	// FactorLinksAt returns the links at each factor in one direction, by the factor's key:
	// for Upstream those that end there. A link that correlates is at both its ends, in both
	// directions. At most limit for each factor, those that most episodes state first, then by key.
	FactorLinksAt(ctx context.Context, project string, keys []string, d Direction, follow FactorFollow, limit int) (map[string][]FactorLink, error)
	// LinksInto returns the links with a direction whose target is a state of one of the
	// variables, by key, at most limit; more says that there were more.
	LinksInto(ctx context.Context, project string, variables []string, limit int) (links []FactorLink, more bool, err error)
}

// PathSearcher finds what lies between factors.
type PathSearcher interface {
	// ShortestFactorPath returns the links along one path of the fewest links from one of the
	// keys in From to one of those in To, up to Depth; none when there is no path, or when From
	// and To share a key, even an unknown one. Of several paths it is the first by [CompareTrails]; of parallel
	// links the first by [CompareFactorLinks].
	ShortestFactorPath(ctx context.Context, q FactorSearch) ([]Step, error)
	// FactorSubgraph returns every link that lies on a walk of at most Depth links from one of
	// the keys in From to one in To, by key; with an empty From or To, every link on a walk of
	// at most Depth links that begins in From or ends in To. At most Limit links; more says
	// that there were more: then it is the first by the length of the shortest walk through
	// the link, then by key. [FactorWalks] finds them for a store that can list the edges at
	// factors; it looks at no more than MaxLevel in one step, and says more beyond that too.
	FactorSubgraph(ctx context.Context, q FactorSearch) (links []FactorLink, more bool, err error)
}

// EvidenceReader reads the episodes behind links and counts them.
type EvidenceReader interface {
	// ListEvidence returns a page of the episodes that a link rests on or that speak against
	// it, in the order of their ids.
	ListEvidence(ctx context.Context, q EvidenceQuery) ([]Evidence, error)
	// CountEvidence returns how many there are, whatever the page.
	CountEvidence(ctx context.Context, q EvidenceQuery) (int, error)
	// CountPairs compares pairs of factors, in their order, over the episodes that began at
	// until or before; a zero until takes all, also those of unknown time.
	CountPairs(ctx context.Context, project string, pairs []Pair, until time.Time) ([]PairCounts, error)
	// CountSupports counts the episodes that state links, in the order of the keys, over the
	// episodes that began at until or before.
	CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]BasisCounts, error)
}

// StateReader reads which states of variables episodes record.
type StateReader interface {
	// StatesOf returns all factors that are states of some variables, by key. One statement,
	// however many.
	StatesOf(ctx context.Context, project string, variables []string) ([]Factor, error)
	// TellStates calls each once for every episode of the layer whose contribution was put by
	// a change of the graph after q.After, in no particular order, and returns what
	// [FactorStore.GetDerivation] says at that very moment: all is read at one moment. An error
	// of each ends it and is returned. It returns ErrProjectNotFound.
	TellStates(ctx context.Context, q StatesQuery, each func(Told) error) (Derivation, error)
}

// RuleReader reads what people decided and stated, and how far the layer is.
type RuleReader interface {
	// GetDerivation returns how far the layer of a project is. It returns ErrProjectNotFound.
	GetDerivation(ctx context.Context, project string) (Derivation, error)
	// GetRules returns what people decided. It returns ErrProjectNotFound.
	GetRules(ctx context.Context, project string) (Rules, error)
	// ListStatements returns a page of statements in the order of their ids.
	ListStatements(ctx context.Context, project string, page episodic.Page) ([]Statement, error)
	// CountStatements returns how many statements a project has.
	CountStatements(ctx context.Context, project string) (int, error)
}

// DerivationStore changes the factor layer, in transactions that hold the project's lock.
type DerivationStore interface {
	// ChangeFactors runs work in one transaction that holds the project's lock. It returns
	// ErrProjectNotFound when there is no such project and create is false; now is when a
	// created one was made.
	ChangeFactors(ctx context.Context, project string, create bool, now time.Time, work func(DerivationTx) error) error
	// ListUnderived returns up to limit projects with episodes whose contribution is to be
	// derived anew, or with statements that are not in the layer, by name.
	ListUnderived(ctx context.Context, limit int) ([]string, error)
	// DeriveSome derives the contributions of up to limit such episodes of a project anew, in
	// the order of their ids, in one transaction, and returns how many. 0 means that none is left.
	DeriveSome(ctx context.Context, project string, limit int) (int, error)
	// Underive removes the whole derived layer of a project in batches, but for what people
	// decided and stated, and marks all its episodes. Cut off, it can be repeated. It returns
	// ErrProjectNotFound.
	Underive(ctx context.Context, project string) error
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
	Kinds    []FactorKind
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
	// Bases wants links that have at least one of them, see [FactorLink.Bases].
	Bases []episodic.Basis
	// Least is the least number of episodes that state it.
	Least int
	// MinStrength is the least strength; links of unknown strength fall out.
	MinStrength             *float64
	Unmeasured, Unsupported *bool
	AmbiguousDirection      *bool
	// Shown wants what a rule shows, HiddenBy what it hides.
	Shown, HiddenBy ShowRule
	// Since wants links that were last seen at that time or later.
	Since time.Time
}

// FactorFollow says which links are followed, in full: no empty list.
type FactorFollow struct {
	Relations []episodic.Relation
	Bases     []episodic.Basis
	Shown     ShowRule
	// MinStrength is the least [FactorLink.Weight]; nil follows links of unknown strength too.
	MinStrength *float64
	// InTime follows only links whose source came before its target at least as often as
	// after it, where any order is known. Questions ask for none that correlate then.
	InTime bool
	// Until follows only links that were first seen at that time or before; zero does not ask.
	Until time.Time
}

// FactorSearch asks for what lies between factors. Keys are distinct; unknown ones are skipped.
type FactorSearch struct {
	Project  string
	From, To []string
	Depth    int
	Follow   FactorFollow
	Limit    int
}

// Step is one link of a path as it is walked: a link that correlates may be walked back.
type Step struct {
	Link FactorLink
	Back bool
}

// From is where the step begins.
func (s Step) From() Identity {
	if s.Back {
		return s.Link.Target
	}
	return s.Link.Source
}

// To is where the step ends.
func (s Step) To() Identity {
	if s.Back {
		return s.Link.Source
	}
	return s.Link.Target
}

// Pair names two factors to be compared.
type Pair struct {
	Source, Target Identity
	// SourceClosed and TargetClosed say that the variable is closed.
	SourceClosed, TargetClosed bool
}

// Cell is a place in the table of a pair: whether an episode has the source, and the target.
type Cell struct{ Source, Target bool }

// Evidence is one episode that speaks for or against a link.
type Evidence struct {
	Episode string
	// Seen is when it began; zero when unknown.
	Seen time.Time
	// Compared says that the episode tells the states of both variables; then Cell is its place
	// in the table.
	Compared bool
	Cell     Cell
	// Basis is the basis on which it states the link; empty when it does not.
	Basis episodic.Basis
}

// EvidenceQuery asks for the episodes in certain cells of a link's table.
type EvidenceQuery struct {
	Project string
	// Link is the key of the link, Pair its ends.
	Link string
	Pair Pair
	// Cells wants episodes in these cells. Stated wants also those that state the link, in
	// whatever cell.
	Cells  []Cell
	Stated bool
	// Until wants episodes that began at that time or before; zero takes all.
	Until time.Time
	// Page's cursor is the id of the episode.
	Page episodic.Page
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
