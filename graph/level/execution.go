package level

import (
	"context"
	"sync"
	"sync/atomic"
)

// Execution counts what is busy for one operation: its goroutines, less those that wait for
// a loader or for goroutines they started, and the reads in flight.
//
// A count that is too low reads a level in two parts. One that is too high keeps the
// operation waiting until its deadline, so what calls [Execution.Wait] has to call
// [Execution.Resume] or to leave that to whoever wakes it.
type Execution struct {
	busy atomic.Int64

	mu     sync.Mutex
	queued []func()
}

type executionKey struct{}

// With returns a context for an operation that runs in the calling goroutine.
func With(ctx context.Context) (context.Context, *Execution) {
	e := &Execution{}
	e.busy.Store(1)
	return context.WithValue(ctx, executionKey{}, e), e
}

// Queue keeps a read until nothing is busy.
func (e *Execution) Queue(read func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queued = append(e.queued, read)
}

// Wait takes the calling goroutine out of the count, because it is about to wait.
func (e *Execution) Wait() {
	if e.busy.Add(-1) <= 0 {
		e.dispatch()
	}
}

// Resume counts n goroutines again. A read calls it for those it wakes before it returns, so
// that nothing is read between.
func (e *Execution) Resume(n int) { e.busy.Add(int64(n)) }

// dispatch reads all that is queued, each in a goroutine that counts.
func (e *Execution) dispatch() {
	e.mu.Lock()
	queued := e.queued
	e.queued = nil
	e.Resume(len(queued))
	e.mu.Unlock()
	for _, read := range queued {
		go func() {
			defer e.Wait()
			read()
		}()
	}
}

// together runs tasks at the same time, the first one in the calling goroutine, and returns
// when all are done.
func together(ctx context.Context, n int, task func(int)) {
	e, known := ctx.Value(executionKey{}).(*Execution)
	if !known {
		e = &Execution{}
	}
	e.Resume(n - 1)
	var left atomic.Int64
	left.Store(int64(n))
	counted := func(i int) {
		// The last to end leaves its place in the count to the caller, who goes on.
		defer func() {
			if left.Add(-1) > 0 {
				e.Wait()
			}
		}()
		task(i)
	}
	var others sync.WaitGroup
	for i := 1; i < n; i++ {
		others.Go(func() { counted(i) })
	}
	counted(0)
	others.Wait()
}
