package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/postings"
	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"github.com/causeway-memory/causeway/patterns"
	"zombiezen.com/go/sqlite"
)

var (
	_ episodic.Store = (*Store)(nil)
	_ trace.Store    = (*Store)(nil)
	_ derive.Store   = (*Store)(nil)
	_ patterns.Store = (*Store)(nil)
)

// DefaultTimeout is the time limit of a call when Options name none.
const DefaultTimeout = 15 * time.Second

// readerCount is how many calls read at once.
const readerCount = 8

// Options say which file holds the store.
type Options struct {
	// Path is the path of the file; the file and its folder are created if they are missing.
	Path string
	// Timeout ends a call, waiting for other writers included; 0 means DefaultTimeout. An
	// earlier deadline of a call's context holds.
	Timeout time.Duration
	// OnStatement, when set, is called for every statement that was run, with the context of the
	// call that it belongs to. It must be safe for concurrent use.
	OnStatement func(ctx context.Context, name string, took time.Duration, err error)
	// OnDerive, when set, is called whenever factors were derived, inside a write of episodes or in
	// the background. It must be safe for concurrent use.
	OnDerive func(ctx context.Context, took time.Duration, err error)
}

// Store is a SQLite file as the store of both domains. It is safe for concurrent use.
type Store struct {
	options          Options
	readers, writers *sqlitefile.Pool
	queue            writeQueue
	schema           fs.FS
	packer           packer
	vectors          *vectorMemory
	tables           *tableMemory
	wiping           wiping
	guard            *sqlitefile.Guard
	commits          *sqlitefile.Commits
	checkpointer     *checkpointer
	ranker           postings.Ranker
	sizes            wordSizes
	turn             turn
	// purging are the names of the projects that are being purged: to derive them would be work
	// for nothing.
	purging sync.Map
	// deferred is about how much waits to be derived.
	deferred deferredWeights
	// damage is what [Store.CheckFile] found.
	damage atomic.Pointer[error]
}

// Open returns a Store of the file, which it creates when there is none. It refuses, with
// one sentence that says why, a file that it cannot write and one that is not its own, and
// leaves them as they are. The caller closes the Store and calls [Store.Migrate] first.
func Open(o Options) (*Store, error) { return open(o, sqlite.VersionNumber) }

// open is Open with a SQLite of that number.
func open(o Options, library int) (*Store, error) {
	if err := checkLibrary(library); err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	s := &Store{options: o, schema: ownSchema(), vectors: newVectorMemory(), tables: newTableMemory(), guard: sqlitefile.NewGuard(o.Path), sizes: ordinarySizes(), commits: sqlitefile.NewCommits(o.Path)}
	s.turn.commits = s.commits
	s.readers, s.writers = sqlitefile.NewPool(readerCount, s.connectReader), sqlitefile.NewPool(1, s.connectWriter)
	s.checkpointer = startCheckpointer(s)
	s.wiping.owed.Store(s.journaled()) // a process that was killed after a purge may have left it
	if err := s.openFile(); err != nil {
		return nil, errors.Join(err, s.Close(context.Background()))
	}
	return s, nil
}

// Tend does what an earlier call left to do, and returns an error while the file cannot be
// written. The application calls it every few seconds.
func (s *Store) Tend(ctx context.Context) error {
	if err := s.writable(ctx); err != nil {
		return err
	}
	s.wipeAgain(ctx, wipeAgainTime)
	return nil
}

// Close waits for the calls that are in progress and closes the file. The Store is of no use
// afterwards.
func (s *Store) Close(context.Context) error {
	s.vectors.forget(func(episodic.IndexGeneration) bool { return true })
	if err := errors.Join(s.checkpointer.close(), s.readers.Close(), s.writers.Close(), s.commits.Close()); err != nil {
		return fmt.Errorf("close %s: %w", s.options.Path, err)
	}
	return nil
}
