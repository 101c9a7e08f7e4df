package patterns

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
)

// Store keeps patterns, their evidence and their history. Implementations are safe for concurrent
// use and return errors that wrap [episodic.ErrUnavailable] and [episodic.ErrTimeout]. An unknown
// project has no patterns. It is made of roles; a caller asks for the ones that it needs.
//
// Every write of episodes keeps the evidence up to date in its own transaction, by [evidence.Follow] with
// the contributions that it puts and the episodes that go, and every change of the rules of
// factors by [evidence.FollowRules]. Instants that are written are whole microseconds in UTC.
type Store interface {
	Reader
	EvidenceReader
	Writer
}

// Reader reads patterns.
type Reader interface {
	// GetPatterns returns the patterns of those keys, in no particular order; absent ones are
	// left out. One statement, however many.
	GetPatterns(ctx context.Context, project string, keys []string) ([]Pattern, error)
	// ListPatterns returns a page; its cursor is what [Order.Cursor] makes of its last item.
	ListPatterns(ctx context.Context, q Query) ([]Pattern, error)
	// CountPatterns returns how many match, whatever the page.
	CountPatterns(ctx context.Context, q Query) (int, error)
	// Indexed returns the patterns of some statuses that stand under one of the entries of the
	// index, see [Pattern.Entries], by key, at most limit; more says that there were more.
	Indexed(ctx context.Context, project string, entries []string, statuses []Status, limit int) (found []Pattern, more bool, err error)
}

// EvidenceReader reads the evidence and the history of patterns, and scans the episodes that patterns are held against.
type EvidenceReader interface {
	// ListPatternEvidence returns a page in the order of the ids of the episodes.
	ListPatternEvidence(ctx context.Context, q EvidenceQuery) ([]Evidence, error)
	// CountPatternEvidence returns how many match, whatever the page.
	CountPatternEvidence(ctx context.Context, q EvidenceQuery) (int, error)
	// ScanApplications calls each once for every evidence of the project that has an application,
	// in no particular order. One statement.
	ScanApplications(ctx context.Context, project string, each func(Evidence) error) error
	// ScanEpisodes calls each once for every present episode of the layer, in no particular order:
	// when it began, how it ended, and which of some factors it has. It returns what
	// [layer.Reader.GetDerivation] says at that very moment, and ErrProjectNotFound.
	ScanEpisodes(ctx context.Context, project string, factors []string, each func(EpisodeStates) error) (layer.Derivation, error)
	// ListChanges returns a page of the history of a pattern, latest first; its cursor is the number.
	ListChanges(ctx context.Context, project, pattern string, page episodic.Page) ([]Change, error)
	// CountChanges returns how many changes a pattern had.
	CountChanges(ctx context.Context, project, pattern string) (int, error)
}

// Writer changes patterns.
type Writer interface {
	// ChangePatterns runs work in one transaction that holds the project's lock. It returns
	// ErrProjectNotFound when there is no such project and create is false; now is when a created
	// one was made.
	ChangePatterns(ctx context.Context, project string, create bool, now time.Time, work func(Tx) error) error
}

// EpisodeStates is what [Store.TellEpisodes] tells of one episode.
type EpisodeStates struct {
	Episode string
	Seen    time.Time
	Outcome episodic.Outcome
	Errors  bool
	// States are overwritten after the call that they are given to.
	States []layer.ObservedState
}

// Tx is the patterns of one project as one transaction sees them while it holds the project's
// lock. It only keeps; what is kept is decided here. One statement a call, however many rows. It
// is made of roles.
type Tx interface {
	CatalogTx
	EvidenceTx
}

