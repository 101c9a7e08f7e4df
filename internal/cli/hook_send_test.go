package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// picky is a service that refuses calls of a session, knows no session without calls, and keeps what it takes.
func picky(t *testing.T) (url string, taken *[]string) {
	t.Helper()
	taken = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Query     string
			Variables struct {
				Workflow string
				Events   []struct{ WorkflowID, TaskID string }
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		v := body.Variables
		var ids []string
		for _, e := range v.Events {
			if strings.Contains(e.WorkflowID, " ") {
				fmt.Fprint(w, `{"errors":[{"message":"events[0].workflowId has a space","extensions":{"code":"INVALID_INPUT"}}]}`)
				return
			}
			ids = append(ids, e.TaskID)
		}
		switch *taken = append(*taken, ids...); v.Workflow {
		case "":
			fmt.Fprint(w, `{"data":{"captureEvents":{"receipts":[]}}}`)
		case "s1":
			*taken = append(*taken, v.Workflow)
			fmt.Fprint(w, `{"data":{"completeWorkflow":{"episode":{"key":"k"}}}}`)
		default:
			fmt.Fprint(w, `{"errors":[{"message":"not found","extensions":{"code":"NOT_FOUND"}}]}`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, taken
}

// TestHookSend_NothingWaitsBehindWhatIsRefused keeps calls and sessions of which some are never taken: they are faults, and the rest goes.
func TestHookSend_NothingWaitsBehindWhatIsRefused(t *testing.T) {
	home := t.TempDir()
	take := func(agent, project, input string) {
		if code, out, _ := runWith(t, strings.NewReader(input), "hook", agent, "--project", project, "--home", home); code != 0 || out != "" {
			t.Errorf("%s: exit code %d, %q", input, code, out)
		}
	}
	call := func(session, id string) string {
		return fmt.Sprintf(`{"session_id":%q,"hook_event_name":"PostToolUse","tool_name":"bash","tool_use_id":%q,"tool_input":{},"tool_error":"exit code 1 of ann@ferry.example"}`, session, id)
	}
	take("opencode", "ferry", call("s1", "t1"))
	take("opencode", "ferry", call("a session with spaces", "t2"))
	take("opencode", "ferry", call("s1", "t3"))
	take("opencode", "ferry", call("", "t4"))
	take("opencode", "harbor", call("s1", "t5"))
	folder := filepath.Join(home, "hooks", "project-ferry")
	spool, err := os.ReadFile(filepath.Join(folder, "spool.jsonl"))
	if err != nil || !strings.Contains(string(spool), `"status":"error","message":"exit code 1 of \u003cemail\u003e"`) {
		t.Errorf("the spool is %s, %v", spool, err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "pending"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, waiting := range map[string]string{
		"s0": `{"Agent":"opencode","Session":"s0"}`, "s1": `{"Agent":"opencode","Session":"s1"}`,
		"gone": `{"Agent":"claude-code","Session":"gone","Transcript":"` + filepath.Join(home, "gone.jsonl") + `"}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, "pending", name), []byte(waiting), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errOut := run(t, "hook", "send", "--project", "ferry", "--home", home); code != 0 || errOut != "" {
		t.Errorf("without a service: %d %s", code, errOut)
	}
	status := func(project string) string {
		_, out, _ := run(t, "hooks", "status", "opencode", "--settings", filepath.Join(home, "none.js"), "--home", home, "--project", project)
		return out
	}
	if out := status("ferry"); !strings.Contains(out, "waiting    3 calls of tools, 3 sessions") || !strings.Contains(out, "faults     2") {
		t.Errorf("without a service: %s", out)
	}
	url, taken := picky(t)
	if code, _, errOut := run(t, "hook", "send", "--project", "ferry", "--home", home, "--url", url); code != 0 || errOut != "" {
		t.Errorf("send: %d %s", code, errOut)
	}
	if want := []string{"t1", "t3", "s1"}; !slices.Equal(*taken, want) {
		t.Errorf("taken are %v, not %v", *taken, want)
	}
	if out := status("ferry"); !strings.Contains(out, "waiting    0 calls of tools, 0 sessions") || !strings.Contains(out, "faults     4") {
		t.Errorf("after it was sent: %s", out)
	}
	if out := status("harbor"); !strings.Contains(out, "waiting    1 calls of tools") {
		t.Errorf("of another project: %s", out)
	}
}

// TestHook_ofANewProject asks a service that has nothing of the project yet, which is no fault.
func TestHook_ofANewProject(t *testing.T) {
	home := t.TempDir()
	url, _ := answering(t, `{"errors":[{"message":"project \"ferry\": project not found","extensions":{"code":"PROJECT_NOT_FOUND"}}]}`)
	for _, event := range []string{`"SessionStart"`, `"UserPromptSubmit","prompt":"Add a pier"`, `"PreToolUse","tool_name":"Bash","tool_input":{}`} {
		code, out, errOut := runWith(t, strings.NewReader(`{"session_id":"s1","hook_event_name":`+event+`}`), "hook", "claude-code", "--project", "ferry", "--home", home, "--url", url)
		if code != 0 || out != "" || errOut != "" {
			t.Errorf("%s: %d %q %q", event, code, out, errOut)
		}
	}
	if _, out, _ := run(t, "hooks", "status", "claude-code", "--settings", filepath.Join(home, "none.json"), "--home", home); !strings.Contains(out, "faults     0") {
		t.Errorf("status: %s", out)
	}
}

// TestHook_ofALargeResult keeps the beginning, and says how long it was.
func TestHook_ofALargeResult(t *testing.T) {
	home := t.TempDir()
	input := `{"session_id":"s1","hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"t1","tool_input":{},"tool_response":"` + strings.Repeat("mail ann@ferry.example. ", 20_000) + `"}`
	if code, _, errOut := runWith(t, strings.NewReader(input), "hook", "claude-code", "--project", "ferry", "--home", home); code != 0 || errOut != "" {
		t.Fatalf("%d %s", code, errOut)
	}
	spool, err := os.ReadFile(filepath.Join(home, "hooks", "project-ferry", "spool.jsonl"))
	if err != nil || len(spool) > 10_000 || strings.Contains(string(spool), "ann@") || !strings.Contains(string(spool), `"returnedCharacters":`) {
		t.Errorf("%d bytes are kept, %v: %.300s", len(spool), err, spool)
	}
}
