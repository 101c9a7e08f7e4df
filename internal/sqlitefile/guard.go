package sqlitefile

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"zombiezen.com/go/sqlite"
)

// ErrDisplaced means that the open files are not those that the next start will find.
var ErrDisplaced = errors.New("it was removed, renamed or replaced while it is in use")

// ErrUnsynced means that the drive failed to keep a commit, so that nobody knows what of it is on disk.
// Another attempt proves nothing: the system may take what was not kept for written.
var ErrUnsynced = errors.New("nothing more is written until causeway is stopped and started again, because the drive failed to keep what it was given")

// Guard watches over the files that are open. SQLite does not notice when they are removed or
// renamed: it goes on in files that nobody finds again. It is safe for concurrent use.
type Guard struct {
	path string

	mu sync.Mutex
	// held are the open files by the end of their names; nil before the first is open.
	held map[string]os.FileInfo
	// failed is why the last write failed, if the files or the drive are the reason.
	failed error
	// unsynced wraps ErrUnsynced once the drive failed to keep a commit.
	unsynced error
}

// NewGuard returns a Guard of the file at path, which holds nothing yet.
func NewGuard(path string) *Guard { return &Guard{path: path} }

// Hold remembers the files that are open now.
func (g *Guard) Hold() error {
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

// Intact returns an error that wraps ErrDisplaced unless every open file still has its name.
func (g *Guard) Intact() error {
	g.mu.Lock()
	held := g.held
	g.mu.Unlock()
	for end, was := range held {
		is, err := os.Stat(g.path + end)
		if err != nil || !os.SameFile(was, is) {
			return fmt.Errorf("%s: %w; what is not in the file %s is lost when causeway ends, except by an orderly stop "+
				"(causeway down) with that file in place: put it back, or stop causeway and start it again", g.path+end, ErrDisplaced, g.path)
		}
	}
	return nil
}

// Trusted returns an error unless every open file still has its name and the drive has kept every
// commit.
func (g *Guard) Trusted() error {
	g.mu.Lock()
	unsynced := g.unsynced
	g.mu.Unlock()
	if unsynced != nil {
		return unsynced
	}
	return g.Intact()
}

// Note remembers how a write ended.
func (g *Guard) Note(err error) {
	if err != nil && Reason(err) == "" {
		return // not the fault of the files
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failed = err
	if g.unsynced == nil && NotSynced(err) {
		g.unsynced = fmt.Errorf("%w: %w", ErrUnsynced, err)
	}
}

// NotSynced reports whether an error says that a sync failed.
func NotSynced(err error) bool {
	code := sqlite.ErrCode(err)
	return code == sqlite.ResultIOErrFsync || code == sqlite.ResultIOErrDirFsync
}

// LastFailure returns why the last write failed, or nil if it did not.
func (g *Guard) LastFailure() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failed
}

// Reason says in words for callers, without a path, why the file cannot be used; empty if the
// error has another cause.
func Reason(err error) string {
	if errors.Is(err, ErrDisplaced) {
		return "a file of the memory was removed, renamed or replaced while it is in use"
	}
	if NotSynced(err) {
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
