package index

import "github.com/causeway-memory/causeway/episodic"

// Store is the part of the episode store that the service uses.
type Store interface {
	episodic.EpisodeWriter
	episodic.EpisodeReader
	episodic.ProjectStore
	episodic.BacklogStore
	episodic.IndexStateStore
	episodic.HistoryStore
}

// Service writes episodes to the index and keeps it correct. It is safe for concurrent use.
type Service struct {
	store  Store
	engine episodic.Index
	// embedder is nil if only words are searched.
	embedder episodic.Embedder
	now      episodic.Clock
	// indexing serializes the goroutines that write the chunks of one episode.
	indexing keyedMutex
	states   stateCache
	models   modelCache
	// changed are the projects whose index was written since their last maintenance.
	changed projectSet
	// own are the last generations that were made by the settings of this service.
	own ownGenerations
	// swept are the states for which no earlier generation is left.
	swept projectNumbers
	// looked are the numbers of chunks at the last look of a project that needs a new model.
	looked projectNumbers
}

// New returns a Service; embedder is nil for words only.
func New(store Store, engine episodic.Index, embedder episodic.Embedder, now episodic.Clock) *Service {
	return &Service{store: store, engine: engine, embedder: embedder, now: now}
}
