package episodic

import "time"

// QuestionTerms lets the tests of package episodic_test see questionTerms.
func QuestionTerms(text string) []string { return questionTerms(Analyse(text)) }

// MatchingWords lets them see which words of a question a text shares.
func MatchingWords(question, text string) []string {
	return matchingWords(askedWords(question), text)
}

// Grouped lets them see grouped.
func Grouped(chunks []ChunkHit) []RecallHit {
	scored := make([]scoredChunk, len(chunks))
	for i, c := range chunks {
		scored[i] = scoredChunk{ChunkHit: c}
	}
	return grouped(scored)
}

// Fuse lets them see fuse: the chunks with their terms, by chunk or by episode.
func Fuse(words, near []ChunkHit, alpha float64, episodes bool) ([]ChunkHit, []ScoreTerms) {
	key := byChunk
	if episodes {
		key = byEpisode
	}
	var hits []ChunkHit
	var terms []ScoreTerms
	for _, c := range fuse(words, near, alpha, key) {
		hits, terms = append(hits, c.ChunkHit), append(terms, c.terms)
	}
	return hits, terms
}

// Candidates is how many of either list are fused.
const Candidates = candidates

// RelevanceOf lets them see relevanceOf, and Sum the sum of its terms.
func RelevanceOf(h RecallHit, reads int64, domain string, now time.Time) (Relevance, float64) {
	r := relevanceOf(h, reads, domain, now)
	return r, r.sum()
}

// VectorTexts lets them see which texts of an episode become which vectors.
func VectorTexts(e Episode) map[VectorName][]string {
	out := map[VectorName][]string{}
	for _, t := range vectorTexts(e, Chunks(Stored{Episode: e}).Chunks) {
		out[t.name] = append(out[t.name], t.Plain)
	}
	return out
}

// PrepareAll lets them see prepareAll.
func PrepareAll(episodes []Episode) ([]Prepared, error) { return prepareAll(episodes) }

// CheckRecall lets them see RecallQuestion.validate.
func CheckRecall(q RecallQuestion) error { return q.validate() }
