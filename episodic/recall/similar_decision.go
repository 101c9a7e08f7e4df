package recall

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// DecisionQuestion asks for choices in similar situations.
type DecisionQuestion struct {
	Project string
	// Context describes the situation in any words.
	Context string
	// Filter restricts the episodes; its DecisionTypes restrict the decisions too.
	Filter episodic.EpisodeFilter
	// Alpha is the weight of the vectors against the words, as in [Question].
	Alpha *float64
	// Limit is the number of decisions wanted, Offset the number of the best to skip, Related the number of additional episodes
	// connected to those of the first decisions.
	Limit, Offset, Related int
}

// validate returns the problems of a question.
func (q DecisionQuestion) validate() error {
	var c QuestionCheck
	c.Text("context", q.Context, false)
	c.alpha(q.Alpha)
	c.Within("limit", q.Limit, 1, episodic.MaxPage)
	c.Within("offset", q.Offset, 0, maxOffset)
	c.Within("related", q.Related, 0, MaxRelated)
	c.Add(q.Filter.Problems()...)
	return c.Err()
}

// DecisionAnswer holds the decisions found, best first.
type DecisionAnswer struct {
	Hits []DecisionHit
	// More says that more decisions match.
	More bool
	// Related are connected to the episodes of the first decisions, strongest first.
	Related []Related
	// Degraded says that part of the search was unavailable; Reason says why.
	Degraded bool
	Reason   string
	// Note says why an answer without hits is empty.
	Note string
}

// DecisionHit is one decision found.
type DecisionHit struct {
	// Stored is the episode of the decision, Position the index in its Decisions.
	Stored   episodic.Stored
	Position int
	// Score is comparable within one answer only.
	Score float64
	// Text is the passage found, Words the words of the question in it.
	Text  string
	Words []string
	// Terms are the terms of Score.
	Terms ScoreTerms
}

// Decision returns the decision.
func (h DecisionHit) Decision() episodic.Decision { return h.Stored.Episode.Decisions[h.Position] }

// SimilarDecisions finds distinct decisions made in similar situations. It returns a
// [problem.InvalidError] for a bad question and ErrProjectNotFound for an unknown project.
func (s *Service) SimilarDecisions(ctx context.Context, q DecisionQuestion) (DecisionAnswer, error) {
	if err := q.validate(); err != nil {
		return DecisionAnswer{}, err
	}
	var answer DecisionAnswer
	var first []DecisionHit
	for _, depth := range recallDepths() {
		found, err := s.bestChunks(ctx, chunkQuestion{
			project: q.Project, text: q.Context, filter: q.Filter, parts: []episodic.ChunkPart{episodic.PartDecision},
			name: episodic.VectorChunk, depth: depth, alpha: q.Alpha,
		})
		if err != nil {
			return DecisionAnswer{}, fmt.Errorf("find similar decisions in %s: %w", q.Project, err)
		}
		hits, err := s.presentDecisions(ctx, q, found.chunks)
		if err != nil {
			return DecisionAnswer{}, err
		}
		first = hits[:min(q.Offset+q.Limit, len(hits))]
		answer = DecisionAnswer{
			Hits: first[min(q.Offset, len(first)):], More: len(hits) > q.Offset+q.Limit,
			Degraded: found.degraded, Reason: found.reason,
		}
		if found.complete || answer.More {
			break
		}
	}
	if len(first) == 0 {
		answer.Note = emptyNote(q.Context)
		return answer, episodic.Absent(ctx, s.store, q.Project, nil)
	}
	if len(answer.Hits) == 0 {
		answer.Note = pastEnd(len(first), q.Offset)
	}
	asked := lexis.AskedWords(q.Context)
	for i, h := range answer.Hits {
		answer.Hits[i].Words = lexis.MatchingWords(asked, h.Text)
	}
	var err error
	answer.Related, err = s.related(ctx, q.Project, "", q.Related, episodesOf(first))
	return answer, err
}

// episodesOf returns the episodes of decisions, each once with the score of its best decision.
func episodesOf(decisions []DecisionHit) []Hit {
	var out []Hit
	for _, d := range decisions {
		if id := d.Stored.Episode.ID; !slices.ContainsFunc(out, func(h Hit) bool { return h.Episode == id }) {
			out = append(out, Hit{Episode: id, Score: d.Score})
		}
	}
	return out
}

// presentDecisions returns the first decisions, one more than wanted, that are still in the store:
// the index may lag behind.
func (s *Service) presentDecisions(ctx context.Context, q DecisionQuestion, chunks []scoredChunk) ([]DecisionHit, error) {
	var present []DecisionHit
	seen := map[string]bool{}
	for batch := range slices.Chunk(chunks, max(q.Offset+q.Limit+1, fetchedAtOnce)) {
		ids := make([]string, len(batch))
		for i, c := range batch {
			ids[i] = c.Episode
		}
		slices.Sort(ids)
		stored, err := episodic.PresentEpisodes(ctx, s.store, q.Project, slices.Compact(ids))
		if err != nil {
			return nil, err
		}
		for _, c := range batch {
			hit, ok := decisionHit(c, stored[c.Episode])
			if !ok || seen[c.Occurrences[0]] || !q.wants(hit.Decision().Type) {
				continue
			}
			seen[c.Occurrences[0]] = true
			if present = append(present, hit); len(present) > q.Offset+q.Limit {
				return present, nil
			}
		}
	}
	return present, nil
}

// wants reports whether the question includes decisions of that type.
func (q DecisionQuestion) wants(t episodic.DecisionType) bool {
	return len(q.Filter.DecisionTypes) == 0 || slices.Contains(q.Filter.DecisionTypes, t)
}

// decisionHit finds the decision that a chunk quotes in its episode. ok is false if the episode no
// longer has it.
func decisionHit(c scoredChunk, stored episodic.Stored) (hit DecisionHit, ok bool) {
	if len(c.Occurrences) == 0 {
		return DecisionHit{}, false
	}
	at := slices.IndexFunc(stored.Episode.Decisions, func(d episodic.Decision) bool {
		return episodic.OccurrenceKey(stored.Episode.ID, d.ID) == c.Occurrences[0]
	})
	return DecisionHit{Stored: stored, Position: at, Score: c.Score, Text: c.Text, Terms: c.terms}, at >= 0
}
