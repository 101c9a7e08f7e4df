package episodic

import (
	"context"
	"fmt"
	"time"
)

// Store keeps episodes and their occurrence layer: the truth that everything else is
// derived from. Implementations are safe for concurrent use and return errors that wrap
// [ErrUnavailable] when the engine does not answer and [ErrTimeout] when a query ran out of time.
// It is made of roles; a caller asks for the ones that it needs.
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

// EpisodeWriter records episodes, takes them away and brings them back.
type EpisodeWriter interface {
	// RecordEpisodes writes all episodes of one project in one transaction: all or none.
	// Receipts are in the order given, with State StateApplied. Same content as the
	// current revision changes nothing; other content adds a revision and removes what
	// the new one no longer has; a deleted episode comes back. Ids in one call are distinct.
	// With strict, a link to an occurrence of another episode that neither the store nor
	// the call holds is an [problem.InvalidError] with CodeDanglingReference; without, it is kept
	// pending and named in the receipt.
	RecordEpisodes(ctx context.Context, project string, episodes []Prepared, strict bool, now time.Time) ([]Receipt, error)
	// DeleteEpisode takes the episode out of every read and keeps its content, so that it
	// can be restored. It returns ErrNotFound when there is no such present episode.
	DeleteEpisode(ctx context.Context, project, id string, now time.Time) error
	// RestoreEpisode undoes DeleteEpisode. It returns ErrNotFound when there is no such
	// deleted episode.
	RestoreEpisode(ctx context.Context, project, id string, now time.Time) (Receipt, error)
	// PurgeEpisode removes every trace of an episode, present or deleted, revisions and
	// access counts included; references that nothing mentions any more go too.
	// It returns ErrNotFound when there is neither.
	PurgeEpisode(ctx context.Context, project, id string) error
	// PurgeProject removes a project whole, with what the ledger keeps about it. It returns
	// ErrProjectNotFound when there is none; what the ledger keeps is removed even so.
	PurgeProject(ctx context.Context, project string) error
}

// EpisodeReader reads episodes.
type EpisodeReader interface {
	// GetEpisodes returns the present episodes of those ids, in no particular order;
	// absent and deleted ones are left out. One statement, however many ids.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]Stored, error)
	// ListEpisodes returns a page, latest first, unknown times last; of equal times the
	// greatest id comes first. Here and below, texts are in the order of their UTF-8 bytes.
	ListEpisodes(ctx context.Context, q EpisodeQuery) ([]Stored, error)
	// CountEpisodes returns how many episodes match, whatever the page.
	CountEpisodes(ctx context.Context, q EpisodeQuery) (int, error)
	// ListRevisions returns every recorded content of the present episodes of those ids, by
	// id, latest first.
	ListRevisions(ctx context.Context, project string, ids []string) (map[string][]Revision, error)
	// GetHeads returns what is known of those ids, present or deleted, by id; those never
	// recorded are left out. One statement, however many ids.
	GetHeads(ctx context.Context, project string, ids []string) (map[string]Head, error)
}

// AccessStore counts how often episodes are read.
type AccessStore interface {
	// RecordAccess adds reads to the access counts, by episode id; ids of no present episode
	// are ignored.
	RecordAccess(ctx context.Context, project string, reads map[string]int64, now time.Time) error
	// GetAccess returns the access counts by episode id, also of deleted episodes; never-read
	// ones may be left out.
	GetAccess(ctx context.Context, project string, ids []string) (map[string]Access, error)
}

// OccurrenceReader reads decisions, events and outcomes.
type OccurrenceReader interface {
	// GetOccurrences returns the occurrences of those keys, in no particular order; absent
	// ones are left out.
	GetOccurrences(ctx context.Context, project string, keys []string) ([]Occurrence, error)
	// ListOccurrences returns a page in the order of the keys.
	ListOccurrences(ctx context.Context, q OccurrenceQuery) ([]Occurrence, error)
	// CountOccurrences returns how many occurrences match, whatever the page.
	CountOccurrences(ctx context.Context, q OccurrenceQuery) (int, error)
}

// ReferenceReader reads what episodes mention.
type ReferenceReader interface {
	// ListReferences returns a page of references with how many episodes mention each.
	ListReferences(ctx context.Context, q ReferenceQuery) ([]ReferenceCount, error)
	// GetReferences returns the references of those that something mentions, with how many
	// episodes do, in no particular order. One statement, however many.
	GetReferences(ctx context.Context, project string, refs []Reference) ([]ReferenceCount, error)
	// MentionsOf returns who mentions those references, by reference, the first limit of
	// each in the order of By, each once: of several spellings the longest, of equal ones the
	// first. One statement, however many.
	MentionsOf(ctx context.Context, project string, refs []Reference, limit int) (map[Reference][]Mention, error)
	// ListMentions returns a page of who mentions a reference, each once as in MentionsOf.
	ListMentions(ctx context.Context, q MentionQuery) ([]Mention, error)
	// MentionsBy returns what the heads of the episodes of those ids and the occurrences of
	// those keys mention, by id or key, every spelling, in the order of kind, key and As.
	MentionsBy(ctx context.Context, project string, by []string) (map[string][]Mention, error)
	// ListBridges returns what joins present episodes of those ids to other present ones: up
	// to limit links that cross from one to the other, in the order of the link's id, then up
	// to limit references that at most maxMentions episodes mention, rarest first, then by
	// kind, key and the other episode. One statement or two, however many.
	ListBridges(ctx context.Context, project string, episodes []string, maxMentions, limit int) ([]Bridge, error)
}

