package sqlitestore

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Lengths of the journal, in pages of 4 KiB.
const (
	// checkpointPages is how much of the journal may not be in the file yet.
	checkpointPages = 1_000
	// restartPages is the length at which the journal is begun again from its start, for which
	// writers wait. It is what journal_size_limit leaves of it.
	restartPages = 16_384
	// restartAgainPages is how much longer it may become before that is tried again.
	restartAgainPages = 4_096
)

// restartTime is how long one such attempt waits for readers, and writers for it.
const restartTime = time.Second

// checkpointer writes what was committed from the journal into the file, in a goroutine of its own, so
// that no commit waits for it. While others write all the time SQLite never begins the journal again by
// itself; when it has become long, the checkpointer makes writers wait for that.
type checkpointer struct {
	store *Store
	conns *sqlitefile.Pool
	// due has a value when there is something to do.
	due chan struct{}
	// restartAt is the length at which the journal is begun again, in pages.
	restartAt atomic.Int64
	// working is held during a checkpoint: SQLite refuses a second one.
	working sync.Mutex
	// stop ends the goroutine, which closes done.
	stop context.CancelFunc
	done chan struct{}
}

// startCheckpointer starts the goroutine, which close ends.
func startCheckpointer(s *Store) *checkpointer {
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpointer{store: s, conns: sqlitefile.NewPool(1, s.connectReader), due: make(chan struct{}, 1), stop: stop, done: make(chan struct{})}
	c.restartAt.Store(restartPages)
	go func() {
		defer close(c.done)
		for {
			select {
			case <-c.due:
				c.work(ctx)
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// close ends the goroutine and closes its connection.
func (c *checkpointer) close() error {
	c.stop()
	<-c.done
	return c.conns.Close()
}

// look asks for a checkpoint if the journal that conn has just written to needs one.
func (c *checkpointer) look(conn *sqlite.Conn) {
	j, err := checkpoint(conn, "NOOP")
	if err != nil || j.pages-j.copied < checkpointPages && j.pages < c.restartAt.Load() {
		return
	}
	select {
	case c.due <- struct{}{}:
	default: // it is asked for already
	}
}

// work copies the journal into the file and, if it is long, has it begun again. What readers or
// writers keep from being done is tried again after a later commit.
func (c *checkpointer) work(ctx context.Context) {
	c.working.Lock()
	defer c.working.Unlock()
	j, err := c.copyJournal(ctx)
	if err == nil && j.pages >= c.restartAt.Load() {
		err = c.restart(ctx, j.pages)
	}
	if err != nil {
		c.store.guard.Note(err)
	}
}

// copyJournal copies what nobody has to wait for.
func (c *checkpointer) copyJournal(ctx context.Context) (journal, error) {
	conn, err := c.conns.Take(ctx)
	if err != nil {
		return journal{}, err
	}
	defer c.conns.Put(conn)
	return checkpoint(conn, "PASSIVE")
}

// restart copies what is left of a journal of so many pages while nobody writes, so that the next
// writer begins it again.
func (c *checkpointer) restart(ctx context.Context, pages int64) error {
	ctx, cancel := context.WithTimeout(ctx, restartTime)
	defer cancel()
	c.restartAt.Store(pages + restartAgainPages)
	j, err := c.store.checkpointAlone(ctx, "RESTART")
	if err == nil && !j.busy {
		c.restartAt.Store(restartPages)
	}
	return err
}

// checkpointAlone runs a checkpoint while nobody writes; the caller holds working.
func (s *Store) checkpointAlone(ctx context.Context, mode string) (journal, error) {
	conn, err := s.writers.Take(ctx)
	if err != nil {
		return journal{}, err
	}
	defer s.writers.Put(conn)
	if err := s.turn.enter(ctx); err != nil {
		return journal{}, err
	}
	defer s.turn.leave()
	return checkpoint(conn, mode)
}

// journal is what a checkpoint says of the journal.
type journal struct {
	// busy says that readers or another checkpoint kept it from being completed.
	busy bool
	// pages is how many pages the journal has, copied how many of them are in the file.
	pages, copied int64
}

// checkpoint runs a checkpoint: NOOP only looks, PASSIVE waits for nobody, RESTART waits until the
// journal can be begun again, TRUNCATE also cuts it to nothing.
func checkpoint(conn *sqlite.Conn, mode string) (j journal, err error) {
	err = sqlitex.Execute(conn, "PRAGMA wal_checkpoint("+mode+")", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		j = journal{busy: stmt.ColumnInt(0) != 0, pages: stmt.ColumnInt64(1), copied: stmt.ColumnInt64(2)}
		return nil
	}})
	return j, err
}
