package episodic

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// Occurrence is a decision, an event or the outcome of one episode, as shown in paths and
// searches. The episode has its details.
type Occurrence struct {
	// Key is the episode's id, a slash, and the short id: unique in the project.
	Key string
	// Episode is the id of the episode it belongs to.
	Episode string
	Kind    Kind
	// Type is the decision type, the event type, or the outcome.
	Type string
	// Label describes the occurrence in one line: what was chosen, what happened.
	Label string
	// At is when it happened.
	At Timestamp
	// Outcome is the outcome of a decision or of the episode; OutcomeUnknown for events.
	Outcome Outcome
	// Position is the index in the writer's array; it does not imply an order in time.
	Position int
}

// OccurrenceKey returns the key of a link end as the given episode states it: a short id refers
// to an occurrence of that episode; a key of another episode is returned unchanged.
func OccurrenceKey(episode, end string) string {
	if strings.Contains(end, "/") {
		return end
	}
	return episode + "/" + end
}

// SplitKey returns the episode id and the short id of an occurrence key.
// ok is false if the key does not have that form.
func SplitKey(key string) (episode, short string, ok bool) {
	episode, short, ok = strings.Cut(key, "/")
	return episode, short, ok && episode != "" && short != "" && !strings.Contains(short, "/")
}

// SplitNames tells the ids of episodes from the keys of occurrences; neither list is nil.
func SplitNames(names []string) (ids, keys []string) {
	ids, keys = []string{}, []string{}
	for _, name := range names {
		if strings.Contains(name, "/") {
			keys = append(keys, name)
		} else {
			ids = append(ids, name)
		}
	}
	return ids, keys
}

// MaxLabel is the maximum number of characters of a label; longer ones end in an ellipsis.
const MaxLabel = 200

// Occurrences derives the decisions, the events and the outcome of a normalized episode.
func Occurrences(e Episode) []Occurrence {
	out := make([]Occurrence, 0, len(e.Decisions)+len(e.Events)+1)
	for i := range e.Decisions {
		out = append(out, OfDecision(e, i))
	}
	for i := range e.Events {
		out = append(out, OfEvent(e, i))
	}
	return append(out, Occurrence{
		Key: OccurrenceKey(e.ID, OutcomeID), Episode: e.ID, Kind: KindOutcome, Type: string(e.Outcome),
		Label: "outcome: " + string(e.Outcome), Outcome: e.Outcome,
	})
}

// OfDecision derives the decision at a position of a normalized episode.
func OfDecision(e Episode, at int) Occurrence {
	d := e.Decisions[at]
	return Occurrence{
		Key: OccurrenceKey(e.ID, d.ID), Episode: e.ID, Kind: KindDecision, Type: string(d.Type),
		Label: OneLine(cmp.Or(d.Chosen, d.Context, d.ID), MaxLabel), At: d.At, Outcome: d.Outcome, Position: at,
	}
}

// OfEvent derives the event at a position of a normalized episode.
func OfEvent(e Episode, at int) Occurrence {
	v := e.Events[at]
	return Occurrence{
		Key: OccurrenceKey(e.ID, v.ID), Episode: e.ID, Kind: KindEvent, Type: string(v.Type),
		Label: OneLine(cmp.Or(v.Content, string(v.Type)), MaxLabel), At: v.At, Outcome: OutcomeUnknown, Position: at,
	}
}

// OneLine joins the lines of a text and shortens it to n characters, as labels are. Unlike text.OneLine it keeps
// control characters that are not space, because stored labels must not change.
func OneLine(s string, n int) string { return Shorten(strings.Join(strings.Fields(s), " "), n) }

// Shorten cuts a text to at most n characters including the ellipsis. Unlike text.Shorten it
// does not trim the cut, because stored labels must not change.
func Shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
