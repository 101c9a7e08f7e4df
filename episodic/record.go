package episodic

import (
	"time"
)

// Prepared is a normalized, valid episode with everything derived from it. [intake.Prepare] makes
// it; stores accept nothing else.
type Prepared struct {
	// Episode is normalized: Effects, CausedBy and LeadsTo are merged into Links.
	Episode Episode
	// Content is the canonical JSON of Episode.
	Content []byte
	// Hash is the SHA-256 of Content in hexadecimal.
	Hash string
	// Occurrences are the decisions, events and the outcome.
	Occurrences []Occurrence
	// Mentions are the references found in the text.
	Mentions []Mention
	// Foreign maps each occurrence of another episode that a link names to the input path that
	// names it first, like "events[3].caused_by[0]".
	Foreign map[string]string
}

// Stored is an episode as a store holds it.
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
	// IndexedRevision is the revision in the word index; 0 if none.
	IndexedRevision int
	// DeletedAt is when the episode was deleted; zero if it is present.
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

// Access counts reads of an episode by id. It is not part of the content.
type Access struct {
	Count int64
	// LastAt is zero if the episode was never read.
	LastAt time.Time
}

// Traits are what the ranking by relevance reads of an episode. They do not need its content.
type Traits struct {
	// StartedAt is when the work began; zero if that is unknown.
	StartedAt time.Time
	// Outcome is the reported outcome.
	Outcome Outcome
	// Domain is empty if the writer gave none.
	Domain string
	// Reads is the access count.
	Reads int64
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

// State says how far a write has progressed. An acknowledged write is at least StateApplied.
type State string

// The states, in order.
const (
	// StateApplied means committed to the graph: durable, readable, linked.
	StateApplied State = "applied"
	// StateIndexed means that recall finds it by its words too.
	StateIndexed State = "indexed"
	// StateEmbedded means that recall finds it by its vectors too.
	StateEmbedded State = "embedded"
)

// Receipt acknowledges the write of one episode.
type Receipt struct {
	Project string
	Episode string
	// Revision is the revision number of the written content, Replaced the number of the revision
	// it replaced; 0 if there was none or nothing changed.
	Revision int
	Replaced int
	Hash     string
	Change   Change
	State    State
	// Reason says why State is not StateIndexed. Indexing is retried automatically.
	Reason string
	// PendingLinks are the link ends in other episodes that are not recorded yet. The links are
	// kept and become visible when the other episode arrives.
	PendingLinks []string
}

// Totals counts the contents of a project without deleted episodes.
type Totals struct {
	Episodes, Decisions, Events, Links, References int
}

// ProjectInfo describes one project.
type ProjectInfo struct {
	Name      string
	CreatedAt time.Time
}