// ProjectStore reads projects.
type ProjectStore interface {
	// ListProjects returns every project by name.
	ListProjects(ctx context.Context) ([]ProjectInfo, error)
	// GetProject returns one project. It returns ErrProjectNotFound when there is none.
	GetProject(ctx context.Context, project string) (ProjectInfo, error)
	// Totals counts what projects hold, by name. One statement, however many.
	Totals(ctx context.Context, projects []string) (map[string]Totals, error)
}

// BacklogStore remembers which episodes are not indexed yet.
type BacklogStore interface {
	// Backlog returns up to limit episodes, over all projects, whose indexing is behind in a
	// stage and due at now, longest due first, those due since the same time in no
	// particular order. StageWords: content not indexed yet, or deleted and not yet removed
	// from the index. StageVectors: indexed, and MarkIndexed left vectors due.
	Backlog(ctx context.Context, stage IndexStage, now time.Time, limit int) ([]IndexTask, error)
	// CountBacklog counts the whole backlog, due or postponed.
	CountBacklog(ctx context.Context) (BacklogCount, error)
	// MarkIndexed notes that the index holds exactly these revisions, and when their vectors
	// are due. It skips an episode whose revision has moved on, so that it stays in the
	// backlog.
	MarkIndexed(ctx context.Context, tasks []IndexTask) error
	// PostponeIndexing notes that indexing these tasks failed once more and when each is due
	// again. It skips an episode that is not in the backlog or whose revision has moved on.
	PostponeIndexing(ctx context.Context, tasks []IndexTask, due time.Time) error
}

// IndexStateStore keeps which generations an index has, and their models.
type IndexStateStore interface {
	// GetIndexState returns the generations of a project's index. It returns
	// ErrProjectNotFound when there is no such project.
	GetIndexState(ctx context.Context, project string) (IndexState, error)
	// ListIndexStates returns the state of every project, by name.
	ListIndexStates(ctx context.Context) (map[string]IndexState, error)
	// SetIndexState replaces a state whose Version is next.Version - 1. It returns
	// ErrIndexMoved when the version is another one, ErrProjectNotFound without the project.
	// A new project has [FirstIndexState], one from before [OldIndexState].
	SetIndexState(ctx context.Context, project string, next IndexState) error
	// PutModel keeps a model of a project, replacing one of the same fingerprint. It returns
	// ErrProjectNotFound when there is no such project.
	PutModel(ctx context.Context, project string, data ModelData) error
	// GetModel returns a model. It returns ErrNotFound when there is none.
	GetModel(ctx context.Context, project, fingerprint string) (ModelData, error)
	// DropModels removes all models of a project but those of these fingerprints.
	DropModels(ctx context.Context, project string, keep []string) error
}

// HistoryStore reads and writes whole histories, for copies and exports.
type HistoryStore interface {
	// Snapshot returns what a project holds at one moment, present and deleted, by episode
	// id. It returns ErrProjectNotFound when there is none.
	Snapshot(ctx context.Context, project string) ([]Record, error)
	// ListContents returns the contents of those revisions, in no particular order; those
	// that were purged meanwhile are left out. Contents never change.
	ListContents(ctx context.Context, project string, revisions []RevisionKey) ([]Content, error)
	// RecordHistories makes episodes exactly what another store holds of them: all
	// revisions with their numbers and times, deleted or not, the reads. What is the same
	// already changes nothing, and what is the beginning of a history is continued, as
	// [archive.PlanHistories] decides. All or none; it returns a [archive.ConflictError] when the revisions
	// of an episode here are no beginning of the history. It reports how many episodes
	// changed; those whose content or deletion did are due for indexing at once. createdAt is
	// the project's, when it is new: it is created even without a history.
	RecordHistories(ctx context.Context, project string, createdAt time.Time, histories []History) (changed int, err error)
}

// Fallback finds chunks by words when the index does not answer.
type Fallback interface {
	// SearchText is [Index.Search] with fewer means: it may find less and order otherwise.
	SearchText(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)
}

// IndexTask names one episode whose place in the index is to be brought up to date.
type IndexTask struct {
	Project string
	Episode string
	// Revision is the revision to index; ignored when Gone.
	Revision int
	// Gone means that the episode was deleted and its chunks are to be removed.
	Gone bool
	// Attempts is how often indexing this revision has failed.
	Attempts int
	// VectorsDue says, when the words are marked as indexed, when the vectors are due; zero
	// when they are there too or none are wanted.
	VectorsDue time.Time
}

// IndexStage is what is missing in the index of an episode.
type IndexStage string

// The stages. Words come first; vectors follow, because making them may take long.
const (
	StageWords   IndexStage = "words"
	StageVectors IndexStage = "vectors"
)

// Bridge joins an episode to another one by a link between their occurrences or by a
// reference that both mention.
type Bridge struct {
	// From is the episode asked for, To the other one.
	From, To string
	// Relation is empty for a reference. Of a link, FromKey and ToKey are the keys of the
	// occurrences in From and To, and Backward says that it leads from To to From.
	Relation       Relation
	FromKey, ToKey string
	Backward       bool
	// Reference is what both mention, Mentions how many episodes do; zero for a link.
	Reference Reference
	Mentions  int
}

// BacklogCount is the length of the backlog of indexing.
type BacklogCount struct {
	// Episodes are all whose indexing is behind.
	Episodes int
	// Failing are those of them whose indexing has failed at least once.
	Failing int
	// Unembedded are those of them that lack nothing but vectors.
	Unembedded int
}

// PresentEpisodes returns those of the episodes that a store has, by id.
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
