package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// lockEvery is the pause between attempts to take a lock.
	lockEvery = 100 * time.Millisecond
	// lingering is how long a lock may be held after its holder looks dead: the threads of a
	// killed process end one by one.
	lingering = 5 * time.Second
)

// errLocked means that another process holds the lock.
var errLocked = errors.New("locked")

// tryLock takes the lock at path or returns errLocked. The lock is held until every copy of the
// returned file is closed, including those in child processes; a crash releases it. The file is
// never removed: otherwise two processes could lock two different files of the same name.
func tryLock(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make folder for lock: %w", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return f, nil
	}
	_ = f.Close() // nothing was written
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errLocked
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// waitLock takes the lock at path as soon as it is free. If it has to wait, it first calls
// waiting, once.
func waitLock(ctx context.Context, path string, waiting func()) (*os.File, error) {
	for first := true; ; first = false {
		f, err := tryLock(path)
		if !errors.Is(err, errLocked) {
			return f, err
		}
		if first && waiting != nil {
			waiting()
		}
		if !pause(ctx, lockEvery) {
			return nil, fmt.Errorf("wait for %s: %w", path, ctx.Err())
		}
	}
}

// lockAfter takes a lock whose last holder should be dead, or returns errLocked.
func lockAfter(ctx context.Context, path string) (*os.File, error) {
	waiting, cancel := context.WithTimeout(ctx, lingering)
	defer cancel()
	f, err := waitLock(waiting, path, nil)
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		return nil, errLocked
	}
	return f, err
}

// locked reports whether a process holds the lock at path.
func locked(path string) (bool, error) {
	if !exists(path) {
		return false, nil
	}
	f, err := tryLock(path)
	if errors.Is(err, errLocked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, f.Close()
}
