// Package rpc takes traces and log records in over gRPC, as package httpapi does over HTTP.
//
// Its one invariant: both doors are the same. Tokens, limits, what is stored and what is refused do not depend
// on the protocol; only the codes of answers do.
//
// A call is admitted before its message is read, so that nobody without a token makes the service hold one.
//
// It imports the receiver of traces, the limits and errors of package httpapi, and grpc. The app calls it.
package rpc
