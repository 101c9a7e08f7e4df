package recall

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// QuestionTerms lets the tests of package episodic_test see questionTerms.
func QuestionTerms(text string) []string { return questionTerms(lexis.Analyze(text)) }

// MatchingWords lets them see which words of a question a text shares.
func MatchingWords(question, text string) []string {
	return lexis.MatchingWords(lexis.AskedWords(question), text)
}

// Grouped lets them see grouped.
func Grouped(chunks []episodic.ChunkHit) []Hit {
	scored := make([]scoredChunk, len(chunks))
	for i, c := range chunks {
		scored[i] = scoredChunk{ChunkHit: c}
	}
	return grouped(scored, false)
}

// Fuse lets them see fuse: the chunks with their terms, by chunk or by episode.
func Fuse(words, near []episodic.ChunkHit, alpha float64, episodes bool) ([]episodic.ChunkHit, []ScoreTerms) {
	key := byChunk
	if episodes {
		key = byEpisode
	}
	var hits []episodic.ChunkHit
	var terms []ScoreTerms
	for _, c := range fuse(words, near, alpha, key, nil) {
		hits, terms = append(hits, c.ChunkHit), append(terms, c.terms)
	}
	return hits, terms
}

// Candidates is how many of either list are fused.
const Candidates = candidates

// RelevanceOf lets them see relevanceOf, and the sum of its terms.
func RelevanceOf(alike float64, e episodic.Traits, domain string, now time.Time) (Relevance, float64) {
	r := relevanceOf(alike, e, domain, now)
	return r, r.sum()
}

// CheckRecall lets them see RecallQuestion.validate.
func CheckRecall(q Question) error { return q.validate() }

// Coverage is how much of a question one chunk has.
func Coverage(terms []string, words []episodic.ChunkHit) float64 {
	return rarityOf(terms, words).coverage
}

// VectorWeight is the weight of vectors of words, and of those of sentences.
func VectorWeight(coverage float64) (words, sentences float64) {
	return weighWords().vectorWeight(coverage), weighSentences().vectorWeight(coverage)
}

// Read lets them see what hits tell of the passages found, where a question goes by a meaning.
func Read(question string, nearest func([]episodic.EmbedText) (int, bool), hits []Hit, passages []episodic.ChunkHit) []Hit {
	found := make([]scoredChunk, len(passages))
	for i, p := range passages {
		found[i] = scoredChunk{ChunkHit: p}
	}
	r := newReader(lexis.AskedWords(question), nearest, passagesOf(found))
	out := make([]Hit, len(hits))
	for i, h := range hits {
		out[i] = r.withPassages(h)
	}
	return out
}

// HitOf returns a hit of an episode that began then.
func HitOf(best episodic.ChunkHit, began time.Time) Hit {
	return Hit{Best: best, traits: episodic.Traits{StartedAt: began}}
}

// EvidenceOf lets them see what a hit is judged by.
func EvidenceOf(terms []string, words, near []episodic.ChunkHit, h Hit) Evidence {
	e := questionEvidence{rarity: rarityOf(terms, words)}
	e.setVectors("", episodic.ChunkQuery{}, near)
	return e.of(h, false)
}

// Probability lets them see the rule of a provider.
func Probability(provider string, e Evidence) (p float64, known bool) {
	r, known := ruleFor(provider)
	return r.probability(e), known
}

// RuleOf lets them see the weights of the rule of a provider, and from which probability on a hit probably answers.
func RuleOf(provider string) (weights []float64, least float64) {
	r, _ := ruleFor(provider)
	return r.weights[:], r.least
}
