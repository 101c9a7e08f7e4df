package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/tracing"
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
		if present, err := hooks.ClaudeCode.Installed(text); err != nil || len(present) != len(hooks.ClaudeCode.Events()) || strings.Count(string(text), " hook claude-code") != len(hooks.ClaudeCode.Events()) {
			t.Errorf("%s: installed twice: %v, %v\n%s", why, present, err, text)
		}
		if code, out, _ := run(t, "hooks", "status", "claude-code", "--settings", file, "--home", t.TempDir()); code != 0 || !strings.Contains(out, strings.Join(hooks.ClaudeCode.Events(), ", ")) {
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
		`{"hook_event_name":"Stop"}`,
		`{"session_id":"5f0c","hook_event_name":"Unheard"}`,
		`no event`, ``,
	} {
		code, out, errOut := runWith(t, strings.NewReader(input), "hook", "claude-code", "--project", "ferry", "--home", home)
		if code != 0 || out != "" || errOut != "" {
			t.Errorf("%s: exit code %d, %q, %q", input, code, out, errOut)
		}
	}
	spool, err := os.ReadFile(filepath.Join(home, "hooks", "project-ferry", "spool.jsonl"))
	if err != nil || strings.Count(string(spool), "\n") != 1 || strings.Contains(string(spool), "ann@") || !strings.Contains(string(spool), `"taskId":"t1"`) {
		t.Errorf("the spool: %s, %v", spool, err)
	}
	code, out, _ := run(t, "hooks", "status", "claude-code", "--settings", filepath.Join(home, "none.json"), "--home", home)
	if code != 0 || !strings.Contains(out, "waiting    1 calls of tools, 0 sessions") || !strings.Contains(out, "faults     5") {
		t.Errorf("status %d: %s", code, out)
	}
}

// TestHook_Cursor takes inputs as Cursor gives them while nothing runs: its words are other ones, and the first prompt of a session
// is kept for its episode. Long arguments are cut between characters, and it is said how long they were.
func TestHook_Cursor(t *testing.T) {
	home := t.TempDir()
	for _, input := range []string{
		`{"conversation_id":"c1","generation_id":"g1","hook_event_name":"sessionStart","workspace_roots":["/srv/ferry"],"is_background_agent":false}`,
		`{"conversation_id":"c1","generation_id":"g1","hook_event_name":"beforeSubmitPrompt","prompt":"Add a pier for ann@ferry.example","attachments":[]}`,
		`{"conversation_id":"c1","generation_id":"g2","hook_event_name":"beforeSubmitPrompt","prompt":"Now paint it"}`,
		`{"conversation_id":"c1","generation_id":"g1","hook_event_name":"postToolUse","tool_name":"Write","tool_use_id":"t1","tool_input":{"path":"/srv/pier.go","text":"` + strings.Repeat("é", 5000) + `"},"tool_output":"{\"ok\":true}","duration":12}`,
	} {
		code, out, errOut := runWith(t, strings.NewReader(input), "hook", "cursor", "--project", "ferry", "--home", home)
		if code != 0 || out != "" || errOut != "" {
			t.Errorf("%s: exit code %d, %q, %q", input, code, out, errOut)
		}
	}
	task, err := os.ReadFile(filepath.Join(home, "hooks", "project-ferry", "tasks", "c1"))
	if err != nil || string(task) != "Add a pier for <email>" {
		t.Errorf("the task is %q, %v", task, err)
	}
	spool, err := os.ReadFile(filepath.Join(home, "hooks", "project-ferry", "spool.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var event struct {
		WorkflowID string
		Data       struct{ Span tracing.Span }
	}
	if err := json.Unmarshal(spool, &event); err != nil {
		t.Fatal(err)
	}
	var arguments struct{ Path, Text string }
	s := event.Data.Span
	if err := json.Unmarshal([]byte(s.Input), &arguments); err != nil || arguments.Path != "/srv/pier.go" || !strings.HasSuffix(arguments.Text, "é…") {
		t.Errorf("the arguments are no JSON any more: %v, %s", err, s.Input)
	}
	if event.WorkflowID != "c1" || s.Tool != "Write" || s.Output != `{"ok":true}` || s.Attributes["argumentsCharacters"] != 5033. {
		t.Errorf("the call is %+v", event)
	}
}

// TestHooks_All takes the agents whose folder is there.
func TestHooks_All(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("CODEX_HOME", "")
	if code, _, errOut := run(t, "hooks", "install", "all", "--project", "ferry"); code != 4 || !strings.Contains(errOut, "none of the agents") {
		t.Errorf("without agents: %d %s", code, errOut)
	}
	before := map[string]string{".codex/hooks.json": "", ".cursor/hooks.json": "{\n  \"version\": 1,\n  \"hooks\": {\"stop\": [{\"command\": \"say done\"}]}\n}\n"}
	for name, text := range before {
		file := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if text != "" {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code, out, errOut := run(t, "hooks", "install", "all", "--project", "ferry"); code != 0 || strings.Contains(out, ".claude") {
		t.Fatalf("install: %d %s %s", code, out, errOut)
	}
	cursor, err := os.ReadFile(filepath.Join(home, ".cursor", "hooks.json"))
	if present, bad := hooks.Cursor.Installed(cursor); err != nil || bad != nil || len(present) != len(hooks.Cursor.Events()) || !strings.Contains(string(cursor), `hook cursor --project \"ferry\"`) {
		t.Errorf("cursor: %s, %v %v", cursor, err, bad)
	}
	if code, _, errOut := run(t, "hooks", "uninstall", "all"); code != 0 {
		t.Fatalf("uninstall: %d %s", code, errOut)
	}
	for name, want := range before {
		if got, _ := os.ReadFile(filepath.Join(home, name)); string(got) != want {
			t.Errorf("%s is %q", name, got)
		}
	}
}

// TestHooks_OpenCode puts the plugin into a folder and takes it out again.
func TestHooks_OpenCode(t *testing.T) {
	plugin := filepath.Join(t.TempDir(), "plugins", "causeway.js")
	if code, _, errOut := run(t, "hooks", "install", "opencode", "--project", "ferry", "--settings", plugin); code != 0 {
		t.Fatalf("install: %d %s", code, errOut)
	}
	if text, err := os.ReadFile(plugin); err != nil || !strings.Contains(string(text), `hook opencode --project \"ferry\"`) {
		t.Errorf("%s, %v", text, err)
	}
	if code, out, errOut := run(t, "hooks", "status", "opencode", "--settings", plugin, "--home", t.TempDir()); code != 0 || !strings.Contains(out, "session.idle") {
		t.Errorf("status: %d %s %s", code, out, errOut)
	}
	if code, _, errOut := run(t, "hooks", "uninstall", "opencode", "--settings", plugin); code != 0 {
		t.Fatalf("uninstall: %d %s", code, errOut)
	}
	if left, err := os.ReadDir(filepath.Dir(plugin)); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
