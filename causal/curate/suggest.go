package curate

import (
	"cmp"
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Limits of suggestions.
const (
	// DefaultSimilarity is the default minimum score.
	DefaultSimilarity = .6
	// MaxSuggestions is the maximum number of suggestions in an answer.
	MaxSuggestions = 200
	// maxSuggestFactors is the maximum number of factors to compare, in the order of their keys.
	maxSuggestFactors = 50_000
)

// SuggestionQuery asks for factors that may be the same.
type SuggestionQuery struct {
	Project string
	// Least is the minimum score, in (0, 1]; 0 means DefaultSimilarity.
	Least float64
	// Limit is the maximum number of suggestions; 0 means MaxSuggestions.
	Limit int
}

// MergeSuggestion lists factors that may be the same, for a user to decide. [Service.Groups] has those
// that are sure enough for a rule.
type MergeSuggestion struct {
	// Into is the most frequent factor, From are the others.
	Into factor.Factor
	From []factor.Factor
	// Score is their similarity, in (0, 1]: 1 if they have the same words.
	Score float64
	// Template is the common label, with <*> for the one word that differs; empty if they differ
	// otherwise.
	Template string
	// Reason explains the suggestion.
	Reason string
}

// Suggestions answers a [SuggestionQuery].
type Suggestions struct {
	// List is ordered by score, then by number of episodes, both descending.
	List []MergeSuggestion
	// Total is the number of suggestions, ignoring the limit.
	Total int
	// More says that there were more factors than the maximum to compare.
	More bool
}

// Suggestions finds factors of a project that may be the same. It returns a [problem.InvalidError] for
// a query outside the limits and ErrProjectNotFound.
func (s *Service) Suggestions(ctx context.Context, q SuggestionQuery) (Suggestions, error) {
	if q.Least == 0 {
		q.Least = DefaultSimilarity
	}
	if q.Limit == 0 {
		q.Limit = MaxSuggestions
	}
	if err := q.validate(); err != nil {
		return Suggestions{}, err
	}
	factors, rules, more, err := s.comparable(ctx, q.Project)
	if err != nil {
		return Suggestions{}, err
	}
	list, err := suggest(ctx, factors, rules, q.Least)
	if err != nil {
		return Suggestions{}, err
	}
	return Suggestions{List: list[:min(len(list), q.Limit)], Total: len(list), More: more}, nil
}

func (q SuggestionQuery) validate() error {
	var c problem.Checker
	if !(q.Least > 0 && q.Least <= 1) {
		c.Invalid("least", "%v is not above 0 and at most 1", q.Least)
	}
	if q.Limit < 1 || q.Limit > MaxSuggestions {
		c.Invalid("limit", "%d is not from 1 to %d", q.Limit, MaxSuggestions)
	}
	return c.Err()
}

// suggest finds factors that may be the same, in three steps, each without the finds of the previous
// ones: those with the same words, those that differ in one word, those with similar words.
func suggest(ctx context.Context, factors []factor.Factor, rules contribution.Rules, least float64) ([]MergeSuggestion, error) {
	c := newCandidates(factors, rules)
	c.sameWords()
	c.oneWordApart(least)
	if err := c.similar(ctx, least); err != nil {
		return nil, err
	}
	slices.SortFunc(c.found, func(a, b MergeSuggestion) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.episodes(), a.episodes()),
			cmp.Compare(a.Into.Key(), b.Into.Key()), cmp.Compare(a.From[0].Key(), b.From[0].Key()))
	})
	return c.found, nil
}

// episodes returns the sum of the episodes of the factors.
func (m MergeSuggestion) episodes() int {
	n := m.Into.Frequency()
	for _, f := range m.From {
		n += f.Frequency()
	}
	return n
}
