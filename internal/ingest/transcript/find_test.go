package transcript_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// folder writes files below a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind_ByFormat(t *testing.T) {
	root := folder(t, map[string]string{
		"-srv-ferry/5f0c.jsonl": "", "-srv-ferry/5f0c/subagents/agent-77.jsonl": "", "history.jsonl": "", "2026/05/rollout-a.jsonl": "", "a/b.traj": "", "notes.md": "", ".git/x.jsonl": "",
	})
	for format, want := range map[transcript.Format][]string{
		transcript.ClaudeCode: {"-srv-ferry/5f0c/subagents/agent-77.jsonl", "-srv-ferry/5f0c.jsonl", "2026/05/rollout-a.jsonl"},
		transcript.Codex:      {"2026/05/rollout-a.jsonl"},
		transcript.SWEAgent:   {"a/b.traj"},
	} {
		found, passed, err := transcript.Find(format, root)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			within, _ := filepath.Rel(root, f.Path)
			got = append(got, filepath.ToSlash(within))
		}
		if diff := cmp.Diff(want, got); diff != "" || len(found)+len(passed) != 6 {
			t.Errorf("%s: passed over %v (-want +got):\n%s", format, passed, diff)
		}
	}
}

func TestFind_PutsSessionsTogether(t *testing.T) {
	storage := folder(t, map[string]string{
		"storage/project/p.json": `{"id":"p"}`, "storage/session/p/ses_1.json": `{"id":"ses_1","directory":"/srv/ferry"}`,
		"storage/message/ses_1/msg_1.json": `{"id":"msg_1","role":"user","time":{"created":1777802400000}}`, "storage/message/ses_1/msg_2.json": `{"id":"msg_2","role":"assistant"}`,
		"storage/part/msg_1/prt_1.json": `{"type":"text","text":"Paint the boat"}`, "storage/part/msg_2/prt_2.json": `{"type":"text","text":"Which colour?"}`, "storage/part/msg_2/prt_3.json": `{"type":"text","text":"Red."}`,
	})
	events := folder(t, map[string]string{
		"c1/base_state.json":            `{}`,
		"c1/events/event-00000-aa.json": `{"kind":"MessageEvent","source":"user","llm_message":{"role":"user","content":"Ring"}}`,
		"c1/events/event-00001-bb.json": `{"kind":"MessageEvent","source":"agent","llm_message":{"role":"assistant","content":"Rung"}}`,
		"sessions/c2/events/9.json":     `{"id":9,"source":"agent","action":"message","args":{"content":"second"}}`,
		"sessions/c2/events/10.json":    `{"id":10,"source":"agent","action":"message","args":{"content":"third"}}`,
		"sessions/c2/events/1.json":     `{"id":1,"source":"user","action":"message","args":{"content":"first"}}`,
		"sessions/c2/events/11.json":    `not json`,
	})
	for _, c := range []struct {
		format transcript.Format
		root   string
		id     string
		steps  []string
	}{
		{transcript.Opencode, storage, "opencode-ses_1", []string{"message of user: Paint the boat", "message of agent: Which colour?", "message of agent: Red."}},
		{transcript.OpenHands, filepath.Join(events, "c1"), "openhands-c1", []string{"message of user: Ring", "message of agent: Rung"}},
		{transcript.OpenHands, filepath.Join(events, "sessions"), "openhands-c2", []string{"message of user: first", "message of agent: second", "message of agent: third", "other: unknown record: an event with a field of another type"}},
	} {
		found, _, err := transcript.Find(c.format, c.root)
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v", c.id, found, err)
		}
		in, err := found[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		got := read(c.format, found[0].Path, string(raw))
		if len(got) != 1 || got[0].Err != nil || got[0].Run.ID != c.id {
			t.Fatalf("%s: %+v", c.id, got)
		}
		if diff := cmp.Diff(c.steps, told(got[0].Run)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.id, diff)
		}
	}
}

// endless is a transcript of a set size that is made while it is read.
type endless struct {
	left int
	line string
	rest string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.left <= 0 {
			return 0, io.EOF
		}
		e.rest = e.line
		e.left -= len(e.line)
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestRead_MemoryDoesNotGrow(t *testing.T) {
	line := fmt.Sprintf(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":%q}]}}`+"\n", strings.Repeat("ferry ", 1000))
	peak := func(size int) uint64 {
		var most uint64
		var got transcript.Transcript
		in := &endless{left: size, line: line}
		transcript.Read(transcript.ClaudeCode, "big.jsonl", in, func(one transcript.Transcript) bool {
			got = one
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = m.HeapAlloc
			return true
		})
		if n := len(got.Run.Steps) + got.Dropped; n != size/len(line)+1 {
			t.Errorf("%d steps of %d lines", n, size/len(line)+1)
		}
		return most
	}
	const size = 320 << 20
	kept := peak(size)
	t.Logf("%d MB of %d MB are kept", kept>>20, size>>20)
	if kept > size*5/8 {
		t.Errorf("%d bytes are kept of %d", kept, size)
	}
}

// TestRead_ValueTooLarge reads a trajectory of which one step is larger than any value may be: what comes before it stays.
func TestRead_ValueTooLarge(t *testing.T) {
	begin := `{"trajectory":[{"action":"ls","observation":"a.txt"},{"action":"`
	in := io.MultiReader(strings.NewReader(begin), &endless{left: 1 << 40, line: strings.Repeat("x", 1<<20)})
	transcript.Read(transcript.SWEAgent, "big.traj", in, func(got transcript.Transcript) bool {
		if got.Err != nil || len(got.Run.Steps) == 0 || len(got.Broken) != 1 || !strings.Contains(got.Broken[0].Reason, "more than 134217728 bytes") {
			t.Errorf("%d steps, broken %+v, %v", len(got.Run.Steps), got.Broken, got.Err)
		}
		return true
	})
}
