package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/hooks"
)

func TestHooks_AreUndoneByteForByte(t *testing.T) {
	for why, before := range map[string]string{
		"none": "", "empty": "{}", "an empty object of hooks": "{\"hooks\": {}}\n", "an empty list": "{\n  \"hooks\": {\"Stop\": [ ]}\n}\n",
		"others": "{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]\n\t}\n}",
	} {
		file := filepath.Join(t.TempDir(), "claude", "settings.json")
		if before != "" {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(before), 0o640); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if code, _, errOut := run(t, "hooks", "install", "claude-code", "--settings", file, "--project", "ferry"); code != 0 {
				t.Fatalf("%s: install ends with %d: %s", why, code, errOut)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if present, err := hooks.Installed(text); err != nil || len(present) != len(hooks.Events()) || strings.Count(string(text), " hook claude-code") != len(hooks.Events()) {
			t.Errorf("%s: installed twice: %v, %v\n%s", why, present, err, text)
		}
		if code, out, _ := run(t, "hooks", "status", "claude-code", "--settings", file, "--home", t.TempDir()); code != 0 || !strings.Contains(out, strings.Join(hooks.Events(), ", ")) {
			t.Errorf("%s: status %d: %s", why, code, out)
		}
		if code, _, errOut := run(t, "hooks", "uninstall", "claude-code", "--settings", file); code != 0 {
			t.Fatalf("%s: uninstall ends with %d: %s", why, code, errOut)
		}
		after, err := os.ReadFile(file)
		if string(after) != before || before != "" && err != nil {
			t.Errorf("%s: %q became %q, %v", why, before, after, err)
		}
		left, err := os.ReadDir(filepath.Dir(file))
		if err != nil || before == "" && len(left) > 0 || before != "" && len(left) != 1 {
			t.Errorf("%s: left are %v, %v", why, left, err)
		}
		if info, err := os.Stat(file); err == nil && info.Mode().Perm() != 0o640 {
			t.Errorf("%s: the rights are %v", why, info.Mode())
		}
	}
}

// TestHook_WithoutAService takes recorded inputs of Claude Code while nothing runs: the exit code is 0, nothing is
// said to the agent, and what was to be sent waits.
func TestHook_WithoutAService(t *testing.T) {
	home := t.TempDir()
	for _, input := range []string{
		`{"session_id":"5f0c","transcript_path":"/srv/5f0c.jsonl","cwd":"/srv/ferry","hook_event_name":"SessionStart","source":"startup"}`,
		`{"session_id":"5f0c","transcript_path":"/srv/5f0c.jsonl","cwd":"/srv/ferry","hook_event_name":"UserPromptSubmit","prompt":"Add a pier"}`,
		`{"session_id":"5f0c","transcript_path":"/srv/5f0c.jsonl","cwd":"/srv/ferry","hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"mail ann@ferry.example"},"tool_response":{"stdout":"ok"}}`,
		`{"session_id":"5f0c","hook_event_name":"Stop"}`,
		`{"session_id":"5f0c","hook_event_name":"Unheard"}`,
		`no event`, ``,
	} {
		code, out, errOut := runWith(t, strings.NewReader(input), "hook", "claude-code", "--project", "ferry", "--home", home)
		if code != 0 || out != "" || errOut != "" {
			t.Errorf("%s: exit code %d, %q, %q", input, code, out, errOut)
		}
	}
	spool, err := os.ReadFile(filepath.Join(home, "hooks", "spool.jsonl"))
	if err != nil || strings.Count(string(spool), "\n") != 1 || strings.Contains(string(spool), "ann@") || !strings.Contains(string(spool), `"taskId":"t1"`) {
		t.Errorf("the spool: %s, %v", spool, err)
	}
	code, out, _ := run(t, "hooks", "status", "claude-code", "--settings", filepath.Join(home, "none.json"), "--home", home)
	if code != 0 || !strings.Contains(out, "waiting    1 calls of tools, 0 transcripts") || !strings.Contains(out, "faults     5") {
		t.Errorf("status %d: %s", code, out)
	}
}
