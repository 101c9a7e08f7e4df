package hooks_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/hooks"
)

// command is what runs for an agent.
func command(a hooks.Agent) string {
	return `"/opt/my tools/causeway" hook ` + string(a) + ` --project ferry`
}

// settled are the agents whose hooks are in their settings.
func settled() []hooks.Agent { return []hooks.Agent{hooks.ClaudeCode, hooks.Codex, hooks.Cursor} }

// realistic are settings as people have them.
func realistic() map[string]string {
	return map[string]string{
		"nothing":              "{}\n",
		"space in it":          "{\n}\n",
		"other settings":       "{\n  \"model\": \"opus\",\n  \"permissions\": {\"allow\": [\"Bash(go test:*)\", \"Read(//srv/**)\"], \"deny\": []}\n}",
		"tabs, no line at end": "{\n\t\"env\": {\"A\": \"b\\\"}]\"}\n}",
		"hooks of others": `{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "gofmt -w \"$FILE\""}]}
    ],
    "Notification": [{"hooks": [{"type": "command", "command": "say done"}]}]
  },
  "statusLine": {"type": "command", "command": "date"}
}
`,
		"an empty list at others": "{\"hooks\": {\"SubagentStop\": [ ], \"x\": 1e3, \"y\": null, \"z\": true}}\r\n",
		"text that looks like it": `{"note": "run causeway hook claude-code by hand", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo {}[],:"}]}]}}`,
	}
}

func TestInstall_IsUndoneByteForByte(t *testing.T) {
	for _, a := range settled() {
		for why, before := range realistic() {
			isUndone(t, a, why, before)
		}
	}
}

func isUndone(t *testing.T, a hooks.Agent, why, before string) {
	t.Helper()
	after, err := a.Install([]byte(before), command(a))
	if err != nil {
		t.Fatalf("%s: %s: %v", a, why, err)
	}
	if !json.Valid(after) {
		t.Fatalf("%s: %s: no JSON: %s", a, why, after)
	}
	present, err := a.Installed(after)
	if diff := cmp.Diff(a.Events(), present); err != nil || diff != "" {
		t.Errorf("%s: %s: %v\n%s", a, why, err, diff)
	}
	again, err := a.Install(after, command(a))
	if err != nil || string(again) != string(after) {
		t.Errorf("%s: %s: installed twice: %s, %v", a, why, again, err)
	}
	back, err := a.Remove(after)
	if diff := cmp.Diff(before, string(back)); err != nil || diff != "" {
		t.Errorf("%s: %s: %v (-before +after):\n%s", a, why, err, diff)
	}
	if none, err := a.Remove([]byte(before)); err != nil || string(none) != before {
		t.Errorf("%s: %s: removed what is not there: %s, %v", a, why, none, err)
	}
}

func TestInstall_ChangesNothingElse(t *testing.T) {
	for why, before := range realistic() {
		after, err := hooks.ClaudeCode.Install([]byte(before), command(hooks.ClaudeCode))
		if err != nil {
			t.Fatal(err)
		}
		var a, b map[string]any
		if err := json.Unmarshal([]byte(before), &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(after, &b); err != nil {
			t.Fatal(err)
		}
		lists := b["hooks"].(map[string]any)
		for _, event := range hooks.ClaudeCode.Events() {
			entries := lists[event].([]any)
			entry := entries[len(entries)-1].(map[string]any)["hooks"].([]any)[0].(map[string]any)
			if entry["command"] != command(hooks.ClaudeCode) || entry["type"] != "command" {
				t.Errorf("%s: %s runs %v", why, event, entry)
			}
			if lists[event] = entries[:len(entries)-1]; len(entries) == 1 {
				delete(lists, event)
			}
		}
		if len(lists) == 0 {
			delete(b, "hooks")
		}
		if old, _ := a["hooks"].(map[string]any); len(old) == 0 {
			delete(a, "hooks")
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s (-before +after):\n%s", why, diff)
		}
	}
}

func TestRemove_AfterSomebodyElseEdited(t *testing.T) {
	after, err := hooks.ClaudeCode.Install([]byte("{}\n"), command(hooks.ClaudeCode))
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(after), `"Stop": [`, `"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}, `, 1)
	back, err := hooks.ClaudeCode.Remove([]byte(edited))
	if want := `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}` + "\n"; err != nil || string(back) != want {
		t.Errorf("%s, %v", back, err)
	}
}

func TestInstall_Refuses(t *testing.T) {
	for _, bad := range []string{"[]", "{", `{"hooks": []}`, `{"hooks": {"Stop": {}}}`, "// comment\n{}"} {
		if got, err := hooks.ClaudeCode.Install([]byte(bad), command(hooks.ClaudeCode)); err == nil {
			t.Errorf("%s became %s", bad, got)
		}
	}
	for _, a := range settled() {
		if got, err := a.Install(nil, command(a)); err != nil || !json.Valid(got) || a == hooks.Cursor && !strings.HasPrefix(string(got), `{"version": 1, "hooks": {"sessionStart": [{"command": `) {
			t.Errorf("no settings of %s: %s, %v", a, got, err)
		}
	}
}

func FuzzInstall(f *testing.F) {
	for _, text := range realistic() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		after, err := hooks.ClaudeCode.Install([]byte(text), command(hooks.ClaudeCode))
		if err != nil {
			return
		}
		if present, err := hooks.ClaudeCode.Installed(after); err != nil || !json.Valid(after) || len(present) != len(hooks.ClaudeCode.Events()) {
			t.Errorf("%q became %q: %v, %v", text, after, present, err)
		}
		if _, err := hooks.ClaudeCode.Remove(after); err != nil {
			t.Errorf("%q cannot be removed again: %v", after, err)
		}
	})
}
