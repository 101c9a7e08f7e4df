package model

import "github.com/causeway-memory/causeway/episodic"

// RecallAnswer is the answer of recall as the schema shows it.
type RecallAnswer struct {
	episodic.RecallAnswer
	Project string
}

// Hits returns the episodes found, best first.
func (a RecallAnswer) Hits() []RecallHit {
	out := make([]RecallHit, len(a.RecallAnswer.Hits))
	for i, h := range a.RecallAnswer.Hits {
		out[i] = RecallHit{Hit: h, Project: a.Project}
	}
	return out
}

// Reason returns nil when the answer is not degraded.
func (a RecallAnswer) Reason() *string { return optional(a.RecallAnswer.Reason) }

// RecallHit is one episode found as the schema shows it.
type RecallHit struct {
	Hit     episodic.RecallHit
	Project string
}

// Score returns the score of the best matching part.
func (h RecallHit) Score() float64 { return h.Hit.Score }

// Part returns which part of the episode matches best.
func (h RecallHit) Part() episodic.ChunkPart { return h.Hit.Best.Part }

// Text returns the text of that part.
func (h RecallHit) Text() string { return h.Hit.Best.Text }

// Words returns the words of the question that the part contains.
func (h RecallHit) Words() []string { return h.Hit.Words }
