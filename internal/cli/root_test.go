package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/cli"
)

// run runs a command line that needs no engines, in a home folder of its own.
func run(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	return runWith(t, strings.NewReader(""), args...)
}

// runWith is [run] with a standard input.
func runWith(t *testing.T, in io.Reader, args ...string) (code int, out, errOut string) {
	t.Helper()
	t.Setenv("CAUSEWAY_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	var o, e bytes.Buffer
	code = cli.Main(args, in, &o, &e)
	return code, o.String(), e.String()
}

func TestMain_ExitCodes(t *testing.T) {
	cases := map[string]struct {
		why  string
		args []string
		code int
		says string
	}{
		"help":             {why: "help is no failure", args: []string{"--help"}, code: 0},
		"unknown command":  {why: "a typo is told, whatever flags follow", args: []string{"improt", "--project", "p"}, code: 2, says: "did you mean import?"},
		"elsewhere":        {why: "a question asked without ask", args: []string{"recall", "w"}, code: 2, says: "did you mean ask recall?"},
		"unknown question": {why: "a typo is told", args: []string{"ask", "recal", "w", "--limit", "3"}, code: 2, says: "did you mean recall?"},
		"far from all":     {why: "nothing is made up", args: []string{"xyzzy"}, code: 2, says: `"xyzzy" is no command of causeway` + "\nRun"},
		"unknown flag":     {why: "a typo is a usage error", args: []string{"up", "--enginez"}, code: 2, says: "did you mean --engines?"},
		"bad setting":      {why: "a word that is none of the list", args: []string{"config", "--engines=cloud"}, code: 2, says: "native, docker, external"},
		"bad format":       {why: "a word that is none of the list", args: []string{"import", ".", "--project=p", "--format=xml"}, code: 2, says: "session-log"},
		"no project":       {why: "a needed flag is named", args: []string{"import", "."}, code: 2, says: "project"},
		"no path":          {why: "there is nothing to import", args: []string{"import", "--project=p"}, code: 2, says: "name the files or folders"},
		"absent path":      {why: "a path must be there", args: []string{"import", "/no/such/file", "--project=p"}, code: 1, says: "/no/such/file"},
		"nothing runs":     {why: "the way out is named", args: []string{"demo"}, code: 5, says: "causeway up"},
		"help of nothing":  {why: "a topic that is none is no success", args: []string{"help", "improt"}, code: 2, says: "did you mean import?"},
		"too many":         {why: "what is too much is named", args: []string{"episodes", "more"}, code: 2, says: `takes no argument, and "more" was given`},
		"too few":          {why: "the usage is shown", args: []string{"show"}, code: 2, says: "`causeway show ID`"},
		"both":             {why: "one of them is ignored otherwise", args: []string{"episodes", "--all", "--limit", "2"}, code: 2, says: "not both"},
		"purge":            {why: "nothing is removed by accident", args: []string{"purge", "episode", "e"}, code: 2, says: "--yes"},
		"two projects":     {why: "which one is meant is not guessed", args: []string{"purge", "project", "a", "--project", "b", "--yes"}, code: 2, says: "--project is b"},
		"no JSON":          {why: "nothing to record", args: []string{"record", "--project", "p"}, code: 2, says: "JSON object"},
		"down twice":       {why: "being down is what was asked for", args: []string{"down"}, code: 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			code, _, errOut := run(t, c.args...)
			if code != c.code || !strings.Contains(errOut, c.says) {
				t.Errorf("%s: exit code %d (want %d), standard error %q (want %q in it)", c.why, code, c.code, errOut, c.says)
			}
		})
	}
}

func TestConfig_MasksSecrets(t *testing.T) {
	t.Setenv("CAUSEWAY_NEO4J_PASSWORD", "hunter2")
	code, out, _ := run(t, "config")
	if code != 0 || strings.Contains(out, "hunter2") || !strings.Contains(out, "********") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

func TestSchema_IsJSON(t *testing.T) {
	_, out, _ := run(t, "schema")
	var schema map[string]any
	if err := json.Unmarshal([]byte(out), &schema); err != nil || schema["$schema"] == nil {
		t.Errorf("not a JSON Schema: %v", err)
	}
}

func TestStatus_NothingRuns(t *testing.T) {
	code, out, _ := run(t, "status")
	if code != 0 || !strings.Contains(out, "stopped") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}
