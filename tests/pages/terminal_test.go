package pages_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// onTerminal runs a command with standard output and error on a terminal of some columns and
// returns what the terminal got.
func onTerminal(t *testing.T, c harness.CLI, columns uint16, args ...string) string {
	t.Helper()
	cmd := c.Command(t.Context(), args...)
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: columns})
	if err != nil {
		t.Fatalf("start %v on a terminal: %v", args, err)
	}
	defer terminal.Close()
	stop := time.AfterFunc(harness.CommandTime, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	var got bytes.Buffer
	_, _ = io.Copy(&got, terminal) // ends with an error when the command does
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %v\n%s", args, err, got.String())
	}
	return got.String()
}

// TestTerminal: bars are drawn and lines are cut on a terminal, and nowhere else.
func TestTerminal(t *testing.T) {
	harness.EmbeddedOnly(t)
	t.Parallel()
	home := t.TempDir()
	c := shared.CLI(t, home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_IMPORT_BATCH=10")
	names, err := filepath.Glob(filepath.Join(tree.Root(), "examples", "episode-*.json"))
	if err != nil {
		t.Fatal(err)
	}
	bar := regexp.MustCompile(`\r.*importing.*%.*\(\d+/80`)
	drawn := onTerminal(t, c, 120, append([]string{"import", "--project", "demo"}, names...)...)
	if !bar.MatchString(drawn) {
		t.Errorf("no bar was drawn on the terminal:\n%q", drawn)
	}
	piped := c.Run(t, append([]string{"import", "--project", "other"}, names...)...)
	if piped.Code != 0 || strings.ContainsAny(piped.Out+piped.Err, "\r\x1b%") {
		t.Errorf("a bar was drawn where no terminal is: %q", piped.Err)
	}
	if got := c.Run(t, "up", "--detach"); got.Code != 0 {
		t.Fatalf("up: %+v", got)
	}
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	ask := []string{"ask", "recall", "building an index blocks writes", "--project", "demo"}
	whole := c.Run(t, ask...)
	cut := onTerminal(t, c, 60, ask...)
	if longest(whole.Out) <= 160 || longest(cut) > 60 || !strings.Contains(cut, "…") {
		t.Errorf("lines of %d characters in a pipe and of %d on a terminal of 60 columns:\n%s", longest(whole.Out), longest(cut), cut)
	}
	if bare, _, _ := strings.Cut(cut, "BEGAN"); strings.Contains(bare, "\x1b") {
		t.Errorf("the terminal gets more than text: %q", bare)
	}
	harness.InOrder(t, cut, []string{"ANSWERS  EPISODE", "1   ", "%", "episode-", "└ "})
}

func longest(text string) int {
	most := 0
	for line := range strings.SplitSeq(text, "\n") {
		most = max(most, len([]rune(strings.TrimRight(line, "\r"))))
	}
	return most
}

// TestCompletion completes in a real bash, with the script that the command writes, and tries
// fish and zsh where they are installed.
func TestCompletion(t *testing.T) {
	harness.EmbeddedOnly(t)
	s, _ := shared.Services(t)
	c := shared.SharedCLI(t)
	p := newProject(t)
	p.Record(vars{"id": "a", "task": "complete"})
	for _, step := range []struct {
		why, line string
		want      []string
	}{
		{"commands", "causeway ask ", []string{"action", "applicable", "best-action", "causes", "causes-of", "compare", "context", "decisions", "decisive", "dependents", "doubts", "effects", "effects-of", "failures", "path", "pattern", "patterns", "recall", "sequence", "similar-runs", "timeline", "what-if", "which-decision", "why", "why-changed", "would-have"}},
		{"a beginning", "causeway ask re", []string{"recall"}},
		{"the words of a flag", "causeway ask path a b --mode ", []string{"shortest", "all-shortest", "all-simple"}},
		{"flags", "causeway ask path --li", []string{"--limit"}},
		{"the projects of the service", "causeway ask path --url " + s.URL + " --project " + p.Name[:len(p.Name)-1], []string{p.Name}},
		{"shells", "causeway completion ", []string{"bash", "fish", "zsh"}},
	} {
		if got := completed(t, c, step.line); strings.Join(got, " ") != strings.Join(step.want, " ") {
			t.Errorf("%s: %q is completed to %v, want %v", step.why, step.line, got, step.want)
		}
	}
	// Fish completes; zsh, which completes nothing without a terminal, takes the function.
	for shell, try := range map[string]struct{ mark, script, want string }{
		"fish": {"complete -c causeway", `causeway completion fish | source; complete -C "causeway ask re"`, "recall"},
		"zsh":  {"#compdef causeway", `autoload -U compinit; compinit -D -u; source <(causeway completion zsh); whence -w _causeway`, "function"},
	} {
		t.Run(shell, func(t *testing.T) {
			script := c.Run(t, "completion", shell)
			if script.Code != 0 || !strings.Contains(script.Out, try.mark) {
				t.Errorf("%d, %.300s", script.Code, script.Out)
			}
			cmd := inShell(t, c, enginetest.Program(t, shell), "-c", try.script)
			if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), try.want) {
				t.Errorf("%v, %q is not in\n%s", err, try.want, out)
			}
		})
	}
}

// inShell is a command of a shell that finds causeway and has a home folder of its own.
func inShell(t *testing.T, c harness.CLI, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(slices.Clone(c.Env), "HOME="+t.TempDir(), "PATH="+filepath.Dir(c.Binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return cmd
}

// completed returns what bash offers at the end of a line, without descriptions.
func completed(t *testing.T, c harness.CLI, line string) []string {
	t.Helper()
	// The package bash-completion has this function; the script asks for it alone.
	script := `_get_comp_words_by_ref() { while [[ $1 == -* ]]; do shift 2; done; cur=${COMP_WORDS[COMP_CWORD]}
		prev=${COMP_WORDS[COMP_CWORD-1]}; words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
		source <(causeway completion bash)
		COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9; read -ra COMP_WORDS <<< "$1"
		[[ $1 == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		__start_causeway; printf '%s\n' "${COMPREPLY[@]%% *}"`
	out, err := inShell(t, c, "bash", "-c", script, "bash", line).Output()
	if err != nil {
		t.Errorf("complete %q: %v\n%s", line, err, out)
	}
	return strings.Fields(string(out))
}
