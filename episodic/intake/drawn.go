package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// StoredLink is a link as stores draw it: with its id, and with the keys of both ends.
type StoredLink struct {
	// ID is a hash of project, stating episode, ends, relation and basis: the same for the
	// same link, whenever and in whatever order it is written.
	ID             string
	Source, Target string
	Relation       episodic.Relation
	Basis          episodic.Basis
	Confidence     *float64
	Note           string
	// Episode is the id of the episode that states the link.
	Episode string
	// Other is the id of the other episode that the link touches; empty when it stays
	// inside Episode. Such a link is drawn as soon as both ends are there.
	Other      string
	RecordedAt time.Time
}

// StoredLinks returns the links that an episode states, in its order.
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

// otherEpisode returns the episode, other than id, that a link touches; "" when none.
func otherEpisode(id, source, target string) string {
	for _, key := range []string{source, target} {
		if other, _, ok := episodic.SplitKey(key); ok && other != id {
			return other
		}
	}
	return ""
}
