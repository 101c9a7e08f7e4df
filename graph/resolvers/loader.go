package resolvers

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// quiet is how long a batch waits for a further key before it is read, and patience how
// long it waits in all. Every level of a query that reads an engine takes quiet longer.
const (
	quiet    = time.Millisecond
	patience = 50 * time.Millisecond
)

// loader reads values by their keys, many in one call. The goroutines that resolve the
// fields of one level ask within a short time of each other, but on a busy machine not
// within a fixed one; so a batch is read as soon as no further key arrives.
//
// A loader remembers what it read. It is safe for concurrent use.
type loader[K comparable, V any] struct {
	read func(context.Context, []K) (map[K]V, error)

	mu      sync.Mutex
	batches map[K]*batch[K, V]
	open    *batch[K, V]
}

// batch is one call of read. Its values are there when done is closed.
type batch[K comparable, V any] struct {
	keys   []K
	values map[K]V
	err    error
	done   chan struct{}
}

func newLoader[K comparable, V any](read func(context.Context, []K) (map[K]V, error)) *loader[K, V] {
	return &loader[K, V]{read: read, batches: map[K]*batch[K, V]{}}
}

// start asks for a key and returns how to wait for its value; ok is false when it is absent.
func (l *loader[K, V]) start(ctx context.Context, key K) func() (v V, ok bool, err error) {
	b := l.join(ctx, key)
	return func() (v V, ok bool, err error) {
		select {
		case <-b.done:
			v, ok = b.values[key]
			return v, ok, b.err
		case <-ctx.Done():
			return v, false, ctx.Err()
		}
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
		l.open = &batch[K, V]{done: make(chan struct{})}
		go l.finish(ctx, l.open)
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
		b := &batch[K, V]{values: map[K]V{key: value}, done: make(chan struct{})}
		close(b.done)
		l.batches[key] = b
	}
}

// prefetch reads keys at once, because the caller knows which ones will be asked for.
func (l *loader[K, V]) prefetch(ctx context.Context, keys []K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := &batch[K, V]{done: make(chan struct{})}
	for _, key := range keys {
		if l.batches[key] == nil {
			b.keys = append(b.keys, key)
			l.batches[key] = b
		}
	}
	if len(b.keys) > 0 {
		go l.fill(ctx, b)
	}
}

// finish waits until no further key arrives, and reads.
func (l *loader[K, V]) finish(ctx context.Context, b *batch[K, V]) {
	began, seen, sealed := time.Now(), 0, false
	for !sealed {
		time.Sleep(quiet)
		seen, sealed = l.seal(b, seen, time.Since(began) > patience)
	}
	l.fill(ctx, b)
}

// fill reads the keys of a batch that is closed to further ones. A panic of read is an
// error of everyone who waits.
func (l *loader[K, V]) fill(ctx context.Context, b *batch[K, V]) {
	defer close(b.done)
	defer func() {
		if reason := recover(); reason != nil {
			b.err = fmt.Errorf("read %d keys: panic: %v", len(b.keys), reason)
		}
	}()
	b.values, b.err = l.read(ctx, b.keys)
}

// seal closes the batch to further keys when none arrived since it had seen many, or when
// it must. It returns how many there are now.
func (l *loader[K, V]) seal(b *batch[K, V], seen int, must bool) (now int, sealed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(b.keys) > seen && !must {
		return len(b.keys), false
	}
	l.open = nil
	return len(b.keys), true
}
