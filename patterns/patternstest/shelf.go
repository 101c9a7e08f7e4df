package patternstest

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// shelf is a store of patterns that implements only the lookups by key and by index entry.
type shelf struct {
	patterns.Store
	all []patterns.Pattern
}

func (s shelf) Indexed(_ context.Context, _ string, entries []string, statuses []patterns.Status, limit int) ([]patterns.Pattern, bool, error) {
	var out []patterns.Pattern
	for _, p := range s.all {
		if slices.Contains(statuses, p.Status) && slices.ContainsFunc(p.Entries(), func(e string) bool { return slices.Contains(entries, e) }) {
			out = append(out, p)
		}
	}
	return out[:min(limit, len(out))], len(out) > limit, nil
}

func (s shelf) GetPatterns(_ context.Context, _ string, keys []string) ([]patterns.Pattern, error) {
	return slices.DeleteFunc(slices.Clone(s.all), func(p patterns.Pattern) bool { return !slices.Contains(keys, p.Key) }), nil
}

// Today is the date of the tests.
func Today() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

// ServiceWith returns a service over patterns that can only be read.
func ServiceWith(all ...patterns.Pattern) *memory.Patterns {
	return memory.NewPatterns(memory.PatternParts{Patterns: shelf{all: all}, Tokens: words{}}, Today)
}

// words counts words as tokens.
type words struct{}

func (words) CountTokens(text string) (int, error) { return len(strings.Fields(text)), nil }

// Validated returns a validated pattern with a name and an applicability.
func Validated(name string, a condition.Applicability) patterns.Pattern {
	return patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Status: patterns.StatusValidated,
		Definition: patterns.Definition{Category: patterns.CategoryStrategy, Applicability: a},
	}
}
