package recall

import (
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// MaxPassages is the maximum number of passages of one hit.
const MaxPassages = 10

// Passage is a chunk of an episode found.
type Passage struct {
	episodic.ChunkHit

	// Terms are the terms of its Score.
	Terms ScoreTerms
	// Words are the words of the question, as written, that it contains.
	Words []string
}

// passagesOf returns the chunks found by episode, best first, at most MaxPassages of each.
func passagesOf(chunks []scoredChunk) map[string][]Passage {
	out := map[string][]Passage{}
	for _, c := range chunks {
		if len(out[c.Episode]) < MaxPassages {
			out[c.Episode] = append(out[c.Episode], Passage{ChunkHit: c.ChunkHit, Terms: c.terms})
		}
	}
	return out
}

// withPassages adds to a hit its words and the passages of its episode, each naming its best occurrence first.
func withPassages(h Hit, asked []lexis.AskedWord, passages []Passage) Hit {
	h.Words = lexis.MatchingWords(asked, h.Best.Text)
	h.Best.Occurrences = bestFirst(h.Best, h.Stored.Episode, asked)
	h.Passages = make([]Passage, len(passages))
	for i, p := range passages {
		p.Words = lexis.MatchingWords(asked, p.Text)
		p.Occurrences = bestFirst(p.ChunkHit, h.Stored.Episode, asked)
		h.Passages[i] = p
	}
	return h
}

// bestFirst returns the occurrences of a chunk, the one with most of the question's words first; a word counts less
// the more of them have it.
func bestFirst(c episodic.ChunkHit, e episodic.Episode, asked []lexis.AskedWord) []string {
	if c.Part != episodic.PartEvents || len(c.Occurrences) < 2 {
		return c.Occurrences
	}
	content := map[string]string{}
	for _, v := range e.Events {
		content[episodic.OccurrenceKey(e.ID, v.ID)] = v.Content
	}
	has := make([]map[string]bool, len(c.Occurrences))
	count := map[string]float64{}
	for i, key := range c.Occurrences {
		has[i] = map[string]bool{}
		for _, term := range lexis.Analyze(content[key]) {
			if !has[i][term] {
				has[i][term] = true
				count[term]++
			}
		}
	}
	best, most := 0, 0.0
	for i := range has {
		worth := 0.0
		for _, w := range asked {
			if at := slices.IndexFunc(w.Terms, func(term string) bool { return has[i][term] }); at >= 0 {
				worth += 1 / count[w.Terms[at]]
			}
		}
		if worth > most {
			best, most = i, worth
		}
	}
	others := slices.Delete(slices.Clone(c.Occurrences), best, best+1)
	return slices.Insert(others, 0, c.Occurrences[best])
}
