package ops_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/internal/backup"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/tests/harness"
)

// backedUp is a service that is written to while it is backed up.
type backedUp struct {
	*harness.Running
	project *project
	mu      sync.Mutex
	// episodes and events were acknowledged, by id.
	episodes, events map[string]bool
}

// write records episodes and captures events until ctx ends.
func (b *backedUp) write(ctx context.Context, t *testing.T, writer int) {
	for n := 0; ctx.Err() == nil; n++ {
		id := fmt.Sprintf("e-%d-%04d", writer, n)
		a, err := b.Service.Post(context.Background(), harness.RecordMutation, vars{"project": b.project.Name, "input": vars{
			"id": id, "task": "write during a backup", "events": []vars{{"id": "v1", "type": "ERROR", "content": fmt.Sprint("It broke ", n%3)}},
		}})
		event := fmt.Sprintf("123e4567-e89b-42d3-a456-%04d%08d", writer, n)
		c, captureErr := b.Service.Post(context.Background(), captureMutation, vars{"project": b.project.Name, "events": []vars{{
			"id": event, "workflowId": fmt.Sprint("wf-", writer), "type": "TASK_COMPLETE", "at": "2026-05-03T09:00:00Z", "data": vars{"n": n},
		}}})
		if err != nil || captureErr != nil || len(a.Errors)+len(c.Errors) > 0 {
			t.Errorf("writer %d: %v %v %s %s", writer, err, captureErr, a.Text(), c.Text())
			return
		}
		b.mu.Lock()
		b.episodes[id], b.events[event] = true, true
		b.mu.Unlock()
	}
}

// acknowledged returns what was acknowledged so far.
func (b *backedUp) acknowledged() (episodes, events []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id := range b.episodes {
		episodes = append(episodes, id)
	}
	for id := range b.events {
		events = append(events, id)
	}
	return episodes, events
}

// A backup that is made while four clients write holds all that was acknowledged before, is restored into an empty home with the same
// fingerprint, and never over anything.
func TestBackup(t *testing.T) {
	harness.Beside(t)
	b := &backedUp{Running: shared.Running(t), episodes: map[string]bool{}, events: map[string]bool{}}
	b.Start(t)
	b.project = &project{&harness.Project{Service: b.Service, T: t, Name: "kept"}}
	writing, stop := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	for writer := range 4 {
		clients.Go(func() { b.write(writing, t, writer) })
	}
	harness.Eventually(t, "the clients write", func() bool { episodes, _ := b.acknowledged(); return len(episodes) >= 100 })
	b.decide(t)
	b.purgeAnother(t)
	episodes, events := b.acknowledged()
	dir := filepath.Join(t.TempDir(), "monday")
	got := b.Run(t, "backup", dir)
	stop()
	clients.Wait()
	if got.Code != 0 || !strings.Contains(got.Out, "project kept: ") {
		t.Fatalf("backup: %+v", got)
	}
	all, _ := b.acknowledged()
	t.Logf("%d episodes before, %d after the backup:\n%s", len(episodes), len(all), got.Out)
	b.refuses(t, dir)
	b.damaged(t, dir)
	b.restored(t, dir, episodes, events)
}

// decide declares a variable closed, which is no part of an episode.
func (b *backedUp) decide(t *testing.T) {
	t.Helper()
	if got := b.Run(t, "factors", "close", "--project", "kept", "error: It broke <n>"); got.Code != 0 {
		t.Errorf("close: %+v", got)
	}
}

// purgeAnother makes a project of which the audit log alone is left.
func (b *backedUp) purgeAnother(t *testing.T) {
	t.Helper()
	gone := &harness.Project{Service: b.Service, T: t, Name: "gone"}
	gone.Record(vars{"id": "ep", "task": "be purged"})
	if err := b.Service.Purge(gone.Name); err != nil {
		t.Fatal(err)
	}
}

// refuses wants a backup into a folder that is not empty, and a restore over a memory, to be refused.
func (b *backedUp) refuses(t *testing.T, dir string) {
	t.Helper()
	for why, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"a folder that is not empty": {[]string{"backup", dir}, 1, "is not empty"},
		"a home with a memory":       {[]string{"restore", dir}, 1, "a backup is restored into an empty "},
		"no backup":                  {[]string{"backup", "--verify", t.TempDir()}, 1, "is no backup"},
		"no folder":                  {[]string{"backup"}, 2, "--verify"},
		"one project":                {[]string{"restore", dir, "--project", "kept"}, 2, "whole memory"},
		"elsewhere":                  {[]string{"backup", dir, "--url", "http://127.0.0.1:1"}, 2, "on the machine of the service"},
	} {
		if got := b.Run(t, c.args...); got.Code != c.code || !strings.Contains(got.Err, c.says) {
			t.Errorf("%s: %+v, want %d and %q", why, got, c.code, c.says)
		}
	}
	if got := b.Run(t, "backup", "--verify", dir); got.Code != 0 || !strings.Contains(got.Out, "as it was written") {
		t.Errorf("verify: %+v", got)
	}
}

