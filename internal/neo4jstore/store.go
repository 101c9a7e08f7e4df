package neo4jstore

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"golang.org/x/sync/semaphore"
)

var (
	_ episodic.Store = (*Store)(nil)
	_ trace.Store    = (*Store)(nil)
	_ derive.Store   = (*Store)(nil)
	_ patterns.Store = (*Store)(nil)

	_ episodic.Fallback = (*Store)(nil)
)

// How long the driver tries before a server that does not answer is reported.
const (
	retryTime   = 5 * time.Second
	connectTime = 3 * time.Second
)

// DefaultTimeout is the time limit of a transaction when Options name none.
const DefaultTimeout = 15 * time.Second

// Options say how to reach Neo4j.
type Options struct {
	// URI is a bolt:// or neo4j:// address, taken as given.
	URI string
	// User and Password authenticate; an empty User means a server without authentication.
	User, Password string
	// Database is the name of the database; empty means "neo4j".
	Database string
	// Timeout ends a transaction on the server; 0 means DefaultTimeout. An earlier
	// deadline of a call's context holds.
	Timeout time.Duration
	// OnStatement, when set, is called for every statement that was sent, with the context of
	// the call that it belongs to. It must be safe for concurrent use.
	OnStatement func(ctx context.Context, name string, took time.Duration, err error)
	// OnDerive, when set, is called whenever factors were derived, inside a write of episodes or in
	// the background. It must be safe for concurrent use.
	OnDerive func(ctx context.Context, took time.Duration, err error)
	// Guarded refuses everything with an [episodic.ErrUnavailable] until [Store.Migrate] has succeeded.
	Guarded bool
	// RequestID, when set, names the request that a context belongs to; the server shows
	// it with the transaction.
	RequestID func(ctx context.Context) string
}

// Store is Neo4j as the store of both domains. It is safe for concurrent use.
type Store struct {
	driver neo4j.DriverWithContext
	// bookmarks are nil on a single server, see [bookmarksOf].
	bookmarks neo4j.BookmarkManager
	options   Options
	schema    schemaSet
	// reading limits how many reads go to the server at once, chores how many of causeway's own.
	reading, chores *semaphore.Weighted
	// counting are the reads that count links first.
	counting *precedence
	// few is the most episodes that are all looked at because they have what a filter asks for.
	few int
	// narrow is the most episodes that record a variable whose episodes are looked at one by one when pairs are compared.
	narrow int
	// migrated says that the schema is known to be up to date; ahead is set on a store that asks before that.
	migrated *atomic.Bool
	ahead    bool
}

// mostReads is how many reads are with the server at once; others wait in line. Some dozens keep
// its processors busy, and hundreds would only take them, and connections, from writers, which
// hold the lock of their project for as long as the server makes them wait.
const mostReads = 32

// mostChores is how many reads are with the server at once that say how causeway itself is doing:
// they must not wait behind those of callers.
const mostChores = 4

// Open returns a Store. It does not connect: [Store.Migrate] is the first call that does.
// The caller closes it.
func Open(o Options) (*Store, error) {
	if o.Database == "" {
		o.Database = "neo4j"
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	token := neo4j.NoAuth()
	if o.User != "" {
		token = neo4j.BasicAuth(o.User, o.Password, "")
	}
	driver, err := neo4j.NewDriverWithContext(o.URI, token, configure)
	if err != nil {
		return nil, fmt.Errorf("open neo4j at %q (setting neo4j.uri): %w", o.URI, err)
	}
	return &Store{
		driver:    driver,
		bookmarks: bookmarksOf(o.URI),
		options:   o,
		schema:    ownSchema(),
		reading:   semaphore.NewWeighted(mostReads),
		chores:    semaphore.NewWeighted(mostChores),
		counting:  newPrecedence(),
		few:       fewEpisodes,
		narrow:    narrowVariable,
		migrated:  &atomic.Bool{},
	}, nil
}

// bookmarksOf makes reads wait until what was written is where they read. A bolt:// address is one server, which shows what it has
// committed at once. There a bookmark would make every read after a small write wait for the large one that commits beside it.
func bookmarksOf(uri string) neo4j.BookmarkManager {
	if strings.HasPrefix(uri, "bolt") {
		return nil
	}
	return neo4j.NewBookmarkManager(neo4j.BookmarkManagerConfig{})
}

func configure(c *config.Config) {
	c.MaxTransactionRetryTime = retryTime
	c.SocketConnectTimeout = connectTime
	c.ConnectionAcquisitionTimeout = retryTime
	c.TelemetryDisabled = true
	c.UserAgent = "causeway"
}

// apart is the same store for chores.
func (s *Store) apart() *Store {
	other := *s
	other.reading = s.chores
	return &other
}

// Close lets the connections go. The Store is of no use afterwards.
func (s *Store) Close(ctx context.Context) error {
	if err := s.driver.Close(ctx); err != nil {
		return fmt.Errorf("close neo4j: %w", err)
	}
	return nil
}
