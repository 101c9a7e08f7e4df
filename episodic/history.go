package episodic

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// Record is what a store knows of one episode at one moment, without its contents.
type Record struct {
	Episode string
	// Revision is the number of the last revision; all from 1 on are kept.
	Revision int
	// Hash is the content hash of the last revision, RecordedAt when it was recorded.
	Hash       string
	RecordedAt time.Time
	// DeletedAt is when the episode was deleted; zero when it is present.
	DeletedAt time.Time
	// IndexedRevision is the revision that the search index holds; 0 when none.
	IndexedRevision int
	// Access counts the reads.
	Access Access
}

// RevisionKey names one revision in a project.
type RevisionKey struct {
	Episode string
	Number  int
}

// Content is the content of one revision as it was recorded.
type Content struct {
	RevisionKey
	Hash       string
	RecordedAt time.Time
	// JSON is the canonical JSON of the episode.
	JSON []byte
}

// History is everything that a store holds of one episode.
type History struct {
	// Last is the last revision, prepared.
	Last Prepared
	// Contents are all revisions, from number 1 on.
	Contents []Content
	// DeletedAt is when the episode was deleted; zero when it is present.
	DeletedAt time.Time
	Access    Access
}

// Fingerprint is equal for two stores that hold the same of a project: a SHA-256, in
// hexadecimal, over what lines say of each episode in the order of their ids.
func Fingerprint(lines []string) string {
	sum := sha256.New()
	for _, line := range lines {
		fmt.Fprintln(sum, line)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
