// Package validation tests patterns against the evidence of a project, together as one family, and
// decides their statuses.
//
// It counts everything in one pass; an unknown figure is nil. It imports the chapters up to catalog, and
// patterns/statistics.
package validation
