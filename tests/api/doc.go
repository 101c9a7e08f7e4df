// Package api tests the contract of the API and its abuse: bad, hostile and repeated input, tokens
// and what must not leak, streams, jobs, HTTP itself and the example clients.
//
// The invariant: a call does what it says, or nothing and says why, and shows nobody else's data.
package api
