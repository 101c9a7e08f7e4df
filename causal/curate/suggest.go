package curate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/problem"
)

// The limits of suggestions.
const (
	// DefaultSimilarity is the least score that is suggested.
	DefaultSimilarity = .6
	// MaxSuggestions is the most that one answer gives.
	MaxSuggestions = 200
	// maxSuggestFactors is how many factors are compared, those of the least keys first.
	maxSuggestFactors = 50_000
)

// SuggestionQuery asks for what may be one factor.
type SuggestionQuery struct {
	Project string
	// Least is the least score, in (0, 1]; 0 means DefaultSimilarity.
	Least float64
	// Limit is the most suggestions; 0 means MaxSuggestions.
	Limit int
}

// MergeSuggestion names factors that may be one: somebody has to decide. Nothing is ever
// merged by itself.
type MergeSuggestion struct {
	// Into is the most frequent of them, From are the others.
	Into factor.Factor
	From []factor.Factor
	// Score is how alike they are, in (0, 1]: 1 when they have the same words.
	Score float64
	// Template is what they share, with <*> for the word in which they differ; empty when they
	// differ otherwise.
	Template string
	// Reason says in words why.
	Reason string
}

// Suggestions are an answer to a SuggestionQuery.
type Suggestions struct {
	// List has the greatest score first, then those of most episodes.
	List []MergeSuggestion
	// Total is how many there are, however many were asked for.
	Total int
	// More says that there were more factors than are compared.
	More bool
}

// Suggestions finds factors of a project that may be one. It returns an
// [problem.InvalidError] for a question outside the limits and ErrProjectNotFound.
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
	rules, err := s.factors.GetRules(ctx, q.Project)
	if err != nil {
		return Suggestions{}, fmt.Errorf("read what was decided about the factors of %s: %w", q.Project, err)
	}
	var factors []factor.Factor
	more := false
	err = s.eachFactor(ctx, q.Project, func(f factor.Factor) {
		if more = len(factors) == maxSuggestFactors; !more {
			factors = append(factors, f)
		}
	})
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
	var problems []problem.Problem
	if !(q.Least > 0 && q.Least <= 1) {
		problems = append(problems, problem.Invalid("least", "%v is not above 0 and at most 1", q.Least))
	}
	if q.Limit < 1 || q.Limit > MaxSuggestions {
		problems = append(problems, problem.Invalid("limit", "%d is not from 1 to %d", q.Limit, MaxSuggestions))
	}
	return problem.AsError(problems)
}

// suggest finds factors that may be one, in three steps that each leave out what the one
// before found: those with the same words, those that differ in one word, those with much the
// same words.
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

// episodes is in how many episodes the factors are, together.
func (m MergeSuggestion) episodes() int {
	n := m.Into.Frequency()
	for _, f := range m.From {
		n += f.Frequency()
	}
	return n
}
