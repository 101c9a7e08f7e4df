package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// StoredLink is a link as stores keep it, with its id and the keys of both ends.
type StoredLink struct {
	// ID is a hash of project, stating episode, ends, relation and basis, so that the same link
	// always has the same id.
	ID             string
	Source, Target string
	Relation       episodic.Relation
	Basis          episodic.Basis
	Confidence     *float64
	Note           string
	// Episode is the episode that states the link.
	Episode string
	// Other is the other episode that the link touches; empty if both ends are in Episode.
	// Stores keep a link pending until both ends exist.
	Other      string
	RecordedAt time.Time
}

// StoredLinks returns the links that an episode states, in the episode's order.
func (w Write) StoredLinks(project string) []StoredLink {
	id := w.Episode.ID
	out := make([]StoredLink, len(w.Episode.Links))
	for i, l := range w.Episode.Links {
		d := StoredLink{
			Source: episodic.OccurrenceKey(id, l.Source), Target: episodic.OccurrenceKey(id, l.Target), Relation: l.Relation,
			Basis: l.Basis, Confidence: l.Confidence, Note: l.Note, Episode: id, RecordedAt: w.RecordedAt,
		}
		d.ID = linkID(project, d)
		d.Other = otherEpisode(id, d.Source, d.Target)
		out[i] = d
	}
	return out
}

func linkID(project string, d StoredLink) string {
	parts := []string{project, d.Episode, d.Source, d.Target, string(d.Relation), string(d.Basis)}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// otherEpisode returns the episode other than id that a link touches; "" if there is none.
func otherEpisode(id, source, target string) string {
	for _, key := range []string{source, target} {
		if other, _, ok := episodic.SplitKey(key); ok && other != id {
			return other
		}
	}
	return ""
}
