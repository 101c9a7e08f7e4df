// Package jobs runs work that outlives the request that started it, and reports its progress.
//
// A job is stored in the ledger, so any instance can read its state or cancel it; one instance does
// the work. Its stored progress is also its heartbeat: a job whose process died reads as
// interrupted after a [Lease]. The end of a job and its report are kept for a week. The work ends
// by itself if it could not store a heartbeat for that long.
//
// The invariant: a job ends in exactly one state, and what its work committed before it was
// canceled, interrupted or failed remains and is in the report as far as there is one.
//
// The resolvers start, list, watch and cancel jobs; the application defines their work.
package jobs
