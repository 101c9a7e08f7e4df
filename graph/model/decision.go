package model

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Decision is a decision as the schema shows it.
type Decision struct {
	Place
	episodic.Decision
}

// ID returns the global id of the occurrence.
func (d Decision) ID() string { return d.Place.ID() }

// ReportedType returns nil when the type is a known one.
func (d Decision) ReportedType() *string { return optional(d.Decision.ReportedType) }

// Context returns nil when it is unknown.
func (d Decision) Context() *string { return optional(d.Decision.Context) }

// Chosen returns nil when it is unknown.
func (d Decision) Chosen() *string { return optional(d.Decision.Chosen) }

// Rationale returns nil when it is unknown.
func (d Decision) Rationale() *string { return optional(d.Decision.Rationale) }

// ReportedOutcome returns nil when the outcome is a known one.
func (d Decision) ReportedOutcome() *string { return optional(d.Decision.ReportedOutcome) }

// Factor returns nil when the writer gave none.
func (d Decision) Factor() *string { return optional(d.Decision.Factor) }
