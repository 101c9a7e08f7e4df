package pages_test

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// untried are the examples of commands that are not run here, with the reason.
func untried() map[string]string {
	return map[string]string{
		"causeway up":                                                 "it serves until it is interrupted; TestHome runs it in the background",
		"causeway up --detach --engines=native":                       "TestHome runs it where servers are",
		"causeway up --engines=external":                              "it needs two servers",
		"causeway copy --project demo":                                "TestCopy_Killed copies where servers are",
		"causeway copy --all-projects":                                "TestCopy_Killed copies where servers are",
		"causeway import --format claude-code --project ops --follow": "it watches until it is interrupted; TestImport_Follows watches a transcript that grows",
		"causeway mcp --url":                                          "it needs a service elsewhere and its token",
		"causeway export --project demo --url":                        "it needs a service elsewhere and its token; TestCommands_MoveFromAnotherMachine exports from one",
		"causeway import ./sessions --project ops --url":              "it needs a service elsewhere and its token; TestCommands_MoveFromAnotherMachine imports into one",
		"causeway completion fish | source":                           "fish reads its script; TestCompletion checks it where fish is",
		"causeway events failures":                                    "nothing is set aside; TestCommands_Events asks for it",
		"causeway events retry":                                       "nothing is set aside; TestCommands_Events tries it",
		"causeway audit":                                              "nothing was removed there; docs/operations.md runs it",
		"causeway ask doubts":                                         "hardly a variable of the examples is told by thirty episodes; docs/doubts.md runs it",
		"causeway retract":                                            "there is no such episode; docs/retraction.md runs it",
		"causeway ask why-changed":                                    "the examples have fewer than thirty episodes on either side; docs/changes.md runs it",
		"causeway traces report":                                      "nobody sends traces here; TestTraces_report asks for it",
		"causeway model install":                                      "it fetches 111 MB; enginetest.SentenceModel installs it",
		"causeway model status":                                       "it says that nothing is installed where nothing is; TestModelInstall asks for it",
		"causeway model remove":                                       "it would remove what other tests use; TestModelInstall removes nothing",
		"causeway down":                                               "it is run at the end",
	}
}

// commandExamples returns the examples of docs/command-line.md, which a test of the commands
// keeps the same as those that --help shows.
func commandExamples(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, part := range strings.Split(tree.Read(t, "docs/command-line.md"), "\nExamples:\n\n")[1:] {
		for line := range strings.Lines(part) {
			example, isExample := strings.CutPrefix(line, "    ")
			if !isExample {
				break
			}
			out = append(out, strings.TrimSpace(example))
		}
	}
	return slices.Compact(out)
}

