package episodic

import (
	"time"
)

// Prepared is an episode that passed Normalise and Validate, with what is derived from it.
// [intake.Prepare] makes it; stores take nothing else.
type Prepared struct {
	// Episode is normalised: Effects, CausedBy and LeadsTo are folded into Links.
	Episode Episode
	// Content is the canonical JSON of Episode.
	Content []byte
	// Hash is the SHA-256 of Content in hexadecimal: equal content, equal hash.
	Hash string
	// Occurrences are the decisions, events and the outcome.
	Occurrences []Occurrence
	// Mentions are the references found in the text.
	Mentions []Mention
	// Foreign are the occurrences of other episodes that links name, each with the place in
	// the input that names it first, like "events[3].caused_by[0]".
	Foreign map[string]string
}

// Stored is an episode as the memory holds it.
type Stored struct {
	Project string
	Episode Episode
	// Revision counts the different contents recorded under this id, from 1.
	Revision int
	// Hash is the content hash of this revision.
	Hash string
	// RecordedAt is when this revision was recorded.
	RecordedAt time.Time
	// FirstRecordedAt is when revision 1 was recorded.
	FirstRecordedAt time.Time
	// IndexedRevision is the revision that word search holds; 0 when none.
	IndexedRevision int
	// DeletedAt is when the episode was deleted; zero when it is not.
	DeletedAt time.Time
	// SortKey is the cursor of the episode in lists.
	SortKey string
}

// Revision is one recorded content of an episode.
type Revision struct {
	Number     int
	Hash       string
	RecordedAt time.Time
	Episode    Episode
}

// Access counts reads of an episode by its id. It is no part of the content.
type Access struct {
	Count int64
	// LastAt is zero when the episode was never read.
	LastAt time.Time
}

// Change says what a write did to an episode.
type Change string

// The changes.
const (
	ChangeCreated   Change = "created"
	ChangeRevised   Change = "revised"
	ChangeUnchanged Change = "unchanged"
	// ChangeRestored means that a deleted episode was recorded again with its last content.
	ChangeRestored Change = "restored"
)

// State says how far a write has come. An acknowledged write is at least StateApplied.
type State string

// The states, in order.
const (
	// StateApplied means committed to the graph: durable, readable, linked.
	StateApplied State = "applied"
	// StateIndexed means that recall finds it too, by its words.
	StateIndexed State = "indexed"
	// StateEmbedded means that recall finds it by its vectors too.
	StateEmbedded State = "embedded"
)

// Receipt acknowledges the write of one episode.
type Receipt struct {
	Project string
	Episode string
	// Revision is the number of the revision that the content of this write is, Replaced that
	// of the one it took the place of; 0 when there was none or nothing changed.
	Revision int
	Replaced int
	Hash     string
	Change   Change
	State    State
	// Reason says why State is not StateIndexed; indexing is retried by itself.
	Reason string
	// PendingLinks are the ends, in other episodes, that are not recorded yet. Their links
	// are kept and drawn as soon as the other episode arrives.
	PendingLinks []string
}

// Totals counts what a project holds; deleted episodes do not count.
type Totals struct {
	Episodes, Decisions, Events, Links, References int
}

// ProjectInfo describes one project.
type ProjectInfo struct {
	Name      string
	CreatedAt time.Time
}
