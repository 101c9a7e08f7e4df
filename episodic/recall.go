package episodic

// RecallQuestion asks whether something like this was here before.
type RecallQuestion struct {
	Project string
	// Text is the question in any words: a sentence, a SHA, an error line.
	Text   string
	Filter EpisodeFilter
	// Limit is how many episodes are wanted; Offset how many of the best to pass over.
	Limit, Offset int
}

// RecallAnswer holds the episodes found, best first.
type RecallAnswer struct {
	Hits []RecallHit
	// More says that further episodes match.
	More bool
	// Degraded says that the search engine did not answer and the words were looked up in
	// the graph instead; Reason says why.
	Degraded bool
	Reason   string
}

// RecallHit is one episode found, with the chunk that is the reason.
type RecallHit struct {
	Episode string
	// Stored is the episode as the store has it.
	Stored Stored
	// Score is the best chunk's; comparable within one answer only.
	Score float64
	// Best is the best matching chunk of the episode.
	Best ChunkHit
	// Words are the words of the question, as asked, that Best contains.
	Words []string
}
