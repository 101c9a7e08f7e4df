package model

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Receipt is the receipt of a write as the schema shows it.
type Receipt struct {
	episodic.Receipt
	// Current is the revision that is current now; 0 when the episode is deleted.
	Current int
}

// EpisodeKey returns the key of the episode that was written.
func (r Receipt) EpisodeKey() string { return r.Episode }

// Reason returns nil when recall finds the episode.
func (r Receipt) Reason() *string { return optional(r.Receipt.Reason) }

// Replaced returns nil when the write replaced no revision.
func (r Receipt) Replaced() *int { return numbered(r.Receipt.Replaced) }

// CurrentRevision returns nil when the episode is deleted.
func (r Receipt) CurrentRevision() *int { return numbered(r.Current) }

// Superseded reports whether another writer came after.
func (r Receipt) Superseded() bool { return r.Current > r.Revision }

// numbered returns nil for 0, which is the number of no revision.
func numbered(revision int) *int {
	if revision == 0 {
		return nil
	}
	return &revision
}
