package recording

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
)

// Store is the part of the episode store that the service uses.
type Store interface {
	episodic.EpisodeWriter
	episodic.EpisodeReader
	episodic.OccurrenceReader
	episodic.ProjectStore
}

// Service records episodes and removes them. It is safe for concurrent use.
type Service struct {
	store Store
	index *index.Service
	now   episodic.Clock
	// screen is for what is recorded.
	screen Screen
}

// New returns a Service over its parts.
func New(store Store, index *index.Service, now episodic.Clock, screen Screen) *Service {
	return &Service{store: store, index: index, now: now, screen: screen}
}

// Unscreened returns the service for what is to be recorded as it is, because it was recorded so before.
func (s *Service) Unscreened() *Service { return New(s.store, s.index, s.now, Screen{}) }
