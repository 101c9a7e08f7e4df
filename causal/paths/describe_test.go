package paths_test

import (
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/memory"
)

// eachByte takes every byte for a token, the worst that can be.
type eachByte struct{}

func (eachByte) CountTokens(text string) (int, error) { return len(text), nil }

func TestExplainFactor(t *testing.T) {
	day := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	seen := factor.Factor{Kinds: factor.KindCounts{Decision: 6}, Outcomes: factor.OutcomeCounts{Success: 1, Partial: 2, Failure: 3}, FirstSeen: day, LastSeen: day.AddDate(0, 0, 1)}
	long := seen
	long.Variable = strings.Repeat("日本語", 100)
	cases := map[string]struct {
		f    factor.Factor
		want []string
	}{
		"what episodes have":               {f: seen, want: []string{`"retry=yes" (decision)`, "in 6 episodes from 2026-05-03 to 2026-05-04", "1 succeeded, 2 succeeded in part, 3 failed and 0 do not say"}},
		"what is only stated":              {f: factor.Factor{Statements: 1}, want: []string{`"retry=yes" (stated)`, "no episode has it"}},
		"a label that has to be cut short": {f: long, want: []string{"…", "3 failed"}},
	}
	for why, c := range cases {
		if c.f.Variable == "" {
			c.f.Variable = "retry"
		}
		c.f.State = "yes"
		got, err := memory.NewCauses(memory.CauseParts{Tokens: eachByte{}}, time.Now).Paths.ExplainFactor(c.f)
		if err != nil || len(got) > explain.DefaultBudget {
			t.Errorf("%s: %d tokens, %v", why, len(got), err)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q lacks %q", why, got, want)
			}
		}
	}
}
