// Package moving puts what a project holds beside its episodes into lines of an export, and takes it back: rules about
// factors, statements, patterns with their histories, applications, execution events, and what completed workflows. Everything else follows
// from these and the episodes.
//
// Its one invariant: a line is taken as it was written, or not at all. What was decided otherwise in the target
// stays, and the line is refused.
//
// It imports the domains. Package app calls it to export and ingest to import.
package moving
