package sqlitestore

import (
	"context"
	"sync/atomic"
	"time"
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
	s.checkpointer.working.Lock()
	defer s.checkpointer.working.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	// It writes the journal back into the file and cuts it to nothing.
	j, err := s.checkpointAlone(ctx, "TRUNCATE")
	if err != nil {
		s.guard.Note(err)
	} else if !j.busy {
		s.wiping.owed.Store(false)
	}
}

// Wiped reports whether nothing of what was purged is left in the journal.
func (s *Store) Wiped() bool { return !s.wiping.owed.Load() }
