package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"zombiezen.com/go/sqlite"
)

// applicationID marks the file as a store of causeway ("cwy1").
const applicationID = 0x63777931

// leastPage is the size of the smallest page that SQLite knows, in bytes.
const leastPage = 512

// openFile makes sure that the file is a sound store that can be written, or makes it one
// when it is new. What is there and is none is left as it is.
func (s *Store) openFile() error {
	path, kept := s.options.Path, s.commits.Last()
	info, err := os.Stat(path)
	switch {
	case path == "":
		return errors.New("open the store: no file is named")
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("open the store: its folder cannot be made: %w", err)
		}
	case err != nil:
		return fmt.Errorf("open the store: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("open the store: %s is no file", path)
	case info.Size() > 0 && info.Size() < leastPage:
		return fmt.Errorf("open the store: %s is too short for a SQLite database", path)
	}
	isNew := err != nil || info.Size() == 0
	if isNew {
		err = s.create(kept)
	} else {
		err = s.recognise()
	}
	if err != nil {
		return err
	}
	// The last connection that is closed in order leaves no journal.
	return s.begin(kept, !isNew && s.journaled())
}

// create makes a new file unless one was there before.
func (s *Store) create(kept uint32) error {
	if err := s.refuseNew(kept); err != nil {
		return err
	}
	err := checksumvfs.Create(s.options.Path, applicationID)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("open the store: %s cannot be written: %w", s.options.Path, err)
	}
	return err
}

// journaled reports whether there are changes beside the file that are not in it yet.
func (s *Store) journaled() bool {
	info, err := os.Stat(s.options.Path + "-wal")
	return err == nil && info.Size() > 0
}

// recognise reads the beginning of the file without a lock and without changing anything.
// SQLite does it: closing a file that was opened otherwise would drop the locks that
// another Store of this process may hold on it.
func (s *Store) recognise() error {
	conn, err := checksumvfs.Open(s.options.Path, sqlite.OpenReadOnly, "immutable=1")
	if err != nil {
		return s.refuse(err)
	}
	defer conn.Close()
	id, err := sqlitefile.Pragma(conn, "application_id", (*sqlite.Stmt).ColumnInt)
	if code := sqlite.ErrCode(err).ToPrimary(); (code == sqlite.ResultCorrupt || code == sqlite.ResultNotADB) && s.journaled() {
		return nil // parts of the file, even its beginning, may be in the journal
	}
	if err != nil {
		return s.refuse(err)
	}
	if id != applicationID {
		return fmt.Errorf("open the store: %s is a SQLite database of another application; name another file", s.options.Path)
	}
	return nil
}

// begin opens the connection that writes, begins and gives up a write, so that a file that
// cannot be written is known, and looks for commits that are missing. kept is the number of the last
// one that was acknowledged. If the file was not closed in order, or another process uses it, begin
// writes the journal once more and looks for damage.
func (s *Store) begin(kept uint32, unclean bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.options.Timeout)
	defer cancel()
	conn, err := s.writers.Take(ctx)
	if err != nil {
		return s.refuse(err)
	}
	defer s.writers.Put(conn)
	t := &tx{ctx: ctx, store: s, conn: conn}
	if err = t.run(beginWrite); err == nil {
		if unclean {
			// What can be read of the journal was perhaps never written by the drive: an answer must not rest on that.
			// While this write is open nobody else writes to the journal.
			err = checksumvfs.RewriteLog(s.options.Path + "-wal")
		}
		err = errors.Join(err, t.run(rollback))
	}
	if err == nil && unclean {
		conn.SetInterrupt(nil) // the larger the file, the longer this takes
		err = t.findDamage()
	}
	if err != nil {
		return s.refuse(err)
	}
	if err := s.refuseLoss(conn, kept); err != nil {
		return err
	}
	if err := s.guard.Hold(); err != nil {
		return s.refuse(err)
	}
	return nil
}

// setWriter makes a connection one that writes: what it commits is on disk.
func setWriter(ctx context.Context, conn *sqlite.Conn) error {
	for _, text := range append(sqlitefile.Flush(),
		"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON",
		"PRAGMA secure_delete = ON", // what is purged must not stay in free pages
		"PRAGMA journal_size_limit = 67108864", "PRAGMA cache_size = -16384",
		"PRAGMA wal_autocheckpoint = 0", // a checkpointer does it
	) {
		err := sqlitefile.Execute(conn, text)
		for sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy && ctx.Err() == nil {
			// The change to WAL does not wait for others by itself, and SQLite gives no signal when the
			// lock is free. Only the opening of a file that another process opens at this moment waits.
			time.Sleep(10 * time.Millisecond)
			err = sqlitefile.Execute(conn, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// connectWriter opens the connection that writes. It marks a file that somebody left empty before
// anything else can be in it.
func (s *Store) connectWriter(ctx context.Context) (*sqlite.Conn, error) {
	conn, err := checksumvfs.Open(s.options.Path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	conn.SetInterrupt(ctx.Done())
	id, err := sqlitefile.Pragma(conn, "application_id", (*sqlite.Stmt).ColumnInt)
	if err == nil && id == 0 {
		err = sqlitefile.Execute(conn, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
		err = errors.Join(err, os.Chmod(s.options.Path, 0o600)) // what agents did is nobody else's business
	}
	if err == nil {
		err = setWriter(ctx, conn)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

func (s *Store) connectReader(ctx context.Context) (*sqlite.Conn, error) {
	return sqlitefile.OpenReader(ctx, s.guard, 8192, func() (*sqlite.Conn, error) {
		return checksumvfs.Open(s.options.Path, sqlite.OpenReadWrite)
	})
}
