package episodic

import (
	"context"
	"time"
)

// Store keeps episodes and their occurrence layer: the truth that everything else is
// derived from. Implementations are safe for concurrent use and return errors that wrap
// [ErrUnavailable] when the engine does not answer and [ErrTimeout] when a query ran out of time.
type Store interface {
	// RecordEpisodes writes all episodes of one project in one transaction: all or none.
	// Receipts are in the order given, with State StateApplied. Same content as the
	// current revision changes nothing; other content adds a revision and removes what
	// the new one no longer has; a deleted episode comes back. Ids in one call are distinct.
	// With strict, a link to an occurrence of another episode that neither the store nor
	// the call holds is an [InvalidError] with CodeDanglingReference; without, it is kept
	// pending and named in the receipt.
	RecordEpisodes(ctx context.Context, project string, episodes []Prepared, strict bool, now time.Time) ([]Receipt, error)

	// GetEpisodes returns the present episodes of those ids, in no particular order;
	// absent and deleted ones are left out. One statement, however many ids.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]Stored, error)
	// ListEpisodes returns a page, latest first.
	ListEpisodes(ctx context.Context, q EpisodeQuery) ([]Stored, error)
	// CountEpisodes returns how many episodes match, whatever the page.
	CountEpisodes(ctx context.Context, q EpisodeQuery) (int, error)
	// ListRevisions returns every recorded content of the episodes, by id, latest first.
	ListRevisions(ctx context.Context, project string, ids []string) (map[string][]Revision, error)

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
	// PurgeProject removes a project whole. It returns ErrProjectNotFound when there is none.
	PurgeProject(ctx context.Context, project string) error

	// RecordAccess adds reads to the access counts, by episode id; unknown ids are ignored.
	RecordAccess(ctx context.Context, project string, reads map[string]int64, now time.Time) error
	// GetAccess returns the access counts by episode id; never-read ones may be left out.
	GetAccess(ctx context.Context, project string, ids []string) (map[string]Access, error)

	// GetOccurrences returns the occurrences of those keys, in no particular order; absent
	// ones are left out.
	GetOccurrences(ctx context.Context, project string, keys []string) ([]Occurrence, error)
	// ListOccurrences returns a page in the order of the keys.
	ListOccurrences(ctx context.Context, q OccurrenceQuery) ([]Occurrence, error)
	// CountOccurrences returns how many occurrences match, whatever the page.
	CountOccurrences(ctx context.Context, q OccurrenceQuery) (int, error)

	// ListReferences returns a page of references with how many episodes mention each.
	ListReferences(ctx context.Context, q ReferenceQuery) ([]ReferenceCount, error)
	// GetReferences returns the references of those that something mentions, with how many
	// episodes do, in no particular order. One statement, however many.
	GetReferences(ctx context.Context, project string, refs []Reference) ([]ReferenceCount, error)
	// MentionsOf returns who mentions those references, by reference, the first limit of
	// each in the order of By. One statement, however many.
	MentionsOf(ctx context.Context, project string, refs []Reference, limit int) (map[Reference][]Mention, error)
	// ListMentions returns a page of who mentions a reference.
	ListMentions(ctx context.Context, q MentionQuery) ([]Mention, error)
	// MentionsBy returns what the heads of the episodes of those ids and the occurrences of
	// those keys mention, by id or key.
	MentionsBy(ctx context.Context, project string, by []string) (map[string][]Mention, error)

	// ListProjects returns every project by name.
	ListProjects(ctx context.Context) ([]ProjectInfo, error)
	// GetProject returns one project. It returns ErrProjectNotFound when there is none.
	GetProject(ctx context.Context, project string) (ProjectInfo, error)
	// Totals counts what projects hold, by name. One statement, however many.
	Totals(ctx context.Context, projects []string) (map[string]Totals, error)

	// SearchText finds chunks by words without the search engine: the fallback of recall.
	SearchText(ctx context.Context, q ChunkQuery) ([]ChunkHit, error)

	// Backlog returns up to limit episodes, over all projects, whose indexing is behind:
	// content not indexed yet, or deleted and not yet removed from the index.
	Backlog(ctx context.Context, limit int) ([]IndexTask, error)
	// CountBacklog returns the length of the whole backlog.
	CountBacklog(ctx context.Context) (int, error)
	// MarkIndexed notes that the index holds exactly these revisions. It skips an episode
	// whose revision has moved on, so that it stays in the backlog.
	MarkIndexed(ctx context.Context, tasks []IndexTask) error
}

// IndexTask names one episode whose place in the index is to be brought up to date.
type IndexTask struct {
	Project string
	Episode string
	// Revision is the revision to index; ignored when Gone.
	Revision int
	// Gone means that the episode was deleted and its chunks are to be removed.
	Gone bool
}
