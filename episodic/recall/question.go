package recall

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Ranking names how found episodes are put in order.
type Ranking string

// The rankings.
const (
	// RankBySimilarity orders by how well the best chunk of an episode answers the question.
	RankBySimilarity Ranking = "similarity"
	// RankByRelevance orders by [Relevance] (seed 002 §2.4).
	RankByRelevance Ranking = "relevance"
)

// Question asks whether something like this was here before.
type Question struct {
	Project string
	// Text is the question in any words: a sentence, a SHA, an error line. Like is the id of
	// an episode to which others are to be alike. One of them is given.
	Text, Like string
	Filter     episodic.EpisodeFilter
	// Alpha is the weight of the vectors against the words, from 0, words only, to 1,
	// vectors only; nil for [DefaultAlpha].
	Alpha *float64
	// Vector names the vectors that are compared; empty for [episodic.VectorChunk].
	Vector episodic.VectorName
	// Ranking is by similarity when empty.
	Ranking Ranking
	// Domain is the field of work of who asks, for the ranking by relevance.
	Domain string
	// Limit is how many episodes are wanted; Offset how many of the best to pass over;
	// Related how many more are wanted that the first hits lead to.
	Limit, Offset, Related int
}

// Answer holds the episodes found, best first.
type Answer struct {
	Hits []Hit
	// More says that further episodes match.
	More bool
	// Related are reached from the first hits by links and references, strongest first, and
	// are none of the hits.
	Related []Related
	// Degraded says that not every part of the search could be used; Reason says why.
	Degraded bool
	Reason   string
	// Note says why an answer without a hit is empty.
	Note string
}

// Hit is one episode found, with the chunk that is the reason.
type Hit struct {
	Episode string
	// Stored is the episode as the store has it.
	Stored episodic.Stored
	// Score is what the ranking orders by, comparable within one answer only.
	Score float64
	// Best is the best matching chunk of the episode.
	Best episodic.ChunkHit
	// Words are the words of the question, as asked, that Best contains.
	Words []string
	// Terms are what Score is made of.
	Terms ScoreTerms
}

// ScoreTerms are the terms of a score. What was not looked at or is unknown is nil.
type ScoreTerms struct {
	// WordScore is the search engine's score of the chunk's words, WordShare that score
	// against the best of the answer, from 0 to 1.
	WordScore, WordShare *float64
	// Similarity is the cosine of the question's vector and the chunk's, VectorShare that
	// against the best of the answer, from 0 to 1.
	Similarity, VectorShare *float64
	// Relevance is nil unless it was asked for.
	Relevance *Relevance
	// ErrorShare and DecisionShare are, for [Service.SimilarFailures] alone, how well the
	// error's text and the decisions match against the best of the answer, from 0 to 1.
	ErrorShare, DecisionShare *float64
}

// Relevance is the weighted sum of seed 002 §2.4, each term times its weight. What is
// unknown is nil and adds nothing.
type Relevance struct {
	// Similarity is .5 times the similarity score.
	Similarity float64
	// Recency is .2 exp(-days/30) since the episode began; nil when that is unknown.
	Recency *float64
	// Success is .15 for a reported success, else 0; nil when the outcome is unknown.
	Success *float64
	// Access is .1 min(ln(1+reads)/10, 1).
	Access float64
	// Domain is .05 when the episode's domain is the asker's, else 0; nil when either is
	// unknown.
	Domain *float64
}

// Related is an episode that the first hits lead to.
type Related struct {
	Episode string
	Stored  episodic.Stored
	// Weight is the share of the hits' score that reaches it, for the order only.
	Weight float64
	// Steps lead from a hit to the episode: one or two.
	Steps []episodic.Bridge
}
