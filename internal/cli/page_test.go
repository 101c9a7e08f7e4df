package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCutLines(t *testing.T) {
	for _, c := range []struct {
		why     string
		columns int
		writes  []string
		want    string
	}{
		{"what fits stays", 5, []string{"abcde\n"}, "abcde\n"},
		{"what does not is cut to the columns", 5, []string{"abcdef\n"}, "abcd…\n"},
		{"a line written in parts is one line", 5, []string{"abc", "def", "\nx\n"}, "abcd…\nx\n"},
		{"a line that never ends is shown", 5, []string{"a\nbcdefg"}, "a\nbcde…"},
		{"a wide character has two columns", 5, []string{"日本語\n"}, "日本…\n"},
		{"no terminal cuts nothing", 0, []string{strings.Repeat("x", 200) + "\n"}, strings.Repeat("x", 200) + "\n"},
	} {
		var b bytes.Buffer
		lines := &cutLines{to: &b, columns: c.columns}
		for _, w := range c.writes {
			if n, err := lines.Write([]byte(w)); err != nil || n != len(w) {
				t.Errorf("%s: wrote %d, %v", c.why, n, err)
			}
		}
		lines.end()
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// TestAnswer_PrintsWhole checks that ask cuts no text where there is no terminal.
func TestAnswer_PrintsWhole(t *testing.T) {
	long := strings.Repeat("word ", 40) + "end"
	var b, notes bytes.Buffer
	p := &page{w: &b, notes: &notes}
	answer{Recall: &recallAnswer{Truncated: true, Hits: []recallHit{{
		Part: "DECISION", Text: long, Occurrences: []occurrenceLine{{Key: "k/d001"}}, Episode: episodeLine{Key: "k", Task: "T"},
	}}}}.print(p)
	want := "  #  EPISODE  BEGAN    OUTCOME  TASK\n  1  k        unknown           T\n" +
		"     └ decision k/d001 is alike in meaning: " + long + "\n  further episodes match; --limit shows more of them\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnswer_Related(t *testing.T) {
	got := printed(t, `{"recall":{"hits":[{"part":"HEAD","words":["w"],"episode":{"key":"a"}}],"related":[
		{"episode":{"key":"b-b-b-b-b","outcome":"SUCCESS","task":"B"},"steps":[
			{"from":{"key":"a"},"to":{"key":"c"},"reference":{"kind":"PULL_REQUEST","key":"44"}},
			{"from":{"key":"c"},"to":{"key":"b-b-b-b-b"},"relation":"CAUSES","backward":true,
			 "fromOccurrence":{"key":"c/e1","label":"effect"},"toOccurrence":{"key":"b/d1","label":"cause"}}]}]}}`)
	want := "\n  RELATED    BEGAN    OUTCOME  TASK\n  b-b-b-b-b  unknown  success  B\n" +
		"    ├ a and c mention pull request 44\n    └ cause (b/d1) → causes effect (c/e1)\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", got, want)
	}
}

func TestAnswer_NamesThatFitSeveral(t *testing.T) {
	got := printed(t, `{"causalPath":{"status":"AMBIGUOUS","paths":[],
		"from":{"asked":"order","total":3,"matches":[{"key":"x/a","label":"A"},{"key":"x/b","label":"B"}]},
		"to":{"asked":"zz","total":0,"matches":[]}}}`)
	want := "  no path: AMBIGUOUS\n  from: \"order\" names 3 occurrences\n    ├ A  (x/a)\n    ├ B  (x/b)\n    └ …\n" +
		"  to: nothing has the key or the label \"zz\"\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := printed(t, `{"causalPath":{"status":"TRUNCATED","paths":[{"length":1,"bases":["STATED"],"hops":[]}]}}`); !strings.Contains(got, "--limit") {
		t.Errorf("that there is more is not told:\n%s", got)
	}
}

func TestAnswer_ContextTellsWhatIsMissing(t *testing.T) {
	var b, notes bytes.Buffer
	c := contextAnswer{Text: "x\n", Tokens: 10, Budget: 20, Truncated: true, Degraded: true, Reason: "no engine", Entries: make([]struct{ Reason string }, 2)}
	c.LeftOut.Episodes, c.LeftOut.Lines = 3, 4
	answer{ContextFor: &c}.print(&page{w: &b, notes: &notes})
	want := "degraded: no engine\n2 episodes in 10 of 20 tokens\nleft out: 3 episodes, 4 lines; 0 lines shortened\n"
	if diff := cmp.Diff(want, notes.String()); diff != "" || b.String() != "x\n" {
		t.Errorf("%q (-want +got):\n%s", b.String(), diff)
	}
	notes.Reset()
	c = contextAnswer{Text: "x\n", Tokens: 10, Budget: 20, Truncated: true, Patterns: make([]struct{ Tokens int }, 1)}
	c.LeftOut.Patterns = 2
	answer{ContextFor: &c}.print(&page{w: &b, notes: &notes})
	want = "1 patterns, 0 episodes in 10 of 20 tokens\nleft out: 2 patterns, 0 episodes, 0 lines; 0 lines shortened\n"
	if diff := cmp.Diff(want, notes.String()); diff != "" {
		t.Errorf("patterns alone (-want +got):\n%s", diff)
	}
}
