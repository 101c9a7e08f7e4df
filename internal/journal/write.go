package journal

import (
	"errors"
	"fmt"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
)

// groupSize is the most calls that one commit takes.
const groupSize = 256

// Transactions, and the savepoint around each call of a group.
const (
	begin             = "BEGIN IMMEDIATE"
	commit            = "COMMIT"
	rollback          = "ROLLBACK"
	savepoint         = "SAVEPOINT one"
	releaseSavepoint  = "RELEASE one"
	rollbackSavepoint = "ROLLBACK TO one"
)

// write is the goroutine that writes, until the queue is closed and empty.
func (j *Journal) write(conn *sqlite.Conn) {
	for {
		group := j.queue.take(groupSize)
		switch {
		case len(group) == 0:
			return
		case group[0].alone != nil:
			group[0].done <- j.runAlone(conn, group[0])
		default:
			j.commitGroup(conn, group)
			j.tidy(conn)
		}
	}
}

func (j *Journal) runAlone(conn *sqlite.Conn, c *call) error {
	if err := j.guard.Trusted(); err != nil {
		return j.explain(err)
	}
	err := c.alone(conn)
	if err != nil {
		j.guard.Note(err)
	}
	return j.explain(err)
}

// commitGroup runs calls and commits them together. Each gets its result after the commit, also one that failed by itself:
// it may have met what another call of the group had written.
func (j *Journal) commitGroup(conn *sqlite.Conn, group []*call) {
	for len(group) > 0 {
		undone, err := j.tryGroup(conn, group)
		if err != nil {
			j.guard.Note(err)
			err = j.explain(err)
		}
		if undone >= 0 {
			group[undone].done <- err
			group = slices.Delete(group, undone, undone+1)
			continue
		}
		for _, c := range group {
			if err == nil && c.failed != nil {
				j.guard.Note(c.failed)
				c.done <- j.explain(c.failed)
				continue
			}
			c.done <- err
		}
		return
	}
}

// tryGroup runs calls in one transaction. If SQLite undid the whole transaction for one of them, it returns its place, and
// the others are to be run again; else a number below 0.
func (j *Journal) tryGroup(conn *sqlite.Conn, group []*call) (undone int, err error) {
	if err := j.guard.Trusted(); err != nil {
		return -1, err
	}
	if err := run(conn, begin); err != nil {
		return -1, err
	}
	var kept []*call
	for i, c := range group {
		if len(group) == 1 { // undone with the transaction
			c.change, c.failed = c.work(conn)
		} else {
			c.failed = c.runNested(conn)
		}
		switch {
		case c.failed == nil:
			kept = append(kept, c)
		case conn.AutocommitEnabled(): // SQLite took it back by itself
			return i, c.failed
		}
	}
	return -1, j.end(conn, kept)
}

// end commits the calls of a group and tells what they changed. It returns nil only if what was committed is in the files that
// the next start will find.
func (j *Journal) end(conn *sqlite.Conn, group []*call) error {
	ending := commit
	if len(group) == 0 {
		ending = rollback
	}
	err := run(conn, ending)
	if err != nil && !conn.AutocommitEnabled() {
		return errors.Join(err, run(conn, rollback))
	}
	if err != nil || len(group) == 0 {
		return err
	}
	if err := j.guard.Intact(); err != nil {
		return fmt.Errorf("what was just written may be lost: %w", err)
	}
	j.guard.Note(nil)
	var last int64
	for _, c := range group {
		last = max(last, c.change.last)
	}
	if last > 0 {
		j.commits.Acknowledge(uint32(last))
	}
	j.numbers.add(group)
	return nil
}

// runNested runs a call inside of the transaction of a group; if it fails, only what it did is undone.
func (c *call) runNested(conn *sqlite.Conn) error {
	if err := run(conn, savepoint); err != nil {
		return err
	}
	var err error
	c.change, err = c.work(conn)
	switch {
	case err == nil:
		return run(conn, releaseSavepoint)
	case conn.AutocommitEnabled(): // SQLite took it back by itself
		return err
	default:
		return errors.Join(err, run(conn, rollbackSavepoint), run(conn, releaseSavepoint))
	}
}

// run runs a statement without parameters or rows.
func run(conn *sqlite.Conn, text string) error {
	stmt, err := conn.Prepare(text)
	if err != nil {
		return err
	}
	_, err = stmt.Step()
	return errors.Join(err, stmt.Reset())
}

// setWriter makes a connection the one that writes: what it commits is on disk.
func setWriter(conn *sqlite.Conn) error {
	for _, text := range append(sqlitefile.Flush(),
		"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
		"PRAGMA secure_delete = ON", // what is purged must not stay in free pages
		"PRAGMA journal_size_limit = 16777216", "PRAGMA cache_size = -1024",
		"PRAGMA wal_autocheckpoint = 0", // the checkpoints of the journal do it
	) {
		if err := sqlitefile.Execute(conn, text); err != nil {
			return err
		}
	}
	return nil
}
