package ingest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/ingest"
)

// TestImport_RefusesOtherFormats imports files of every other format as episodes: none is stored as an empty episode, and the reason names
// the format to read it with.
func TestImport_RefusesOtherFormats(t *testing.T) {
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join("transcript", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, format := range map[string]string{
		"5f0c.jsonl": "claude-code", "agent-77.jsonl": "claude-code", "rollout-2026-05-03T10-00-00-c0de.jsonl": "codex", "opencode.json": "opencode", "openhands.json": "openhands",
		"openhands-v1.jsonl": "openhands", "openhands-output.jsonl": "openhands", "ferry__bell-12.traj": "swe-agent", "tau-results.json": "tau",
	} {
		to := newMemory(t)
		report, err := ingest.Import(t.Context(), to, options(), []ingest.Source{ingest.Document(name, read(name))}, nil)
		if err != nil || len(to.revisions) > 0 || report.Totals.Refused == 0 {
			t.Errorf("%s: %+v, %v", name, report.Totals, err)
		}
		if reason := report.Items[0].Reason; !strings.HasSuffix(reason, "read it with the format "+format) {
			t.Errorf("%s: %s", name, reason)
		}
	}
	for text, format := range map[string]string{
		`{"id":"a","task":"t","traj":[{"role":"user","content":"x"}]}`:                    "tau",
		`{"id":"a","task":"t","steps":[{"step":0,"role":"user","content":"x"}]}`:          "tau",
		`{"id":"a","task":"t","question":"q","history":[{"role":"human","content":"x"}]}`: "tau",
		`{"resourceSpans":[]}`: "otlp-json", `{"id":"o","traceId":"t","startTime":"2026-05-03T10:00:00Z"}`: "langfuse", `{"nodes":[],"edges":[]}`: "causal-graph",
		`{"id":"a","workLog":[]}`:             "session-log",
		`{"id":"a","task":"t","mood":"good"}`: "", `{"id":"a","task":"t","lessons":["x"],"history":["went home"]}`: "", `{"id":"a","task":"t","outcome":"success","messages":[{"role":"user","content":"x"}]}`: "",
	} {
		_, _, err := ingest.Read(ingest.FormatEpisode, "a.json", []byte(text))
		if format == "" && err != nil || format != "" && (err == nil || !strings.HasSuffix(err.Error(), "read it with the format "+format)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, _, err := ingest.Read(ingest.FormatEpisode, "a.json", []byte(`{"id":"a","task":"t","reward":0,"wrong_writes":[]}`)); err == nil || !strings.Contains(err.Error(), "wrong_writes") {
		t.Errorf("an object with a task that is no episode: %v", err)
	}
}
