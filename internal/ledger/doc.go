// Package ledger defines how the stores keep requests separately from the memory: calls with an
// idempotency key, so that a repeat gets the first answer, and jobs that outlive their request.
//
// Its invariant: only a writer that knows the last version of an entry can change it, so that
// exactly one of several concurrent writers succeeds, in all processes together. Entries are not
// part of a memory: exports, copies, fingerprints and project totals exclude them, and every entry
// has an expiry.
//
// Packages idempotency, jobs and lease store their entries in a [Store]; the stores implement it.
package ledger
