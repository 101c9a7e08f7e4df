package model

import (
	"github.com/causeway-memory/causeway/episodic/recall"
)

// SimilarDecisionsAnswer is the answer to the question for decisions as the schema shows it.
type SimilarDecisionsAnswer struct {
	recall.DecisionAnswer
	Project string
}

// Hits returns the decisions found, best first.
func (a SimilarDecisionsAnswer) Hits() []SimilarDecision {
	out := make([]SimilarDecision, len(a.DecisionAnswer.Hits))
	for i, h := range a.DecisionAnswer.Hits {
		out[i] = SimilarDecision{h}
	}
	return out
}

// Related returns the episodes that the hits lead to, strongest first.
func (a SimilarDecisionsAnswer) Related() []RelatedEpisode {
	return relatedEpisodes(a.Project, a.DecisionAnswer.Related)
}

// Reason returns nil when the answer is not degraded.
func (a SimilarDecisionsAnswer) Reason() *string { return optional(a.DecisionAnswer.Reason) }

// Note returns nil when something was found.
func (a SimilarDecisionsAnswer) Note() *string { return optional(a.DecisionAnswer.Note) }

// SimilarDecision is one decision found as the schema shows it.
type SimilarDecision struct {
	recall.DecisionHit
}

// Episode returns the episode of the decision.
func (d SimilarDecision) Episode() Episode { return NewEpisode(d.Stored) }

// Decision returns the decision.
func (d SimilarDecision) Decision() Decision {
	e := d.Episode()
	return e.Decision(d.Position)
}
