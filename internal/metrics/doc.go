// Package metrics holds every metric that causeway exposes to Prometheus. Its one invariant: no
// label ever contains a caller's text (project, operation name, key), so the code bounds the
// number of series.
//
// Package app makes one [Metrics], passes it to what it observes and serves [Metrics.Handler].
package metrics
