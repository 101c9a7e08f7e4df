package patterns_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/patterns"
)

// told is a pattern of which there is something of every kind to tell.
func told() patterns.Pattern {
	p := named("Deep design first", patterns.Applicability{})
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
		}, "Deep design first, candidate: when a refactoring touches many files, write the design down before the first change. " +
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
			p := told()
			c.change(&p)
			got, err := serving().Explain(p)
			if err != nil || got.Text != key+c.want || got.Cut {
				t.Errorf("got %+v, %v\nwant %s", got, err, key+c.want)
			}
		})
	}
}

// TestService_Explain_short has patterns with long words: every explanation has fewer than 100
// tokens, holds the counts, and says when something was left out.
func TestService_Explain_short(t *testing.T) {
	d, counter := drawn{rand.New(rand.NewPCG(14, 5))}, tokens.New()
	s := patterns.NewService(patterns.Parts{Tokens: counter}, today)
	text := func() string {
		alphabet := []string{"refactoring ", "ß", "重構 ", "x", " 🙂", "\n"}
		return strings.Repeat(alphabet[d.IntN(len(alphabet))], d.IntN(3)*d.IntN(100)) + d.word()
	}
	cut := 0
	for range 300 {
		p := told()
		p.Name, p.Trigger, p.Action, p.Reason, p.Claim.Source = text(), text(), text(), text(), text()
		p.Status = patterns.Statuses()[d.IntN(4)]
		p.Counts = patterns.Counts{Successes: d.IntN(1_000_000), Failures: d.IntN(1_000_000), Unknown: d.IntN(9)}
		got, err := s.Explain(p)
		if err != nil {
			t.Fatal(err)
		}
		n, err := counter.CountTokens(got.Text)
		if err != nil || n != got.Tokens || n >= patterns.ExplainBudget || got.Text == "" {
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

func TestService_Advise(t *testing.T) {
	fits := named("fits", patterns.Applicability{ProblemTypes: []string{"refactoring"}})
	fits.Action, fits.Counts = "write the design down", patterns.Counts{Successes: 9, Failures: 1}
	other := named("other", patterns.Applicability{ProblemTypes: []string{"bugfix"}})
	candidate := named("candidate", patterns.Applicability{})
	candidate.Status = patterns.StatusCandidate
	got, err := serving(fits, other, candidate).Advise(t.Context(), "p", "A refactoring of the parser", 3, 400)
	if err != nil || len(got) != 1 || got[0].Pattern != fits.Key || got[0].Shortened || got[0].Score <= 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if want := "[" + fits.Key + "] fits, validated: write the design down. 9 of 10 episodes succeeded (95 %: 60 to 98 %). Never validated"; got[0].Text != want {
		t.Errorf("got %q, want %q", got[0].Text, want)
	}
	if got, err = serving(fits).Advise(t.Context(), "p", "refactoring", 3, 16); err != nil || len(got) != 1 || !got[0].Shortened ||
		len(strings.Fields(got[0].Text)) > 16 {
		t.Errorf("in 16 words: %+v, %v", got, err)
	}
	if got, err = serving(fits).Advise(t.Context(), "p", "refactoring", 3, 5); err != nil || len(got) != 1 || got[0].Text != "" {
		t.Errorf("in 5 words, too few for the counts: %+v, %v", got, err)
	}
}

// A pattern that asks for nothing applies to every task, and so is no advice for this one.
func TestService_Advise_asked(t *testing.T) {
	open := patterns.Applicability{}
	untold := patterns.Applicability{Conditions: []patterns.Condition{compare("context.error", patterns.OperatorAbsent)}}
	other := patterns.Applicability{Conditions: []patterns.Condition{{Not: &patterns.Condition{Field: "context.error", Operator: patterns.OperatorPresent}}}}
	asked := named("asks", patterns.Applicability{Features: patterns.Features{Capabilities: []string{"parser"}}})
	asked.Counts = patterns.Counts{Successes: 1, Failures: 9} // ranked behind all others
	s := serving(named("for all", open), named("where nothing is told", untold), named("where it is not", other), asked)
	task := "A refactoring of the parser"
	if got, err := s.FindApplicable(t.Context(), patterns.ApplicableQuery{Task: patterns.Task{Text: task}}); err != nil || got.Total != 4 {
		t.Errorf("%d are applicable, %v", got.Total, err)
	}
	if got, err := s.Advise(t.Context(), "p", task, 1, 400); err != nil || len(got) != 1 || got[0].Pattern != asked.Key {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := s.Advise(t.Context(), "p", "write a poem about cats", 3, 400); err != nil || len(got) != 0 {
		t.Errorf("for a poem: %+v, %v", got, err)
	}
}
