package hooks_test

import (
	"encoding/json"
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
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "ses_1", callID: "c1" }, { title: "ls", output: "pier.go", metadata: {} })
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
	want := map[string]map[string]any{
		"UserPromptSubmit": {"session_id": "ses_1", "prompt": "Add a pier"},
		"PostToolUse":      {"session_id": "ses_1", "tool_name": "bash", "tool_use_id": "c1", "tool_input": map[string]any{"command": "ls"}, "tool_response": "pier.go"},
		"Stop":             {"session_id": "ses_1"},
	}
	for name, event := range want {
		event["hook_event_name"] = name
	}
	harness.Eventually(t, "three hooks were told", func() bool { return cmp.Diff(want, told(dir)) == "" })
}

// told are the events that the command kept, by name.
func told(dir string) map[string]map[string]any {
	out := map[string]map[string]any{}
	files, _ := filepath.Glob(filepath.Join(dir, "told-*.json"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		var event map[string]any
		if json.Unmarshal(text, &event) == nil {
			name, _ := event["hook_event_name"].(string)
			out[name] = event
		}
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
