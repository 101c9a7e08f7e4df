package index

import "github.com/causeway-memory/causeway/episodic"

// Store is what the service needs of the store of episodes.
type Store interface {
	episodic.EpisodeReader
	episodic.ProjectStore
	episodic.BacklogStore
	episodic.IndexStateStore
	episodic.HistoryStore
}

// Service brings episodes to the index and keeps it right. It is safe for concurrent use.
type Service struct {
	store  Store
	engine episodic.Index
	// embedder is nil when only words are searched.
	embedder episodic.Embedder
	now      episodic.Clock
	// indexing keeps two goroutines from writing the chunks of one episode at once.
	indexing keyedMutex
	states   stateCache
	models   modelCache
	// changed are the projects whose index was written since they were last maintained.
	changed projectSet
	// swept are the states with which nothing is left of earlier generations.
	swept projectVersions
}

// New returns a Service over its engines; embedder is nil for words only.
func New(store Store, engine episodic.Index, embedder episodic.Embedder, now episodic.Clock) *Service {
	return &Service{store: store, engine: engine, embedder: embedder, now: now}
}
