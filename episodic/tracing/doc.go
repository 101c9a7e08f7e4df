// Package tracing makes episodes of traces: of the spans and log records that agents emit while they
// work, as execution events keep them.
//
// Its one invariant: an episode says no more than its spans. What ended without an error is no success,
// and every span is a step of the run.
//
// [Episode] is a function of the events; a span that comes later makes another episode of the same id. What
// becomes of the steps, package agentrun decides, as it does for transcripts.
//
// The package imports the standard library, the types of episodes and of execution events, and package
// agentrun. Package internal/otlp makes the spans, chapter workflow calls Episode.
package tracing
