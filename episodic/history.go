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
	// Revision is the number of the last revision; the store keeps all of them from 1 on.
	Revision int
	// Hash is the content hash of the last revision, RecordedAt when it was recorded.
	Hash       string
	RecordedAt time.Time
	// DeletedAt is when the episode was deleted; zero if it is present.
	DeletedAt time.Time
	// IndexedRevision is the revision in the search index; 0 if none.
	IndexedRevision int
	// Access counts the reads.
	Access Access
}

// RevisionKey identifies one revision in a project.
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

// History is everything a store holds of one episode.
type History struct {
	// Last is the last revision, prepared.
	Last Prepared
	// Contents are all revisions, from number 1 on.
	Contents []Content
	// DeletedAt is when the episode was deleted; zero if it is present.
	DeletedAt time.Time
	Access    Access
}

// Fingerprint is a SHA-256 in hexadecimal over one line per episode, in the order of the ids. Two
// stores that hold the same project content have the same fingerprint.
func Fingerprint(lines []string) string {
	sum := sha256.New()
	for _, line := range lines {
		fmt.Fprintln(sum, line)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
