package episodic

import (
	"context"
	"fmt"
	"time"
)

// Store keeps episodes and their occurrences: the source of truth that everything else is derived
// from. Implementations are safe for concurrent use and return errors that wrap [ErrUnavailable] if
// the engine does not answer and [ErrTimeout] if a query exceeds its time limit. The interface is
// composed of roles; callers depend on the roles they need.
type Store interface {
	EpisodeWriter
	EpisodeReader
	AccessStore
	OccurrenceReader
	ReferenceReader
	ProjectStore
	BacklogStore
	IndexStateStore
	HistoryStore
}

// EpisodeWriter records, deletes, restores and purges episodes.
type EpisodeWriter interface {
	// RecordEpisodes writes all episodes of one project in one transaction, all or none. Receipts
	// are in the given order, with State StateApplied. Content equal to the current revision
	// changes nothing; other content adds a revision and removes what the new one no longer
	// contains; a deleted episode is restored. The ids in one call are distinct. With strict, a
	// link to an occurrence that is neither in the store nor in the call is a
	// [problem.InvalidError] with CodeDanglingReference; otherwise the link stays pending and the
	// receipt names it.
	RecordEpisodes(ctx context.Context, project string, episodes []Prepared, strict bool, now time.Time) ([]Receipt, error)
	// DeleteEpisode hides the episode from every read and keeps its content for a restore. It
	// returns ErrNotFound if there is no such present episode.
	DeleteEpisode(ctx context.Context, project, id string, now time.Time) error
	// RestoreEpisode undoes DeleteEpisode. It returns ErrNotFound if there is no such deleted
	// episode.
	RestoreEpisode(ctx context.Context, project, id string, now time.Time) (Receipt, error)
	// PurgeEpisode removes every trace of an episode, present or deleted, including revisions and
	// access counts, and the references that nothing mentions any more. It returns ErrNotFound if
	// there is neither.
	PurgeEpisode(ctx context.Context, project, id string) error
	// PurgeProject removes a whole project and its ledger entries. It returns ErrProjectNotFound if
	// there is none; the ledger entries are removed even then.
	PurgeProject(ctx context.Context, project string) error
}

// EpisodeReader reads episodes.
type EpisodeReader interface {
	// GetEpisodes returns the present episodes with those ids, in no particular order; missing and
	// deleted ones are left out. One statement, however many ids.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]Stored, error)
	// ListEpisodes returns a page, latest first, unknown times last, equal times by descending id.
	// Here and below, texts are ordered by their UTF-8 bytes.
	ListEpisodes(ctx context.Context, q EpisodeQuery) ([]Stored, error)
	// CountEpisodes returns the number of matching episodes, ignoring the page.
	CountEpisodes(ctx context.Context, q EpisodeQuery) (int, error)
	// ListRevisions returns recorded contents of the present episodes with those ids, by id, latest
	// first: that part of the contents of each. Contents are counted from the latest one.
	ListRevisions(ctx context.Context, project string, ids []string, part Slice) (map[string][]Revision, error)
	// GetHeads returns what is known of those ids, present or deleted, by id; ids that were never
	// recorded are left out. One statement, however many ids.
	GetHeads(ctx context.Context, project string, ids []string) (map[string]Head, error)
}

// AccessStore counts how often episodes are read.
type AccessStore interface {
	// RecordAccess adds reads to the access counts, by episode id. It ignores ids without a present
	// episode.
	RecordAccess(ctx context.Context, project string, reads map[string]int64, now time.Time) error
	// GetAccess returns the access counts by episode id, including those of deleted episodes;
	// episodes that were never read may be left out.
	GetAccess(ctx context.Context, project string, ids []string) (map[string]Access, error)
	// GetTraits returns the traits of the present episodes with those ids, by id; missing and
	// deleted ones are left out. One statement, however many ids; it reads no content.
	GetTraits(ctx context.Context, project string, ids []string) (map[string]Traits, error)
}

