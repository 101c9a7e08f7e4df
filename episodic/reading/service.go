package reading

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Service reads episodes and what they hold. It is safe for concurrent use.
type Service struct {
	store episodic.Store
	now   episodic.Clock
	reads accessCounter
}

// New returns a Service over its parts.
func New(store episodic.Store, now episodic.Clock) *Service {
	return &Service{store: store, now: now}
}
