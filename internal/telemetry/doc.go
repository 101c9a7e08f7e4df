// Package telemetry makes OpenTelemetry traces. Its one invariant: nothing that a caller
// wrote gets into a span, beside the name of an operation when it is a plain word; names and
// attributes are words of the code (routes, fields of the schema, files of statements) and
// numbers.
//
// The OTEL_* environment says whether and where traces go; without it there are none, and
// what is not traced costs nothing. Package app calls [Start], gives [Tracing.Observe] to the
// engines as their hook, [Tracing.Tracer] to package httpapi, and wraps each round of work in
// the background in [Tracing.Begin] and [Round.End].
package telemetry
