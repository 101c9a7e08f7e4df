package briefing_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/tokens"
)

func TestBrief(t *testing.T) {
	long := storm()
	long.Lessons = nil
	for range 60 {
		long.Lessons = append(long.Lessons, strings.Repeat("a lesson of many words ", 9))
	}
	odd := storm()
	odd.ID = strings.Repeat("🦆", 200)
	odd.Task = strings.Repeat("🦆 ", 5_000)
	for _, c := range []struct {
		why  string
		of   episodic.Episode
		cut  bool
		says []string
	}{
		{"everything fits", storm(), false, []string{"[storm] 2026-05-03, outcome failure: Stop the retry storm", "chosen roll back; because it was calm before; instead of wait", "error: timeout", "lesson: add jitter"}},
		{"more than fits", long, true, []string{"[storm] 2026-05-03", "(cut to 200 tokens: "}},
		{"an id that alone fills the budget", odd, true, []string{"outcome failure", "cut at 200 tokens"}},
		{"nothing but a task", episodic.Episode{ID: "e", Task: "T", Outcome: episodic.OutcomeUnknown}, false, []string{"[e] outcome unknown: T"}},
	} {
		s := briefing.New(briefing.Parts{Tokens: tokens.New()}, nil)
		got, err := s.Brief(storedAs(c.of), 200)
		if err != nil || got.Cut != c.cut || got.Tokens >= 200 {
			t.Errorf("%s: %+v %v", c.why, got, err)
		}
		if n, err := tokens.New().CountTokens(got.Text); err != nil || n != got.Tokens {
			t.Errorf("%s: %d tokens are counted as %d (%v)", c.why, n, got.Tokens, err)
		}
		for _, text := range c.says {
			if !strings.Contains(got.Text, text) {
				t.Errorf("%s: no %q in\n%s", c.why, text, got.Text)
			}
		}
	}
	s := briefing.New(briefing.Parts{Tokens: tokens.New()}, nil)
	for _, budget := range []int{-1, explain.LeastBudget - 1, explain.MostBudget + 1} {
		if _, err := s.Brief(storedAs(storm()), budget); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("a budget of %d: %v", budget, err)
		}
	}
	if _, err := briefing.New(briefing.Parts{Tokens: broken{}}, nil).Brief(storedAs(storm()), 200); err == nil {
		t.Error("nothing was counted, and no error")
	}
}
