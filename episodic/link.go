package episodic

import (
	"slices"
)

// Link is a directed claim between two occurrences, as an episode states it.
type Link struct {
	// Source and Target are the ends of the link: the short id of a decision or event of this
	// episode ("d001"), OutcomeID for its outcome, or the key of an occurrence of another episode
	// ("episode-2026-01-01-1/d001"). At least one end belongs to this episode.
	Source   string   `json:"source"`
	Relation Relation `json:"relation"`
	Target   string   `json:"target"`
	// Basis says why the link is believed.
	Basis Basis `json:"basis"`
	// Confidence is the writer's, in [0, 1]; nil if not given.
	Confidence *float64 `json:"confidence,omitempty"`
	// Note is the writer's remark.
	Note string `json:"note,omitempty"`
}

// OutcomeID is the short id of the occurrence that represents an episode's outcome.
const OutcomeID = "outcome"

// Named returns the ids of the other episodes that the links name, sorted.
func (e Episode) Named() []string {
	var out []string
	for _, l := range e.Links {
		for _, end := range []string{l.Source, l.Target} {
			if id, _, foreign := SplitKey(end); foreign && id != e.ID {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
