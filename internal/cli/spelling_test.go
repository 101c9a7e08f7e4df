package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

// questionOf returns a command below `causeway ask`.
func questionOf(t *testing.T, name string) *cobra.Command {
	t.Helper()
	cmd, _, err := NewRoot().Find([]string{"ask", name})
	if err != nil {
		t.Fatal(err)
	}
	return cmd
}

func TestInFlags(t *testing.T) {
	cmd := questionOf(t, "recall")
	for text, want := range map[string]string{
		"pass `first: 10`":                    "pass `--limit 10`",
		"`taskType: fix` or `tags`":           "`--task-type fix` or `--tag`",
		"`maxDepth: 3` is of other questions": "`maxDepth: 3` is of other questions",
		"`causeway status` tells more":        "`causeway status` tells more",
	} {
		if got := inFlags(cmd, text); got != want {
			t.Errorf("%q is told as %q, want %q", text, got, want)
		}
	}
}

// TestProblem_Told checks that a value is named by its flag, and by its path where no flag holds it.
func TestProblem_Told(t *testing.T) {
	for _, c := range []struct{ field, message, want string }{
		{"first", "first: 1000 is outside 1 to 100", "--limit: 1000 is outside 1 to 100"},
		{"filter.tags[1]", "filter.tags[1]: too long", "--tag: too long"},
		{"input.events[3].at", "input.events[3].at: no time", "input.events[3].at: no time"},
		{"", "first: of all", "first: of all"},
	} {
		p := problem{Message: c.message}
		p.Extensions.Field = c.field
		if got := p.told(questionOf(t, "recall")); got != c.want {
			t.Errorf("%q is told as %q, want %q", c.message, got, c.want)
		}
	}
}

// TestArgumentOf checks that flags and arguments are spelled as each other's counterpart.
func TestArgumentOf(t *testing.T) {
	cmd := questionOf(t, "why")
	for flag, argument := range map[string]string{"--limit": "first", "--min-strength": "minStrength", "--in-time": "inTime", "--relation": "relations", "--rule": "shown"} {
		if got := flagOf(cmd, argument); got != flag {
			t.Errorf("%s is %q, want %s", argument, got, flag)
		}
	}
}
