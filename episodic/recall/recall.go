package recall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/when"
)

const (
	// maxQuestion is the maximum length of a question in bytes.
	maxQuestion = 100_000
	// maxOffset is the maximum number of skipped episodes.
	maxOffset = 5_000
	// answering is the number of the most similar hits of which one has to answer.
	answering = 10
	// maxTerms is the maximum number of distinct search terms.
	maxTerms = 128
)

// Recall finds the episodes that answer a question, or are similar to an episode. It returns a
// [problem.InvalidError] for a bad question and ErrNotFound for an unknown reference episode, or
// ErrProjectNotFound if its project is unknown. A project without episodes, or one that no episode
// has made yet, is an empty answer with a note. If the index does not answer, it searches the words
// in the store; without vectors it searches words only. The answer is Degraded in both cases.
func (s *Service) Recall(ctx context.Context, q Question) (Answer, error) {
	if err := q.validate(); err != nil {
		return Answer{}, err
	}
	then, found, err := s.recallThen(ctx, q)
	if err != nil || found {
		return then, err
	}
	answer, err := s.recallWords(ctx, q)
	if then.Time != nil && len(answer.Hits) > 0 {
		answer.Note = strings.TrimSuffix(nothingThen(*then.Time)+"; "+answer.Note, "; ")
	}
	return answer, err
}

// nothingThen says that a time in words was understood, and dropped because nothing matches within it.
func nothingThen(t when.Asked) string {
	return fmt.Sprintf("nothing of %q (%s) matches, so it was searched for as words", t.Words, t.Days())
}

// recallWords is Recall for a valid question whose times are words or none.
func (s *Service) recallWords(ctx context.Context, q Question) (Answer, error) {
	if q.Ranking == RankByTime {
		return s.timeline(ctx, q)
	}
	asked, err := s.askedChunks(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	answer, err := s.findEpisodes(ctx, q, asked)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return Answer{Note: UnknownNote(q.Project)}, nil
	}
	if err != nil {
		return Answer{}, fmt.Errorf("recall in %s: %w", q.Project, err)
	}
	hits := answer.Hits
	answer.matched = len(hits) > 0
	answer.More = len(hits) > q.Offset+q.Limit
	answer.Hits = hits[min(q.Offset, len(hits)):min(q.Offset+q.Limit, len(hits))]
	if q.Ranking == RankByRelevance {
		if answer.Hits, err = s.presentHits(ctx, q.Project, hits[min(q.Offset, len(hits)):], q.Limit); err != nil {
			return Answer{}, fmt.Errorf("recall in %s: %w", q.Project, err)
		}
	}
	if len(hits) == 0 {
		return s.nothingFound(ctx, q.Project, asked.text, answer)
	}
	if len(answer.Hits) == 0 {
		answer.Note = pastEnd(len(hits), q.Offset)
	}
	r := newReader(lexis.AskedWords(asked.text), answer.meant, answer.passages)
	for i, h := range answer.Hits {
		answer.Hits[i] = r.withPassages(h)
	}
	answer.Related, err = s.related(ctx, q.Project, q.Like, q.Related, hits[:min(q.Offset+q.Limit, len(hits))])
	return answer, err
}

// recallThen answers a question within the time that its words name; found is false if they name none, or if nothing is
// found then.
func (s *Service) recallThen(ctx context.Context, q Question) (answer Answer, found bool, err error) {
	then, ok := s.askedTime(q)
	if !ok {
		return Answer{}, false, nil
	}
	timed := q
	timed.dated, timed.Zone, timed.Text = true, nil, then.Text
	if subject := strings.Replace(q.Text, then.Words, " ", 1); q.Ranking == RankByTime && len(lexis.TellingWords(subject)) > 0 {
		timed.Text = subject
	}
	timed.Filter.Since, timed.Filter.Until, timed.Filter.Failed = then.Since, then.Until, q.Filter.Failed || then.Failed
	answer, err = s.Recall(ctx, timed)
	answer.Time = &then
	return answer, answer.matched || answer.dropped > 0, err
}

