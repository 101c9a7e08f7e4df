package recall

import (
	"context"
	"math"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// The weight of the vectors for a question follows from its coverage, linearly between two bounds. They were chosen
// on one half of the labeled questions and scored on the other (docs/recall.md).
const (
	// leastWeight is the weight of the vectors for a question that the words cover.
	leastWeight = .05
	// likeWeight is the weight of the vectors for what is like an episode.
	likeWeight = .25
	// lookedAt is the number of the best chunks by words that say which words of a question the memory has.
	lookedAt = 50
	// dateCount is how many of them count as having a date.
	dateCount = 2.0
)

// weighing says how much the vectors of a model weigh: most up to a coverage of little, leastWeight from much on.
type weighing struct{ little, much, most float64 }

// weighWords is for vectors of words and their pieces, weighSentences for those of models that read a text as a whole, which may be
// trusted with more questions.
func weighWords() weighing     { return weighing{.25, .45, .9} }
func weighSentences() weighing { return weighing{.35, .65, .97} }

// weighing returns how the vectors of a generation are weighed. A model that sums up words answers at once.
func (s *Service) weighing(ctx context.Context, project string, g episodic.Generation) weighing {
	if m, err := s.index.Model(ctx, project, g); err == nil && !m.Instant() {
		return weighSentences()
	}
	return weighWords()
}

// vectorWeight returns the weight of the vectors, from 0 to 1, for a question of that coverage.
func (w weighing) vectorWeight(coverage float64) float64 {
	share := (w.much - coverage) / (w.much - w.little)
	return leastWeight + (w.most-leastWeight)*min(max(share, 0), 1)
}

// coverage returns how much of what a question asks for stands in one chunk, from 0 to 1: the greatest share of its
// terms in any of the best chunks by words, where a term that few of these have weighs more, and one that none has
// most. A date counts as a rare term that they have: words look it up, and no vector knows it.
func coverage(terms []string, words []episodic.ChunkHit) float64 {
	number, dates := map[string]int{}, map[string]bool{}
	for _, term := range terms {
		if lexis.IsDate(term) {
			dates[term] = true
		} else if _, known := number[term]; !known {
			number[term] = len(number)
		}
	}
	ofDates := float64(len(dates)) * math.Log1p(lookedAt/dateCount)
	words = words[:min(lookedAt, len(words))]
	held := make([][]bool, len(words))
	counts := make([]float64, len(number))
	for i, h := range words {
		held[i] = termsHeld(number, h)
		for n, has := range held[i] {
			if has {
				counts[n]++
			}
		}
	}
	weights, all := make([]float64, len(number)), ofDates
	for n, count := range counts {
		weights[n] = math.Log1p(lookedAt / max(count, .5))
		all += weights[n]
	}
	if all == 0 {
		return 0
	}
	most := ofDates / all
	for _, has := range held {
		sum := ofDates
		for n := range has {
			if has[n] {
				sum += weights[n]
			}
		}
		most = max(most, sum/all)
	}
	return most
}

// termsHeld says by number which terms a chunk has.
func termsHeld(number map[string]int, h episodic.ChunkHit) []bool {
	held := make([]bool, len(number))
	for _, text := range []string{h.Text, h.Episode} {
		for _, term := range lexis.Analyze(text) {
			if n, asked := number[term]; asked {
				held[n] = true
			}
		}
	}
	return held
}
