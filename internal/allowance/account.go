package allowance

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// Why an account was ended.
var (
	// ErrBytes means that the answer has too many bytes.
	ErrBytes = errors.New("the answer is too large")
	// ErrFields means that the answer has too many fields.
	ErrFields = errors.New("the answer has too many fields")
	// ErrRead means that the stored contents that the answer is read from are too large.
	ErrRead = errors.New("what the answer is read from is too large")
)

// fieldBytes is what a field takes beside its text while an answer is built.
const fieldBytes = 64

// Limits bound one answer.
type Limits struct {
	// Bytes is the most bytes of the answer, and of the contents that are read for it.
	Bytes int64
	// Fields is the most fields.
	Fields int64
	// Free is how many bytes an answer may take without a share of what all answers have together.
	Free int64
}

// Share waits for a share of the memory that all large answers have together. It returns a function
// that gives the share back, or why there is none.
type Share func(context.Context) (free func(), err error)

// Account counts what one answer takes. It is safe for concurrent use; the methods of a nil account
// count nothing.
type Account struct {
	limits Limits
	share  Share
	cancel context.CancelFunc

	fields, bytes, read atomic.Int64
	shared, ended       atomic.Bool

	mu   sync.Mutex
	free func()
	why  error
}

type accountKey struct{}

// Open returns an account and a context that carries it and ends with it. The caller closes it.
func Open(ctx context.Context, limits Limits, share Share) (context.Context, *Account) {
	ctx, cancel := context.WithCancel(ctx)
	a := &Account{limits: limits, share: share, cancel: cancel}
	return context.WithValue(ctx, accountKey{}, a), a
}

// From returns the account of a context; nil when there is none.
func From(ctx context.Context) *Account {
	a, _ := ctx.Value(accountKey{}).(*Account)
	return a
}

// Field counts a field with a text of that many bytes. It waits for a share when the answer becomes a
// large one, and returns why the answer was ended.
func (a *Account) Field(ctx context.Context, bytes int) error {
	if a == nil {
		return nil
	}
	switch {
	case a.ended.Load():
		return a.Err()
	case a.fields.Add(1) > a.limits.Fields:
		return a.end(ErrFields)
	case a.bytes.Add(int64(bytes)) > a.limits.Bytes:
		return a.end(ErrBytes)
	case a.large():
		return a.grow(ctx)
	}
	return nil
}

// Whole counts an answer that is complete by the bytes that it really has.
func (a *Account) Whole(bytes int) error {
	if err := a.Err(); err != nil {
		return err
	}
	if int64(bytes) > a.limits.Bytes {
		return a.end(ErrBytes)
	}
	return nil
}

// Err returns why the answer was ended before it was complete; nil when it was not.
func (a *Account) Err() error {
	if a == nil || !a.ended.Load() {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why
}

// Close gives the share back; what holds the answer has to be done with it. Closing twice is closing once.
func (a *Account) Close() {
	a.cancel()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.free != nil {
		a.free()
	}
	a.free = nil
}

// large reports whether the answer takes more than it may without a share, and has none.
func (a *Account) large() bool {
	return a.bytes.Load()+a.read.Load()+fieldBytes*a.fields.Load() > a.limits.Free && !a.shared.Load()
}

// grow waits for a share, once for the whole answer, and ends the answer when it gets none.
func (a *Account) grow(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.why != nil || a.shared.Load() {
		return a.why
	}
	free, err := a.share(ctx)
	if err != nil {
		return a.endLocked(err)
	}
	a.free = free
	a.shared.Store(true)
	return nil
}

func (a *Account) end(why error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.endLocked(why)
}

// endLocked keeps the first reason.
func (a *Account) endLocked(why error) error {
	if a.why == nil {
		a.why = why
		a.ended.Store(true)
		a.cancel()
	}
	return a.why
}
