package model

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Event is an event as the schema shows it.
type Event struct {
	Place
	episodic.Event
}

// ID returns the global id of the occurrence.
func (e Event) ID() string { return e.Place.ID() }

// ReportedType returns nil when the type is a known one.
func (e Event) ReportedType() *string { return optional(e.Event.ReportedType) }

// Factor returns nil when the writer gave none.
func (e Event) Factor() *string { return optional(e.Event.Factor) }
