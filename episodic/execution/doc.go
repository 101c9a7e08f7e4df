// Package execution is about what a workflow reports while it runs: execution events, in contrast to
// the events of an episode, which are told when the work has ended. A completed workflow becomes an
// episode.
//
// Its one invariant: an execution event never changes. The same id with the same content is the same
// event; with other content it is refused.
//
// [Prepare] brings events into their normal form and computes their context key; [Store] keeps them.
// Package internal/capture takes events in and writes them, chapter workflow finds them.
//
// The package imports the standard library, the types of episodes and the package for problems.
package execution
