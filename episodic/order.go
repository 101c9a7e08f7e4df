package episodic

import (
	"strings"
	"time"
	"unicode/utf8"
)

// instantLayout has a fixed width, so that text order is chronological order.
const instantLayout = "2006-01-02T15:04:05.000000000Z"

// LastKey sorts after every sort key; the empty string sorts before every one.
const LastKey = "\U0010FFFF"

// firstKnown sorts before every sort key with a time and after every key without one: those begin
// with a space.
const firstKnown = "0"

// Instant formats a time in UTC with a fixed width, so that text order is chronological order.
func Instant(t time.Time) string { return t.UTC().Format(instantLayout) }

// SortKey orders episodes by time, then id. In descending order, unknown times are last.
func (e Episode) SortKey() string {
	if e.StartedAt.IsZero() {
		return " " + e.ID
	}
	return Instant(e.StartedAt.Time) + " " + e.ID
}

// SortKeyTime returns the time that begins the sort key of an episode; zero if it is unknown.
func SortKeyTime(key string) time.Time {
	instant, _, _ := strings.Cut(key, " ")
	t, err := time.Parse(instantLayout, instant)
	if err != nil {
		return time.Time{}
	}
	return t
}

// SortKeys returns the range of sort keys, from inclusive and before exclusive, that match the
// times of the filter and follow the cursor; pages are in descending order.
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

// Keys returns the range of occurrence keys, both ends exclusive, that match the filter's episode
// and follow the cursor.
func (f OccurrenceFilter) Keys(after string) (from, before string) {
	if f.Episode == "" {
		return after, LastKey
	}
	return max(after, f.Episode+"/"), f.Episode + "0" // '0' follows '/'
}

// SortKey orders references by kind, then key.
func (r Reference) SortKey() string { return string(r.Kind) + " " + r.Key }

// SortKeys returns the range of sort keys, from inclusive and before exclusive, that match the kind
// and the prefix. A commit prefix longer than the key is compared with the mentions.
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

// beyond returns the text that sorts after every text with prefix s: s with its last character
// replaced by the next one. Unlike s with LastKey, it also sorts after them in UTF-16, the order in
// which Neo4j checks whether a range is empty.
func beyond(s string) string {
	last, size := utf8.DecodeLastRuneInString(s)
	if last++; 0xD800 <= last && last <= 0xDFFF {
		last = 0xE000 // after the surrogates, which are no characters
	}
	return s[:len(s)-size] + string(last)
}

// FoldCase is the case folding of stores.
func FoldCase(s string) string { return strings.ToLower(s) }
