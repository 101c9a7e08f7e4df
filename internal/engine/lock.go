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

// lockEvery is the pause between two tries for a lock that is held.
const lockEvery = 100 * time.Millisecond

// errLocked says that somebody else holds a lock.
var errLocked = errors.New("locked")

// tryLock takes the lock at path or returns errLocked. The lock is held until every copy of the returned
// file is closed, those of child processes included; it survives no crash. The file itself
// stays: removing it would let two holders lock two files of one name.
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

// waitLock takes the lock at path as soon as it is free. It calls waiting once if it is not free
// at first.
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

// locked reports whether somebody holds the lock at path.
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
