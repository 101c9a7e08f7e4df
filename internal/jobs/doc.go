// Package jobs runs work that outlives the request that asked for it, and tells how it goes.
//
// A job is kept in the ledger, so any instance answers what it is doing, and any can cancel
// it; one instance does the work. It notes its progress and with that its life: a job whose
// process died reads as interrupted after a [Lease]. How a job ended is kept for a week, with
// its report. The work itself ends when no sign of life could be kept for that long.
//
// The invariant: a job ends in exactly one state, and what its work committed before it was
// cancelled, interrupted or failed stays and is in the report as far as there is one.
//
// The resolvers start, list, watch and cancel jobs; the application says what their work is.
package jobs