// damaged turns a bit of each file of copies of the backup, and wants it to be found and named, and nothing to be restored.
func (b *backedUp) damaged(t *testing.T, dir string) {
	t.Helper()
	names, err := os.ReadDir(dir)
	if err != nil || len(names) < 3 {
		t.Fatalf("the backup has the files %v, %v", names, err)
	}
	for _, name := range names {
		copied := filepath.Join(t.TempDir(), "copied")
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(copied, name.Name())
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)/2] ^= 4
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		home := filepath.Join(t.TempDir(), "home")
		for _, args := range [][]string{{"backup", "--verify", copied}, {"restore", copied, "--home", home}} {
			if got := b.Run(t, args...); got.Code != 1 || !strings.Contains(got.Err, name.Name()) || !strings.Contains(got.Err, "damaged") {
				t.Errorf("%s with a turned bit: %v: %+v", name.Name(), args, got)
			}
		}
		if left, err := os.ReadDir(home); err == nil && len(left) > 0 {
			t.Errorf("%s: a restore that was refused left %v", name.Name(), left)
		}
	}
}

// restored restores the backup into an empty home of embedded engines, whichever it is from, and wants everything there that was acknowledged before the backup.
func (b *backedUp) restored(t *testing.T, dir string, episodes, events []string) {
	t.Helper()
	home := filepath.Join(t.TempDir(), "restored")
	other := &harness.Running{Home: home, Kind: engine.Embedded, CLI: shared.CLI(t, home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_ENGINES=embedded")}
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	if got := other.Run(t, "restore", dir); got.Code != 0 || !strings.Contains(got.Out, "restored and compared") {
		t.Fatalf("restore: %+v", got)
	}
	m, err := backup.Read(dir)
	if err != nil || len(m.Projects) == 0 || m.Projects[0].Name != "kept" || m.Projects[0].Parts["rule"] != 1 {
		t.Fatalf("the manifest: %+v, %v", m, err)
	}
	got := other.Run(t, "export", "--project", "kept", "--revisions", "--output", filepath.Join(t.TempDir(), "x.jsonl"))
	if got.Code != 0 || !strings.HasSuffix(strings.TrimSpace(got.Out), m.Projects[0].Fingerprint) {
		t.Errorf("the fingerprint is not %s: %+v", m.Projects[0].Fingerprint, got)
	}
	if got := other.Run(t, "restore", dir); got.Code != 1 || !strings.Contains(got.Err, "a backup is restored into an empty ") {
		t.Errorf("a second restore: %+v", got)
	}
	other.Start(t)
	p := &project{&harness.Project{Service: other.Service, T: t, Name: "kept"}}
	harness.Eventually(t, "the journal is worked off", func() bool {
		_, body := other.Service.Page(t, "/readyz")
		var r struct{ Waiting, Failed *int }
		return json.Unmarshal([]byte(body), &r) == nil && r.Waiting != nil && *r.Waiting == 0 && *r.Failed == 0
	})
	if got := other.Run(t, "audit", "--project", "gone"); strings.Count(got.Out, "purge project  1") != 1 || strings.Contains(got.Out, "restore backup") {
		t.Errorf("the audit log of the purged project: %+v", got)
	}
	if got := other.Run(t, "projects"); strings.Contains(got.Out, "gone") {
		t.Errorf("the purged project is back: %+v", got)
	}
	l, seen := &life{}, map[string]bool{}
	for writer := range 4 {
		l.collect(t, p, fmt.Sprint("wf-", writer), seen)
	}
	for _, id := range events {
		if !seen[id] {
			t.Errorf("event %s was acknowledged before the backup and is lost", id)
		}
	}
	listed := other.Run(t, "episodes", "--project", "kept", "--all", "--json")
	for _, id := range episodes {
		if !strings.Contains(listed.Out, `"`+id+`"`) {
			t.Errorf("episode %s was acknowledged before the backup and is lost", id)
		}
	}
	other.Clean(t, "kept")
	t.Logf("%d of %d episodes and %d of %d events acknowledged before the backup are there", len(episodes), len(episodes), len(events), len(seen))
}
