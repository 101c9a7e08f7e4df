package recall

import (
	"slices"
	"strings"

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

// turnWeight is the weight of the words of one event beside those of its passage, where passages are ranked. It was chosen on the questions
// about two of the four generated conversations and scored on the others (docs/recall.md).
const turnWeight = .5

// turnWorth returns what a passage of events scores for the share of the question's words that one of them has, as far as the question goes by
// words; nil where no passages are ranked. Days do not count: an event seldom says its own.
func (q chunkQuestion) turnWorth(r rarity, alpha float64) func(episodic.ChunkHit) float64 {
	if !q.turns || r.all == 0 {
		return nil
	}
	return func(h episodic.ChunkHit) float64 {
		if h.Part != episodic.PartEvents {
			return 0
		}
		most := 0.0
		for turn := range strings.SplitSeq(h.Text, "\n") {
			most = max(most, r.sum(termsHeld(r.number, turn)))
		}
		return turnWeight * (1 - alpha) * most / r.all
	}
}

// reader reads the passages found as a question does, those of an episode once, however many hits it has.
type reader struct {
	asked    []lexis.AskedWord
	meant    meant
	passages map[string][]Passage
	read     map[string]bool
}

func newReader(asked []lexis.AskedWord, m meant, passages map[string][]Passage) reader {
	return reader{asked, m, passages, map[string]bool{}}
}

// withPassages adds to a hit its words and the passages of its episode, each naming its best occurrence first.
func (r reader) withPassages(h Hit) Hit {
	of := r.passages[h.Episode]
	if !r.read[h.Episode] {
		r.read[h.Episode] = true
		for i, p := range of {
			of[i].Words = lexis.MatchingWords(r.asked, p.Text)
			of[i].Occurrences = bestFirst(p.ChunkHit, h.Stored.Episode, r.asked, r.meant)
		}
	}
	h.Passages = slices.Clone(of)
	if at := slices.IndexFunc(of, func(p Passage) bool { return p.Part == h.Best.Part && p.Number == h.Best.Number }); at >= 0 {
		h.Words, h.Best.Occurrences = of[at].Words, of[at].Occurrences
		return h
	}
	h.Words = lexis.MatchingWords(r.asked, h.Best.Text)
	h.Best.Occurrences = bestFirst(h.Best, h.Stored.Episode, r.asked, r.meant)
	return h
}

// bestFirst returns the occurrences of a chunk, first the one nearest to the question in meaning if that is what it goes by, else the one with
// most of its words.
func bestFirst(c episodic.ChunkHit, e episodic.Episode, asked []lexis.AskedWord, m meant) []string {
	if c.Part != episodic.PartEvents || len(c.Occurrences) < 2 {
		return c.Occurrences
	}
	content := map[string]string{}
	for _, v := range e.Events {
		content[episodic.OccurrenceKey(e.ID, v.ID)] = v.Actor + " " + v.Content
	}
	texts := make([]episodic.EmbedText, len(c.Occurrences))
	for i, key := range c.Occurrences {
		texts[i] = episodic.EmbedText{Plain: content[key], Terms: lexis.Analyze(content[key])}
	}
	best, known := m.nearest(texts)
	if !known {
		best = wordiest(texts, asked)
	}
	others := slices.Delete(slices.Clone(c.Occurrences), best, best+1)
	return slices.Insert(others, 0, c.Occurrences[best])
}

// wordiest is the place of the text with most of the question's words; a word counts less the more of them have it.
func wordiest(texts []episodic.EmbedText, asked []lexis.AskedWord) int {
	has := make([]map[string]bool, len(texts))
	count := map[string]float64{}
	for i, text := range texts {
		has[i] = map[string]bool{}
		for _, term := range text.Terms {
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
	return best
}
