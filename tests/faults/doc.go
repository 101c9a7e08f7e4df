// Package faults breaks what lies under the embedded engines: processes are killed, power fails, the
// drive fails to keep what it was given or changes a bit, and space runs out, while eight writers are
// at work.
//
// The invariant: what was acknowledged is there, once and whole, and nothing wrong is answered without
// a word. `make soak` makes many rounds, `make test` few. Results are in docs/durability.md.
package faults
