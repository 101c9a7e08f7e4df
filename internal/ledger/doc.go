// Package ledger says how the stores keep what callers asked for, apart from what is
// remembered: the calls that carry a key, so that a repeat gets the first answer, and the
// jobs that outlive their request.
//
// Its one invariant: an entry changes only for who knows its last version, whichever process
// asks, so that of several writers at once exactly one succeeds. Entries are no part of a
// memory: exports, copies, fingerprints and the totals of a project leave them out, and a
// time after which each is forgotten is always set.
//
// Packages idempotency and jobs keep their entries by a [Store]; the stores implement it.
package ledger
