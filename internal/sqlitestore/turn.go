package sqlitestore

import (
	"context"
	"os"
	"syscall"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
)

// turn lets the writers of several processes take turns. SQLite alone asks again and again for the
// lock of a write, with growing pauses, so that a process that begins its next write at once would
// keep it from others for long. A writer holds the turn, a lock on the file that counts commits,
// while it waits for SQLite's lock and gives it back when it has that: whoever has just written
// waits behind it. It is used by one writer of a process at a time. Without the file, or where it
// cannot be locked, there are no turns.
type turn struct {
	commits *sqlitefile.Commits
	// waiting receives the lock for a call that was given up; nil if there is none.
	waiting chan error
	// held is the file that is locked.
	held *os.File
}

// enter waits for the turn. It returns an error only if the context ends.
func (t *turn) enter(ctx context.Context) error {
	file, err := t.commits.Open()
	if err != nil {
		return nil //nolint:nilerr // the write itself says what is wrong with the folder
	}
	if t.waiting == nil {
		if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			t.held = file
			return nil
		}
		got := make(chan error, 1)
		t.waiting = got
		go func() { got <- lockPatiently(file) }()
	}
	select {
	case err := <-t.waiting:
		if t.waiting = nil; err == nil {
			t.held = file
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func lockPatiently(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			return err
		}
	}
}

// leave gives the turn to the next writer.
func (t *turn) leave() {
	if t.held != nil {
		_ = syscall.Flock(int(t.held.Fd()), syscall.LOCK_UN) // closing the file does it, too
		t.held = nil
	}
}
