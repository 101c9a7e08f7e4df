package recall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// chunkQuestion asks for the best chunks for a text.
type chunkQuestion struct {
	project, text string
	filter        episodic.EpisodeFilter
	parts         []episodic.ChunkPart
	// alpha is the weight of the vectors; nil lets the words of the question decide.
	alpha *float64
	name  episodic.VectorName
	// depth is the number of chunks wanted.
	depth int
	// meaning is the text to embed; empty means the text of the question.
	meaning episodic.EmbedText
	// episodes asks for one chunk per episode, the best by words or else by vector.
	episodes bool
	// turns lets the words of one event count once more, so that its passage stands before one that has them here and there.
	turns bool
}

// scoredChunk is a chunk with the terms of its score.
type scoredChunk struct {
	episodic.ChunkHit
	terms ScoreTerms
}

// chunkAnswer holds chunks, best first.
type chunkAnswer struct {
	chunks []scoredChunk
	// passages are all chunks found, best first, where chunks has one for each episode.
	passages []scoredChunk
	// complete says that no more chunks match.
	complete bool
	degraded bool
	reason   string
	evidence questionEvidence
	meant    meant
}

// bestChunks searches chunks by words and vectors concurrently and fuses them. Without vectors it
// uses words only, without an index the words in the store; the answer says so. It returns
// ErrProjectNotFound for an unknown project.
func (s *Service) bestChunks(ctx context.Context, q chunkQuestion) (chunkAnswer, error) {
	for {
		state, refreshed, err := s.index.AssumedState(ctx, q.project)
		if err != nil {
			return chunkAnswer{}, err
		}
		answer, failed := s.searchGeneration(ctx, q, state.Active)
		if err := refreshed(); err != nil {
			return chunkAnswer{}, err
		}
		now, err := s.index.SearchedState(ctx, q.project)
		if err != nil {
			return chunkAnswer{}, err
		}
		if now.Active.Number == state.Active.Number {
			return answer, failed
		}
		// The generation may have been dropped before or during the search.
	}
}

// searchGeneration searches one generation.
func (s *Service) searchGeneration(ctx context.Context, q chunkQuestion, g episodic.Generation) (chunkAnswer, error) {
	limit := max(q.depth, candidates)
	terms := s.analyzed(q.text)
	query := episodic.ChunkQuery{
		IndexGeneration: episodic.IndexGeneration{Project: q.project, Generation: g.Number}, Text: q.text, Terms: strings.Join(questionTerms(terms), " "),
		Name: q.name, Filter: q.filter, Parts: q.parts, Limit: limit,
	}
	var answer chunkAnswer
	alpha := s.assumedAlpha(q)
	if alpha > 0 {
		var err error
		if query.Vector, err = s.questionVector(ctx, q, g, terms); err != nil {
			alpha, answer.degraded, answer.reason = 0, true, vectorReason(err)
		}
	}
	found, err := s.searchBoth(ctx, query, alpha)
	if err != nil {
		return chunkAnswer{}, err
	}
	if found.reason != "" {
		alpha, answer.degraded, answer.reason = 0, true, found.reason
	}
	searched := alpha > 0
	answer.evidence = questionEvidence{rarity: rarityOf(terms, found.words)}
	if searched {
		answer.evidence.setVectors(g.Provider, query, found.near)
		if alpha, answer.meant, err = s.weigh(ctx, q, g, query.Vector, answer.evidence); err != nil {
			return chunkAnswer{}, err
		}
	}
	answer.complete = len(found.words) < limit && len(found.near) < limit
	if alpha < 1 {
		found.near = similar(found.near)
	}
	answer.passages = fuse(found.words, found.near, alpha, byChunk, q.turnWorth(answer.evidence.rarity, alpha))
	answer.chunks = answer.passages
	if q.episodes {
		answer.chunks = fuse(found.words, found.near, alpha, byEpisode, nil)
	}
	if searched {
		for _, list := range [][]scoredChunk{answer.chunks, answer.passages} {
			for i := range list {
				list[i].terms.Alpha = &alpha
			}
		}
	}
	return answer, nil
}

// weigh returns the weight of the vectors for a question, and what it means if that weighs more than its words.
func (s *Service) weigh(ctx context.Context, q chunkQuestion, g episodic.Generation, vector []float32, by questionEvidence) (alpha float64, m meant, err error) {
	if q.alpha != nil {
		alpha = *q.alpha
	} else {
		alpha = s.weighing(ctx, q.project, g).vectorWeight(by.rarity.coverage)
	}
	if alpha >= mostlyMeaning {
		m, err = s.meantBy(ctx, q.project, g, vector)
	}
	return alpha, m, err
}

