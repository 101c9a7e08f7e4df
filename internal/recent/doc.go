// Package recent keeps what was made for the few projects that were asked about last: models, counts, findings.
//
// Its one invariant: of one project one caller at a time uses what is kept; others wait, and then find what it made. Beyond a
// number of projects, or a weight of all together, what was asked about longest ago is let go.
//
// It imports nothing of the module; causal/model, causal/doubt and causal/warning use it.
package recent
