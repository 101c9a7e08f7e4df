package cli_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
)

// silentAlarm returns the home folder of a memory whose project p tells two events only when they
// occur, and what the import said about them.
func silentAlarm(t *testing.T) (home, advice string) {
	t.Helper()
	home, files := filepath.Join(t.TempDir(), "home"), t.TempDir()
	var lines strings.Builder
	for i := range 40 {
		events := fmt.Sprintf(`{"id":"e1","type":"milestone","content":"weather=%d"}`, i%2)
		if i < 15 {
			events += `,{"id":"e2","type":"milestone","content":"alarm=<5"},{"id":"e3","type":"error","content":"it's late"}`
		}
		fmt.Fprintf(&lines, `{"id":"e%02d","task":"one","events":[%s],"decisions":[{"id":"d1","type":"design","context":"retry","options":["yes","no"],"chosen":"yes"}]}`+"\n", i, events)
	}
	if err := os.WriteFile(filepath.Join(files, "x.jsonl"), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := run(t, "import", files, "--project", "p", "--home", home, "--engines", "embedded")
	if code != 0 {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
	}
	return home, errOut
}

// closedIn are the closed variables of project p, each with the state of episodes that do not tell it.
func closedIn(t *testing.T, home string) []string {
	t.Helper()
	cfg := config.Default()
	cfg.Home, cfg.Engines = home, "embedded"
	a, err := app.Connect(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	rules, err := a.Causes.Layer.Rules(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range rules.Closed {
		out = append(out, c.Variable+": "+c.AbsentState)
	}
	slices.Sort(out)
	return out
}

// TestFactorsClose declares what the import proposes, names the absent state, and takes it back.
func TestFactorsClose(t *testing.T) {
	home, advice := silentAlarm(t)
	if want := `causeway factors close --project p alarm 'error: it'\''s late'`; !strings.Contains(advice, want) {
		t.Errorf("the import says %q, without %s", advice, want)
	}
	for _, c := range []struct {
		why    string
		args   []string
		code   int
		says   string
		closed []string
	}{
		{"without a name of the absent state", []string{"alarm", "error: it's late"}, 0, `Closed: "alarm", "error: it's late". Where an episode does not tell them, they did not happen.` + "\n", []string{"alarm: ", "error: it's late: "}},
		{"with a name", []string{"--absent", "no", "alarm"}, 0, `Closed: "alarm".`, []string{"alarm: no", "error: it's late: "}},
		{"open again", []string{"--open", "alarm"}, 0, `Open again: "alarm". Where an episode does not tell them, they are unknown.` + "\n", []string{"error: it's late: "}},
		{"a decision", []string{"retry"}, 1, `"retry" is decided`, []string{"error: it's late: "}},
		{"a bad name of the absent state", []string{"--absent", " no", "alarm"}, 1, "absentState", []string{"error: it's late: "}},
		{"no variable", nil, 2, "arg", []string{"error: it's late: "}},
	} {
		code, out, errOut := run(t, append([]string{"factors", "close", "--project", "p", "--home", home, "--engines", "embedded"}, c.args...)...)
		if code != c.code || !strings.Contains(out+errOut, c.says) {
			t.Errorf("%s: exit code %d, %q, %q", c.why, code, out, errOut)
		}
		if got := closedIn(t, home); !slices.Equal(got, c.closed) {
			t.Errorf("%s: closed are %q, want %q", c.why, got, c.closed)
		}
	}
	for why, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"no project":      {[]string{"alarm"}, 2, "--project"},
		"unknown project": {[]string{"--project", "q", "--home", home, "--engines", "embedded", "alarm"}, 1, "project not found"},
	} {
		if code, _, errOut := run(t, append([]string{"factors", "close"}, c.args...)...); code != c.code || !strings.Contains(errOut, c.says) {
			t.Errorf("%s: exit code %d, %q", why, code, errOut)
		}
	}
}
