package sqlitestore

import (
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"zombiezen.com/go/sqlite"
)

//go:embed sql/commit/count_changed_rows.sql
var countChangedRows statement

// refuseLoss returns an error if the database ends before a commit that was acknowledged. kept is
// what [sqlitefile.Commits.Last] returned before the database was read.
func (s *Store) refuseLoss(conn *sqlite.Conn, kept uint32) error {
	have, err := commitOf(conn)
	if err != nil || kept == 0 || !sqlitefile.After(kept, have) {
		return err
	}
	path := s.options.Path
	return fmt.Errorf("open the store: the last %d commits of %s are missing: it ends with commit %d, and %d was acknowledged. "+
		"Its journal %s-wal is gone or was emptied, or the file is an older copy. Put back what belongs together; "+
		"to go on without these commits, remove %s", kept-have, path, have, kept, path, s.commits.Path())
}

// refuseNew returns an error if there was a database where a new one would be made. kept is
// what [sqlitefile.Commits.Last] returned before the database was looked for.
func (s *Store) refuseNew(kept uint32) error {
	path := s.options.Path
	if s.journaled() {
		return fmt.Errorf("open the store: %s is gone or empty, but its journal %s-wal is not; put the file back that belongs to it", path, path)
	}
	if kept > 0 {
		return fmt.Errorf("open the store: %s is gone or empty, and had %d commits; put it back, or remove %s to begin a new one", path, kept, s.commits.Path())
	}
	return nil
}

// commitOf returns the number of the last commit that a connection sees.
func commitOf(conn *sqlite.Conn) (uint32, error) {
	n, err := sqlitefile.Pragma(conn, "user_version", (*sqlite.Stmt).ColumnInt64)
	return uint32(n), err //nolint:gosec // SQLite keeps the 32 bits as a signed number
}

// numberCommit gives the transaction the next number if it changed anything; 0 if not.
func (t *tx) numberCommit() (uint32, error) {
	changed, err := t.changedRows()
	if err != nil || changed == t.changedBefore {
		return 0, err
	}
	n, err := commitOf(t.conn)
	if err != nil {
		return 0, err
	}
	if n++; n == 0 {
		n = 1
	}
	return n, sqlitefile.Execute(t.conn, fmt.Sprintf("PRAGMA user_version = %d", int32(n)))
}

// changedRows counts the rows that the connection has changed. It is part of every write and not observed.
func (t *tx) changedRows() (n int64, err error) {
	err = t.stream(countChangedRows, nil, func(r *row) { n = r.int64("changes") })
	return n, err
}
