package recording

import (
	"github.com/causeway-memory/causeway/episodic"
)

// PrepareAll lets them see prepareAll.
func PrepareAll(episodes []episodic.Episode) ([]episodic.Prepared, error) {
	return prepareAll(episodes)
}

// Episodes screens episodes.
func (s Screen) Episodes(given []episodic.Episode) ([]episodic.Episode, error) {
	return s.episodes(given)
}
