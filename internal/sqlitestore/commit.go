package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

const (
	// groupTime is how long a transaction takes in further writes before it is committed. It bounds
	// what the first of them waits for the others.
	groupTime = 20 * time.Millisecond
	// groupSize is the largest number of writes that are committed together.
	groupSize = 64
)

// Savepoints, around every write of a group but the first.
const (
	savepoint         = "SAVEPOINT one"
	releaseSavepoint  = "RELEASE one"
	rollbackSavepoint = "ROLLBACK TO one"
)

// pendingWrite is one call of [Store.write]. Whoever has the connection that writes may run it, between
// its own work and its commit; done then gets the result, once it is on disk.
type pendingWrite struct {
	ctx  context.Context
	work func(*tx) error
	done chan error
}

// writeQueue holds the writes that wait, the oldest first.
type writeQueue struct {
	mu      sync.Mutex
	waiting []*pendingWrite
}

func (q *writeQueue) add(w *pendingWrite) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, w)
}

// remove takes a write out of the queue and reports whether it still waited.
func (q *writeQueue) remove(w *pendingWrite) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, w)
	if at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	return at >= 0
}

// next takes the oldest write out of the queue; nil if none waits.
func (q *writeQueue) next() *pendingWrite {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil
	}
	w := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	return w
}

// errUndone says that SQLite undid a write because another one of its group was interrupted.
var errUndone = errors.New("the transaction was undone")

// enqueue runs work in a transaction of its own or as part of another writer's, and returns when
// it is on disk or has failed. It may run work more than once, each time from the start.
func (s *Store) enqueue(ctx context.Context, work func(*tx) error) error {
	for {
		if err := s.writeOnce(ctx, work); !errors.Is(err, errUndone) {
			return raise(err)
		}
	}
}

func (s *Store) writeOnce(ctx context.Context, work func(*tx) error) error {
	w := &pendingWrite{ctx: ctx, work: work, done: make(chan error, 1)}
	s.queue.add(w)
	conn, err := s.writers.TakeUnless(ctx, w.done)
	if conn != nil {
		defer s.writers.Put(conn)
	}
	if !s.queue.remove(w) {
		return <-w.done
	}
	if err != nil {
		return err
	}
	return s.commitGroup(conn, w)
}

// commitGroup runs a write and those that wait meanwhile, and commits them together. A write that
// fails is undone alone. The result is that of the first.
func (s *Store) commitGroup(conn *sqlite.Conn, first *pendingWrite) error {
	t := &tx{ctx: first.ctx, store: s, conn: conn}
	if err := t.beginWriting(); err != nil {
		return err
	}
	if err := t.refuseNewer(); err != nil {
		return t.finish(err)
	}
	if err := first.run(t); err != nil {
		return t.finish(err)
	}
	conn.SetInterrupt(nil) // if the first gives up now, that must not reach the others
	group, err := s.joinGroup(conn)
	err = t.endWriting(err)
	for _, w := range group {
		w.done <- err
	}
	return err
}

// joinGroup runs the writes that wait and returns those that succeeded; the others have their
// error. It returns an error if SQLite has undone the whole transaction.
func (s *Store) joinGroup(conn *sqlite.Conn) (group []*pendingWrite, err error) {
	for begun := time.Now(); len(group) < groupSize && time.Since(begun) < groupTime; {
		w := s.queue.next()
		if w == nil {
			return group, nil
		}
		err := w.runNested(&tx{ctx: w.ctx, store: s, conn: conn})
		switch {
		case !conn.AutocommitEnabled() && err == nil:
			group = append(group, w)
		case !conn.AutocommitEnabled():
			w.done <- err
		case w.ctx.Err() != nil:
			w.done <- err
			return group, errUndone
		default:
			w.done <- err
			return group, err
		}
	}
	return group, nil
}

// runNested runs a write inside a transaction that others share; if it fails, only what it did is undone.
func (w *pendingWrite) runNested(t *tx) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := t.run(savepoint); err != nil {
		return err
	}
	t.conn.SetInterrupt(w.ctx.Done())
	err := w.run(t)
	t.conn.SetInterrupt(nil)
	switch {
	case t.conn.AutocommitEnabled(): // SQLite took it back by itself
		return err
	case err != nil:
		return errors.Join(err, t.run(rollbackSavepoint), t.run(releaseSavepoint))
	default:
		return t.run(releaseSavepoint)
	}
}

// run does the work of a write. A panic becomes an error, because the goroutine may be another's.
func (w *pendingWrite) run(t *tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, debug.Stack()}
		}
	}()
	return w.work(t)
}

// panicError is a panic in the work of a write.
type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic in a write: %v\n%s", p.value, p.stack) }

// raise returns err, or panics again in the goroutine whose work did.
func raise(err error) error {
	var p *panicError
	if errors.As(err, &p) {
		panic(p.Error())
	}
	return err
}
