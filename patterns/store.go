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
// project has no patterns. The interface is composed of roles; depend on the roles that you need.
//
// Every write of episodes updates the evidence in its transaction, by [evidence.Follow] with the
// contributions that it puts and the episodes that it deletes, and every change of the rules about
// factors by [evidence.FollowRules]. Stored times are whole microseconds in UTC.
type Store interface {
	Reader
	EvidenceReader
	Writer
}

// Reader reads patterns.
type Reader interface {
	// GetPatterns returns the patterns with the keys, in no particular order, without missing ones.
	// It takes one statement for any number of keys.
	GetPatterns(ctx context.Context, project string, keys []string) ([]Pattern, error)
	// ListPatterns returns a page; the cursor is [Order.Cursor] of its last item.
	ListPatterns(ctx context.Context, q Query) ([]Pattern, error)
	// CountPatterns returns how many patterns match, regardless of the page.
	CountPatterns(ctx context.Context, q Query) (int, error)
	// Indexed returns at most limit patterns of the given statuses that have one of the index
	// entries, see [Pattern.Entries], ordered by key; more reports that there were more.
	Indexed(ctx context.Context, project string, entries []string, statuses []Status, limit int) (found []Pattern, more bool, err error)
}

// EvidenceReader reads the evidence and the history of patterns and scans episodes for matching.
type EvidenceReader interface {
	// ListPatternEvidence returns a page ordered by episode id.
	ListPatternEvidence(ctx context.Context, q EvidenceQuery) ([]Evidence, error)
	// CountPatternEvidence returns how many rows match, regardless of the page.
	CountPatternEvidence(ctx context.Context, q EvidenceQuery) (int, error)
	// ScanApplications calls each once for every row of evidence with an application in the
	// project, in no particular order. It takes one statement.
	ScanApplications(ctx context.Context, project string, each func(Evidence) error) error
	// ScanEpisodes calls each once for every present episode of the layer, in no particular order,
	// with those of the given factors that it has. It returns what [layer.Reader.GetDerivation]
	// returns in the same snapshot, or ErrProjectNotFound.
	ScanEpisodes(ctx context.Context, project string, factors []string, each func(EpisodeStates) error) (layer.Derivation, error)
	// ListChanges returns a page of the history of a pattern, latest first; the cursor is the number.
	ListChanges(ctx context.Context, project, pattern string, page episodic.Page) ([]Change, error)
	// CountChanges returns the number of changes of a pattern.
	CountChanges(ctx context.Context, project, pattern string) (int, error)
}

// Writer changes patterns.
type Writer interface {
	// ChangePatterns runs work in one transaction that holds the project's lock. It returns
	// ErrProjectNotFound if the project does not exist and create is false; now is the creation time
	// of a project that it creates.
	ChangePatterns(ctx context.Context, project string, create bool, now time.Time, work func(Tx) error) error
}

// EpisodeStates is one episode in [EvidenceReader.ScanEpisodes].
type EpisodeStates struct {
	Episode string
	Seen    time.Time
	Outcome episodic.Outcome
	Errors  bool
	// States are valid only during the call that gets them.
	States []layer.ObservedState
}

// Tx accesses the patterns of one project in a transaction that holds the project's lock. It only
// stores; the domain decides what. Each call takes one statement for any number of rows.
type Tx interface {
	CatalogTx
	EvidenceTx
}

// CatalogTx accesses the patterns and their history in a transaction.
type CatalogTx interface {
	// Project is the name of the project.
	Project() string
	// Patterns returns the patterns with the keys, by key; all of the project if keys is nil.
	Patterns(keys []string) (map[string]Pattern, error)
	// PutPatterns inserts or replaces patterns with their [Pattern.Entries] and [Pattern.Watched].
	PutPatterns(patterns []Pattern) error
	// PutCounts writes only Counts and LastUsed of existing patterns.
	PutCounts(patterns []Pattern) error
	// RemovePatterns removes patterns with their evidence and history. It leaves the references of
	// other patterns to them; remove those first.
	RemovePatterns(keys []string) error
	// PutChanges appends to the histories.
	PutChanges(changes []Change) error
	// LastChanges returns the number of the last change of each pattern that has one.
	LastChanges(patterns []string) (map[string]int, error)
}

// EvidenceTx accesses the evidence of patterns and its sources in a transaction.
type EvidenceTx interface {
	// Rules returns the rules about factors.
	Rules() (contribution.Rules, error)
	// Watching returns the patterns, deprecated ones included, that watch one of the factors, by
	// key, see [Pattern.Watched]. Only Key, Matches, Rule, CountedFrom, Counts and LastUsed need be
	// filled.
	Watching(factors []string) (map[string]Pattern, error)
	// EvidenceIn returns all evidence in the episodes, EvidenceOf all evidence of the patterns, both
	// ordered by pattern and episode.
	EvidenceIn(episodes []string) ([]Evidence, error)
	EvidenceOf(patterns []string) ([]Evidence, error)
	// PutEvidence inserts or replaces evidence; its patterns and episodes exist.
	PutEvidence(evidence []Evidence) error
	RemoveEvidence(evidence []EvidenceKey) error
	// Observed returns the observations of some variables, ordered by episode id, in the present
	// episodes that have one of the factors; if episodes is not nil, in those of the named episodes
	// that are present.
	Observed(factors, episodes, variables []string) ([]Observed, error)
}

// EvidenceKey identifies the evidence of one pattern in one episode.
type EvidenceKey struct{ Pattern, Episode string }

// Order is the order of a list of patterns; ties are broken by key.
type Order string

// The orders.
const (
	OrderKey Order = "KEY"
	// OrderRate sorts by the rate, highest first; patterns without a trial come last.
	OrderRate Order = "RATE"
	// OrderRateAscending sorts by the rate, lowest first; patterns without a trial come last.
	OrderRateAscending Order = "RATE_ASCENDING"
	// OrderWilson sorts by the lower bound of Wilson's interval of the counts, highest first.
	OrderWilson Order = "WILSON"
	// OrderUpdated sorts by the time of the last change, latest first.
	OrderUpdated Order = "UPDATED"
)

// Query asks for a page of patterns.
type Query struct {
	Project string
	Filter  Filter
	Order   Order
	// Page's cursor is the [Order.Cursor] of a pattern.
	Page episodic.Page
}

// Filter narrows a list of patterns; empty and nil fields do not.
type Filter struct {
	// Text is a substring of the name, the trigger or the action, ignoring case.
	Text string
	// Trigger is a substring of the trigger, ignoring case.
	Trigger     string
	Categories  []Category
	Statuses    []Status
	Origins     []Origin
	AntiPattern *bool
	// MinRate and MaxRate bound the rate of the counts; they exclude patterns without a trial.
	MinRate, MaxRate *float64
	// MinTrials is the minimum number of trials with a known outcome.
	MinTrials int
	// Contested selects patterns with both successes and failures, false those without.
	Contested *bool
	// Episode selects patterns that have the episode as evidence.
	Episode string
}

// EvidenceQuery asks for a page of the evidence of a pattern.
type EvidenceQuery struct {
	Project, Pattern string
	// Verdicts narrows; empty takes all.
	Verdicts []Verdict
	// Since and Until bound the start of the episode unless zero; each excludes episodes of unknown
	// time.
	Since, Until time.Time
	// Counted selects evidence that is in the counts.
	Counted bool
	// Page's cursor is the episode id.
	Page episodic.Page
}
