package agentrun_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// TestDescribe compares what is said before a call with what the episode says after it.
func TestDescribe(t *testing.T) {
	for _, c := range []struct{ tool, arguments string }{
		{"cancel_booking", `{"id": "B17", "reason": "weather"}`},
		{"get_booking", `{"id": "B17"}`},
		{"Bash", `{"command": "rm -r build && make"}`},
		{"Bash", `{"command": "ls -l"}`},
		{"Edit", `{"file_path": "/srv/a.go", "old_string": "a", "new_string": "b"}`},
		{"update_all", `{"text": "` + strings.Repeat("long ", 200) + `"}`},
		{"note=this", "plain\nwords"},
	} {
		e, _ := agentrun.Map(agentrun.Run{ID: "r", Steps: []agentrun.Step{
			{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: c.tool, Arguments: c.arguments, HasResult: true, Result: "ok"},
		}})
		got := agentrun.Describe(c.tool, c.arguments)
		if len(e.Decisions) == 1 {
			if d := e.Decisions[0]; !got.Changes || got.Call != d.Chosen || got.Kind != d.Factor {
				t.Errorf("%s: %+v, the episode has %q of %q", c.tool, got, d.Chosen, d.Factor)
			}
			continue
		}
		call, _, _ := strings.Cut(e.Events[0].Content, " → ")
		if got.Changes || got.Call != call || got.Kind != e.Events[0].Factor {
			t.Errorf("%s: %+v, the episode has %q of %q", c.tool, got, call, e.Events[0].Factor)
		}
	}
}
