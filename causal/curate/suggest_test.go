package curate_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/problem"
)

// suggested are suggestions as "score into <- from, from".
func suggested(list []curate.MergeSuggestion) []string {
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

func choice(variable, state string, episodes int) factor.Factor {
	return factor.Factor{
		Identity: causaltest.Identity(variable, state), Outcomes: factor.OutcomeCounts{Success: episodes}, Kinds: factor.KindCounts{Decision: episodes},
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		why     string
		factors []factor.Factor
		want    []string
	}{
		{"nothing", nil, nil},
		{
			"case, endings and marks",
			[]factor.Factor{causaltest.Event("milestone: Fix", 1), causaltest.Event("milestone: fix", 3), causaltest.Event("milestone: fixes.", 2)},
			[]string{"1.00 milestone: fix <- milestone: Fix, milestone: fixes."},
		},
		{"another type is another word", []factor.Factor{causaltest.Event("milestone: review", 1), causaltest.Event("handoff: review", 1)}, nil},
		{
			"one word of many",
			[]factor.Factor{causaltest.Event("milestone: closed batch one of it", 3), causaltest.Event("milestone: closed batch two of it", 2), causaltest.Event("milestone: closed batch six of it", 1)},
			[]string{"0.83 milestone: closed batch one of it <- milestone: closed batch six of it, milestone: closed batch two of it"},
		},
		{
			"much the same words",
			[]factor.Factor{causaltest.Event("milestone: merged latest branch after semgrep thread repairs", 2), causaltest.Event("milestone: merged latest branch after thread repairs", 1), causaltest.Event("milestone: something else", 1)},
			[]string{"0.79 milestone: merged latest branch after semgrep thread repairs <- milestone: merged latest branch after thread repairs"},
		},
		{"the opposite", []factor.Factor{causaltest.Event("test: all checks of the suite passed", 2), causaltest.Event("test: all checks of the suite failed", 1)}, nil},
		{"a negation", []factor.Factor{causaltest.Event("test: the suite is stable", 2), causaltest.Event("test: the suite is not stable", 1)}, nil},
		{"states of one variable", []factor.Factor{choice("retry", "yes", 2), choice("retry", "Yes", 1), choice("retry", "no", 2)}, nil},
		{
			"one state of variables alike",
			[]factor.Factor{choice("write_tests", "yes", 2), choice("write-tests", "yes", 1), choice("write-tests", "no", 1)},
			[]string{"1.00 write_tests=yes <- write-tests=yes"},
		},
		{
			"texts chosen in one variable",
			[]factor.Factor{choice("design", "Split the large module", 2), choice("design", "split the large modules", 1)},
			[]string{"1.00 design=Split the large module <- design=split the large modules"},
		},
		{"another kind", []factor.Factor{choice("deploy", "yes", 2), {Identity: causaltest.Identity("Deploy", "yes"), Outcomes: factor.OutcomeCounts{Success: 1}, Kinds: factor.KindCounts{Context: 1}}}, nil},
		{"outcomes are none", []factor.Factor{{Identity: causaltest.Identity("outcome", "success")}, {Identity: causaltest.Identity("Outcome", "success")}}, nil},
	} {
		got, err := curate.Suggest(c.factors, contribution.Rules{}, curate.DefaultSimilarity)
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
	fix, fixes, other := causaltest.Event("milestone: fix", 3), causaltest.Event("milestone: fixes", 2), causaltest.Event("milestone: Fixed!", 1)
	for _, c := range []struct {
		why   string
		rules contribution.Rules
		want  []string
	}{
		{"nothing", contribution.Rules{}, []string{"1.00 milestone: fix <- milestone: Fixed!, milestone: fixes"}},
		{"split from it", contribution.Rules{Splits: []contribution.Split{{From: fix.Identity, Text: "fixes", Into: fixes.Identity}}}, []string{"1.00 milestone: fix <- milestone: Fixed!"}},
		{"merged, not derived yet", contribution.Rules{Merges: []contribution.Merge{{From: other.Identity, Into: fix.Identity}}}, []string{"1.00 milestone: fix <- milestone: fixes"}},
	} {
		got, err := curate.Suggest([]factor.Factor{fix, fixes, other}, c.rules, curate.DefaultSimilarity)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(suggested(got), c.want) {
			t.Errorf("%s: %v, want %v", c.why, suggested(got), c.want)
		}
	}
}

func TestSuggestions_Asked(t *testing.T) {
	s := &causaltest.Listing{Factors: []factor.Factor{
		causaltest.Event("milestone: fix", 3), causaltest.Event("milestone: Fix", 2), causaltest.Event("milestone: review", 9), causaltest.Event("milestone: Reviews", 9),
	}}
	got, err := s.Service().Curate.Suggestions(t.Context(), curate.SuggestionQuery{Project: "p", Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.List) != 1 || got.Total != 2 || got.More || got.List[0].Into.Frequency() != 9 {
		t.Errorf("the one of most episodes first: %+v", got)
	}
	for _, c := range []struct {
		why   string
		query curate.SuggestionQuery
	}{
		{"a score above 1", curate.SuggestionQuery{Least: 1.1}},
		{"a score below 0", curate.SuggestionQuery{Least: -.1}},
		{"too many", curate.SuggestionQuery{Limit: curate.MaxSuggestions + 1}},
		{"less than none", curate.SuggestionQuery{Limit: -1}},
	} {
		var invalid *problem.InvalidError
		if _, err := s.Service().Curate.Suggestions(t.Context(), c.query); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

// manyFactors are labels of twelve words each, of which some are frequent and most are rare.
func manyFactors(n int) []factor.Factor {
	r := rand.New(rand.NewPCG(12, 4))
	out := make([]factor.Factor, n)
	for i := range out {
		label := "milestone:"
		for range 12 {
			w := int(r.ExpFloat64() * 300)
			label += fmt.Sprintf(" w%c%c%c", 'a'+w%26, 'a'+w/26%26, 'a'+w/676%26)
		}
		out[i] = causaltest.Event(label, 1+i%3)
	}
	return out
}

func TestSuggest_SomeAmongMany(t *testing.T) {
	factors := manyFactors(2_000)
	planted := factors[77]
	planted.Variable = strings.ToUpper(planted.Variable[:len(planted.Variable)-4])
	planted.Outcomes.Success = 1
	got, err := curate.Suggest(append(factors, planted), contribution.Rules{}, .8)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(got, func(m curate.MergeSuggestion) bool {
		return m.Into.Identity == factors[77].Identity && m.From[0].Identity == planted.Identity
	}) {
		t.Errorf("the planted label is not found: %v", suggested(got))
	}
}

func BenchmarkSuggest(b *testing.B) {
	factors := manyFactors(20_000)
	for b.Loop() {
		if _, err := curate.Suggest(factors, contribution.Rules{}, curate.DefaultSimilarity); err != nil {
			b.Fatal(err)
		}
	}
}
