package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	oneWarning = `{"data":{"project":{"checkAction":{"warns":true,"note":"7 of 9 runs that did this here failed","findings":[{"rule":"KIND","warns":true,"text":"7 of 9","eValue":909,"needed":200,
		"did":{"runs":9,"failed":7,"episodes":["e1","e2","e3","e4"]},"didNot":{"runs":31,"failed":2,"episodes":["f1"]},"difference":{"value":0.71,"low":0.36,"high":0.88}}]}}}}`
	oneSilence = `{"data":{"project":{"checkAction":{"warns":false,"note":"silent: nobody did this","findings":[]}}}}`
	preToolUse = `{"session_id":"5f0c","cwd":"/srv/ferry","hook_event_name":"PreToolUse","tool_name":"cancel_booking","tool_use_id":"t1","tool_input":{"id":"B17","mail":"ann@ferry.example"}}`
)

// TestHook_beforeATool tells the agent of a warning and keeps it with the call, so that the event of a call that follows has the same task; silence
// says and keeps nothing.
func TestHook_beforeATool(t *testing.T) {
	home := t.TempDir()
	spool := filepath.Join(home, "hooks", "project-ferry", "spool.jsonl")
	url, last := answering(t, oneSilence)
	code, out, errOut := runWith(t, strings.NewReader(preToolUse), "hook", "claude-code", "--project", "ferry", "--home", home, "--url", url)
	if code != 0 || out != "" || errOut != "" {
		t.Errorf("silence: exit code %d, %q, %q", code, out, errOut)
	}
	want := map[string]any{
		"project": "ferry", "action": "cancel_booking", "arguments": map[string]any{"id": "B17", "mail": "ann@ferry.example"},
		"context": []any{map[string]any{"variable": "project folder", "state": "ferry"}},
	}
	if diff := cmp.Diff(want, last.variables); diff != "" {
		t.Errorf("it asks (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(spool); err == nil {
		t.Error("silence is kept")
	}
	url, _ = answering(t, oneWarning)
	code, out, errOut = runWith(t, strings.NewReader(preToolUse), "hook", "claude-code", "--project", "ferry", "--home", home, "--url", url)
	if code != 0 || errOut != "" || !strings.Contains(out, `"hookEventName": "PreToolUse"`) || !strings.Contains(out, "7 of 9 runs that did this here failed (runs e1, e2, e3 and 6 more)") {
		t.Errorf("a warning: exit code %d, %q, %q", code, out, errOut)
	}
	kept, err := os.ReadFile(spool)
	for _, part := range []string{`"type":"OTHER"`, `"workflowId":"5f0c"`, `"taskId":"t1"`, `"rule":"KIND"`, "7 of 9 runs"} {
		if !strings.Contains(string(kept), part) {
			t.Errorf("kept is %s without %s, %v", kept, part, err)
		}
	}
	if strings.Contains(string(kept), "ann@") {
		t.Errorf("kept is %s", kept)
	}
}

// TestHook_asksOnce finds the service of its home folder and asks it nothing but its question: the agent waits.
func TestHook_asksOnce(t *testing.T) {
	home, asked := t.TempDir(), []string{}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		_, _ = w.Write([]byte(oneSilence)) // the hook may be gone
	}))
	defer service.Close()
	published := fmt.Sprintf(`{"pid": %d, "url": %q}`, os.Getpid(), service.URL)
	if err := os.WriteFile(filepath.Join(home, "service.json"), []byte(published), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := runWith(t, strings.NewReader(preToolUse), "hook", "claude-code", "--project", "ferry", "--home", home)
	if code != 0 || out != "" || errOut != "" || !slices.Equal(asked, []string{"/graphql"}) {
		t.Errorf("exit code %d, %q, %q; asked was %v", code, out, errOut, asked)
	}
}

func TestAsk_action(t *testing.T) {
	url, last := answering(t, oneWarning)
	code, out, errOut := run(t, "ask", "action", "cancel", "--arguments", `{"id": 1}`, "--task", "Move it", "--context", "region=north", "--project", "p", "--url", url)
	if code != 0 || !strings.Contains(out, "WARNING: 7 of 9") || !strings.Contains(out, "909 of 200") || !strings.Contains(out, "did it: e1, e2, e3 and 6 more") {
		t.Errorf("exit code %d:\n%s%s", code, out, errOut)
	}
	want := map[string]any{
		"project": "p", "action": "cancel", "arguments": map[string]any{"id": 1.0}, "task": "Move it", "context": []any{map[string]any{"variable": "region", "state": "north"}},
	}
	if diff := cmp.Diff(want, last.variables); diff != "" {
		t.Errorf("it asks (-want +got):\n%s", diff)
	}
	for _, bad := range [][]string{{"--arguments", "{"}, {"--context", "north"}} {
		if code, _, errOut := run(t, append([]string{"ask", "action", "cancel", "--project", "p", "--url", url}, bad...)...); code != 2 || !strings.Contains(errOut, bad[0]) {
			t.Errorf("%v: exit code %d, %s", bad, code, errOut)
		}
	}
}
