package recall

import (
	"context"
	"math"
	"strings"

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

// rarity says how rare the terms of a question are among the best chunks by words: a term that few of these have weighs
// more, and one that none has most. A date counts as a rare term: words look it up, and no vector knows it.
type rarity struct {
	// number numbers the terms that are no dates, dates those that are.
	number, dates map[string]int
	weights       []float64
	// ofDate is the weight of one date, all that of all terms.
	ofDate, all float64
	// absent is the share of the terms, by weight, that none of the chunks has.
	absent float64
	// coverage is how much of what a question asks for stands in one chunk, from 0 to 1: the greatest share of its terms, by
	// weight, in any of the chunks. A date counts as one that they have.
	coverage float64
}

func rarityOf(terms []string, words []episodic.ChunkHit) rarity {
	r := rarity{number: map[string]int{}, dates: map[string]int{}, ofDate: math.Log1p(lookedAt / dateCount)}
	for _, term := range terms {
		to := r.number
		if lexis.IsDate(term) {
			to = r.dates
		}
		if _, known := to[term]; !known {
			to[term] = len(to)
		}
	}
	ofDates := float64(len(r.dates)) * r.ofDate
	words = words[:min(lookedAt, len(words))]
	held := make([][]bool, len(words))
	counts := make([]float64, len(r.number))
	for i, h := range words {
		held[i] = termsHeld(r.number, h.Text, h.Episode)
		for n, has := range held[i] {
			if has {
				counts[n]++
			}
		}
	}
	r.weights, r.all = make([]float64, len(r.number)), ofDates
	for n, count := range counts {
		r.weights[n] = math.Log1p(lookedAt / max(count, .5))
		r.all += r.weights[n]
		if count == 0 {
			r.absent += r.weights[n]
		}
	}
	if r.all == 0 {
		return r
	}
	r.absent /= r.all
	r.coverage = ofDates / r.all
	for _, has := range held {
		r.coverage = max(r.coverage, (ofDates+r.sum(has))/r.all)
	}
	return r
}

// sum adds the weights of the terms held, dates left out.
func (r rarity) sum(held []bool) float64 {
	sum := 0.0
	for n, has := range held {
		if has {
			sum += r.weights[n]
		}
	}
	return sum
}

// share returns the share of the question's terms, by weight, that some texts have; all dates if dated.
func (r rarity) share(dated bool, texts ...string) float64 {
	if r.all == 0 {
		return 0
	}
	sum := r.sum(termsHeld(r.number, texts...))
	for _, has := range termsHeld(r.dates, texts...) {
		if has || dated {
			sum += r.ofDate
		}
	}
	return sum / r.all
}

// termsHeld says by number which terms some texts have. Lines are analyzed one by one, as those of chunks are.
func termsHeld(number map[string]int, texts ...string) []bool {
	held := make([]bool, len(number))
	if len(number) == 0 {
		return held
	}
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			for _, term := range lexis.Analyze(line) {
				if n, asked := number[term]; asked {
					held[n] = true
				}
			}
		}
	}
	return held
}
