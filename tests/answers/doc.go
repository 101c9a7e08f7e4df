// Package answers tests over HTTP that what causeway answers is right: paths, traces, factors,
// effects, patterns and the context of a task, against files, known networks, published vectors and
// recomputed numbers.
//
// The invariant: what is expected comes from somewhere else than the program.
package answers
