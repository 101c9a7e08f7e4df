package episodic

import (
	"strings"
	"time"
	"unicode/utf8"
)

// instantLayout has a fixed width, so that the order of texts is the order of instants.
const instantLayout = "2006-01-02T15:04:05.000000000Z"

// LastKey is after every sort key; the empty string is before every one.
const LastKey = "\U0010FFFF"

// firstKnown is before every sort key with a time and after every one without: those
// begin with a space.
const firstKnown = "0"

// Instant writes a time in UTC and in fixed width: the order of texts is the order of times.
func Instant(t time.Time) string { return t.UTC().Format(instantLayout) }

// SortKey orders episodes by time, then id. Read backwards, unknown times are last.
func (e Episode) SortKey() string {
	if e.StartedAt.IsZero() {
		return " " + e.ID
	}
	return Instant(e.StartedAt.Time) + " " + e.ID
}

// SortKeys returns the sort keys, from inclusive and before exclusive, that the times of the
// filter and the cursor of a page leave; pages run backwards.
func (f EpisodeFilter) SortKeys(after string) (from, before string) {
	from, before = "", LastKey
	if !f.Since.IsZero() || !f.Until.IsZero() {
		from = firstKnown
	}
	if !f.Since.IsZero() {
		from = Instant(f.Since)
	}
	if !f.Until.IsZero() {
		before = Instant(f.Until)
	}
	if after != "" {
		before = min(before, after)
	}
	return from, before
}

// Keys returns the keys of occurrences, both exclusive, that the filter's episode and the
// cursor of a page leave.
func (f OccurrenceFilter) Keys(after string) (from, before string) {
	if f.Episode == "" {
		return after, LastKey
	}
	return max(after, f.Episode+"/"), f.Episode + "0" // '0' follows '/'
}

// SortKey orders references by kind, then key.
func (r Reference) SortKey() string { return string(r.Kind) + " " + r.Key }

// SortKeys returns the sort keys, from inclusive and before exclusive, of the kind and of
// the prefix of a key. Longer commits than the key are told apart by their mentions.
func (q ReferenceQuery) SortKeys() (from, before string) {
	kind, prefix := q.Kind, q.Prefix
	if kind == "" {
		return "", LastKey
	}
	if kind == ReferenceCommit && len(prefix) > CommitKeyLen {
		prefix = prefix[:CommitKeyLen]
	}
	from = string(kind) + " " + prefix
	return from, beyond(from)
}

// beyond returns the text that follows all that begin with s: s with its last character
// replaced by the next one. Other than s with LastKey, it follows them in UTF-16 too, which
// is how Neo4j looks whether a range holds anything.
func beyond(s string) string {
	last, size := utf8.DecodeLastRuneInString(s)
	if last++; 0xD800 <= last && last <= 0xDFFF {
		last = 0xE000 // after the surrogates, which are no characters
	}
	return s[:len(s)-size] + string(last)
}

// FoldCase is how stores compare texts in any case.
func FoldCase(s string) string { return strings.ToLower(s) }
