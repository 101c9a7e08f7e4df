package episodic

// Link is a directed claim between two occurrences, as an episode states it.
type Link struct {
	// Source and Target name the ends: the short id of an own decision or event ("d001"),
	// OutcomeID for the own outcome, or the key of an occurrence of another episode
	// ("episode-2026-01-01-1/d001"). At least one end is the episode's own.
	Source   string   `json:"source"`
	Relation Relation `json:"relation"`
	Target   string   `json:"target"`
	// Basis says why the link is believed.
	Basis Basis `json:"basis"`
	// Confidence is the writer's own, in [0, 1]; nil when not given.
	Confidence *float64 `json:"confidence,omitempty"`
	// Note is the writer's remark.
	Note string `json:"note,omitempty"`
}

// OutcomeID is the short id of the occurrence that stands for an episode's own outcome.
const OutcomeID = "outcome"
