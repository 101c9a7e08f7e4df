package briefing_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/google/go-cmp/cmp"
)

func TestTellAdvised(t *testing.T) {
	calm := storedAs(episodic.Episode{ID: "calm", Task: "Watch", Outcome: episodic.OutcomeFailure})
	of := func(length int) string { return "[p] " + strings.Repeat("x", length-5) } // with its line break
	for _, c := range []struct {
		why    string
		budget int
		advice []briefing.Advice
		kept   []string
		out    briefing.LeftOut
	}{
		{"none", 400, nil, nil, briefing.LeftOut{}},
		{"before the episodes", 400, []briefing.Advice{{Pattern: "a", Text: "[a] first"}, {Pattern: "b", Text: "[b] then"}}, []string{"a", "b"}, briefing.LeftOut{}},
		{
			"a quarter of the budget and no more", 400,
			[]briefing.Advice{{Pattern: "a", Text: of(60)}, {Pattern: "b", Text: of(41)}, {Pattern: "c", Text: of(40)}},
			[]string{"a", "c"},
			briefing.LeftOut{Patterns: 1},
		},
		{"what could not be told in as few", 400, []briefing.Advice{{Pattern: "a"}, {Pattern: "b", Text: of(30), Shortened: true}}, []string{"b"}, briefing.LeftOut{Patterns: 1, Shortened: 1}},
	} {
		t.Run(c.why, func(t *testing.T) {
			room := 0
			got, err := briefing.TellAdvised(letters{}, c.budget, nil, []episodic.Stored{calm}, func(tokens int) ([]briefing.Advice, error) {
				room = tokens
				return c.advice, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			var kept, lines []string
			for _, p := range got.Patterns {
				kept, lines = append(kept, p.Pattern), append(lines, p.Text)
			}
			if diff := cmp.Diff(c.kept, kept); diff != "" || got.LeftOut != c.out {
				t.Errorf("left out %+v, want %+v; kept (-want +got):\n%s", got.LeftOut, c.out, diff)
			}
			all := strings.Split(got.Text, "\n")
			if !slices.Equal(all[:len(lines)], lines) || !strings.Contains(got.Text, "\n[calm]") && len(lines) > 0 || got.Tokens > c.budget {
				t.Errorf("%d tokens:\n%s", got.Tokens, got.Text)
			}
			if c.out.Patterns > 0 && !strings.Contains(got.Text, "1 patterns, 0 episodes") {
				t.Errorf("the text does not say that a pattern is left out:\n%s", got.Text)
			}
			if room != c.budget/4-1 {
				t.Errorf("asked for %d tokens, want a quarter of %d", room, c.budget)
			}
		})
	}
	if _, err := briefing.TellAdvised(letters{}, 400, nil, nil, func(int) ([]briefing.Advice, error) { return nil, episodic.ErrUnavailable }); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}
