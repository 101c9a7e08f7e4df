package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// FailureQuestion asks for episodes with similar failures.
type FailureQuestion struct {
	Project string
	// Error is the error message; Decisions are earlier choices in any words. At least one of them
	// is set.
	Error     string
	Decisions []string
	// Filter restricts the episodes further: all results have Failed.
	Filter episodic.EpisodeFilter
	// Limit is the number of episodes wanted.
	Limit int
}

// validate returns the problems of a question.
func (q FailureQuestion) validate() error {
	var c QuestionCheck
	c.Text("error", q.Error, len(q.Decisions) > 0)
	c.Text("decisions", q.decisions(), true)
	for i, d := range q.Decisions {
		if strings.TrimSpace(d) == "" {
			c.Invalid(fmt.Sprintf("decisions[%d]", i), "is empty")
		}
	}
	c.Within("limit", q.Limit, 1, episodic.MaxPage)
	c.Add(q.Filter.Problems()...)
	return c.Err()
}

func (q FailureQuestion) decisions() string { return strings.Join(q.Decisions, "\n") }

// SimilarFailures finds the episodes with a similar failure: by the text of the error, anywhere in
// them, by their decisions, or by both with equal weight. It returns a [problem.InvalidError] for a
// bad question and ErrProjectNotFound for an unknown project.
func (s *Service) SimilarFailures(ctx context.Context, q FailureQuestion) (Answer, error) {
	if err := q.validate(); err != nil {
		return Answer{}, err
	}
	q.Filter.Failed = true
	asked := askedFailure{error: lexis.AskedWords(q.Error), decisions: lexis.AskedWords(q.decisions())}
	var answer Answer
	for _, depth := range recallDepths() {
		all := true
		found := failuresFound{asked: asked}
		for _, part := range q.parts(depth) {
			chunks, err := s.bestChunks(ctx, part.chunkQuestion)
			if err != nil {
				return Answer{}, fmt.Errorf("find similar failures in %s: %w", q.Project, err)
			}
			part.keep(&found, chunks.chunks)
			all = all && chunks.complete
			answer.Degraded = answer.Degraded || chunks.degraded
			answer.Reason = cmp.Or(answer.Reason, chunks.reason)
		}
		hits, err := s.presentFailures(ctx, q.Project, found.ranked(), q.Limit+1)
		if err != nil {
			return Answer{}, err
		}
		answer.Hits, answer.More = hits[:min(q.Limit, len(hits))], len(hits) > q.Limit
		if all || answer.More {
			break
		}
	}
	if len(answer.Hits) == 0 {
		answer.Note = emptyNote(q.Error + "\n" + q.decisions())
		return answer, episodic.Absent(ctx, s.store, q.Project, nil)
	}
	return answer, nil
}

// fetchedAtOnce is the minimum number of episodes read in one statement, so that a search whose
// hits are mostly gone sends few statements.
const fetchedAtOnce = 50

// failurePart is one of the searches for failures and the target of its answer.
type failurePart struct {
	chunkQuestion
	keep func(*failuresFound, []scoredChunk)
}

// parts returns the searches for a question.
func (q FailureQuestion) parts(depth int) []failurePart {
	same := chunkQuestion{
		project: q.Project, filter: q.Filter, name: episodic.VectorChunk, depth: depth, episodes: true,
	}
	var parts []failurePart
	if strings.TrimSpace(q.Error) != "" {
		byError := same
		byError.text = q.Error
		parts = append(parts, failurePart{byError, func(f *failuresFound, c []scoredChunk) { f.error = bestOfEach(c) }})
	}
	if len(q.Decisions) > 0 {
		byDecisions := same
		byDecisions.text, byDecisions.parts = q.decisions(), []episodic.ChunkPart{episodic.PartDecision}
		parts = append(parts, failurePart{byDecisions, func(f *failuresFound, c []scoredChunk) { f.decisions = bestOfEach(c) }})
	}
	return parts
}

// shared is the best chunk of an episode with its score relative to the best of the answer.
type shared struct {
	scoredChunk
	share float64
}

// bestOfEach keeps the best chunk of each episode. The result is not nil.
func bestOfEach(chunks []scoredChunk) map[string]shared {
	best := map[string]shared{}
	for _, c := range chunks {
		if _, known := best[c.Episode]; known {
			continue
		}
		share := 0.0
		if top := chunks[0].Score; top > 0 {
			share = max(c.Score, 0) / top
		}
		best[c.Episode] = shared{scoredChunk: c, share: share}
	}
	return best
}

// askedFailure has the words of a question for failures.
type askedFailure struct{ error, decisions []lexis.AskedWord }

// failuresFound has the best chunks by episode; nil for a search that was not requested.
type failuresFound struct {
	asked            askedFailure
	error, decisions map[string]shared
}

// ranked fuses the two searches with equal weights. Ties are ordered by id.
func (f failuresFound) ranked() []Hit {
	asked := 0.0
	seen := map[string]bool{}
	for _, found := range []map[string]shared{f.error, f.decisions} {
		if found != nil {
			asked++
		}
		for id := range found {
			seen[id] = true
		}
	}
	hits := make([]Hit, 0, len(seen))
	for id := range seen {
		byError, byDecisions := f.error[id], f.decisions[id]
		best, words := byError, f.asked.error
		if _, ok := f.error[id]; !ok || byDecisions.share > byError.share {
			best, words = byDecisions, f.asked.decisions
		}
		hit := Hit{
			Episode: id, Score: (byError.share + byDecisions.share) / asked,
			Best: best.ChunkHit, Words: lexis.MatchingWords(words, best.Text), Terms: best.terms,
		}
		if f.error != nil {
			hit.Terms.ErrorShare = &byError.share
		}
		if f.decisions != nil {
			hit.Terms.DecisionShare = &byDecisions.share
		}
		hits = append(hits, hit)
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Episode, b.Episode))
	})
	return hits
}

// presentFailures keeps the first hits that are still failures in the store: the index may lag
// behind.
func (s *Service) presentFailures(ctx context.Context, project string, hits []Hit, wanted int) ([]Hit, error) {
	var present []Hit
	for batch := range slices.Chunk(hits, max(wanted, fetchedAtOnce)) {
		ids := make([]string, len(batch))
		for i, h := range batch {
			ids[i] = h.Episode
		}
		stored, err := episodic.PresentEpisodes(ctx, s.store, project, ids)
		if err != nil {
			return nil, err
		}
		for _, h := range batch {
			var ok bool
			if h.Stored, ok = stored[h.Episode]; ok && chunk.Failed(h.Stored.Episode) && len(present) < wanted {
				present = append(present, h)
			}
		}
		if len(present) == wanted {
			break
		}
	}
	return present, nil
}
