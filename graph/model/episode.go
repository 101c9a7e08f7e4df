package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Episode is an episode as the schema shows it: its content, with what the memory adds.
type Episode struct {
	episodic.Episode
	// Record is where the content comes from.
	Record episodic.Stored
}

// NewEpisode gives a stored episode the shape of the schema.
func NewEpisode(s episodic.Stored) Episode { return Episode{Episode: s.Episode, Record: s} }

// IsNode marks a type that has a global id.
func (Episode) IsNode() {}

// ID returns the global id.
func (e Episode) ID() string {
	return GlobalID{Type: TypeEpisode, Project: e.Record.Project, Key: e.Key()}.String()
}

// Key returns the id inside the project.
func (e Episode) Key() string { return e.Episode.ID }

// Project returns the name of the project.
func (e Episode) Project() string { return e.Record.Project }

// Session returns nil when there is none.
func (e Episode) Session() *string { return optional(e.Episode.Session) }

// ReportedOutcome returns nil when the outcome is a known one.
func (e Episode) ReportedOutcome() *string { return optional(e.Episode.ReportedOutcome) }

// Domain returns nil when it is unknown.
func (e Episode) Domain() *string { return optional(e.Episode.Domain) }

// TaskType returns nil when it is unknown.
func (e Episode) TaskType() *string { return optional(e.Episode.TaskType) }

// Complexity returns nil when it is unknown.
func (e Episode) Complexity() *string { return optional(e.Episode.Complexity) }

// Context returns the states by variable.
func (e Episode) Context() []VariableState {
	out := make([]VariableState, 0, len(e.Episode.Context))
	for _, v := range slices.Sorted(maps.Keys(e.Episode.Context)) {
		out = append(out, VariableState{Variable: v, State: e.Episode.Context[v]})
	}
	return out
}

// Extra returns what has no place in an episode as a JSON object; nil when there is none.
func (e Episode) Extra() (*string, error) {
	if len(e.Episode.Extra) == 0 {
		return nil, nil
	}
	object, err := json.Marshal(e.Episode.Extra)
	if err != nil {
		return nil, fmt.Errorf("encode the extra of episode %q: %w", e.Key(), err)
	}
	return new(string(object)), nil
}

// Decisions returns a part of the decisions, in the writer's order or by time.
func (e Episode) Decisions(byTime bool, first *int, offset int) ([]Decision, error) {
	if byTime {
		return Part(e.decisionsByTime(), first, offset)
	}
	part, err := Part(e.Episode.Decisions, first, offset)
	out := make([]Decision, len(part))
	for i := range part {
		out[i] = e.Decision(offset + i)
	}
	return out, err
}

func (e Episode) decisionsByTime() []Decision {
	out := make([]Decision, e.DecisionCount())
	for i := range out {
		out[i] = e.Decision(i)
	}
	slices.SortStableFunc(out, decidedEarlier)
	return out
}

// decidedEarlier puts the earlier first and the unknown last; a stable sort keeps the writer's order among equals.
func decidedEarlier(a, b Decision) int {
	switch {
	case a.At.IsZero() == b.At.IsZero():
		return a.At.Time.Compare(b.At.Time)
	case a.At.IsZero():
		return 1
	default:
		return -1
	}
}

// Decision returns the decision at a position.
func (e *Episode) Decision(at int) Decision {
	return Decision{Happening{Occurrence: episodic.OfDecision(e.Episode, at), Project: e.Project(), Whole: e}}
}

// DecisionCount returns how many decisions there are.
func (e Episode) DecisionCount() int { return len(e.Episode.Decisions) }

// Events returns a part of the events in the writer's order.
func (e Episode) Events(first *int, offset int) ([]Event, error) {
	part, err := Part(e.Episode.Events, first, offset)
	out := make([]Event, len(part))
	for i := range part {
		out[i] = e.Event(offset + i)
	}
	return out, err
}

// Event returns the event at a position.
func (e *Episode) Event(at int) Event {
	return Event{Happening{Occurrence: episodic.OfEvent(e.Episode, at), Project: e.Project(), Whole: e}}
}

// EventCount returns how many events there are.
func (e Episode) EventCount() int { return len(e.Episode.Events) }

// Links returns a part of the links that the episode states.
func (e Episode) Links(first *int, offset int) ([]LinkStatement, error) {
	part, err := Part(e.Episode.Links, first, offset)
	out := make([]LinkStatement, len(part))
	for i, l := range part {
		out[i] = LinkStatement{Link: l, project: e.Record.Project, episode: e.Key()}
	}
	return out, err
}

// Revision returns the number of the revision.
func (e Episode) Revision() int { return e.Record.Revision }

// Hash returns the hash of the content.
func (e Episode) Hash() string { return e.Record.Hash }

// RecordedAt returns when this revision was recorded.
func (e Episode) RecordedAt() time.Time { return e.Record.RecordedAt }

// FirstRecordedAt returns when the first revision was recorded.
func (e Episode) FirstRecordedAt() time.Time { return e.Record.FirstRecordedAt }

// DeletedAt returns the zero time when the episode is present.
func (e Episode) DeletedAt() time.Time { return e.Record.DeletedAt }

// Indexed reports whether recall finds exactly this revision.
func (e Episode) Indexed() bool { return e.Record.IndexedRevision == e.Record.Revision }

// Revision is one recorded content of an episode.
type Revision struct {
	episodic.Revision
}

// NewRevisions gives revisions the shape of the schema.
func NewRevisions(found []episodic.Revision) []Revision {
	out := make([]Revision, len(found))
	for i, r := range found {
		out[i] = Revision{Revision: r}
	}
	return out
}

// Content returns the content as JSON of the published episode schema.
func (r Revision) Content() (string, error) {
	content, err := json.Marshal(r.Episode)
	if err != nil {
		return "", fmt.Errorf("write revision %d of %s: %w", r.Number, r.Episode.ID, err)
	}
	return string(content), nil
}
