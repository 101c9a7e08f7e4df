package agentrun

import (
	"encoding/json"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// MaxOccurrences is the number of decisions and events of a run; the steps after them are refused, for the
// reason [ReasonFull].
const MaxOccurrences = 6000

// The size of the occurrences and that of the links of a run, in bytes of JSON: an episode takes no more than
// [episodic.MaxContent] of both and its head. Steps beyond the former are refused, for the reason [ReasonFull];
// links beyond the latter are left out.
const (
	maxOccurrenceBytes = episodic.MaxContent * 5 / 8
	maxLinkBytes       = episodic.MaxContent / 4
)

// The references that the occurrences of a run mention, and those that its links do: an episode takes no more than
// [episodic.MaxMentions] of both and its head. What is beyond is cut like what is beyond the sizes.
const (
	maxMentions     = episodic.MaxMentions * 3 / 4
	maxLinkMentions = episodic.MaxMentions / 5
)

// Room counts what the episode of a long run takes. The zero Room is that of an empty episode.
type Room struct {
	occurrences, bytes, mentions int
	links, linkBytes             int
	// named are the references that links mention.
	named map[episodic.Mention]bool
}

// Full reports whether no further occurrence is taken.
func (r *Room) Full() bool {
	return r.occurrences >= MaxOccurrences || r.bytes >= maxOccurrenceBytes || r.mentions >= maxMentions
}

// TakeDecision counts a decision.
func (r *Room) TakeDecision(d episodic.Decision) {
	r.take(sizeOf(d), episodic.Episode{Decisions: []episodic.Decision{d}})
}

// TakeEvent counts an event.
func (r *Room) TakeEvent(v episodic.Event) {
	r.take(sizeOf(v), episodic.Episode{Events: []episodic.Event{v}})
}

func (r *Room) take(size int, part episodic.Episode) {
	r.occurrences, r.bytes, r.mentions = r.occurrences+1, r.bytes+size, r.mentions+len(intake.Mentions(part))
}

// Fit returns the links that are taken; the others are left out.
func (r *Room) Fit(links []episodic.Link) []episodic.Link {
	for i, l := range links {
		if r.linkBytes += sizeOf(l); r.linkBytes > maxLinkBytes || r.links >= episodic.MaxLinks || !r.name(l.Note) {
			return links[:i]
		}
		r.links++
	}
	return links
}

// name reports whether links may mention the references of a text.
func (r *Room) name(text string) bool {
	if r.named == nil {
		r.named = map[episodic.Mention]bool{}
	}
	for _, m := range intake.FindReferences(text) {
		r.named[m] = true
	}
	return len(r.named) <= maxLinkMentions
}

// sizeOf returns the size of the JSON of a part of an episode, in bytes.
func sizeOf(part any) int {
	raw, _ := json.Marshal(part) // texts, numbers and times have a JSON form
	return len(raw)
}