// OccurrenceReader reads decisions, events and outcomes.
type OccurrenceReader interface {
	// GetOccurrences returns the occurrences with those keys, in no particular order; missing ones
	// are left out.
	GetOccurrences(ctx context.Context, project string, keys []string) ([]Occurrence, error)
	// ListOccurrences returns a page in key order.
	ListOccurrences(ctx context.Context, q OccurrenceQuery) ([]Occurrence, error)
	// CountOccurrences returns the number of matching occurrences, ignoring the page.
	CountOccurrences(ctx context.Context, q OccurrenceQuery) (int, error)
}

// ReferenceReader reads what episodes mention.
type ReferenceReader interface {
	// ListReferences returns a page of references with the number of episodes that mention each.
	ListReferences(ctx context.Context, q ReferenceQuery) ([]ReferenceCount, error)
	// GetReferences returns the given references that are mentioned at all, with the number of
	// episodes that mention each, in no particular order. One statement, however many references.
	GetReferences(ctx context.Context, project string, refs []Reference) ([]ReferenceCount, error)
	// MentionsOf returns the mentions of those references, by reference: the first limit of each,
	// ordered by By and without duplicates. Of several spellings it returns the longest, then the
	// first in order. One statement, however many references.
	MentionsOf(ctx context.Context, project string, refs []Reference, limit int) (map[Reference][]Mention, error)
	// ListMentions returns a page of mentions of a reference, without duplicates as in MentionsOf.
	ListMentions(ctx context.Context, q MentionQuery) ([]Mention, error)
	// MentionsBy returns what the heads of those episodes and those occurrences mention, by episode
	// id or occurrence key, in every spelling, ordered by kind, key and As.
	MentionsBy(ctx context.Context, project string, by []string) (map[string][]Mention, error)
	// ListBridges returns what connects present episodes with those ids to other present ones: up
	// to limit links that cross between them, ordered by the link's id, then up to limit references
	// that at most maxMentions episodes mention, rarest first, then ordered by kind, key and the
	// other episode. At most two statements, however many episodes.
	ListBridges(ctx context.Context, project string, episodes []string, maxMentions, limit int) ([]Bridge, error)
}

// ProjectStore reads projects.
type ProjectStore interface {
	// ListProjects returns every project by name.
	ListProjects(ctx context.Context) ([]ProjectInfo, error)
	// GetProject returns one project. It returns ErrProjectNotFound if there is none.
	GetProject(ctx context.Context, project string) (ProjectInfo, error)
	// Totals counts the contents of projects, by name. One statement, however many projects.
	Totals(ctx context.Context, projects []string) (map[string]Totals, error)
	// CountPresent counts the present episodes of projects, by name; projects without any may be
	// left out. One statement, however many projects.
	CountPresent(ctx context.Context, projects []string) (map[string]int, error)
}

// BacklogStore keeps track of the episodes that are not indexed yet.
type BacklogStore interface {
	// Backlog returns up to limit episodes of a project, or of all projects if it is empty, that
	// lack a stage of indexing and are due at now, longest due first; ties are in no particular order. StageWords: content not
	// indexed yet, or deleted and not yet removed from the index. StageVectors: indexed, and
	// MarkIndexed left vectors due.
	Backlog(ctx context.Context, project string, stage IndexStage, now time.Time, limit int) ([]IndexTask, error)
	// CountBacklog counts the whole backlog, due or postponed.
	CountBacklog(ctx context.Context) (BacklogCount, error)
	// MarkIndexed records that the index holds exactly these revisions, and when their vectors are
	// due. It skips an episode whose revision has changed, so that it stays in the backlog.
	MarkIndexed(ctx context.Context, tasks []IndexTask) error
	// MarkUnindexed records that the index holds nothing of a present episode, so that it joins the
	// backlog, due then. It does nothing if there is no such present episode.
	MarkUnindexed(ctx context.Context, project, id string, due time.Time) error
	// PostponeIndexing records one more failure of these tasks and when they are due again. It
	// skips an episode that is not in the backlog or whose revision has changed.
	PostponeIndexing(ctx context.Context, tasks []IndexTask, due time.Time) error
}

