package write

import (
	"context"
	"sync"
)

// Sequence is for writes that commit in the order in which they were begun, while what each does before its transaction
// runs at once. Its zero value is ready; it is for one goroutine, the writes for any.
type Sequence struct{ last <-chan struct{} }

// Begin returns a context for the next write of the sequence, and what ends the write. That has to be called, whatever became
// of the write; it waits for those that were begun before. If ctx ends before the turn of the write comes, it is not made, also when its own context lasts.
func (s *Sequence) Begin(ctx context.Context) (within context.Context, end func()) {
	passed := make(chan struct{})
	p := place{over: ctx, before: s.last, pass: sync.OnceFunc(func() { close(passed) })}
	s.last = passed
	end = func() {
		if p.before != nil {
			<-p.before
		}
		p.pass()
	}
	return context.WithValue(ctx, placeKey{}, p), end
}

// place is the place of a write in a sequence.
type place struct {
	// over ends when no further write of the sequence is to begin.
	over context.Context //nolint:containedctx // it is of another write than the one it is in
	// before is closed when the write before this one has passed its turn on or has ended; nil for the first.
	before <-chan struct{}
	pass   func()
}

// placeKey is the key of the place of a context.
type placeKey struct{}

// AwaitTurn waits until the writes that were begun earlier in the sequence of ctx, if it has one, have committed or ended.
// A store calls it before a transaction begins.
func AwaitTurn(ctx context.Context) error {
	p, _ := ctx.Value(placeKey{}).(place)
	if p.before == nil {
		return nil
	}
	select {
	case <-p.before:
		return p.over.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// PassTurn lets the next write of the sequence begin its transaction. A store calls it when it has committed.
func PassTurn(ctx context.Context) {
	if p, ok := ctx.Value(placeKey{}).(place); ok {
		p.pass()
	}
}