// askedTime reads the time in the words of a question.
func (s *Service) askedTime(q Question) (when.Asked, bool) {
	if q.Zone == nil || q.Like != "" || !q.Filter.Since.IsZero() || !q.Filter.Until.IsZero() {
		return when.Asked{}, false
	}
	return when.Read(q.Text, s.now().In(q.Zone))
}

// UnknownNote says why an unknown project has no answer.
func UnknownNote(project string) string {
	return fmt.Sprintf("there is no project %q: its first episode will make it, unless the name is misspelled", project)
}

// nothingFound completes an answer without hits: its note says why there are none.
func (s *Service) nothingFound(ctx context.Context, project, text string, answer Answer) (Answer, error) {
	some, err := s.store.ListEpisodes(ctx, episodic.EpisodeQuery{Project: project, Page: episodic.Page{Limit: 1}})
	if err != nil {
		return Answer{}, fmt.Errorf("look for an episode of %s: %w", project, err)
	}
	if len(some) == 0 {
		return Answer{Note: fmt.Sprintf("project %q has no episodes yet, so nothing can be recalled", project)}, nil
	}
	answer.Note = cmp.Or(answer.Note, emptyNote(text))
	return answer, nil
}

// validate returns the problems of a question.
func (q Question) validate() error {
	var c QuestionCheck
	c.Text("text", q.Text, q.Like != "")
	if q.Like != "" && q.Text != "" {
		c.Invalid("like", "stands beside text; ask for one of them")
	}
	c.alpha(q.Alpha)
	c.share("minRelevance", q.MinRelevance)
	if q.MinRelevance > 0 && (q.Like != "" || q.Ranking == RankByTime) {
		c.Invalid("minRelevance", "is the probability of answering a question; what is like an episode, or all about a subject, answers none")
	}
	if !slices.Contains([]episodic.VectorName{"", episodic.VectorChunk, episodic.VectorTask, episodic.VectorOutcome, episodic.VectorFull}, q.Vector) {
		c.Invalid("vector", "%q is none of the vectors", q.Vector)
	}
	if !slices.Contains([]Ranking{"", RankBySimilarity, RankByRelevance, RankByTime}, q.Ranking) {
		c.Invalid("ranking", "%q is none of the rankings", q.Ranking)
	}
	if q.Ranking == RankByTime && (q.Like != "" || q.EachPassage) {
		c.Invalid("ranking", "by time are episodes about a text, not those like an episode and not passages")
	}
	c.Within("limit", q.Limit, 1, episodic.MaxPage)
	c.Within("offset", q.Offset, 0, maxOffset)
	c.Within("related", q.Related, 0, MaxRelated)
	c.Add(q.Filter.Problems()...)
	return c.Err()
}

// askedChunks converts a question into one for chunks. An episode is similar if it shares words
// with the head and has a similar vector of the whole.
func (s *Service) askedChunks(ctx context.Context, q Question) (chunkQuestion, error) {
	asked := chunkQuestion{
		project: q.Project, text: q.Text, filter: q.Filter, alpha: q.Alpha, name: q.Vector, episodes: !q.EachPassage, turns: q.EachPassage,
	}
	if q.Like != "" {
		found, err := s.store.GetEpisodes(ctx, q.Project, []string{q.Like})
		if err != nil {
			return asked, fmt.Errorf("get episode %s: %w", q.Like, err)
		}
		if len(found) == 0 {
			return asked, episodic.Absent(ctx, s.store, q.Project, fmt.Errorf("episode %q: %w", q.Like, episodic.ErrNotFound))
		}
		chunks := chunk.Chunks(found[0]).Chunks
		if len(chunks) > 0 {
			asked.text, asked.meaning = chunks[0].Text, index.FullText(chunks)
		}
		if q.Alpha == nil {
			weight := likeWeight
			asked.alpha = &weight
		}
		asked.name = cmp.Or(asked.name, episodic.VectorFull)
	}
	asked.name = cmp.Or(asked.name, episodic.VectorChunk)
	return asked, nil
}

