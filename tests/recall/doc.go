// Package recall tests how episodes are found: by words and by vectors, while they are being
// indexed, embedded and built into the next generation of an index, and with the index gone.
//
// The invariant: what was acknowledged is found, or the answer says that it may be missing. Many
// tests use the services of internal/memory over a clock of their own, so that the running ones
// leave their projects alone.
package recall
