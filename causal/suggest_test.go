package causal_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// suggested are suggestions as "score into <- from, from".
func suggested(list []causal.MergeSuggestion) []string {
	var out []string
	for _, m := range list {
		var from []string
		for _, f := range m.From {
			from = append(from, f.Label())
		}
		slices.Sort(from)
		out = append(out, fmt.Sprintf("%.2f %s <- %s", m.Score, m.Into.Label(), strings.Join(from, ", ")))
	}
	return out
}

func choice(variable, state string, episodes int) causal.Factor {
	return causal.Factor{
		Identity: identity(variable, state), Outcomes: causal.OutcomeCounts{Success: episodes}, Kinds: causal.KindCounts{Decision: episodes},
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		why     string
		factors []causal.Factor
		want    []string
	}{
		{"nothing", nil, nil},
		{
			"case, endings and marks",
			[]causal.Factor{event("milestone: Fix", 1), event("milestone: fix", 3), event("milestone: fixes.", 2)},
			[]string{"1.00 milestone: fix <- milestone: Fix, milestone: fixes."},
		},
		{"another type is another word", []causal.Factor{event("milestone: review", 1), event("handoff: review", 1)}, nil},
		{
			"one word of many",
			[]causal.Factor{event("milestone: closed batch one of it", 3), event("milestone: closed batch two of it", 2), event("milestone: closed batch six of it", 1)},
			[]string{"0.83 milestone: closed batch one of it <- milestone: closed batch six of it, milestone: closed batch two of it"},
		},
		{
			"much the same words",
			[]causal.Factor{event("milestone: merged latest branch after semgrep thread repairs", 2), event("milestone: merged latest branch after thread repairs", 1), event("milestone: something else", 1)},
			[]string{"0.79 milestone: merged latest branch after semgrep thread repairs <- milestone: merged latest branch after thread repairs"},
		},
		{"the opposite", []causal.Factor{event("test: all checks of the suite passed", 2), event("test: all checks of the suite failed", 1)}, nil},
		{"a negation", []causal.Factor{event("test: the suite is stable", 2), event("test: the suite is not stable", 1)}, nil},
		{"states of one variable", []causal.Factor{choice("retry", "yes", 2), choice("retry", "Yes", 1), choice("retry", "no", 2)}, nil},
		{
			"one state of variables alike",
			[]causal.Factor{choice("write_tests", "yes", 2), choice("write-tests", "yes", 1), choice("write-tests", "no", 1)},
			[]string{"1.00 write_tests=yes <- write-tests=yes"},
		},
		{
			"texts chosen in one variable",
			[]causal.Factor{choice("design", "Split the large module", 2), choice("design", "split the large modules", 1)},
			[]string{"1.00 design=Split the large module <- design=split the large modules"},
		},
		{"another kind", []causal.Factor{choice("deploy", "yes", 2), {Identity: identity("Deploy", "yes"), Outcomes: causal.OutcomeCounts{Success: 1}, Kinds: causal.KindCounts{Context: 1}}}, nil},
		{"outcomes are none", []causal.Factor{{Identity: identity("outcome", "success")}, {Identity: identity("Outcome", "success")}}, nil},
	} {
		got, err := causal.Suggest(c.factors, causal.Rules{}, causal.DefaultSimilarity)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(suggested(got), c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.why, strings.Join(suggested(got), "\n"), strings.Join(c.want, "\n"))
		}
		for _, m := range got {
			if m.Reason == "" {
				t.Errorf("%s: no reason", c.why)
			}
		}
	}
}

func TestSuggest_WhatIsDecided(t *testing.T) {
	fix, fixes, other := event("milestone: fix", 3), event("milestone: fixes", 2), event("milestone: Fixed!", 1)
	for _, c := range []struct {
		why   string
		rules causal.Rules
		want  []string
	}{
		{"nothing", causal.Rules{}, []string{"1.00 milestone: fix <- milestone: Fixed!, milestone: fixes"}},
		{"split from it", causal.Rules{Splits: []causal.Split{{From: fix.Identity, Text: "fixes", Into: fixes.Identity}}}, []string{"1.00 milestone: fix <- milestone: Fixed!"}},
		{"merged, not derived yet", causal.Rules{Merges: []causal.Merge{{From: other.Identity, Into: fix.Identity}}}, []string{"1.00 milestone: fix <- milestone: fixes"}},
	} {
		got, err := causal.Suggest([]causal.Factor{fix, fixes, other}, c.rules, causal.DefaultSimilarity)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(suggested(got), c.want) {
			t.Errorf("%s: %v, want %v", c.why, suggested(got), c.want)
		}
	}
}

func TestSuggestions_Asked(t *testing.T) {
	s := &listing{factors: []causal.Factor{
		event("milestone: fix", 3), event("milestone: Fix", 2), event("milestone: review", 9), event("milestone: Reviews", 9),
	}}
	got, err := s.service().Suggestions(t.Context(), causal.SuggestionQuery{Project: "p", Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.List) != 1 || got.Total != 2 || got.More || got.List[0].Into.Frequency() != 9 {
		t.Errorf("the one of most episodes first: %+v", got)
	}
	for _, c := range []struct {
		why   string
		query causal.SuggestionQuery
	}{
		{"a score above 1", causal.SuggestionQuery{Least: 1.1}},
		{"a score below 0", causal.SuggestionQuery{Least: -.1}},
		{"too many", causal.SuggestionQuery{Limit: causal.MaxSuggestions + 1}},
		{"less than none", causal.SuggestionQuery{Limit: -1}},
	} {
		var invalid *episodic.InvalidError
		if _, err := s.service().Suggestions(t.Context(), c.query); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

// manyFactors are labels of twelve words each, of which some are frequent and most are rare.
func manyFactors(n int) []causal.Factor {
	r := rand.New(rand.NewPCG(12, 4))
	out := make([]causal.Factor, n)
	for i := range out {
		label := "milestone:"
		for range 12 {
			w := int(r.ExpFloat64() * 300)
			label += fmt.Sprintf(" w%c%c%c", 'a'+w%26, 'a'+w/26%26, 'a'+w/676%26)
		}
		out[i] = event(label, 1+i%3)
	}
	return out
}

func TestSuggest_SomeAmongMany(t *testing.T) {
	factors := manyFactors(2_000)
	planted := factors[77]
	planted.Variable = strings.ToUpper(planted.Variable[:len(planted.Variable)-4])
	planted.Outcomes.Success = 1
	got, err := causal.Suggest(append(factors, planted), causal.Rules{}, .8)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(got, func(m causal.MergeSuggestion) bool {
		return m.Into.Identity == factors[77].Identity && m.From[0].Identity == planted.Identity
	}) {
		t.Errorf("the planted label is not found: %v", suggested(got))
	}
}

func BenchmarkSuggest(b *testing.B) {
	factors := manyFactors(20_000)
	for b.Loop() {
		if _, err := causal.Suggest(factors, causal.Rules{}, causal.DefaultSimilarity); err != nil {
			b.Fatal(err)
		}
	}
}
