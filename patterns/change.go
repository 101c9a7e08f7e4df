package patterns

import (
	"time"
)

// ChangeKind says what changed.
type ChangeKind string

// The kinds.
const (
	ChangeAdded      ChangeKind = "ADDED"
	ChangeUpdated    ChangeKind = "UPDATED"
	ChangeStatus     ChangeKind = "STATUS"
	ChangeMerged     ChangeKind = "MERGED"
	ChangeDeprecated ChangeKind = "DEPRECATED"
)

// Change is one entry of the history of a pattern.
type Change struct {
	Pattern string
	// Number counts the changes of the pattern from 1.
	Number int
	Kind   ChangeKind
	At     time.Time
	// Version is that of the definition after the change.
	Version int
	// Before and After are the statuses.
	Before, After Status
	// Reason is in words.
	Reason string
	// Definition is the definition after the change, when it changed.
	Definition *Definition
	// Validation are the figures that caused the change, when a validation did.
	Validation *Validation
}
