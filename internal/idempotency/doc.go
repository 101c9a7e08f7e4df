// Package idempotency answers a repeated write with the result of the first one.
//
// A caller names a write by a key of its own. The first call with a key does the work and
// keeps its result in the ledger for a day; a repeat gets that result and does nothing. The
// same key with other arguments is refused ([ErrConflict]), and so is a repeat while the
// first call is still at work ([ErrUnderWay]).
//
// The invariant: of all calls with one key, in whichever process, at most one is at work. A
// call holds its key by a lease that it renews; who loses the lease, or cannot renew it in time,
// is cancelled and leaves the key alone.
//
// Only results are kept. An error is forgotten with the key, because what it says may have
// changed by the next attempt. Where an error or a crash leaves open whether the work was
// done (a time limit, an engine that does not answer, a killed process), the next call with
// the key does the work once more and is told so: what it finds done already is its answer.
// That stays open whatever error the next call ends with.
//
// The resolvers of mutations call [Do].
package idempotency
