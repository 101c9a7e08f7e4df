package explain_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

// characters counts a token for each byte.
type characters struct{}

func (characters) CountTokens(text string) (int, error) { return len(text), nil }

// label is a sentence with one label, cut where it is too long.
func label(name string) explain.Sentence {
	return func(n int) string { return "about " + name[:min(len(name), n)] }
}

func TestFit(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct {
		why    string
		budget int
		first  explain.Sentence
		rest   []explain.Sentence
		want   string
		cut    bool
	}{
		{"all of it", 100, explain.Note("first"), []explain.Sentence{explain.Note("second")}, "first\nsecond", false},
		{"the first line alone", 100, explain.Note("first"), nil, "first", false},
		{"below the budget, not at it", 5, explain.Note("firs"), nil, "firs", false},
		{"labels of the first line shortened", 40, label(long), nil, "about " + long[:24], true},
		{"the shortest labels come out however long", 5, label(long), nil, "about xx", true},
		{
			"room is left for the mark", 60, explain.Note("first"),
			[]explain.Sentence{explain.Note("second"), explain.Note(long), explain.Note("fourth")},
			"first\nsecond\n… 2 more lines, cut at 60 tokens", true,
		},
		{
			"one line is left out", 40, explain.Note("first"),
			[]explain.Sentence{explain.Note(long)},
			"first\n… 1 more line, cut at 40 tokens", true,
		},
		{
			"nothing behind a line that does not fit", 60, explain.Note("first"),
			[]explain.Sentence{explain.Note(long), explain.Note("third")},
			"first\n… 2 more lines, cut at 60 tokens", true,
		},
		{
			"labels of a later line shortened", 60, explain.Note("first"),
			[]explain.Sentence{label(long)},
			"first\nabout " + long[:40], true,
		},
	} {
		got, err := explain.Fit(characters{}, c.budget, c.first, c.rest)
		if err != nil || got.Text != c.want || got.Cut != c.cut || got.Tokens != len(c.want) {
			t.Errorf("%s: %+v (%v)\nwant %q", c.why, got, err, c.want)
		}
	}
}

// failing fails at a call.
type failing struct{ at *int }

var errCount = errors.New("no count")

func (f failing) CountTokens(text string) (int, error) {
	if *f.at--; *f.at < 0 {
		return 0, errCount
	}
	return len(text), nil
}

func TestFit_Fails(t *testing.T) {
	for calls := range 3 {
		_, err := explain.Fit(failing{at: &calls}, 100, explain.Note("first"), []explain.Sentence{explain.Note("second")})
		if !errors.Is(err, errCount) {
			t.Errorf("a count that fails: %v", err)
		}
	}
}

func TestBudgetProblems(t *testing.T) {
	for budget, valid := range map[int]bool{
		0: true, explain.LeastBudget: true, explain.MostBudget: true,
		-1: false, explain.LeastBudget - 1: false, explain.MostBudget + 1: false,
	} {
		if err := problem.AsError(explain.BudgetProblems(budget)); (err == nil) != valid {
			t.Errorf("%d: %v", budget, err)
		}
	}
}

func TestWords(t *testing.T) {
	var names []string
	for i := range 10 {
		names = append(names, fmt.Sprint(i))
	}
	for _, c := range []struct{ why, got, want string }{
		{"a name", explain.OrElse(" it ", "something"), "it"},
		{"no name", explain.OrElse(" \n", "something"), "something"},
		{"one", explain.Count(1, "link"), "1 link"},
		{"none", explain.Count(0, "link"), "0 links"},
		{"one is", explain.WasWere(1, "link"), "1 link is"},
		{"two are", explain.WasWere(2, "link"), "2 links are"},
		{"episodes", explain.EpisodesIn(3), "3 episodes"},
		{"leads", explain.Plural("leads to"), "lead to"},
		{"comes", explain.Plural("comes from"), "come from"},
		{"two decimals", explain.Number(-.126), "-0.13"},
		{"rounded", explain.PercentOf(.125), "13 %"},
		{"nearly all is not all", explain.PercentOf(.999), "more than 99 %"},
		{"all", explain.PercentOf(1), "100 %"},
		{"none of it", explain.PercentOf(0), "0 %"},
		{"names in one line", explain.NamesWords([]string{"a\nb", `c"`}), `"a b", "c\""`},
		{"eight names", explain.NamesWords(names[:8]), `"0", "1", "2", "3", "4", "5", "6", "7"`},
		{"more names", explain.NamesWords(names), `"0", "1", "2", "3", "4", "5", "6", "7" and 2 more`},
		{"a long name", explain.NamesWords([]string{strings.Repeat("x", 50)}), `"` + strings.Repeat("x", 39) + `…"`},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.why, c.got, c.want)
		}
	}
}
