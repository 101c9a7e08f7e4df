package pages_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// asker asks on the command line about a project with the example episodes.
type asker struct {
	*project
	harness.CLI
}

func TestAsk(t *testing.T) {
	harness.EmbeddedOnly(t)
	a := asker{newProject(t), shared.SharedCLI(t)}
	a.importExamples(t)
	t.Run("the worked questions", a.workedQuestions)
	t.Run("JSON", a.json)
	t.Run("refusals", a.refusals)
}

func (a asker) importExamples(t *testing.T) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(tree.Root(), "examples", "episode-*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d examples, %v", len(names), err)
	}
	a.ImportFiles(vars{"files": harness.AsInput(t, names)})
	harness.Eventually(t, "the examples are indexed", func() bool {
		return !slices.ContainsFunc(a.Episodes(), func(e harness.Listed) bool { return !e.Indexed })
	})
}

func (a asker) asks(t *testing.T, code int, args ...string) harness.Ran {
	t.Helper()
	got := a.Run(t, append([]string{"ask", "--url", a.URL, "--project", a.Name}, args...)...)
	if got.Code != code {
		t.Errorf("%v ended with %d, want %d: %s%s", args, got.Code, code, got.Out, got.Err)
	}
	return got
}

// workedQuestions: the command line gives the answers that the examples promise.
func (a asker) workedQuestions(t *testing.T) {
	args := map[string][]string{
		"path":   {"path", examples.SkippedKey, examples.DoubleCharges, "--mode", "all-simple", "--depth", "8"},
		"recall": {"recall", "Will building an index while we deploy block writes to the table?", "--until", "2026-04-14", "--limit", "3"},
	}
	for _, q := range examples.Questions() {
		if q.Team {
			continue // the demo asks these
		}
		got := a.asks(t, 0, args[q.Name]...)
		if got.Err != "" {
			t.Errorf("%s: standard error holds %q", q.Name, got.Err)
		}
		for _, path := range q.Expect.Paths {
			harness.InOrder(t, got.Out, path)
		}
		for _, episode := range q.Expect.Episodes {
			if !strings.Contains(got.Out, episode) {
				t.Errorf("%s: %s is not in\n%s", q.Name, episode, got.Out)
			}
		}
	}
}

// json: the data is that of the API, and says the same as the tables.
func (a asker) json(t *testing.T) {
	var path struct {
		CausalPath struct {
			Status string
			Paths  []struct {
				Hops []struct{ From, To struct{ Key string } }
			}
		}
	}
	from(t, a.asks(t, 0, "path", "--from", examples.SkippedKey, "--to", examples.DoubleCharges, "--json"), &path)
	if len(path.CausalPath.Paths) != 1 || path.CausalPath.Status != "FOUND" || path.CausalPath.Paths[0].Hops[0].From.Key != examples.SkippedKey {
		t.Errorf("path: %+v", path)
	}
	var recall struct {
		Recall struct {
			Hits []struct {
				Episode struct{ Key, Outcome string }
			}
			Related []struct{ Episode struct{ Key string } }
		}
	}
	from(t, a.asks(t, 0, "recall", "--like", examples.Incident, "--outcome", "failure,partial", "--limit", "4", "--related", "3", "--json"), &recall)
	if len(recall.Recall.Hits) != 4 || len(recall.Recall.Related) != 3 {
		t.Errorf("recall: %+v", recall)
	}
	for _, hit := range recall.Recall.Hits {
		if hit.Episode.Outcome != "FAILURE" && hit.Episode.Outcome != "PARTIAL" {
			t.Errorf("the filter let %+v through", hit.Episode)
		}
	}
	var reading struct {
		ContextFor struct {
			Text           string
			Tokens, Budget int
		}
	}
	whole := a.asks(t, 0, "context", "add an index to the orders table", "--budget", "600", "--json")
	from(t, whole, &reading)
	if c := reading.ContextFor; c.Budget != 600 || c.Tokens > 600 || c.Tokens == 0 {
		t.Errorf("context: %d of %d tokens", c.Tokens, c.Budget)
	}
	if text := a.asks(t, 0, "context", "add an index to the orders table", "--budget", "600").Out; strings.TrimSpace(text) != strings.TrimSpace(reading.ContextFor.Text) {
		t.Errorf("standard output is not the text:\n%s\n---\n%s", text, reading.ContextFor.Text)
	}
}

func from(t *testing.T, got harness.Ran, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(got.Out), into); err != nil || got.Err != "" {
		t.Errorf("%v, %s:\n%.500s", err, got.Err, got.Out)
	}
}

// refusals: every way not to get an answer has its exit code, and says what to do.
func (a asker) refusals(t *testing.T) {
	for _, c := range []struct {
		why  string
		code int
		args []string
		says []string
	}{
		{"nothing correlates into the incident", 4, []string{"path", "episode-2026-04-02-1/outcome", examples.SkippedKey}, []string{"NO_PATH"}},
		{"a name that fits many", 4, []string{"path", "order", examples.DoubleCharges}, []string{"AMBIGUOUS", "names", "episode-2026-03-03-1/e001"}},
		{"a name that fits nothing", 4, []string{"path", "no such thing", examples.DoubleCharges}, []string{"UNKNOWN_END", `"no such thing"`}},
		{"nothing has the word", 4, []string{"recall", "qwertz", "--alpha", "0"}, []string{"nothing found"}},
		{"a filter that lets nothing through", 4, []string{"recall", "index", "--tag", "no-such-tag"}, []string{"nothing found"}},
		{"an unknown episode", 4, []string{"sequence", "no-such-episode"}, []string{"NOT_FOUND", "`causeway episodes`", "request id:"}},
		{"a path in another project", 4, []string{"path", "a", "b", "--project", "no-such-project"}, []string{`there is no project "no-such-project"; `}},
		{"before the first episode", 4, []string{"recall", "index", "--project", "no-such-project"}, []string{"nothing found: there is no project", "its first episode will make it"}},
		{"before the first episode, what to read", 4, []string{"context", "index", "--project", "no-such-project"}, []string{"there is no project"}},
		{"a date that is none", 2, []string{"recall", "index", "--since", "yesterday"}, []string{"--since: ", "RFC 3339", "INVALID_INPUT"}},
		{"a depth beyond the limit", 2, []string{"path", "a", "b", "--mode", "all-simple", "--depth", "11"}, []string{"--depth: 11", "from 1 to 10"}},
		{"a word that is none", 2, []string{"recall", "index", "--outcome", "good"}, []string{"success, partial, failure, unknown"}},
		{"nobody listens", 5, []string{"recall", "index", "--url", "http://127.0.0.1:1"}, []string{"http://127.0.0.1:1"}},
	} {
		got := a.asks(t, c.code, c.args...)
		harness.InOrder(t, got.Out+got.Err, c.says)
		if t.Failed() {
			t.Fatal(c.why)
		}
	}
}