// assumedAlpha returns the weight of the vectors as far as it is known before the words have been searched: 0 means
// that vectors need not be searched, 1 that words need not.
func (s *Service) assumedAlpha(q chunkQuestion) float64 {
	switch {
	case q.alpha != nil:
		return *q.alpha
	case s.embedder == nil:
		return 0
	default:
		return leastWeight
	}
}

// similar removes matches that are too distant.
func similar(near []episodic.ChunkHit) []episodic.ChunkHit {
	far := slices.IndexFunc(near, func(h episodic.ChunkHit) bool { return h.Score < leastSimilarity })
	if far < 0 {
		return near
	}
	return near[:far]
}

// bothLists has the chunks found by words and by vectors.
type bothLists struct {
	words, near []episodic.ChunkHit
	// reason says why part of the search was skipped.
	reason string
}

// searchBoth searches by words unless alpha is 1, and for the nearest if there is a vector.
func (s *Service) searchBoth(ctx context.Context, q episodic.ChunkQuery, alpha float64) (bothLists, error) {
	var found bothLists
	var wordErr, nearErr error
	var wg sync.WaitGroup
	if len(q.Vector) > 0 {
		wg.Go(func() { found.near, nearErr = s.engine.Nearest(ctx, q) })
	}
	if alpha < 1 {
		found.words, wordErr = s.engine.Search(ctx, q)
	}
	wg.Wait()
	err := errors.Join(wordErr, nearErr)
	if err == nil {
		return found, nil
	}
	if s.fallback == nil || !errors.Is(err, episodic.ErrUnavailable) {
		return found, fmt.Errorf("search the index: %w", err)
	}
	found = bothLists{reason: episodic.IndexReason(err) + ", so the words were looked up in the graph"}
	found.words, err = s.fallback.SearchText(ctx, q)
	if err != nil {
		return found, fmt.Errorf("search the graph: %w", err)
	}
	return found, nil
}

// questionVector returns the vector of a question with the given terms; nil if the model knows none
// of them.
func (s *Service) questionVector(ctx context.Context, q chunkQuestion, g episodic.Generation, terms []string) ([]float32, error) {
	if s.embedder == nil {
		return nil, errNoEmbedding
	}
	m, err := s.index.Model(ctx, q.project, g)
	if err != nil {
		return nil, err
	}
	text := q.meaning
	if text.Plain == "" {
		text = episodic.EmbedText{Plain: q.text, Terms: terms}
	}
	key := q.project + "\n" + g.Fingerprint + "\n" + text.Plain
	if s.questions != nil {
		if v, ok := s.questions.Get(key); ok {
			return v, nil
		}
	}
	patient, cancel := context.WithTimeout(ctx, questionTimeout)
	defer cancel()
	vectors, err := m.Embed(patient, []episodic.EmbedText{text})
	s.index.NoteChange(q.project, err)
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	if s.questions != nil {
		s.questions.Add(key, vectors[0])
	}
	return vectors[0], nil
}

// questionTimeout is how long a question waits for its vector before it uses words only.
const questionTimeout = 2 * time.Second

// errNoEmbedding means that no vectors are configured.
var errNoEmbedding = errors.New("no embedding is configured")

// vectorReason tells callers why there are no vectors, without the text of an endpoint.
func vectorReason(err error) string {
	const words = ", so the words alone were searched"
	switch {
	case errors.Is(err, errNoEmbedding):
		return "no embedding is configured" + words
	case errors.Is(err, index.ErrNoVectors):
		return "the project has no vectors yet" + words
	case errors.Is(err, episodic.ErrModelChanged):
		return "the embedding model has changed and the index is built anew" + words
	case errors.Is(err, episodic.ErrUnavailable):
		return "the embedding server is unavailable" + words
	case errors.Is(err, context.DeadlineExceeded):
		return "the embedding server did not answer in time" + words
	default:
		return "the question could not be embedded" + words
	}
}

// analyzed returns the terms of a question and caches them.
func (s *Service) analyzed(text string) []string {
	if s.terms == nil {
		return lexis.Analyze(text)
	}
	terms, ok := s.terms.Get(text)
	if !ok {
		terms = lexis.Analyze(text)
		s.terms.Add(text, terms)
	}
	return terms
}

// questionTerms returns the distinct terms of a question. For a very long one it prefers
// identifiers, which are the most specific.
func questionTerms(all []string) []string {
	seen := map[string]bool{}
	var identifiers, plain []string
	for _, term := range all {
		switch {
		case seen[term]:
		case isIdentifier(term):
			identifiers = append(identifiers, term)
		default:
			plain = append(plain, term)
		}
		seen[term] = true
	}
	terms := slices.Concat(identifiers, plain)
	return terms[:min(maxTerms, len(terms))]
}
