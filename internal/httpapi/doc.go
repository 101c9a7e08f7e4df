// Package httpapi serves causeway over HTTP: the GraphQL endpoint with its limits, error codes
// and request ids, the explorer pages, health and metrics. Its one invariant: no text of an
// engine, a library or the request's own body reaches a client; it stays in the log under the
// request id that every answer carries.
//
// Package app makes one [New] handler from plain values and runs it with [Serve]:
//
//	handler := httpapi.New(httpapi.Options{Root: root, Limits: httpapi.DefaultLimits(), Log: log})
//	err := httpapi.Serve(ctx, listener, handler, 10*time.Second)
package httpapi
