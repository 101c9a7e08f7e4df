// Package lease ensures that only one of several instances does a job at a time.
//
// A lease is a ledger entry with its holder and its expiry. The holder renews it while it works;
// the lease of an instance that died expires after a [Term]. A holder that cannot renew its lease
// stops before others may take it.
//
// The invariant: as long as the clocks of the instances differ by less than a quarter of a
// [Term], no two of them work under one lease at the same time. Whatever the clocks, a holder that
// lost its lease changes no store any more: it writes behind a [ledger.Fence].
//
// The application takes a lease for the periodic maintenance of a project. Idempotency keys and
// jobs have leases of their own in their ledger entries: one entry and one write then hold both
// the lease and the result, a key outlives its lease, and a job's lease only reports a dead
// instance and is never taken over.
package lease
