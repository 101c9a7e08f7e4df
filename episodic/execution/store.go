package execution

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Store keeps execution events. Implementations are safe for concurrent use and return errors that
// wrap [episodic.ErrUnavailable] if the engine does not answer and [episodic.ErrTimeout] if a query
// exceeds its time limit. Purging a project removes its execution events too.
type Store interface {
	// PutEvents writes events of one project in one transaction, all or none, in the given order, as
	// [Plan] decides; it creates the project if there is none. Results are in the same order. Given
	// again, they change nothing. recordedAt says when each was taken in.
	PutEvents(ctx context.Context, project string, events []Prepared, recordedAt []time.Time, now time.Time) ([]Written, error)
	// ListEvents returns a page; see [Query] for the order. A project without events, or no project,
	// has no rows.
	ListEvents(ctx context.Context, q Query) ([]Stored, error)
	// GetEvents returns the events with those ids, in no particular order; missing ones are left out.
	GetEvents(ctx context.Context, project string, ids []string) ([]Stored, error)
	// GetWorkflow returns a workflow. It returns [episodic.ErrNotFound] if no event names it.
	GetWorkflow(ctx context.Context, project, id string) (Workflow, error)
	// PutCompletion keeps what completed a workflow, replacing what did before. It returns
	// [episodic.ErrNotFound] if no event names the workflow.
	PutCompletion(ctx context.Context, project, workflow string, c Completion) error
	// ListContexts returns the different contexts of the events of a project with the number of
	// events of each, ordered by key, then context.
	ListContexts(ctx context.Context, project string) ([]ContextCount, error)
	// PruneEvents removes events, oldest first, and returns their ids; see [Pruning].
	PruneEvents(ctx context.Context, p Pruning) ([]string, error)
	// CountEvents counts the events of projects, by name; projects without any may be left out.
	CountEvents(ctx context.Context, projects []string) (map[string]Size, error)
}

// Query asks for a page of execution events of a project.
type Query struct {
	Project string
	// Workflow restricts the list to one run, ordered by time, then sequence.
	Workflow string
	// ContextKey restricts the list to one key, newest first: by descending time, then sequence. It
	// does not go with Workflow. Without either, events are ordered by sequence.
	ContextKey string
	// Types restricts the list to some types; empty means all.
	Types []Type
	// Limit is at least 1; After is the place of the last event of the previous page, zero for the
	// first page.
	Limit int
	After Place
}

// Place is where an event stands in a list. The zero Place is before every event of an ascending
// list and stands for no place in a descending one.
type Place struct {
	// At is in milliseconds since 1970; 0 in a list by sequence.
	At       int64
	Sequence int64
}

// errPlace means that a text is no place.
var errPlace = errors.New("it is no place in a list of execution events")

// placeBytes is the length of a place as bytes.
const placeBytes = 16

// String returns the place as a text that [ParsePlace] reads.
func (p Place) String() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.At))                           //nolint:gosec // read back alike
	return hex.EncodeToString(binary.BigEndian.AppendUint64(b, uint64(p.Sequence))) //nolint:gosec // read back alike
}

// ParsePlace reads what [Place.String] wrote.
func ParsePlace(text string) (Place, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != placeBytes {
		return Place{}, errPlace
	}
	return Place{At: int64(binary.BigEndian.Uint64(b)), Sequence: int64(binary.BigEndian.Uint64(b[8:]))}, nil //nolint:gosec // String wrote it
}

// Place returns where an event stands in lists by time.
func (s Stored) Place() Place { return Place{At: s.At.UnixMilli(), Sequence: s.Sequence} }

// ContextCount is one context and how many events have it.
type ContextCount struct {
	Key string
	// Context is canonical JSON, empty for events without one.
	Context string
	Events  int
}

// Pruning says which events to remove: those of a project that happened before a time, and those
// beyond the number to keep. Events of a workflow that is neither completed and rested nor silent stay.
type Pruning struct {
	Project string
	// Before removes events that happened earlier; zero removes none for their age.
	Before time.Time
	// Keep is the number of newest events of the project that stay; negative for any number.
	Keep int
	// Rested is when the last event of a completed workflow must have been taken in at the latest for its events to go.
	Rested time.Time
	// Silent is when the last event of a workflow must have been taken in at the latest for the
	// workflow to count as ended without being completed.
	Silent time.Time
	// Limit is the maximum number of events to remove in one call.
	Limit int
	// DryRun removes nothing and returns what would be removed.
	DryRun bool
	// Archive, when set, gets the events before they are removed, perhaps more than once; nothing is removed if it fails.
	Archive func([]Stored) error
}

// Size is how much a project has of execution events.
type Size struct {
	Events, Workflows int
	// Bytes is the size of their data as the store keeps them, without indexes.
	Bytes int64
}

// Change says what writing an event did.
type Change string

// The changes.
const (
	Created   Change = "created"
	Unchanged Change = "unchanged"
	// Conflict means that the id is taken by an event with other content, which stays.
	Conflict Change = "conflict"
)

// Written is what became of an event.
type Written struct {
	Change Change
	// Sequence is that of the event of the id which the store holds now.
	Sequence int64
	// Completed says that the event was created and its workflow had been completed before.
	Completed bool
}

// Plan decides what writing events does, given those that the store holds by id. An event is created
// unless its id is taken, also by one before it in the list. Sequences of events that are created
// are left to the store.
func Plan(events []Prepared, held map[string]Stored) ([]Written, error) {
	hashes := make(map[string]string, len(held)+len(events))
	for id, h := range held {
		hash, err := hashOf(h.Event)
		if err != nil {
			return nil, err
		}
		hashes[id] = hash
	}
	out := make([]Written, len(events))
	for i, e := range events {
		hash, taken := hashes[e.ID]
		switch {
		case !taken:
			out[i].Change, hashes[e.ID] = Created, e.Hash
		case hash == e.Hash:
			out[i] = Written{Change: Unchanged, Sequence: held[e.ID].Sequence}
		default:
			out[i] = Written{Change: Conflict, Sequence: held[e.ID].Sequence}
		}
	}
	return out, nil
}

// Completion is what somebody said when a workflow was complete.
type Completion struct {
	// Task describes the work in words.
	Task    string           `json:"task"`
	Outcome episodic.Outcome `json:"outcome"`
	// Session, Lessons and Tags go to the episode as they are.
	Session string   `json:"session,omitempty"`
	Lessons []string `json:"lessons,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	// DecisionType is the type of the decisions of the episode.
	DecisionType episodic.DecisionType `json:"decisionType,omitempty"`
	// Links are stated links between tasks or events of the workflow.
	Links []TaskLink `json:"links,omitempty"`
	// Traced means that nobody completed the workflow: it is a trace whose root ended, or that fell
	// silent. What the episode says then follows from the events.
	Traced bool `json:"traced,omitempty"`
}

// TaskLink says that one task, or event, of a workflow led to another.
type TaskLink struct {
	// Source and Target are ids of tasks or of execution events.
	Source string `json:"source"`
	Target string `json:"target"`
}
