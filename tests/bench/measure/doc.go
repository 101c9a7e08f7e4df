// Package measure turns timings into figures: percentiles, ratios against a baseline, and
// whether they keep an aim or a limit.
//
// Its one invariant: a figure that could not be taken is shown as a dash, never as a zero
// or as kept.
package measure
