package episodic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

const (
	// maxQuestion is the most bytes that a question may have.
	maxQuestion = 100_000
	// maxOffset is how many of the best episodes can be passed over.
	maxOffset = 5_000
	// maxTerms is the most different terms that are searched for.
	maxTerms = 128
)

// Recall finds the episodes that answer a question. It returns an [InvalidError] for a bad
// limit, offset or text, ErrProjectNotFound for an unknown project. When the index does not
// answer, the store's words do and the answer is Degraded.
func (s *Service) Recall(ctx context.Context, q RecallQuestion) (RecallAnswer, error) {
	if err := q.validate(); err != nil {
		return RecallAnswer{}, err
	}
	answer := RecallAnswer{}
	hits, err := s.findEpisodes(ctx, q, s.index.Search)
	var silent *searchError
	if s.fallback != nil && errors.As(err, &silent) && errors.Is(silent.err, ErrUnavailable) {
		answer.Degraded = true
		answer.Reason = indexReason(silent.err) + ", so the words were looked up in the graph"
		hits, err = s.findEpisodes(ctx, q, s.fallback.SearchText)
	}
	if err != nil {
		return RecallAnswer{}, fmt.Errorf("recall in %s: %w", q.Project, err)
	}
	if len(hits) == 0 {
		return answer, s.absent(ctx, q.Project, nil)
	}
	answer.More = len(hits) > q.Offset+q.Limit
	answer.Hits = hits[min(q.Offset, len(hits)):min(q.Offset+q.Limit, len(hits))]
	asked := askedWords(q.Text)
	for i, h := range answer.Hits {
		answer.Hits[i].Words = matchingWords(asked, h.Best.Text)
	}
	return answer, nil
}

// validate lists what is wrong with a question.
func (q RecallQuestion) validate() error {
	var problems []Problem
	add := func(path, code, format string, args ...any) {
		problems = append(problems, Problem{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
	}
	if strings.TrimSpace(q.Text) == "" {
		add("text", CodeInvalid, "is empty; ask in words")
	}
	if len(q.Text) > maxQuestion {
		add("text", CodeTooLarge, "%d bytes; at most %d are taken", len(q.Text), maxQuestion)
	}
	if q.Limit < 1 || q.Limit > MaxPage {
		add("limit", CodeInvalid, "%d is outside 1 to %d", q.Limit, MaxPage)
	}
	if q.Offset < 0 || q.Offset > maxOffset {
		add("offset", CodeInvalid, "%d is outside 0 to %d", q.Offset, maxOffset)
	}
	if len(problems) > 0 {
		return &InvalidError{Problems: problems}
	}
	return nil
}

// searchError is an error of the search itself, told apart from one of the store.
type searchError struct{ err error }

func (e *searchError) Error() string { return e.err.Error() }
func (e *searchError) Unwrap() error { return e.err }

// findEpisodes groups the best chunks by episode, the best chunk first, until there are one
// more episodes than wanted or no more chunks. It starts over with more chunks, because
// the beginning of a longer answer is the shorter one.
func (s *Service) findEpisodes(ctx context.Context, q RecallQuestion, search func(context.Context, ChunkQuery) ([]ChunkHit, error)) ([]RecallHit, error) {
	terms := questionTerms(q.Text)
	if len(terms) == 0 {
		return nil, nil
	}
	wanted := q.Offset + q.Limit + 1
	var deepest []RecallHit
	query := ChunkQuery{Place: Place{q.Project, 1}, Text: q.Text, Terms: strings.Join(terms, " "), Filter: q.Filter}
	for _, query.Limit = range recallDepths() {
		if query.Limit < wanted {
			continue
		}
		chunks, err := search(ctx, query)
		if err != nil {
			return nil, &searchError{err: err}
		}
		hits, err := s.presentHits(ctx, q.Project, grouped(chunks), wanted)
		if err != nil {
			return nil, err
		}
		if len(hits) == wanted || len(chunks) < query.Limit {
			return hits, nil
		}
		deepest = hits
	}
	return deepest, nil
}

// recallDepths returns how many chunks are searched, in turn, until enough episodes are found.
func recallDepths() []int { return []int{100, 1_000, 10_000} }

// grouped keeps the first, that is the best, chunk of each episode.
func grouped(chunks []ChunkHit) []RecallHit {
	seen := map[string]bool{}
	var hits []RecallHit
	for _, c := range chunks {
		if !seen[c.Episode] {
			seen[c.Episode] = true
			hits = append(hits, RecallHit{Episode: c.Episode, Score: c.Score, Best: c})
		}
	}
	return hits
}

// presentHits returns the first hits, up to wanted, whose episode the store still has: the
// index may be behind.
func (s *Service) presentHits(ctx context.Context, project string, hits []RecallHit, wanted int) ([]RecallHit, error) {
	var present []RecallHit
	for len(hits) > 0 && len(present) < wanted {
		n := min(wanted-len(present), len(hits))
		ids := make([]string, n)
		for i, h := range hits[:n] {
			ids[i] = h.Episode
		}
		found, err := s.store.GetEpisodes(ctx, project, ids)
		if err != nil {
			return nil, fmt.Errorf("look up the episodes found: %w", err)
		}
		has := map[string]Stored{}
		for _, e := range found {
			has[e.Episode.ID] = e
		}
		for _, h := range hits[:n] {
			var ok bool
			if h.Stored, ok = has[h.Episode]; ok {
				present = append(present, h)
			}
		}
		hits = hits[n:]
	}
	return present, nil
}

// questionTerms returns the different terms of a question. Of a very long one it keeps
// identifiers first, which say the most.
func questionTerms(text string) []string {
	seen := map[string]bool{}
	var identifiers, plain []string
	for _, term := range Analyse(text) {
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

// isIdentifier reports whether a term holds more than letters.
func isIdentifier(term string) bool {
	return strings.ContainsFunc(term, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// askedWord is a word of the question as it is written there, with its terms.
type askedWord struct {
	written string
	terms   []string
}

// askedWords returns the different words of a question.
func askedWords(question string) []askedWord {
	var words []askedWord
	seen := map[string]bool{}
	eachRun(question, func(run string) {
		key := foldWord(run)
		if !seen[key] {
			seen[key] = true
			words = append(words, askedWord{written: run, terms: Analyse(run)})
		}
	})
	return words
}

// matchingWords returns the words, as they are written, that share a term with the text.
func matchingWords(asked []askedWord, text string) []string {
	held := map[string]bool{}
	for _, term := range Analyse(text) {
		held[term] = true
	}
	var words []string
	for _, w := range asked {
		if slices.ContainsFunc(w.terms, func(term string) bool { return held[term] }) {
			words = append(words, w.written)
		}
	}
	return words
}
