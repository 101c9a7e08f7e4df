package recall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

const (
	// mostAbout is the maximum number of episodes about one subject.
	mostAbout = 500
	// aboutDepth is the number of chunks that are searched for a subject.
	aboutDepth = 2_000
	// nearSubject is the number of episodes that a subject leads to if none has all of its words.
	nearSubject = 20
)

// timeline returns a page of the episodes about a subject, earliest first, those of unknown time last. Turning points
// are found among all of them, whatever the page.
func (s *Service) timeline(ctx context.Context, q Question) (Answer, error) {
	answer, err := s.about(ctx, q)
	if err != nil || len(answer.Hits) == 0 {
		return answer, err
	}
	slices.SortStableFunc(answer.Hits, byTime)
	turn(q.Text, answer.Hits)
	all := answer.Hits
	answer.matched = true
	answer.More = answer.More || len(all) > q.Offset+q.Limit
	answer.Hits = all[min(q.Offset, len(all)):min(q.Offset+q.Limit, len(all))]
	if len(answer.Hits) == 0 {
		answer.Note = pastEnd(len(all), q.Offset)
	}
	answer.Related, err = s.related(ctx, q.Project, q.Like, q.Related, answer.Hits)
	return answer, err
}

// about finds the episodes about a subject: those of which a passage, read with the head, has all words of the subject. If
// none has them all, it returns the few nearest ones, and the note says so. More means that further ones were not looked at.
func (s *Service) about(ctx context.Context, q Question) (Answer, error) {
	words := lexis.TellingWords(q.Text)
	onlyWords := 0.0
	found, err := s.bestChunks(ctx, chunkQuestion{
		project: q.Project, text: q.Text, filter: q.Filter, alpha: &onlyWords, name: episodic.VectorChunk, depth: aboutDepth,
	})
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return Answer{}, fmt.Errorf("find what is about a subject in %s: %w", q.Project, err)
	}
	hits := withAll(words, found.chunks)
	if len(hits) == 0 || len(words) == 0 {
		return s.nearest(ctx, q)
	}
	answer := Answer{More: !found.complete || len(hits) > mostAbout, Degraded: found.degraded, Reason: found.reason}
	if answer.Hits, err = s.presentHits(ctx, q.Project, hits, mostAbout); err != nil {
		return Answer{}, fmt.Errorf("find what is about a subject in %s: %w", q.Project, err)
	}
	r := newReader(words, nil, passagesOf(found.chunks))
	for i, h := range answer.Hits {
		answer.Hits[i] = r.withPassages(h)
	}
	answer.Note = aboutNote(len(answer.Hits), answer.More)
	return answer, nil
}

// nearest returns the best hits for a subject of which no episode has all words.
func (s *Service) nearest(ctx context.Context, q Question) (Answer, error) {
	q.Ranking, q.Limit, q.Offset, q.Related, q.Zone = RankBySimilarity, nearSubject, 0, 0, nil
	answer, err := s.Recall(ctx, q)
	if err == nil && len(answer.Hits) > 0 {
		answer.More, answer.Note = false, "no episode has all words of the subject; these are the nearest"
	}
	return answer, err
}

// aboutNote says how many episodes are about a subject.
func aboutNote(n int, more bool) string {
	switch {
	case more:
		return fmt.Sprintf("%d episodes have all words of the subject, and there may be more; narrow the time to see them", n)
	case n == 1:
		return "1 episode has all words of the subject"
	default:
		return fmt.Sprintf("%d episodes have all words of the subject", n)
	}
}

// byTime orders episodes by when they began, and by their ids.
func byTime(a, b Hit) int {
	at, bt := a.Stored.Episode.StartedAt, b.Stored.Episode.StartedAt
	if at.IsZero() != bt.IsZero() {
		if at.IsZero() {
			return 1
		}
		return -1
	}
	return cmp.Or(at.Time.Compare(bt.Time), cmp.Compare(a.Episode, b.Episode))
}

// withAll returns the episodes of which one chunk, read with the head, has all words. The best chunk of a hit is the one
// that has most of them.
func withAll(words []lexis.AskedWord, chunks []scoredChunk) []Hit {
	heads := map[string]string{}
	for _, c := range chunks {
		if c.Part == episodic.PartHead {
			heads[c.Episode] += " " + c.Text
		}
	}
	at := map[string]int{}
	var hits []Hit
	for _, c := range chunks {
		has := lexis.MatchingWords(words, c.Text)
		if len(has) < len(words) && len(lexis.MatchingWords(words, strings.Join([]string{c.Text, heads[c.Episode]}, " "))) < len(words) {
			continue
		}
		i, known := at[c.Episode]
		if !known {
			at[c.Episode] = len(hits)
			hits = append(hits, Hit{Episode: c.Episode, Score: c.Score, Best: c.ChunkHit, Terms: c.terms, Words: has})
		} else if len(has) > len(hits[i].Words) {
			hits[i].Best, hits[i].Terms, hits[i].Words = c.ChunkHit, c.terms, has
		}
	}
	return slices.Clip(hits)
}
