package episodic

import (
	"time"
)

// Head is what a store knows of an episode id, present or deleted. The zero Head means that the id
// was never recorded.
type Head struct {
	// Present says that the episode exists and is not deleted.
	Present bool
	// Revision is the number of the last revision; 0 if there is none.
	Revision int
	// Hash is the content hash of the last revision.
	Hash                        string
	RecordedAt, FirstRecordedAt time.Time
}
