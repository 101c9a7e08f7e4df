// Package metrics holds every number that causeway tells Prometheus. Its one invariant: no
// label ever holds a word of a caller (project, operation name, key), so that the number
// of series is bounded by the code.
//
// Package app makes one [Metrics], hands it to what it observes and serves [Metrics.Handler].
package metrics
