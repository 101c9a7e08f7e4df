package resolvers

import (
	"context"
	"fmt"
	"sync"

	"github.com/causeway-memory/causeway/graph/level"
)

// loader reads values by their keys, many in one call: all that the fields of one level ask
// for before the execution has nothing left to do but wait.
//
// A loader remembers what it read. It is safe for concurrent use.
type loader[K comparable, V any] struct {
	execution *level.Execution
	read      func(context.Context, []K) (map[K]V, error)

	mu      sync.Mutex
	batches map[K]*batch[K, V]
	open    *batch[K, V]
}

// batch is one call of read. Its values are there when done is closed.
type batch[K comparable, V any] struct {
	keys    []K
	values  map[K]V
	err     error
	done    chan struct{}
	waiting int  // fields that wait for done, which the execution does not count
	over    bool // nobody begins to wait any more
}

func newLoader[K comparable, V any](e *level.Execution, read func(context.Context, []K) (map[K]V, error)) *loader[K, V] {
	return &loader[K, V]{execution: e, read: read, batches: map[K]*batch[K, V]{}}
}

// start asks for a key and returns how to wait for its value; ok is false when it is absent.
func (l *loader[K, V]) start(ctx context.Context, key K) func() (v V, ok bool, err error) {
	b := l.join(ctx, key)
	return func() (v V, ok bool, err error) {
		if err := l.wait(ctx, b); err != nil {
			return v, false, err
		}
		v, ok = b.values[key]
		return v, ok, b.err
	}
}

// load asks for a key and waits for its value.
func (l *loader[K, V]) load(ctx context.Context, key K) (v V, ok bool, err error) {
	return l.start(ctx, key)()
}

// join returns the batch that a key belongs to, and opens one when none is.
func (l *loader[K, V]) join(ctx context.Context, key K) *batch[K, V] {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, known := l.batches[key]; known {
		return b
	}
	if l.open == nil {
		b := &batch[K, V]{done: make(chan struct{})}
		l.open = b
		l.execution.Queue(func() { l.finish(ctx, b) })
	}
	l.open.keys = append(l.open.keys, key)
	l.batches[key] = l.open
	return l.open
}

// prime remembers a value that was read by other means.
func (l *loader[K, V]) prime(key K, value V) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.batches[key] == nil {
		l.batches[key] = &batch[K, V]{values: map[K]V{key: value}, over: true}
	}
}

// prefetch asks for keys that the caller knows will be needed, and waits for none.
func (l *loader[K, V]) prefetch(ctx context.Context, keys []K) {
	for _, key := range keys {
		l.join(ctx, key)
	}
}

// wait returns when the batch was read, or when the caller may wait no longer.
func (l *loader[K, V]) wait(ctx context.Context, b *batch[K, V]) error {
	l.mu.Lock()
	if b.over {
		l.mu.Unlock()
		return nil
	}
	b.waiting++
	l.mu.Unlock()
	l.execution.Wait()
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !b.over {
		b.waiting--
		l.execution.Resume(1)
	}
	return ctx.Err()
}

// finish closes the batch to further keys, reads it and wakes those who wait.
func (l *loader[K, V]) finish(ctx context.Context, b *batch[K, V]) {
	l.mu.Lock()
	l.open = nil
	l.mu.Unlock()
	l.fill(ctx, b)
	l.mu.Lock()
	defer l.mu.Unlock()
	b.over = true
	l.execution.Resume(b.waiting)
	close(b.done)
}

// fill reads the keys of a batch that is closed to further ones. A panic of read is an
// error of everyone who waits.
func (l *loader[K, V]) fill(ctx context.Context, b *batch[K, V]) {
	defer func() {
		if reason := recover(); reason != nil {
			b.err = fmt.Errorf("read %d keys: panic: %v", len(b.keys), reason)
		}
	}()
	b.values, b.err = l.read(ctx, b.keys)
}
