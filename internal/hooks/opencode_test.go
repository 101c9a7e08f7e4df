package hooks_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/hooks"
	"github.com/causeway-memory/causeway/tests/harness"
)

// drive calls the plugin as opencode does, and ends when the hooks that it started have.
const drive = `import { Causeway } from "./causeway.mjs"
const hooks = await Causeway({})
await hooks["chat.message"]({ sessionID: "ses_1" }, { message: {}, parts: [{ type: "text", text: "Add a pier" }, { type: "file" }] })
await hooks["tool.execute.before"]({ tool: "bash", sessionID: "ses_1", callID: "c1" }, { args: { command: "ls" } })
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "ses_1", callID: "c1" }, { title: "ls", output: "pier.go", metadata: { exit: 0 } })
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "ses_1", callID: "c2", args: { command: "mail" } }, { title: "mail", output: "not found", metadata: { exit: 127 } })
await hooks["tool.execute.before"]({ tool: "read", sessionID: "ses_1", callID: "c3" }, { args: { filePath: "/none" } })
const part = { type: "tool", tool: "read", callID: "c3", sessionID: "ses_1", state: { status: "error", input: { filePath: "/none" }, error: "File not found: /none" } }
await hooks.event({ event: { type: "message.part.updated", properties: { sessionID: "ses_1", part } } })
await hooks.event({ event: { type: "message.part.updated", properties: { sessionID: "ses_1", part } } })
await hooks.event({ event: { type: "message.updated", properties: {} } })
await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } })
`

// TestOpenCode_TellsWhatHappens runs the plugin with a command that keeps what it is told.
func TestOpenCode_TellsWhatHappens(t *testing.T) {
	node := enginetest.Program(t, "node")
	dir := t.TempDir()
	plugin, err := hooks.OpenCode.Install(nil, `cat > "`+dir+`/told-$$.json"`)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"causeway.mjs": string(plugin), "drive.mjs": drive} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(t.Context(), node, filepath.Join(dir, "drive.mjs"))
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	call := func(id, tool string, input map[string]any, rest map[string]any) map[string]any {
		event := map[string]any{"hook_event_name": "PostToolUse", "session_id": "ses_1", "tool_name": tool, "tool_use_id": id, "tool_input": input}
		maps.Copy(event, rest)
		return event
	}
	want := map[string]map[string]any{
		"UserPromptSubmit": {"hook_event_name": "UserPromptSubmit", "session_id": "ses_1", "prompt": "Add a pier"},
		"c1":               call("c1", "bash", map[string]any{"command": "ls"}, map[string]any{"tool_response": "pier.go"}),
		"c2":               call("c2", "bash", map[string]any{"command": "mail"}, map[string]any{"tool_response": "not found", "tool_error": "exit code 127"}),
		"c3":               call("c3", "read", map[string]any{"filePath": "/none"}, map[string]any{"tool_error": "File not found: /none"}),
		"Stop":             {"hook_event_name": "Stop", "session_id": "ses_1"},
	}
	harness.Eventually(t, "five hooks were told", func() bool { return cmp.Diff(want, told(t, dir)) == "" })
}

// told are the events that the command kept, by the id of the call or else by name. None is told twice.
func told(t *testing.T, dir string) map[string]map[string]any {
	t.Helper()
	out := map[string]map[string]any{}
	files, _ := filepath.Glob(filepath.Join(dir, "told-*.json"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		var event map[string]any
		if json.Unmarshal(text, &event) != nil {
			continue // it is being written
		}
		name, _ := event["hook_event_name"].(string)
		if id, is := event["tool_use_id"].(string); is {
			name = id
		}
		if out[name] != nil {
			t.Fatalf("%s is told twice", name)
		}
		out[name] = event
	}
	return out
}

func TestOpenCode_IsAFileOfItsOwn(t *testing.T) {
	a := hooks.OpenCode
	made, err := a.Install(nil, command(a))
	if err != nil || !strings.Contains(string(made), `"\"/opt/my tools/causeway\" hook opencode --project ferry"`) {
		t.Fatalf("%s, %v", made, err)
	}
	again, err := a.Install(made, command(a))
	if err != nil || string(again) != string(made) {
		t.Errorf("installed twice: %s, %v", again, err)
	}
	if present, err := a.Installed(made); err != nil || len(present) != len(a.Events()) {
		t.Errorf("%v, %v", present, err)
	}
	if left, err := a.Remove(made); err != nil || len(left) != 0 {
		t.Errorf("left is %s, %v", left, err)
	}
	const others = "export const Mine = async () => ({})\n"
	if got, err := a.Install([]byte(others), command(a)); err == nil {
		t.Errorf("a file of somebody else became %s", got)
	}
	if left, err := a.Remove([]byte(others)); err != nil || string(left) != others {
		t.Errorf("of somebody else is left %s, %v", left, err)
	}
}
