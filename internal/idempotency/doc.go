// Package idempotency answers a repeated write with the result of the first one.
//
// A caller identifies a write by a key. The first call with a key does the work and stores its
// result in the ledger for a day; a repeat returns that result without doing the work. The same
// key with other arguments is rejected ([ErrConflict]), as is a repeat while the first call is
// still running ([ErrUnderWay]).
//
// The invariant: at most one call with a key is running at any time, in all processes together.
// A call holds its key by a lease that it renews; a call that loses the lease, or cannot renew it
// in time, is canceled and leaves the key alone.
//
// Only results are stored. An error is forgotten together with the key, because its reason may be
// gone by the next attempt. If an error or a crash leaves open whether the work was done (a time
// limit, an engine that does not answer, a killed process), the next call with the key repeats
// the work as a retry: it returns what it finds done already. The outcome stays open whatever
// error the retry ends with.
//
// The resolvers of mutations call [Do].
package idempotency