// CatalogTx is the patterns and their history, in a transaction.
type CatalogTx interface {
	// Project is the name of the project.
	Project() string
	// Patterns returns those of these keys, by key; all of the project when keys is nil.
	Patterns(keys []string) (map[string]Pattern, error)
	// PutPatterns writes patterns as they are given, new or not, with what they are found by:
	// [Pattern.Entries] and [Pattern.Watched].
	PutPatterns(patterns []Pattern) error
	// PutCounts writes Counts and LastUsed of patterns that are there and nothing else.
	PutCounts(patterns []Pattern) error
	// RemovePatterns removes patterns with their evidence and their history. What others say of
	// them stays as it is: it is taken out before.
	RemovePatterns(keys []string) error
	// PutChanges adds to the histories.
	PutChanges(changes []Change) error
	// LastChanges returns the number of the last change of each pattern; absent without one.
	LastChanges(patterns []string) (map[string]int, error)
}

// EvidenceTx is the evidence of patterns and what it is made from, in a transaction.
type EvidenceTx interface {
	// Rules returns what people decided about the factors.
	Rules() (contribution.Rules, error)
	// Watching returns the patterns that watch one of the factors, by key, see [Pattern.Watched]:
	// only Key, Matches, Rule, CountedFrom, Counts and LastUsed need be filled. Deprecated ones are
	// among them.
	Watching(factors []string) (map[string]Pattern, error)
	// EvidenceIn returns all evidence of some episodes, EvidenceOf all of some patterns, by
	// pattern and episode.
	EvidenceIn(episodes []string) ([]Evidence, error)
	EvidenceOf(patterns []string) ([]Evidence, error)
	// PutEvidence writes evidence as it is given, new or not; pattern and episode are there.
	PutEvidence(evidence []Evidence) error
	RemoveEvidence(evidence []EvidenceKey) error
	// Observed returns what present episodes tell of some variables, by the id of the episode:
	// the episodes that have one of the factors; but of those named, which may be absent, when
	// episodes is not nil.
	Observed(factors, episodes, variables []string) ([]Observed, error)
}

// EvidenceKey names the evidence of one pattern in one episode.
type EvidenceKey struct{ Pattern, Episode string }

// Order is how a list of patterns is ordered; ties by key.
type Order string

// The orders.
const (
	OrderKey Order = "KEY"
	// OrderRate is by the rate, greatest first; patterns without a trial come last.
	OrderRate Order = "RATE"
	// OrderRateAscending is by the rate, least first; patterns without a trial come last.
	OrderRateAscending Order = "RATE_ASCENDING"
	// OrderWilson is by the lower bound of Wilson's interval of the counts, greatest first.
	OrderWilson Order = "WILSON"
	// OrderUpdated is by the time of the last change, latest first.
	OrderUpdated Order = "UPDATED"
)

// Query asks for a page of patterns.
type Query struct {
	Project string
	Filter  Filter
	Order   Order
	// Page's cursor is what [Order.Cursor] makes of a pattern.
	Page episodic.Page
}

// Filter narrows a list of patterns; what is empty or nil does not.
type Filter struct {
	// Text is part of the name, the trigger or the action, in any case.
	Text string
	// Trigger is part of the trigger, in any case.
	Trigger     string
	Categories  []Category
	Statuses    []Status
	Origins     []Origin
	AntiPattern *bool
	// MinRate and MaxRate bound the rate of the counts; patterns without a trial fall out.
	MinRate, MaxRate *float64
	// MinTrials is the least number of trials with a known outcome.
	MinTrials int
	// Contested wants patterns that count both successes and failures.
	Contested *bool
	// Episode wants patterns of which the episode is evidence.
	Episode string
}

// EvidenceQuery asks for a page of the evidence of a pattern.
type EvidenceQuery struct {
	Project, Pattern string
	// Verdicts narrows; empty takes all.
	Verdicts []Verdict
	// Since and Until bound when the episode began; zero does not. Episodes of unknown time fall
	// out of either.
	Since, Until time.Time
	// Counted wants evidence that is in the counts.
	Counted bool
	// Page's cursor is the id of the episode.
	Page episodic.Page
}
