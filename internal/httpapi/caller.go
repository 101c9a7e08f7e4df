package httpapi

import (
	"context"
	"net"
	"net/http"

	"github.com/causeway-memory/causeway/internal/auth"
)

type addressKey struct{}

// withAddress remembers where a request comes from.
func withAddress(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), addressKey{}, r.RemoteAddr))
}

// callerOf names who asks, so that one caller cannot take what is there for all: by the token, else by
// the address that the request comes from.
func callerOf(ctx context.Context) string {
	if p, asked := auth.From(ctx); asked {
		return "token " + p.Name
	}
	address, _ := ctx.Value(addressKey{}).(string)
	if host, _, err := net.SplitHostPort(address); err == nil {
		return "address " + host
	}
	return "address " + address
}
