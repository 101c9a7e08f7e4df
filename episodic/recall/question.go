package recall

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/when"
)

// Ranking is the order of found episodes.
type Ranking string

// The rankings.
const (
	// RankBySimilarity orders by how well the best chunk of an episode answers the question.
	RankBySimilarity Ranking = "similarity"
	// RankByRelevance orders by [Relevance] (seed 002 §2.4).
	RankByRelevance Ranking = "relevance"
	// RankByTime returns all episodes about the text, earliest first, each with its turning points.
	RankByTime Ranking = "time"
)

// Question asks for similar episodes.
type Question struct {
	Project string
	// Text is the question in any words: a sentence, a SHA, an error line. Like is the id of an
	// episode; the answer has similar ones. Exactly one of them is set.
	Text, Like string
	Filter     episodic.EpisodeFilter
	// Alpha is the weight of the vectors against the words, from 0, words only, to 1, vectors only;
	// nil lets it follow from how much of the question's words the memory has.
	Alpha *float64
	// Vector is the kind of vectors to compare; empty for [episodic.VectorChunk].
	Vector episodic.VectorName
	// Ranking is RankBySimilarity if empty.
	Ranking Ranking
	// Domain is the asker's domain, for the ranking by relevance.
	Domain string
	// EachPassage ranks passages and not episodes: an episode is a hit as often as its passages are.
	EachPassage bool
	// Zone is that of times in words ("yesterday"), which become a filter unless the filter has a time; nil searches
	// them as words.
	Zone *time.Location
	// MinRelevance drops hits that answer with a lower probability, of the best hundred; 0 keeps all.
	MinRelevance float64
	// Limit is the number of episodes wanted; Offset the number of the best to skip; Related the
	// number of additional episodes connected to the first hits.
	Limit, Offset, Related int

	// dated says that the filter has the days of the text.
	dated bool
}

// Answer holds the episodes found, best first.
type Answer struct {
	Hits []Hit
	// More says that more episodes match.
	More bool
	// Related are connected to the first hits by links and references, strongest first. They are
	// not hits.
	Related []Related
	// Degraded says that part of the search was unavailable; Reason says why.
	Degraded bool
	Reason   string
	// Note says why an answer is empty, or that none of its hits probably answers.
	Note string
	// Answered says whether one of the ten most similar hits probably answers the question; where none does, the hits are leads. Nil for
	// vectors whose numbers are not calibrated, and for what is like an episode.
	Answered *bool
	// Time is the filter made of a time in words; nil for none. Where it would leave nothing, the words are searched
	// instead.
	Time *when.Asked

	// passages are those found, by episode; evidence is what the whole question says about its hits, and meant what it means.
	passages map[string][]Passage
	evidence questionEvidence
	meant    meant
	// matched says that something was found, also if an offset leaves nothing of it.
	matched bool
	// dropped is the number of hits below MinRelevance.
	dropped int
}

// Hit is one episode found, with its best chunk.
type Hit struct {
	Episode string
	// Stored is the episode in the store.
	Stored episodic.Stored
	// Score determines the order; it is comparable within one answer only.
	Score float64
	// Best is the best matching chunk of the episode; the first of its Occurrences is nearest to the question.
	Best episodic.ChunkHit
	// Passages are the chunks of the episode that were found, best first, at most [MaxPassages]. [Service.SimilarFailures]
	// leaves them out.
	Passages []Passage
	// Words are the words of the question, as written, that Best contains.
	Words []string
	// Terms are the terms of Score.
	Terms ScoreTerms
	// TurningPoints say what turned with the episode, of RankByTime: the first failure, another outcome than before, a
	// decision that chooses another option than before.
	TurningPoints []string
	// Probability is that of answering the question, from 0 to 1, and Evidence what it follows from; nil where unknown.
	Probability *float64
	Evidence    *Evidence

	// traits are those of the episode, or its start alone; place is the number of more similar hits.
	traits episodic.Traits
	place  int
}

// ScoreTerms are the terms of a score. A term that was not computed or is unknown is nil.
type ScoreTerms struct {
	// WordScore is the search engine's score for the chunk's words, WordShare that score relative
	// to the best of the answer, from 0 to 1.
	WordScore, WordShare *float64
	// Similarity is the cosine of the question's vector and the chunk's, VectorShare that cosine
	// relative to the best of the answer, from 0 to 1.
	Similarity, VectorShare *float64
	// Coverage is the share of the question's terms that the part has, from 0 to 1; rare terms count more.
	Coverage *float64
	// Alpha is the weight of VectorShare in the score, from 0 to 1; the rest is that of WordShare.
	Alpha *float64
	// Relevance is nil unless requested.
	Relevance *Relevance
	// ErrorShare and DecisionShare are set by [Service.SimilarFailures] only: the match of the
	// error text and of the decisions relative to the best of the answer, from 0 to 1.
	ErrorShare, DecisionShare *float64
}

// Relevance is the weighted sum of seed 002 §2.4, each term already weighted. Unknown terms are nil
// and add nothing.
type Relevance struct {
	// Similarity is .5 times the cosine of the question's vector and the nearest chunk's, or without vectors the Coverage.
	Similarity float64
	// Recency is .2 exp(-days/30) since the episode began; nil if that is unknown.
	Recency *float64
	// Success is .15 for a reported success, else 0; nil if the outcome is unknown.
	Success *float64
	// Access is .1 min(ln(1+reads)/10, 1).
	Access float64
	// Domain is .05 if the episode's domain is the asker's, else 0; nil if either is unknown.
	Domain *float64
}

// Related is an episode connected to the first hits.
type Related struct {
	Episode string
	Stored  episodic.Stored
	// Weight is the share of the hits' score that reaches it; it determines the order only.
	Weight float64
	// Steps lead from a hit to the episode: one or two.
	Steps []episodic.Bridge
}
