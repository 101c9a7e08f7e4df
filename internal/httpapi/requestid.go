package httpapi

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"
)

// requestIDHeader carries the id of a request, in and out.
const requestIDHeader = "X-Request-Id"

type requestIDKey struct{}

// RequestID returns the id of the request of ctx; empty outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// withRequestID keeps the caller's request id if it is a harmless word, and otherwise generates
// one.
func withRequestID(next http.Handler) http.Handler {
	harmless := regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !harmless.MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}
