package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/examples/clients/go/buffer"
	"github.com/causeway-memory/causeway/tests/harness"
)

// losesNoEvent kills agents in the middle of their loops, again and again on one spool file, while their buffers send. Each event for which
// capture had returned is in the memory in the end, once. Then a loop of 1,000 tasks is timed, and the log of the test has the figures. The last agents end, or fork, in odd
// moments: see testdata.
func losesNoEvent(t *testing.T, command []string, p *project, url string) {
	t.Helper()
	p.begun()
	spool := filepath.Join(t.TempDir(), "spool")
	environment := append(os.Environ(), "CAUSEWAY_URL="+url, "CAUSEWAY_PROJECT="+p.Name)
	told := leftBehind(t, spool)
	for life := range 4 {
		agent := exec.CommandContext(t.Context(), command[0], append(command[1:], "run", spool)...)
		agent.Env, agent.Stderr = environment, os.Stderr
		out, err := agent.StdoutPipe()
		if err == nil {
			err = agent.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n < 120+77*life && lines.Scan(); n++ {
			told[lines.Text()] = true
		}
		if err := agent.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			if id := lines.Text(); len(id) == 36 {
				told[id] = true
			}
		}
		if _ = agent.Wait(); agent.ProcessState.Exited() {
			t.Fatalf("%v ended by itself", command)
		}
	}
	for _, mode := range []string{"drain", "measure", "ends"} {
		ctx, cancel := context.WithTimeout(t.Context(), harness.CommandTime)
		defer cancel()
		last := exec.CommandContext(ctx, command[0], append(command[1:], mode, spool)...)
		last.Env = environment
		out, err := last.CombinedOutput()
		if err != nil || mode == "drain" && strings.TrimSpace(string(out)) != "lost 0, waiting 0" {
			t.Errorf("%v %s: %v: %s", command, mode, err, out)
		}
		t.Logf("%s: %s", mode, out)
	}
	p.hasCaptured("killed", told)
}

// leftBehind writes a spool file that has more events than may wait, as a long time without a service leaves it, and returns their ids.
func leftBehind(t *testing.T, spool string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	var lines []byte
	for i := range buffer.DefaultMost + 100 {
		event := taskEvent(i, "killed")
		line, err := json.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		ids[event["id"].(string)], lines = true, append(append(lines, line...), '\n')
	}
	if err := os.WriteFile(spool, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	return ids
}

// begun makes the project known: until its first event is applied, nothing can be asked about it.
func (p *project) begun() {
	p.T.Helper()
	p.capture("APPLIED", taskEvent(9_999, "before"))
}

// hasCaptured wants the events of a workflow to be there, once each. It waits until they are applied.
func (p *project) hasCaptured(workflow string, want map[string]bool) {
	p.T.Helper()
	var missing int
	harness.Eventually(p.T, "every event is applied", func() bool {
		seen := map[string]int{}
		var after *string
		for {
			got := p.workflowEvents(workflow, "", vars{"first": 100, "after": after}).WorkflowEvents
			for _, e := range got.Nodes {
				if seen[e.ID]++; seen[e.ID] > 1 {
					p.T.Errorf("event %s is there twice", e.ID)
				}
			}
			if after = got.PageInfo.EndCursor; !got.PageInfo.HasNextPage {
				break
			}
		}
		missing = 0
		for id := range want {
			if seen[id] == 0 {
				missing++
			}
		}
		return missing == 0 && len(want) > 0
	})
}

// The buffer of package buffer sends to a service what it was given.
func TestBuffer(t *testing.T) {
	p := newProject(t)
	p.begun()
	s, _ := shared.Services(t)
	b, err := buffer.New(buffer.Options{URL: s.URL, Project: p.Name, Spool: filepath.Join(t.TempDir(), "spool")})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for i := range 120 {
		id := taskEvent(i, "buffered")["id"].(string)
		want[id] = true
		b.Capture(buffer.Event{ID: id, WorkflowID: "buffered", Type: "TASK_COMPLETE", Data: map[string]any{"number": i}})
	}
	b.Capture(buffer.Event{WorkflowID: "no workflow", Type: "TASK_COMPLETE"})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if c := b.Close(ctx); c.Sent != 120 || c.Lost != 1 || c.Waiting != 0 {
		t.Errorf("%+v", c)
	}
	p.hasCaptured("buffered", want)
}
