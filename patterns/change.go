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
	// Version is the version of the definition after the change.
	Version int
	// Before and After are the statuses.
	Before, After Status
	// Reason is free text.
	Reason string
	// Definition is the definition after the change, when it changed.
	Definition *Definition
	// Validation is the validation that caused the change, if one did.
	Validation *Validation
}
