package sqlitestore_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

var errOfWork = errors.New("the work fails")

// awaitQueue waits until so many writes wait for the connection.
func awaitQueue(t *testing.T, s *sqlitestore.Store, n int) {
	t.Helper()
	for s.WaitingWrites() < n {
		if t.Context().Err() != nil {
			t.Fatal("the writes do not wait")
		}
		time.Sleep(time.Millisecond)
	}
}

// TestCommit_shared_concurrently holds the connection until many writes wait: those that succeed are
// all there afterwards, by few commits, and each of the others got its own error.
func TestCommit_shared_concurrently(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	const writers = 40
	before := commits(t, path)
	release := s.HoldWriter()
	errs := make([]error, writers)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() { errs[i] = s.CreateProjectThen(t.Context(), fmt.Sprint("p", i), failing(i)) })
	}
	awaitQueue(t, s, writers)
	release()
	wg.Wait()
	// A commit takes no more writes after a while, so that a busy machine makes some more of them.
	if n := commits(t, path) - before; n > writers/4 {
		t.Errorf("%d commits of %d writes that waited together", n, writers)
	}
	for i, err := range errs {
		if want := failing(i) != nil; errors.Is(err, errOfWork) != want || err != nil != want {
			t.Errorf("write %d: %v", i, err)
		}
		_, err := s.GetProject(t.Context(), fmt.Sprint("p", i))
		if gone := errors.Is(err, episodic.ErrProjectNotFound); gone != (failing(i) != nil) {
			t.Errorf("project %d afterwards: %v", i, err)
		}
	}
}

// commits counts the commits in the log of a file that is newer than its last checkpoint: the
// frames that say how large the file is afterwards.
func commits(t *testing.T, path string) int {
	t.Helper()
	wal, err := os.ReadFile(path + "-wal")
	must(t, err)
	const header, frameHeader = 32, 24
	n, page := 0, int(binary.BigEndian.Uint32(wal[8:]))
	for at := header; at+frameHeader+page <= len(wal); at += frameHeader + page {
		if binary.BigEndian.Uint32(wal[at+4:]) > 0 && [8]byte(wal[at+8:at+16]) == [8]byte(wal[16:24]) {
			n++
		}
	}
	return n
}

// failing is what the work of a write ends with.
func failing(i int) error {
	if i%3 == 1 {
		return errOfWork
	}
	return nil
}

// TestCommit_interrupted_concurrently has a write that is given up in the midst of a statement
// among others that wait: SQLite undoes the whole transaction, and the others are written again.
func TestCommit_interrupted_concurrently(t *testing.T) {
	s := open(t)
	ctx, giveUp := context.WithCancel(t.Context())
	release := s.HoldWriter()
	var wg sync.WaitGroup
	errs := make([]error, 6)
	for i := range errs {
		wg.Go(func() {
			if i == 2 {
				errs[i] = s.InsertForever(ctx)
				return
			}
			errs[i] = s.CreateProjectThen(t.Context(), fmt.Sprint("p", i), nil)
		})
		awaitQueue(t, s, i+1) // one after the other, so that some are before it in the group
	}
	time.AfterFunc(50*time.Millisecond, giveUp)
	release()
	wg.Wait()
	for i, err := range errs {
		if i == 2 {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the one given up: %v", err)
			}
			continue
		}
		if err != nil {
			t.Errorf("write %d: %v", i, err)
		}
		if _, err := s.GetProject(t.Context(), fmt.Sprint("p", i)); err != nil {
			t.Errorf("project %d: %v", i, err)
		}
	}
}

// TestCommit_panic_concurrently has one of the waiting writes panic.
func TestCommit_panic_concurrently(t *testing.T) {
	s := open(t)
	release := s.HoldWriter()
	var wg sync.WaitGroup
	errs, panicked := make([]error, 4), make([]any, 4)
	for i := range errs {
		wg.Go(func() {
			defer func() { panicked[i] = recover() }()
			errs[i] = s.CreateProjectWith(t.Context(), fmt.Sprint("p", i), func() error {
				if i == 1 {
					panic("boom")
				}
				return nil
			})
		})
	}
	awaitQueue(t, s, len(errs))
	release()
	wg.Wait()
	for i := range errs {
		if (panicked[i] != nil) != (i == 1) || errs[i] != nil {
			t.Errorf("write %d: %v, panic %v", i, errs[i], panicked[i])
		}
	}
	if err := s.CreateProjectThen(t.Context(), "later", nil); err != nil {
		t.Errorf("a write afterwards: %v", err)
	}
}

// TestCommit_givenUp_concurrently has a write whose caller goes away before its turn.
func TestCommit_givenUp_concurrently(t *testing.T) {
	s := open(t)
	ctx, giveUp := context.WithCancel(t.Context())
	release := s.HoldWriter()
	done := make(chan error)
	go func() { done <- s.CreateProjectThen(ctx, "p", nil) }()
	awaitQueue(t, s, 1)
	giveUp()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	release()
	if _, err := s.GetProject(t.Context(), "p"); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("it was written: %v", err)
	}
}

// TestCommit_firstGivesUp_concurrently has the caller of the first write of a group go away when its
// work is done: what joins the group is not interrupted by that.
func TestCommit_firstGivesUp_concurrently(t *testing.T) {
	s := open(t)
	ctx, giveUp := context.WithCancel(t.Context())
	release := s.HoldWriter()
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = s.CreateProjectWith(ctx, "first", func() error { // it may be written or not
			giveUp()
			return nil
		})
	})
	awaitQueue(t, s, 1)
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() { errs[i] = s.CreateProjectThen(t.Context(), fmt.Sprint("p", i), nil) })
	}
	awaitQueue(t, s, 1+len(errs))
	release()
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Errorf("the others: %v", err)
	}
}