// TestCommand_ExamplesRun runs every example that --help shows, in a folder that has what
// they name, over a service with the demo. Every question reaches an answer.
func TestCommand_ExamplesRun(t *testing.T) {
	harness.EmbeddedOnly(t)
	t.Parallel()
	home, dir := filepath.Join(t.TempDir(), "home"), t.TempDir()
	c := shared.CLI(t, home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0")
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	furnish(t, dir)
	run := func(example string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(t.Context(), harness.CommandTime)
		defer cancel()
		cmd := exec.CommandContext(ctx, "bash", "-o", "pipefail", "-c", example)
		cmd.Dir = dir
		cmd.Env = append(slices.Clone(c.Env), "PATH="+filepath.Dir(c.Binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
		return cmd.CombinedOutput()
	}
	do := func(example string) {
		t.Helper()
		var out []byte
		var err error
		// The service may be building the index at that moment; a person tries again.
		harness.Eventually(t, example, func() bool {
			out, err = run(example)
			return err == nil || !strings.Contains(string(out), "is being built by another process")
		})
		if err != nil {
			t.Errorf("%s: %v\n%s", example, err, out)
		}
		if !answers(example, string(out)) {
			t.Errorf("%s reaches no answer:\n%.1000s", example, out)
		}
	}
	for _, first := range []string{
		"causeway up --detach", "causeway demo", "causeway export --project demo --output demo.jsonl.gz",
		`echo '{"id": "cart-1", "task": "Fill the cart"}' | causeway record --project shop`,
		`echo '{"id": "cart-2", "task": "Empty the cart"}' | causeway record --project shop`,
	} {
		do(first)
	}
	if t.Failed() {
		t.FailNow()
	}
	tried := 0
	examples := commandExamples(t)
	slices.SortStableFunc(examples, func(a, b string) int { // once there is a token, the others need one
		return cmp.Compare(strings.Index(a, "causeway token"), strings.Index(b, "causeway token"))
	})
	for _, example := range examples {
		if !isUntried(example) {
			do(example)
			tried++
		}
	}
	if tried < 25 {
		t.Errorf("only %d examples were run", tried)
	}
	do("causeway down")
}

var (
	// noAnswers are what the first line of an answer says, or its status, when it is none.
	noAnswers = regexp.MustCompile(`nothing found|no path|no pattern is like that|degraded: |"degraded":true|"totalCount":0|` +
		`INSUFFICIENT_EVIDENCE|NOT_IDENTIFIED|ONLY_TEMPORAL|CYCLIC|UNKNOWN_END|AMBIGUOUS|NO_PATH|NO_CAUSAL_PATH`)
	// firstField is the first field of the data of an answer that says whether it is one.
	firstField = regexp.MustCompile(`"(status|degraded|totalCount)":("[A-Z_]+"|true|false|[0-9]+)`)
)

// answers reports whether the output of an example is an answer; those of other commands than ask, and
// what goes into a file, are not looked at.
func answers(example, out string) bool {
	if !strings.HasPrefix(example, "causeway ask") && !strings.HasPrefix(example, "causeway model") || strings.Contains(example, ">") {
		return true
	}
	first, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
	if strings.HasPrefix(first, "{") {
		first = firstField.FindString(first)
	}
	return strings.TrimSpace(out) != "" && !noAnswers.MatchString(first)
}

func isUntried(example string) bool {
	for begin := range untried() {
		if example == begin || begin != "causeway up" && strings.HasPrefix(example, begin) {
			return true
		}
	}
	return false
}

// furnish makes the folders that the examples of import name.
func furnish(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(tree.Root(), "examples", "episode-2026-03-*.json"))
	if err != nil || len(names) < 5 {
		t.Fatalf("found %d examples, %v", len(names), err)
	}
	files := map[string]string{
		"episode.json": `{"id": "try-2", "task": "Record from a file", "outcome": "SUCCESS"}`,
		"events.jsonl": `{"id": "0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0001", "workflowId": "wf-42", "type": "TASK_COMPLETE", "taskId": "migrate", "at": "2026-05-03T09:00:00Z", "data": {"context": {"workflowType": "deploy", "domain": "payments"}, "result": {"status": "error"}}}
{"id": "0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0002", "workflowId": "wf-43", "type": "TASK_COMPLETE", "taskId": "migrate", "at": "2026-05-03T10:00:00Z", "data": {"result": {"status": "success"}}}
{"id": "0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0003", "workflowId": "wf-43", "type": "TASK_COMPLETE", "taskId": "roll-out", "at": "2026-05-03T10:01:00Z", "data": {"result": {"status": "success"}}}
`,
		"sessions/2026-05-04-session-1.json": `{"session": {"id": "2026-05-04-session-1", "date": "2026-05-04", "objective": "Try"},
		"decisions": [{"id": "d1", "context": "What to try", "chosen": "The examples", "rationale": "They are there"}]}`,
		"causal-graph.json": `{"nodes": [{"id": "n1", "type": "error", "label": "error: The pier moved"},
			{"id": "n2", "type": "outcome", "label": "Outcome: failure - Move the pier"}],
			"edges": [{"source": "n1", "target": "n2", "type": "causes", "weight": 0.8}]}`,
	}
	for _, name := range append(names[:5:5], filepath.Join(tree.Root(), "examples", "traces", "trip.json")) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		within, err := filepath.Rel(tree.Root(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.ToSlash(within)] = string(text)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
