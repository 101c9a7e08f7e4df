package model

import "github.com/causeway-memory/causeway/episodic"

// Receipt is the receipt of a write as the schema shows it.
type Receipt struct {
	episodic.Receipt
}

// EpisodeKey returns the key of the episode that was written.
func (r Receipt) EpisodeKey() string { return r.Episode }

// Reason returns nil when recall finds the episode.
func (r Receipt) Reason() *string { return optional(r.Receipt.Reason) }
