package neo4jstore

import (
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// instantLayout has a fixed width, so that the order of texts is the order of instants.
const instantLayout = "2006-01-02T15:04:05.000000000Z"

// The bounds of all sort keys: before and after every one.
const (
	firstKey = ""
	lastKey  = "\U0010FFFF"
)

// firstKnown is before every sort key with a time and after every one without: those
// begin with a space.
const firstKnown = "0"

func instant(t time.Time) string { return t.UTC().Format(instantLayout) }

// episodeSortKey orders episodes by time, then id. Read backwards, unknown times are last.
func episodeSortKey(e episodic.Episode) string {
	if e.StartedAt.IsZero() {
		return " " + e.ID
	}
	return instant(e.StartedAt.Time) + " " + e.ID
}

// episodeRange returns the sort keys, from inclusive and before exclusive, of a page.
func episodeRange(f episodic.EpisodeFilter, after string) (from, before string) {
	from, before = firstKey, lastKey
	if !f.Since.IsZero() || !f.Until.IsZero() {
		from = firstKnown
	}
	if !f.Since.IsZero() {
		from = instant(f.Since)
	}
	if !f.Until.IsZero() {
		before = instant(f.Until)
	}
	if after != "" {
		before = min(before, after)
	}
	return from, before
}

// occurrenceRange returns the keys, both exclusive, of a page.
func occurrenceRange(episode, after string) (from, before string) {
	if episode == "" {
		return after, lastKey
	}
	return max(after, episode+"/"), episode + "0" // '0' follows '/'
}

func referenceSortKey(r episodic.Reference) string { return string(r.Kind) + " " + r.Key }

// referenceRange returns the sort keys, from inclusive and before exclusive, of a kind and
// of the beginning of a key. Longer commits than the key are told apart by their mentions.
func referenceRange(kind episodic.ReferenceKind, prefix string) (from, before string) {
	if kind == "" {
		return firstKey, lastKey
	}
	if kind == episodic.ReferenceCommit && len(prefix) > commitKey {
		prefix = prefix[:commitKey]
	}
	from = string(kind) + " " + prefix
	return from, from + lastKey
}

// commitKey is how many digits of a commit are its key.
const commitKey = 7

// lower is how texts are compared in any case.
func lower(s string) string { return strings.ToLower(s) }
