// Package tracing makes episodes of traces: of the spans and log records that agents emit while they
// work, as execution events keep them.
//
// Its one invariant: an episode says no more than its spans. What ended without an error is no success,
// a choice is one only where a convention marks it as a choice, and a link is there only because of the
// order in time or because the same error was recorded at both ends.
//
// [Episode] is a function of the events; a span that comes later makes another episode of the same id.
//
// The package imports the standard library, the types of episodes and of execution events. Package
// internal/otlp makes the spans, chapter workflow calls Episode.
package tracing
