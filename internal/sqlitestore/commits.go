package sqlitestore

import (
	_ "embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"zombiezen.com/go/sqlite"
)

//go:embed sql/commit/count_changed_rows.sql
var countChangedRows statement

// commitsEnd is the end of the name of the file that counts commits.
const commitsEnd = "-commits"

// commitsForm is the content of that file: a number and its check.
const commitsForm = "causeway commits %010d %08x\n"

// commits keeps the number of the last acknowledged commit in a small file beside the database. The
// database has the same number in its header (user_version), as part of each commit, so a database
// with a smaller one has lost its journal. The number is written here once the commit is on disk
// and never waits for the drive itself: after a loss of power it may be too small, which hides a
// loss, but never too large, which would invent one. The zero value with a path can be used; it is
// safe for concurrent use.
type commits struct {
	path string

	mu   sync.Mutex
	file *os.File
}

// after reports whether commit a comes after commit b. Numbers start again after the greatest.
func after(a, b uint32) bool { return int32(a-b) > 0 } //nolint:gosec // the sign is the answer

// last returns the number that is kept, or 0 without a sound file.
func (c *commits) last() uint32 {
	text, err := os.ReadFile(c.path)
	if err != nil {
		return 0
	}
	number, known := parseCommits(text)
	if !known {
		return 0
	}
	return number
}

func parseCommits(text []byte) (number uint32, known bool) {
	var sum uint32
	if _, err := fmt.Sscanf(string(text), commitsForm, &number, &sum); err != nil {
		return 0, false
	}
	return number, sum == checkCommits(number)
}

func checkCommits(number uint32) uint32 {
	return crc32.ChecksumIEEE(fmt.Appendf(nil, "%010d", number))
}

// open returns the file, which it creates if it is missing.
func (c *commits) open() (*os.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file != nil {
		return c.file, nil
	}
	file, err := os.OpenFile(c.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	c.file = file
	return file, nil
}

// acknowledge keeps a number unless another process has kept a later one. A failure is no reason
// to refuse the commit, which is on disk: the number is only less useful then.
func (c *commits) acknowledge(number uint32) {
	file, err := c.open()
	if err != nil {
		return
	}
	text := make([]byte, 64)
	n, err := file.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return
	}
	if kept, known := parseCommits(text[:n]); known && !after(number, kept) {
		return
	}
	_, _ = file.WriteAt(fmt.Appendf(nil, commitsForm, number, checkCommits(number)), 0)
}

func (c *commits) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return nil
	}
	file := c.file
	c.file = nil
	return file.Close()
}

// refuseLoss returns an error if the database ends before a commit that was acknowledged. kept is
// what [commits.last] returned before the database was read.
func (s *Store) refuseLoss(conn *sqlite.Conn, kept uint32) error {
	have, err := commitOf(conn)
	if err != nil || kept == 0 || !after(kept, have) {
		return err
	}
	path := s.options.Path
	return fmt.Errorf("open the store: the last %d commits of %s are missing: it ends with commit %d, and %d was acknowledged. "+
		"Its journal %s-wal is gone or was emptied, or the file is an older copy. Put back what belongs together; "+
		"to go on without these commits, remove %s", kept-have, path, have, kept, path, s.commits.path)
}

// refuseNew returns an error if there was a database where a new one would be made. kept is
// what [commits.last] returned before the database was looked for.
func (s *Store) refuseNew(kept uint32) error {
	path := s.options.Path
	if s.journaled() {
		return fmt.Errorf("open the store: %s is gone or empty, but its journal %s-wal is not; put the file back that belongs to it", path, path)
	}
	if kept > 0 {
		return fmt.Errorf("open the store: %s is gone or empty, and had %d commits; put it back, or remove %s to begin a new one", path, kept, s.commits.path)
	}
	return nil
}

// commitOf returns the number of the last commit that a connection sees.
func commitOf(conn *sqlite.Conn) (uint32, error) {
	n, err := pragma(conn, "user_version", (*sqlite.Stmt).ColumnInt64)
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
	return n, execute(t.conn, fmt.Sprintf("PRAGMA user_version = %d", int32(n)))
}

// changedRows counts the rows that the connection has changed. It is part of every write and not observed.
func (t *tx) changedRows() (n int64, err error) {
	err = t.stream(countChangedRows, nil, func(r *row) { n = r.int64("changes") })
	return n, err
}
