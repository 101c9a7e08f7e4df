// Package validation tests patterns against the evidence of a project, together as one family, and
// decides their statuses.
//
// Everything is counted in one pass; a figure that cannot be known is nil. It imports the chapters up
// to catalog, and patterns/statistics.
package validation
