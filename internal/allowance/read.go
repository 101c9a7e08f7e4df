package allowance

import (
	"context"
	"errors"
)

// errLarge ends a read that makes the answer a large one, so that nobody waits for a share with a
// connection to a store in his hands.
var errLarge = errors.New("the answer needs a share of the memory of large answers")

// meter counts what one read brings.
type meter struct {
	account *Account
	held    int64
}

type meterKey struct{}

// Read reads contents that the answer keeps. A read that makes it a large one is repeated with a share.
func Read[T any](ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	a := From(ctx)
	if a == nil {
		return read(ctx)
	}
	for {
		m := &meter{account: a}
		found, err := read(context.WithValue(ctx, meterKey{}, m))
		if !errors.Is(err, errLarge) {
			return found, err
		}
		a.read.Add(-m.held)
		if err := a.grow(ctx); err != nil {
			var none T
			return none, err
		}
	}
}

// Take counts a content of that many bytes before it is decoded. It returns an error that ends the
// read, or nil where nobody counts. One read calls it from one goroutine at a time.
func Take(ctx context.Context, bytes int) error {
	m, counted := ctx.Value(meterKey{}).(*meter)
	if !counted {
		return nil
	}
	m.held += int64(bytes)
	switch a := m.account; {
	case a.ended.Load():
		return a.Err()
	case a.read.Add(int64(bytes)) > a.limits.Bytes:
		return a.end(ErrRead)
	case a.large():
		return errLarge
	}
	return nil
}
