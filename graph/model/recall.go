package model

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/episodic/when"
)

// RecallAnswer is the answer of recall as the schema shows it.
type RecallAnswer struct {
	recall.Answer
	Project string
}

// Time returns the filter made of a time in words; nil for none.
func (a RecallAnswer) Time() *when.Asked { return a.Answer.Time }

// Hits returns the episodes found, best first.
func (a RecallAnswer) Hits() []RecallHit {
	out := make([]RecallHit, len(a.Answer.Hits))
	for i, h := range a.Answer.Hits {
		out[i] = RecallHit{Hit: h, Project: a.Project}
	}
	return out
}

// Related returns the episodes that the hits lead to, strongest first.
func (a RecallAnswer) Related() []RelatedEpisode { return relatedEpisodes(a.Project, a.Answer.Related) }

func relatedEpisodes(project string, found []recall.Related) []RelatedEpisode {
	out := make([]RelatedEpisode, len(found))
	for i, r := range found {
		out[i] = RelatedEpisode{Related: r, Project: project}
	}
	return out
}

// Reason returns nil when the answer is not degraded.
func (a RecallAnswer) Reason() *string { return optional(a.Answer.Reason) }

// Answered reports whether one of the hits probably answers; nil where unknown.
func (a RecallAnswer) Answered() *bool { return a.Answer.Answered }

// Note returns nil when something was found that probably answers.
func (a RecallAnswer) Note() *string { return optional(a.Answer.Note) }

// RecallHit is one episode found as the schema shows it.
type RecallHit struct {
	Hit     recall.Hit
	Project string
}

// Score returns what the answer is ordered by.
func (h RecallHit) Score() float64 { return h.Hit.Score }

// Probability returns the probability that it answers the question; nil where unknown.
func (h RecallHit) Probability() *float64 { return h.Hit.Probability }

// Terms returns what the score is made of.
func (h RecallHit) Terms() recall.ScoreTerms { return h.Hit.Terms }

// Part returns which part of the episode matches best.
func (h RecallHit) Part() episodic.ChunkPart { return h.Hit.Best.Part }

// Text returns the text of that part.
func (h RecallHit) Text() string { return h.Hit.Best.Text }

// Words returns the words of the question that the part contains.
func (h RecallHit) Words() []string { return h.Hit.Words }

// TurningPoints returns what turned with the episode, if the hits are a timeline.
func (h RecallHit) TurningPoints() []string { return h.Hit.TurningPoints }

// Passages returns the first of the passages found of the episode, as hits of their own. It refuses a number that is none of 1 to
// [recall.MaxPassages].
func (h RecallHit) Passages(first int) ([]RecallHit, error) {
	if err := CheckFirst(first, recall.MaxPassages); err != nil {
		return nil, err
	}
	out := make([]RecallHit, min(first, len(h.Hit.Passages)))
	for i := range out {
		p := h.Hit.Passages[i]
		one := h.Hit
		one.Score, one.Best, one.Words, one.Terms, one.Probability = p.Score, p.ChunkHit, p.Words, p.Terms, nil
		out[i] = RecallHit{Hit: one, Project: h.Project}
	}
	return out, nil
}

// RelatedEpisode is an episode that the first hits lead to as the schema shows it.
type RelatedEpisode struct {
	Related recall.Related
	Project string
}

// Weight returns the share of the hits' score that reaches it.
func (r RelatedEpisode) Weight() float64 { return r.Related.Weight }

// Steps returns the strongest way there.
func (r RelatedEpisode) Steps() []RelatedStep {
	out := make([]RelatedStep, len(r.Related.Steps))
	for i, b := range r.Related.Steps {
		out[i] = RelatedStep{Bridge: b, Project: r.Project}
	}
	return out
}

// RelatedStep is what joins one episode to another as the schema shows it.
type RelatedStep struct {
	Bridge  episodic.Bridge
	Project string
}

// Relation returns nil for a reference.
func (s RelatedStep) Relation() *episodic.Relation {
	if s.Bridge.Relation == "" {
		return nil
	}
	return &s.Bridge.Relation
}

// Backward reports whether a link is followed from its effect to its cause.
func (s RelatedStep) Backward() bool { return s.Bridge.Backward }

// Reference returns nil for a link.
func (s RelatedStep) Reference() *Reference {
	if s.Bridge.Relation != "" {
		return nil
	}
	return &Reference{Reference: s.Bridge.Reference, Project: s.Project}
}

// Mentions returns nil for a link.
func (s RelatedStep) Mentions() *int {
	if s.Bridge.Relation != "" {
		return nil
	}
	return &s.Bridge.Mentions
}
