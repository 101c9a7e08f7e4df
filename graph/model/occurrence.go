package model

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Happening is what decisions, events and outcomes have in common.
type Happening struct {
	episodic.Occurrence
	Project string
	// Whole is the episode that holds it; nil when it was not read.
	Whole *Episode
}

// Decision is a decision as the schema shows it.
type Decision struct{ Happening }

// Event is an event as the schema shows it.
type Event struct{ Happening }

// EpisodeOutcome is the outcome of an episode as an occurrence.
type EpisodeOutcome struct{ Happening }

// NewOccurrence gives an occurrence of a project the shape of the schema.
func NewOccurrence(project string, o episodic.Occurrence) Occurrence {
	h := Happening{Occurrence: o, Project: project}
	switch o.Kind {
	case episodic.KindDecision:
		return Decision{h}
	case episodic.KindEvent:
		return Event{h}
	default:
		return EpisodeOutcome{h}
	}
}

// NewOccurrences gives occurrences of one project the shape of the schema.
func NewOccurrences(project string, found []episodic.Occurrence) []Occurrence {
	out := make([]Occurrence, len(found))
	for i, o := range found {
		out[i] = NewOccurrence(project, o)
	}
	return out
}

// IsNode marks a type that has a global id.
func (Happening) IsNode() {}

// IsOccurrence marks a type of occurrence.
func (Happening) IsOccurrence() {}

// Common returns what it has in common with the other types of occurrences.
func (h Happening) Common() Happening { return h }

// ID returns the global id.
func (h Happening) ID() string {
	return GlobalID{Type: TypeOccurrence, Project: h.Project, Key: h.Key}.String()
}

// ShortID returns the id inside the episode.
func (h Happening) ShortID() string {
	_, short, _ := episodic.SplitKey(h.Key)
	return short
}

// Type returns the decision type, event type or outcome as the enums spell it.
func (h Happening) Type() string { return strings.ToUpper(h.Occurrence.Type) }
