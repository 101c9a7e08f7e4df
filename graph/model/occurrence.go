package model

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// Occurrence is an occurrence as the schema shows it.
type Occurrence struct {
	episodic.Occurrence
	Project string
}

// NewOccurrences gives occurrences of one project the shape of the schema.
func NewOccurrences(project string, found []episodic.Occurrence) []Occurrence {
	out := make([]Occurrence, len(found))
	for i, o := range found {
		out[i] = Occurrence{Occurrence: o, Project: project}
	}
	return out
}

// IsNode marks a type that has a global id.
func (Occurrence) IsNode() {}

// ID returns the global id.
func (o Occurrence) ID() string { return occurrenceID(o.Project, o.Key) }

// ShortID returns the id inside the episode.
func (o Occurrence) ShortID() string {
	_, short, _ := episodic.SplitKey(o.Key)
	return short
}

// Type returns the decision type, event type or outcome as the enums spell it.
func (o Occurrence) Type() string { return strings.ToUpper(o.Occurrence.Type) }

// Place says where in an episode a decision or an event stands.
type Place struct {
	// Position is the place in the writer's array.
	Position int

	of    *Episode
	short string
}

// ID returns the global id of the occurrence.
func (p Place) ID() string { return occurrenceID(p.Project(), p.Key()) }

// Key returns the key of the occurrence.
func (p Place) Key() string { return episodic.OccurrenceKey(p.of.Key(), p.short) }

// ShortID returns the id inside the episode.
func (p Place) ShortID() string { return p.short }

// Project returns the name of the project.
func (p Place) Project() string { return p.of.Project() }

// Episode returns the episode that holds it.
func (p Place) Episode() Episode { return *p.of }

func occurrenceID(project, key string) string {
	return GlobalID{Type: TypeOccurrence, Project: project, Key: key}.String()
}
