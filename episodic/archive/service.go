package archive

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Service exports episodes. It is safe for concurrent use.
type Service struct {
	store episodic.Store
}

// New returns a Service over its parts.
func New(store episodic.Store) *Service {
	return &Service{store: store}
}
