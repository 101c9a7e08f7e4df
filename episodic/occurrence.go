package episodic

import "strings"

// Occurrence is a decision, an event or the outcome of one episode, as paths and searches
// show it. Its details are in the episode.
type Occurrence struct {
	// Key is the episode's id, a slash, and the short id: unique in the project.
	Key string
	// Episode is the id of the episode it belongs to.
	Episode string
	Kind    Kind
	// Type is the decision type, the event type, or the outcome.
	Type string
	// Label is one line that names the occurrence: what was chosen, what happened.
	Label string
	// At is when it happened.
	At Timestamp
	// Outcome is the outcome of a decision or of the episode; OutcomeUnknown for events.
	Outcome Outcome
	// Position is the place in the writer's array; it says nothing about time.
	Position int
}

// OccurrenceKey returns the key of an end of a link as episode id states it: a short id
// becomes the episode's own occurrence, a key of another episode stays as it is.
func OccurrenceKey(episode, end string) string {
	if strings.Contains(end, "/") {
		return end
	}
	return episode + "/" + end
}

// SplitKey returns the episode id and the short id of an occurrence key.
// ok is false when the key is not of that form.
func SplitKey(key string) (episode, short string, ok bool) {
	episode, short, ok = strings.Cut(key, "/")
	return episode, short, ok && episode != "" && short != "" && !strings.Contains(short, "/")
}
