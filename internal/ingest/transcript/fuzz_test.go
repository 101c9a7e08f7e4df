package transcript_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// fuzz checks that a reader accounts for any text: it never fails in another way than with a reason, and
// every run becomes a valid episode, the same each time.
func fuzz(f *testing.F, format transcript.Format, name string, seeds ...string) {
	for _, seed := range seeds {
		raw, err := os.ReadFile(filepath.Join("testdata", seed))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
	}
	f.Add("[]")
	f.Add("{}\n{\"type\":1}\n[1]\n\"x\"")
	f.Add("\xef\xbb\xbf{\"messages\":[{}],\"history\":[null],\"info\":3,\"trajectory\":[{\"action\":\"edit\"}]}")
	f.Fuzz(func(t *testing.T, text string) {
		again := read(format, name, text)
		for i, got := range read(format, name, text) {
			if got.Err != nil {
				continue
			}
			a, _ := accountedFor(t, got)
			if b, _ := accountedFor(t, again[i]); a.ID != b.ID || len(a.Events) != len(b.Events) {
				t.Errorf("another episode at the second time: %+v and %+v", a, b)
			}
		}
	})
}

func FuzzReadClaudeCode(f *testing.F) {
	fuzz(f, transcript.ClaudeCode, "a.jsonl", "5f0c.jsonl", "agent-77.jsonl")
}

func FuzzReadCodex(f *testing.F) {
	fuzz(f, transcript.Codex, "a.jsonl", "rollout-2026-05-03T10-00-00-c0de.jsonl")
}
func FuzzReadOpencode(f *testing.F) { fuzz(f, transcript.Opencode, "a.json", "opencode.json") }
func FuzzReadOpenHands(f *testing.F) {
	fuzz(f, transcript.OpenHands, "a.json", "openhands.json", "openhands-v1.jsonl", "openhands-output.jsonl")
}

func FuzzReadSWEAgent(f *testing.F) {
	fuzz(f, transcript.SWEAgent, "a.traj", "ferry__bell-12.traj", "mini.traj.json")
}
func FuzzReadTau(f *testing.F)      { fuzz(f, transcript.Tau, "a.json", "tau-results.json") }
func FuzzReadTauLines(f *testing.F) { fuzz(f, transcript.Tau, "a.jsonl", "tau-results.json") }
