package sqlitestore

import (
	"context"
	"sync"
	"sync/atomic"
)

// firstRead lets one caller at a time read something for the first time, until it is done. The zero
// value is ready.
type firstRead struct {
	// done says that nobody has to wait any more.
	done atomic.Bool

	mu sync.Mutex
	// reading is closed when the caller that reads has left; nil if nobody reads.
	reading chan struct{}
}

// enter returns when the caller may go on: at once if it is done, else as the only one, until it calls
// leave. It returns the error of a context that ends first.
func (f *firstRead) enter(ctx context.Context) (leave func(), err error) {
	for !f.done.Load() {
		wait := f.begin()
		if wait == nil {
			return f.leave, nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return func() {}, nil
}

// begin makes the caller the one that reads, or returns what to wait for.
func (f *firstRead) begin() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reading != nil {
		return f.reading
	}
	f.reading = make(chan struct{})
	return nil
}

func (f *firstRead) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.reading)
	f.reading = nil
}
