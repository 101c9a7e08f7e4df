package ops_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// written is a file of n episodes of several events that link to each other; every third
// one is there twice, with another content.
func written(t *testing.T, n int) string {
	t.Helper()
	var lines bytes.Buffer
	out := json.NewEncoder(&lines)
	for i := range n + n/3 {
		id := i % n
		var events []vars
		for e := range 8 {
			events = append(events, vars{
				"id": fmt.Sprintf("e%d", e), "type": "milestone", "timestamp": "2026-05-03T10:00:00Z", "caused_by": []string{fmt.Sprintf("%04d/e%d", (id+1+e)%n, e)},
				"content": fmt.Sprintf("step %d of task %d, for issue #%d, %s", e, i, i%9, strings.Repeat("words ", 20)),
			})
		}
		if err := out.Encode(vars{"id": fmt.Sprintf("%04d", id), "task": fmt.Sprintf("task %d", i), "outcome": "success", "events": events}); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "episodes.jsonl")
	if err := os.WriteFile(path, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// succeed runs a command that has to succeed.
func succeed(t *testing.T, c harness.CLI, args ...string) harness.Ran {
	t.Helper()
	r := c.Run(t, args...)
	if r.Code != 0 {
		t.Fatalf("%v: exit code %d\n%s\n%s", args, r.Code, r.Out, r.Err)
	}
	return r
}

// printedFingerprint is the word that a summary ends its first line with.
func printedFingerprint(text string) string {
	_, rest, _ := strings.Cut(text, "fingerprint ")
	word, _, _ := strings.Cut(rest, "\n")
	return word
}

func TestExport_RoundTrip(t *testing.T) {
	harness.Beside(t)
	c, from, to := shared.SharedCLI(t), newProject(t), newProject(t)
	succeed(t, c, "import", written(t, 60), "--project", from.Name)
	harness.Get[any](from, `mutation($project: String!) { deleteEpisode(project: $project, key: "0007") { removedId } }`, nil)
	for _, flags := range [][]string{nil, {"--revisions"}} {
		path := filepath.Join(t.TempDir(), "x.jsonl.gz")
		before := succeed(t, c, append([]string{"export", "--project", from.Name, "--output", path}, flags...)...)
		succeed(t, c, "import", path, "--project", to.Name)
		after := succeed(t, c, append([]string{"export", "--project", to.Name, "--output", path + ".gz"}, flags...)...)
		if one, other := printedFingerprint(before.Out), printedFingerprint(after.Out); one == "" || one != other {
			t.Errorf("%v: exported %s, and of what was imported %s", flags, before.Out, after.Out)
		}
		if !strings.Contains(before.Out, "1 deleted episodes were left out") {
			t.Errorf("the summary does not tell about the deleted episode: %s", before.Out)
		}
		if again := succeed(t, c, "import", path, "--project", to.Name, "--json"); strings.Contains(again.Out, `"change": "revised"`) {
			t.Errorf("%v: importing again changed something", flags)
		}
		to = newProject(t)
	}
}

// TestExport_OneMoment exports while a client revises all episodes in one transaction, again
// and again: every export has to hold one revision of all.
func TestExport_OneMoment(t *testing.T) {
	c, p := shared.SharedCLI(t), newProject(t)
	const episodes, exports = 40, 6
	write := func(round int) harness.Imported {
		var files []vars
		for i := range episodes {
			files = append(files, vars{"name": fmt.Sprintf("%d.json", i), "content": fmt.Sprintf(`{"id":"%d","task":"round %d"}`, i, round)})
		}
		return p.ImportFiles(vars{"files": files})
	}
	write(0)
	stop, ended := make(chan struct{}), make(chan int)
	go func() {
		round := 1
		for ; ; round++ {
			select {
			case <-stop:
				ended <- round
				return
			default:
				write(round)
			}
		}
	}()
	seen := map[string]bool{}
	for n := 0; n < exports || len(seen) < 2 && n < 10*exports; n++ {
		lines := strings.Split(strings.TrimSpace(succeed(t, c, "export", "--project", p.Name).Out), "\n")
		tasks := map[string]int{}
		for _, line := range lines {
			var l struct{ Episode struct{ Task string } }
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			tasks[l.Episode.Task]++
			seen[l.Episode.Task] = true
		}
		if len(lines) != episodes || len(tasks) != 1 {
			t.Errorf("an export of %d lines holds %v", len(lines), tasks)
		}
	}
	close(stop)
	t.Logf("%d exports saw %d moments of %d", exports, len(seen), <-ended)
	if len(seen) < 2 {
		t.Error("nothing was written while the exports ran")
	}
}

// TestCopy_Killed copies a project from the embedded engines to Neo4j and Weaviate, and back
// to another file, and kills the copy at random moments before it may end.
func TestCopy_Killed(t *testing.T) {
	n, url, name := enginetest.Neo4j(t), enginetest.Weaviate(t), newProject(t).Name
	servers := []string{
		"CAUSEWAY_NEO4J_URI=" + n.URI, "CAUSEWAY_NEO4J_USER=" + n.User, "CAUSEWAY_NEO4J_PASSWORD=" + n.Password, "CAUSEWAY_WEAVIATE_URL=" + url,
		"CAUSEWAY_WEAVIATE_API_KEY=" + enginetest.WeaviateKey(),
	}
	first := shared.CLI(t, filepath.Join(t.TempDir(), "first"), servers...)
	second := shared.CLI(t, filepath.Join(t.TempDir(), "second"), servers...)
	succeed(t, first, "import", written(t, 300), "--project", name, "--engines", "embedded")
	began := time.Now()
	want := succeed(t, first, "export", "--project", name, "--revisions", "--engines", "embedded").Out
	pace := time.Since(began)
	for _, step := range []struct {
		harness.CLI
		from, to string
	}{{first, "embedded", "external"}, {second, "external", "embedded"}} {
		args := []string{"copy", "--project", name, "--from", step.from, "--to", step.to}
		killed := killOften(t, step.CLI, pace, args...)
		last := succeed(t, step.CLI, args...)
		t.Logf("%s to %s: killed %d times, then %s", step.from, step.to, killed, strings.TrimSpace(last.Out))
		if killed < 3 {
			t.Errorf("only %d copies could be killed", killed)
		}
		if !strings.Contains(last.Out, "both sides hold the same") {
			t.Errorf("the last copy: %s", last.Out)
		}
		if got := succeed(t, step.CLI, "export", "--project", name, "--revisions", "--engines", step.to).Out; got != want {
			t.Errorf("%s to %s: the exports differ", step.from, step.to)
		}
		if got := succeed(t, step.CLI, "check", "--project", name, "--engines", step.to); !strings.Contains(got.Out, "nothing differs") {
			t.Errorf("%s to %s: %s", step.from, step.to, got.Out)
		}
	}
	all := succeed(t, first, "copy", "--all-projects", "--from", "embedded", "--to", "external")
	if !strings.HasPrefix(all.Out, "project "+name+": 300 episodes, 0 of them written") || strings.Count(all.Out, "project") != 1 {
		t.Errorf("the copy of every project: %s", all.Out)
	}
	succeed(t, first, "import", written(t, 10), "--project", name, "--engines", "embedded")
	succeed(t, second, "import", written(t, 11), "--project", name, "--engines", "external")
	differ := first.Run(t, "copy", "--project", name, "--from", "embedded", "--to", "external")
	if differ.Code != 1 || !strings.Contains(differ.Out, "was recorded here on its own") || !strings.Contains(differ.Err, "episodes differ") {
		t.Errorf("a copy of what was recorded on both sides: exit code %d\n%s\n%s", differ.Code, differ.Out, differ.Err)
	}
}

// killOften runs a command several times and kills it at random moments, later and later in
// steps of pace, which is how long a short command takes now; it returns how often it did
// not end by itself before.
func killOften(t *testing.T, c harness.CLI, pace time.Duration, args ...string) (killed int) {
	t.Helper()
	for i := range 6 {
		cmd := c.Command(t.Context(), args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(pace/2 + rand.N(pace*time.Duration(i+1)))
		_ = cmd.Process.Kill() // it may have ended
		if cmd.Wait() != nil {
			killed++
		}
	}
	return killed
}
