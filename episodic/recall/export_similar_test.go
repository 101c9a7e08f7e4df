package recall

import (
	"github.com/causeway-memory/causeway/episodic"
)

// FuseFailures puts together what two searches for failures found; nil where nothing was asked.
func FuseFailures(byError, byDecisions []episodic.ChunkHit) []Hit {
	scored := func(hits []episodic.ChunkHit) map[string]shared {
		if hits == nil {
			return nil
		}
		chunks := make([]scoredChunk, len(hits))
		for i, h := range hits {
			chunks[i] = scoredChunk{ChunkHit: h}
		}
		return bestOfEach(chunks)
	}
	return failuresFound{error: scored(byError), decisions: scored(byDecisions)}.ranked()
}

// EmptyNote says why a question found nothing.
func EmptyNote(text string) string { return emptyNote(text) }

// CheckFailures and CheckDecisions say what is wrong with a question.
func CheckFailures(q FailureQuestion) error { return q.validate() }

func CheckDecisions(q DecisionQuestion) error { return q.validate() }
