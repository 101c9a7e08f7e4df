package write

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/patterns"
)

// Store runs transactions. It commits all that work wrote, or nothing when work fails. It may run
// work more than once, each time from the start and in a new transaction.
type Store interface {
	// Write runs work with the lock of the project.
	Write(ctx context.Context, project string, begin Begin, work func(Tx) error) error
	// ChangeLayer runs work with the lock of the project and with its factor layer, once no
	// removal of the layer is in progress. It returns ErrProjectNotFound when there is no such
	// project and begin does not create it.
	ChangeLayer(ctx context.Context, project string, begin Begin, work func(Layer) error) error
}

// Begin says how a transaction begins.
type Begin struct {
	// Create creates a missing project, as of Now. Without it a missing project holds nothing.
	Create bool
	Now    time.Time
	// Hashes, unless empty, are those of the episodes that are recorded, by id. If each of them is
	// present with its hash, work runs without the lock, and writes nothing.
	Hashes map[string]string
}

// Settled reports whether every episode is present with its hash, so that nothing is left to write.
func (b Begin) Settled(heads map[string]episodic.Head) bool {
	for id, hash := range b.Hashes {
		if h := heads[id]; !h.Present || h.Hash != hash {
			return false
		}
	}
	return len(b.Hashes) > 0
}

// Tx is the episodes of one project in a transaction that holds the project's lock.
type Tx interface {
	Lookup
	Rows
	Noter
	// Layer opens the factor layer after a write of episodes. ready is false while the layer is
	// being removed: the present episodes are now marked as stale, to be derived later, and the
	// layer only opens the patterns.
	Layer(c Changes) (l Layer, ready bool, err error)
}

// Noter keeps a [ledger.Note] in the transaction.
type Noter interface {
	// PutEntry adds an entry that nobody holds to the ledger, or sets it anew.
	PutEntry(e ledger.Entry) error
}

// Lookup reads what a plan depends on.
type Lookup interface {
	// Heads returns what is known of those ids, as [episodic.EpisodeReader] does.
	Heads(ids []string) (map[string]episodic.Head, error)
	// PresentOccurrences returns which of those occurrences are there, by key.
	PresentOccurrences(keys []string) (map[string]bool, error)
	// DeletedEpisode returns the last content of a deleted episode.
	DeletedEpisode(id string) (episodic.Episode, error)
	// StoredHistories returns what is kept of those ids, by id, without the JSON of revisions.
	StoredHistories(ids []string) (map[string]archive.StoredHistory, error)
}

// Rows writes the rows of episodes, and what is drawn of them: occurrences, links and mentions.
type Rows interface {
	// Erase removes what is drawn of present episodes.
	Erase(ids []string) error
	// PutEpisodes writes episodes, due for indexing at now, and draws them; nothing is drawn of
	// them yet.
	PutEpisodes(writes []intake.Write, now time.Time) error
	// PutHistories writes histories, due for indexing at once, and draws those that say so.
	PutHistories(writes []archive.HistoryWrite) error
	// DeleteEpisode takes an erased episode out of every read; its revisions stay.
	DeleteEpisode(id string, now time.Time) error
	// PurgeEpisodes removes every trace of erased or deleted episodes.
	PurgeEpisodes(ids []string) error
	// Sweep removes the references of what this transaction erased that nothing mentions any more.
	Sweep() error
}

// Changes are the episodes that a transaction wrote.
type Changes struct {
	// Present are the contents of those that are present now, by id.
	Present map[string]episodic.Episode
	// Gone are the ids of those that no read returns any more.
	Gone []string
	// New says that none of them was recorded before.
	New bool
}

// Layer is the factor layer of one project, in a transaction that holds the project's lock.
type Layer interface {
	derive.Tx
	Noter
	// StaleEpisodes returns the ids of up to limit episodes that are marked as stale, in order.
	StaleEpisodes(limit int) ([]string, error)
	// Flush writes what earlier calls only collected.
	Flush() error
	// PatternTx opens the patterns under the rules as they are now; false in a project without
	// patterns.
	PatternTx() (patterns.Tx, bool)
	// Measure runs a derivation and reports how long it took.
	Measure(work func() error) error
}