// findEpisodes groups the best chunks by episode, best chunk first, until there is one more episode
// than wanted or no more chunks. It starts over with more chunks, because a longer answer begins
// like the shorter one. Hits ranked by relevance come in their final order and without the stored
// episodes, most of which are not shown.
func (s *Service) findEpisodes(ctx context.Context, q Question, asked chunkQuestion) (Answer, error) {
	wanted, present := q.Offset+q.Limit+1, s.presentHits
	if q.MinRelevance > 0 || q.Ranking == RankByRelevance {
		wanted = max(wanted, relevancePool)
	}
	if q.Ranking == RankByRelevance {
		present = s.relevantHits
	}
	var answer Answer
	for _, asked.depth = range recallDepths() {
		if asked.depth < wanted {
			continue
		}
		found, err := s.bestChunks(ctx, asked)
		if err != nil {
			return answer, err
		}
		answer.Degraded, answer.Reason, answer.passages = found.degraded, found.reason, passagesOf(found.passages)
		answer.evidence, answer.meant = found.evidence, found.meant
		hits := slices.DeleteFunc(grouped(found.chunks, q.EachPassage), func(h Hit) bool { return h.Episode == q.Like })
		answer.Hits, err = present(ctx, q.Project, hits, wanted)
		if err != nil {
			return answer, err
		}
		if len(answer.Hits) == wanted || found.complete {
			break
		}
	}
	return answer, s.rank(ctx, q, &answer)
}

// recallDepths returns the numbers of chunks to search, in turn, until enough is found.
func recallDepths() []int { return []int{candidates, 1_000, 10_000} }

// grouped keeps the first, and thus best, chunk of each episode, or each of its chunks.
func grouped(chunks []scoredChunk, each bool) []Hit {
	seen := map[string]bool{}
	var hits []Hit
	for _, c := range chunks {
		if each || !seen[c.Episode] {
			seen[c.Episode] = true
			hits = append(hits, Hit{Episode: c.Episode, Score: c.Score, Best: c.ChunkHit, Terms: c.terms, place: len(hits)})
		}
	}
	return hits
}

// presentHits returns the first hits, up to wanted, whose episode is still in the store: the index
// may lag behind.
func (s *Service) presentHits(ctx context.Context, project string, hits []Hit, wanted int) ([]Hit, error) {
	return firstHits(hits, wanted, func(ids []string) (func(h *Hit) bool, error) {
		has, err := episodic.PresentEpisodes(ctx, s.store, project, ids)
		return func(h *Hit) (ok bool) {
			h.Stored, ok = has[h.Episode]
			h.traits.StartedAt = h.Stored.Episode.StartedAt.Time
			return ok
		}, err
	})
}

// firstHits returns the first hits, up to wanted, that complete accepts. It looks up as many at
// once as are still wanted; look returns complete for these episodes.
func firstHits(hits []Hit, wanted int, look func(ids []string) (complete func(h *Hit) bool, err error)) ([]Hit, error) {
	var first []Hit
	for len(hits) > 0 && len(first) < wanted {
		n := min(wanted-len(first), len(hits))
		ids := make([]string, n)
		for i, h := range hits[:n] {
			ids[i] = h.Episode
		}
		slices.Sort(ids) // passages may share an episode
		complete, err := look(slices.Compact(ids))
		if err != nil {
			return nil, err
		}
		for _, h := range hits[:n] {
			if complete(&h) {
				first = append(first, h)
			}
		}
		hits = hits[n:]
	}
	return first, nil
}

// isIdentifier reports whether a term has other characters than letters.
func isIdentifier(term string) bool {
	return strings.ContainsFunc(term, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
