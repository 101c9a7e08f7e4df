package journal

import (
	"context"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
)

const (
	// lookEvery is how many commits go by between two looks at the log.
	lookEvery = 16
	// copyPages is how much of the log may not be in the file yet before it is copied in the background, in pages of 4 KiB.
	copyPages = 1_000
	// restartPages is the length of the log at which the writer copies the rest, so that the log begins again.
	restartPages = 4_000
)

// logState is what a checkpoint says of the log.
type logState struct {
	// busy says that readers or another checkpoint kept it from being completed.
	busy bool
	// pages is how many pages the log has, copied how many of them are in the file.
	pages, copied int64
}

// checkpoint runs a checkpoint: NOOP only looks, PASSIVE waits for nobody, TRUNCATE waits for readers and cuts the log to nothing.
func checkpoint(conn *sqlite.Conn, mode string) (l logState, err error) {
	err = sqlitex.Execute(conn, "PRAGMA wal_checkpoint("+mode+")", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		l = logState{busy: stmt.ColumnInt(0) != 0, pages: stmt.ColumnInt64(1), copied: stmt.ColumnInt64(2)}
		return nil
	}})
	return l, err
}

// tidy looks at the log after a commit. Most of it is copied into the file in the background; when the log has become long, the
// writer copies what is left, so that nothing is added meanwhile and the next commit begins the log again.
func (j *Journal) tidy(conn *sqlite.Conn) {
	if j.sinceLook++; j.sinceLook < lookEvery {
		return
	}
	j.sinceLook = 0
	log, err := checkpoint(conn, "NOOP")
	switch {
	case err != nil:
	case log.pages >= restartPages && log.pages-log.copied < copyPages:
		_, err = checkpoint(conn, "PASSIVE")
	case log.pages-log.copied >= copyPages:
		select {
		case j.copyDue <- struct{}{}:
		default: // it is asked for already
		}
	}
	if err != nil {
		j.guard.Note(err)
	}
}

// copyLog is the goroutine that copies the log into the file, until ctx ends.
func (j *Journal) copyLog(ctx context.Context, conns *sqlitefile.Pool) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.copyDue:
		}
		conn, err := conns.Take(ctx)
		if err != nil {
			continue
		}
		conn.SetInterrupt(nil)
		if _, err := checkpoint(conn, "PASSIVE"); err != nil {
			j.guard.Note(err)
		}
		conns.Put(conn)
	}
}
