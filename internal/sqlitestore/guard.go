package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"
)

// errDisplaced means that the open files are not those that the next start will find.
var errDisplaced = errors.New("it was removed, renamed or replaced while it is in use")

// errUnsynced means that the drive failed to keep a commit, so that nobody knows what of it is on disk.
// Another attempt proves nothing: the system may take what was not kept for written.
var errUnsynced = errors.New("nothing more is written until causeway is stopped and started again, because the drive failed to keep what it was given")

// guard watches over the files that are open. SQLite does not notice when they are removed or
// renamed: it goes on in files that nobody finds again. It is safe for concurrent use.
type guard struct {
	path string

	mu sync.Mutex
	// held are the open files by the end of their names; nil before the first is open.
	held map[string]os.FileInfo
	// failed is why the last write failed, if the files or the drive are the reason.
	failed error
	// unsynced wraps errUnsynced once the drive failed to keep a commit.
	unsynced error
}

// hold remembers the files that are open now.
func (g *guard) hold() error {
	held := map[string]os.FileInfo{}
	for _, end := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(g.path + end)
		if err != nil {
			return err
		}
		held[end] = info
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held = held
	return nil
}

// intact returns an error that wraps errDisplaced unless every open file still has its name.
func (g *guard) intact() error {
	g.mu.Lock()
	held := g.held
	g.mu.Unlock()
	for end, was := range held {
		is, err := os.Stat(g.path + end)
		if err != nil || !os.SameFile(was, is) {
			return fmt.Errorf("%s: %w; what is not in the file %s is lost when causeway ends, except by an orderly stop "+
				"(causeway down) with that file in place: put it back, or stop causeway and start it again", g.path+end, errDisplaced, g.path)
		}
	}
	return nil
}

// trusted returns an error unless every open file still has its name and the drive has kept every
// commit.
func (g *guard) trusted() error {
	g.mu.Lock()
	unsynced := g.unsynced
	g.mu.Unlock()
	if unsynced != nil {
		return unsynced
	}
	return g.intact()
}

// note remembers how a write ended.
func (g *guard) note(err error) {
	if err != nil && reason(err) == "" {
		return // not the fault of the files
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failed = err
	if g.unsynced == nil && notSynced(err) {
		g.unsynced = fmt.Errorf("%w: %w", errUnsynced, err)
	}
}

// notSynced reports whether an error says that a sync failed.
func notSynced(err error) bool {
	code := sqlite.ErrCode(err)
	return code == sqlite.ResultIOErrFsync || code == sqlite.ResultIOErrDirFsync
}

// lastFailure returns why the last write failed, or nil if it did not.
func (g *guard) lastFailure() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failed
}

// reason says in words for callers, without a path, why the file cannot be used; empty if the
// error has another cause.
func reason(err error) string {
	if errors.Is(err, errDisplaced) {
		return "a file of the memory was removed, renamed or replaced while it is in use"
	}
	if notSynced(err) {
		return "the drive failed to keep what was written; look at the drive, then stop causeway and start it again"
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull:
		return "no space is left for the memory"
	case sqlite.ResultReadOnly:
		return "the file of the memory can only be read"
	case sqlite.ResultIOErr:
		return "the drive reports an input or output error"
	case sqlite.ResultCantOpen:
		return "the file of the memory cannot be opened"
	case sqlite.ResultCorrupt, sqlite.ResultNotADB:
		return "the file of the memory is damaged"
	default:
		return ""
	}
}

// probeSize is how much a look for whether a failing file can be written again writes, in bytes.
const probeSize = 256 << 10

// writable returns nil if the files are in their places and the last write did not fail because
// of them. After such a failure it writes something and removes it again, unless the drive failed to
// keep a commit.
func (s *Store) writable(ctx context.Context) error {
	if err := s.guard.trusted(); err != nil {
		return s.explain(ctx, err)
	}
	if s.guard.lastFailure() == nil {
		return nil
	}
	key, err := uuid.NewRandom()
	if err != nil {
		return fmt.Errorf("name a probe: %w", err)
	}
	id, now := ledger.ID{Kind: "probe", Key: key.String()}, time.Now()
	err = s.AddEntry(ctx, ledger.Entry{ID: id, Data: make([]byte, probeSize), CreatedAt: now, ExpiresAt: now})
	if err == nil {
		err = s.RemoveEntry(ctx, id, 1)
	}
	return err
}
