package sqlitestore

import (
	"context"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"
)

const (
	// wipeTime is how long a purge waits for readers before it leaves the journal to a later
	// attempt. Writers wait as long.
	wipeTime = time.Second
	// wipeAgainTime is how long a later attempt waits for them.
	wipeAgainTime = 50 * time.Millisecond
)

// wiping remembers that the journal may still hold what was purged. The file itself does not:
// with secure_delete SQLite overwrites what is deleted with zeros.
type wiping struct{ owed atomic.Bool }

// wipe empties the journal after a purge. While a reader needs it, that has to wait: [Store.Tend]
// tries again.
func (s *Store) wipe(ctx context.Context) {
	s.wiping.owed.Store(true)
	s.wipeAgain(ctx, wipeTime)
}

// wipeAgain empties the journal if a purge left that to do.
func (s *Store) wipeAgain(ctx context.Context, limit time.Duration) {
	if !s.wiping.owed.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	conn, err := s.writers.take(ctx)
	if err != nil {
		return
	}
	defer s.writers.put(conn)
	// It writes the journal back into the file and cuts it to nothing.
	if busy, err := pragma(conn, "wal_checkpoint(TRUNCATE)", (*sqlite.Stmt).ColumnInt); err == nil && busy == 0 {
		s.wiping.owed.Store(false)
	}
}

// Wiped reports whether nothing of what was purged is left in the journal.
func (s *Store) Wiped() bool { return !s.wiping.owed.Load() }
