package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Spell exposes spell.
func Spell(path string) string { return spell(path) }

// Presenter exposes a presenter.
func Presenter(log *slog.Logger) graphql.ErrorPresenterFunc { return presenter{log: log}.present }

// Crowded returns an endpoint on which all places for preparing are taken until free is called.
func Crowded(o Options) (h http.Handler, free func()) {
	e := newGraphQL(o)
	for range cap(e.preparing) {
		e.preparing <- struct{}{}
	}
	return e, func() {
		for range cap(e.preparing) {
			<-e.preparing
		}
	}
}

// Stamp exposes stamp.
func Stamp(ctx context.Context, list gqlerror.List) { stamp(ctx, list) }

// NewShares lets the tests of package httpapi_test see shares.
func NewShares(size int64, waiting int) func(ctx context.Context, caller string, size int64) (func(), error) {
	return newShares(size, waiting).take
}

// Decoded returns why a body is refused; empty if it is not.
func Decoded(body []byte) string {
	if _, f := decode(body); f != nil {
		return f.message
	}
	return ""
}

// FromURL returns why the parameters of an address are refused; empty if they are not.
func FromURL(address *url.URL) string {
	if _, f := fromURL(address); f != nil {
		return f.message
	}
	return ""
}

// Grow lets the tests of package httpapi_test reserve memory for bodies of at most largest bytes.
func Grow(largest int64) func(ctx context.Context, caller string, size int) (done func(), err error) {
	b := newBodies(largest)
	return func(ctx context.Context, caller string, size int) (func(), error) {
		r := &reservation{bodies: b, caller: caller}
		return r.done, r.grow(ctx, size)
	}
}
