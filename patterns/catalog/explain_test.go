package catalog_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// fullPattern is a pattern with every field that an explanation uses.
func fullPattern() patterns.Pattern {
	p := patternstest.Validated("Deep design first", condition.Applicability{})
	p.Trigger, p.Action = "a refactoring\ntouches many files", "write the design down before the first change"
	p.Counts = patterns.Counts{Successes: 17, Failures: 3, Unknown: 2}
	p.Claim = &patterns.Claim{Rate: new(0.95), Occurrences: new(12), Source: "import"}
	p.Last = &patterns.Validation{
		At: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Result: patterns.ResultSupported,
		NullRate: new(0.61), NullBasis: patterns.NullSameTrigger, Adjusted: new(0.0031), Family: 40,
	}
	return p
}

func TestService_Explain(t *testing.T) {
	key := "[" + patterns.KeyOf("Deep design first") + "] "
	for _, c := range []struct {
		why    string
		change func(*patterns.Pattern)
		want   string
	}{
		{
			"everything", func(*patterns.Pattern) {},
			"Deep design first, validated: when a refactoring touches many files, write the design down before the first change. " +
				"17 of 20 episodes succeeded (95 %: 64 to 95 %), 2 unknown. Validated 2026-11-20: supported, against 61 % without the action, adjusted p 0.0031 of 40. " +
				"Claimed, not counted: 95 % of 12 by import",
		},
		{"never validated", func(p *patterns.Pattern) {
			p.Status, p.Last, p.Claim, p.Counts = patterns.StatusCandidate, nil, nil, patterns.Counts{Unknown: 1}
		}, "Deep design first, unproven candidate: when a refactoring touches many files, write the design down before the first change. " +
			"No episode with a known outcome bears it out or contradicts it, 1 unknown. Never validated"},
		{"to be avoided", func(p *patterns.Pattern) {
			p.AntiPattern, p.Trigger, p.Last, p.Claim, p.Counts = true, "", nil, nil, patterns.Counts{Failures: 1}
		}, "Deep design first, validated: avoid: write the design down before the first change. 0 of 1 episode succeeded (95 %: 0 to 79 %). Never validated"},
		{"given up", func(p *patterns.Pattern) {
			p.Status, p.Action, p.Claim = patterns.StatusDeprecated, "", nil
			p.SupersededBy, p.Reason = "0123456789abcdef", "merged"
		}, "Deep design first, deprecated: when a refactoring touches many files. 17 of 20 episodes succeeded (95 %: 64 to 95 %), 2 unknown. Given up for [0123456789abcdef]: merged"},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := fullPattern()
			c.change(&p)
			got, err := patternstest.ServiceWith().Catalog.Explain(p)
			if err != nil || got.Text != key+c.want || got.Cut {
				t.Errorf("got %+v, %v\nwant %s", got, err, key+c.want)
			}
		})
	}
}

// TestService_Explain_short: explanations of patterns with long words have fewer than 100 tokens,
// contain the counts, and say when something was left out.
func TestService_Explain_short(t *testing.T) {
	d, counter := patternstest.Generator{Rand: rand.New(rand.NewPCG(14, 5))}, tokens.New()
	s := memory.NewPatterns(memory.PatternParts{Tokens: counter}, patternstest.Today)
	text := func() string {
		alphabet := []string{"refactoring ", "ß", "重構 ", "x", " 🙂", "\n"}
		return strings.Repeat(alphabet[d.IntN(len(alphabet))], d.IntN(3)*d.IntN(100)) + d.Word()
	}
	cut := 0
	for range 300 {
		p := fullPattern()
		p.Name, p.Trigger, p.Action, p.Reason, p.Claim.Source = text(), text(), text(), text(), text()
		p.Status = patterns.Statuses()[d.IntN(4)]
		p.Counts = patterns.Counts{Successes: d.IntN(1_000_000), Failures: d.IntN(1_000_000), Unknown: d.IntN(9)}
		got, err := s.Catalog.Explain(p)
		if err != nil {
			t.Fatal(err)
		}
		n, err := counter.CountTokens(got.Text)
		if err != nil || n != got.Tokens || n >= catalog.ExplainBudget || got.Text == "" {
			t.Fatalf("%d tokens, said %d: %q, %v", n, got.Tokens, got.Text, err)
		}
		if !strings.Contains(got.Text, " episodes succeeded (95 %: ") || strings.Contains(got.Text, "\n") {
			t.Errorf("no counts in one line: %q", got.Text)
		}
		if got.Cut {
			cut++
		}
		if got.Cut != strings.Contains(got.Text, "…") {
			t.Errorf("cut is %t: %q", got.Cut, got.Text)
		}
	}
	if cut == 0 || cut == 300 {
		t.Errorf("%d of 300 are cut; the draw shows nothing", cut)
	}
}
