package journal

import (
	"context"
	"slices"
	"sync"

	"zombiezen.com/go/sqlite"
)

// call is work that waits for the goroutine that writes.
type call struct {
	// work runs inside a transaction, under a savepoint of its own, perhaps more than once: a group is
	// run again without those of its calls for which SQLite undid all of it.
	work func(conn *sqlite.Conn) (change, error)
	// alone, instead of work, runs outside of a transaction.
	alone func(conn *sqlite.Conn) error
	// done gets the result, once what was changed is on disk.
	done chan error
	// change is what work changed, failed why it did not.
	change change
	failed error
}

// change is what a call changed of the numbers that [Journal.Stats] tells: the records and the bytes that each state
// gains, by its number in the file.
type change struct {
	records, bytes [stateCount]int64
	// last is the last sequence that the call gave; 0 for none.
	last int64
	// wakes says that appliers have something to do.
	wakes bool
}

func (c *change) gain(state int, records, bytes int64) {
	c.records[state] += records
	c.bytes[state] += bytes
}

// move takes a record from a state into another.
func (c *change) move(from, to int, bytes int64) {
	c.gain(from, -1, -bytes)
	c.gain(to, 1, bytes)
}

// queue holds the calls that wait, the oldest first.
type queue struct {
	mu      sync.Mutex
	waiting []*call
	closed  bool
	// ready has a value when something waits or the queue was closed.
	ready chan struct{}
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

func (q *queue) signal() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// add lets a call wait, unless the queue is closed.
func (q *queue) add(c *call) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return ErrClosed
	}
	q.waiting = append(q.waiting, c)
	q.signal()
	return nil
}

// remove takes a call out of the queue and reports whether it still waited.
func (q *queue) remove(c *call) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, c)
	if at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	return at >= 0
}

// take waits for calls and takes at most so many; one that runs alone comes alone. It returns none once the queue is closed and empty.
func (q *queue) take(most int) []*call {
	for range q.ready {
		q.mu.Lock()
		n := 0
		for n < min(most, len(q.waiting)) && q.waiting[n].alone == nil {
			n++
		}
		if n == 0 && len(q.waiting) > 0 {
			n = 1
		}
		group := slices.Clone(q.waiting[:n])
		q.waiting = slices.Delete(q.waiting, 0, n)
		closed := q.closed
		if len(q.waiting) > 0 || closed {
			q.signal()
		}
		q.mu.Unlock()
		if n > 0 || closed {
			return group
		}
	}
	return nil
}

// close lets nothing more wait.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.signal()
}

// do lets a call wait for its turn and returns its result. A call that is given up before its turn
// changes nothing; afterwards its result is waited for, which takes a commit.
func (j *Journal) do(ctx context.Context, c *call) error {
	c.done = make(chan error, 1)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := j.queue.add(c); err != nil {
		return err
	}
	select {
	case err := <-c.done:
		return err
	case <-ctx.Done():
		if j.queue.remove(c) {
			return ctx.Err()
		}
		return <-c.done
	}
}