// IndexStateStore keeps the generations of each index and their models.
type IndexStateStore interface {
	// GetIndexState returns the generations of a project's index. It returns ErrProjectNotFound if
	// there is no such project.
	GetIndexState(ctx context.Context, project string) (IndexState, error)
	// ListIndexStates returns the state of every project, by name.
	ListIndexStates(ctx context.Context) (map[string]IndexState, error)
	// SetIndexState replaces a state whose Version is next.Version - 1. It returns ErrIndexMoved if
	// the version is another one, ErrProjectNotFound if there is no project. A new project has
	// [FirstIndexState], a project from an older version [OldIndexState].
	SetIndexState(ctx context.Context, project string, next IndexState) error
	// PutModel stores a model of a project, replacing one with the same fingerprint. It returns
	// ErrProjectNotFound if there is no such project.
	PutModel(ctx context.Context, project string, data ModelData) error
	// GetModel returns a model. It returns ErrNotFound if there is none.
	GetModel(ctx context.Context, project, fingerprint string) (ModelData, error)
	// DropUnusedModels removes the models of a project that no generation of its index state has. It
	// reads the state in the transaction that removes them: another process may begin a build.
	DropUnusedModels(ctx context.Context, project string) error
}

// HistoryStore reads and writes whole histories, for copies and exports.
type HistoryStore interface {
	// Snapshot returns the contents of a project at one moment, present and deleted, by episode id.
	// It returns ErrProjectNotFound if there is none.
	Snapshot(ctx context.Context, project string) ([]Record, error)
	// ListContents returns the contents of those revisions, in no particular order; revisions
	// purged in the meantime are left out. Contents never change.
	ListContents(ctx context.Context, project string, revisions []RevisionKey) ([]Content, error)
	// RecordHistories makes episodes identical to those of another store: all revisions with their
	// numbers and times, deletion, reads. An identical history changes nothing, and a prefix of a
	// history is extended, as decided by [archive.PlanHistories]. All or none; it returns an
	// [archive.ConflictError] if the stored revisions of an episode are not a prefix of its
	// history. It reports how many episodes changed; those whose content or deletion changed are
	// due for indexing at once. createdAt applies to a new project, which is created even without a
	// history.
	RecordHistories(ctx context.Context, project string, createdAt time.Time, histories []History) (changed int, err error)
}

// Fallback finds chunks by words while the index does not answer.
type Fallback interface {
	// SearchText is a simpler [Index.Search]: it may find fewer chunks and rank them differently.
	SearchText(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
}

// IndexTask is one episode whose index entries need an update.
type IndexTask struct {
	Project string
	Episode string
	// Revision is the revision to index; ignored when Gone.
	Revision int
	// Gone means that the episode was deleted and its chunks must be removed.
	Gone bool
	// Attempts counts the failed attempts to index this revision.
	Attempts int
	// VectorsDue says when the vectors are due, once the words are marked as indexed; zero if the
	// vectors exist too or are not wanted.
	VectorsDue time.Time
}

// IndexStage is the part of an episode's index entry that is missing.
type IndexStage string

// The stages. Words come first; vectors follow, because making them may be slow.
const (
	StageWords   IndexStage = "words"
	StageVectors IndexStage = "vectors"
)

// Bridge connects two episodes by a link between their occurrences or by a reference that both
// mention.
type Bridge struct {
	// From is the episode in the query, To the other one.
	From, To string
	// Relation is empty for a reference. For a link, FromKey and ToKey are the keys of the
	// occurrences in From and To, and Backward says that it points from To to From.
	Relation       Relation
	FromKey, ToKey string
	Backward       bool
	// Reference is what both mention, Mentions the number of episodes that mention it; zero for a
	// link.
	Reference Reference
	Mentions  int
}

// BacklogCount is the size of the indexing backlog.
type BacklogCount struct {
	// Episodes counts all episodes in the backlog.
	Episodes int
	// Failing counts the ones that failed at least once.
	Failing int
	// Unembedded counts the ones that lack only vectors.
	Unembedded int
}

// PresentEpisodes returns the given episodes that a store holds, by id.
func PresentEpisodes(ctx context.Context, store EpisodeReader, project string, ids []string) (map[string]Stored, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := store.GetEpisodes(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("look up the episodes found: %w", err)
	}
	stored := make(map[string]Stored, len(found))
	for _, e := range found {
		stored[e.Episode.ID] = e
	}
	return stored, nil
}
