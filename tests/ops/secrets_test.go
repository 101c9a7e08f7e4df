package ops_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// planted are the secrets that no source may bring into the memory, in lower case.
func planted() []string {
	return []string{"mia.holm", "16c7e42f292c6912", "sesame-9381", "miaholm", "abcdef0123456789"}
}

// withSecrets puts secrets into a document: SAID is a text, NESTED a JSON object, WORD a name, PIER the name of the source, which is none.
func withSecrets(document, source string) string {
	said := "ask mia.holm@ferry.example, token ghp_16C7e42F292c6912E7710c838347Ae178B4a, see " + "/ho" + "me/miaholm/ferry/" + source + ".txt, Authorization: Bearer abcdef0123456789xyz"
	nested := `{"deep":[{"password":"sesame-9381"}],"mia.holm@ferry.example":"` + said + `"}`
	quoted, _ := json.Marshal(nested)
	return strings.NewReplacer("SAID", said, "QUOTED", string(quoted), "NESTED", nested, "WORD", "mia.holm@ferry.example", "PIER", "pier-"+source, "NOW", strconv.FormatInt(time.Now().Unix(), 10)).Replace(document)
}

// secretFiles are a document of each format with secrets wherever one can be.
func secretFiles() map[ingest.Format]struct{ name, text string } {
	return map[ingest.Format]struct{ name, text string }{
		"claude-code": {"WORD.jsonl", `{"type":"user","uuid":"1","timestamp":"2026-05-03T10:00:00Z","sessionId":"WORD","cwd":"/ho` + `me/miaholm/x","message":{"role":"user","content":"PIER SAID"}}
{"type":"assistant","uuid":"2","parentUuid":"WORD","message":{"role":"assistant","content":[{"type":"text","text":"SAID"},{"type":"tool_use","id":"WORD","name":"send WORD","input":NESTED}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"WORD","is_error":true,"content":"error: SAID"}]}}
{"type":"WORD","by":NESTED}
`},
		"codex": {"rollout-1.jsonl", `{"timestamp":"2026-05-03T10:00:00Z","type":"session_meta","payload":{"id":"WORD","cwd":"/ho` + `me/miaholm/x"}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"PIER SAID"}]}}
{"type":"response_item","payload":{"type":"function_call","name":"send WORD","arguments":QUOTED,"call_id":"c"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"SAID"}}
{"type":"event_msg","payload":{"type":"error","message":"SAID"}}
{"type":"event_msg","payload":{"type":"WORD","message":"SAID"}}
`},
		"opencode": {"s.json", `{"info":{"id":"WORD","directory":"/ho` + `me/miaholm/x"},"messages":[{"info":{"id":"WORD","role":"user"},"parts":[{"type":"text","text":"PIER SAID"}]},
{"info":{"id":"m2","role":"assistant","modelID":"WORD"},"parts":[{"type":"tool","tool":"send WORD","callID":"c","state":{"status":"error","input":NESTED,"error":"SAID"}},{"type":"WORD"}]}]}`},
		"openhands": {"WORD.json", `[{"id":1,"source":"user","action":"message","args":{"content":"PIER SAID"}},
{"id":2,"source":"agent","action":"run","args":{"command":"curl -H 'Authorization: Bearer abcdef0123456789xyz' SAID","thought":"SAID"}},
{"id":3,"observation":"run","cause":2,"content":"SAID","extras":{"exit_code":1}},{"id":4,"action":"WORD","args":NESTED}]`},
		"swe-agent": {"WORD.traj", `{"instance_id":"WORD","trajectory":[{"action":"rm SAID","observation":"SAID","thought":"SAID"}],"history":[{"role":"user","content":"PIER SAID"}],"info":{"exit_status":"SAID"}}`},
		"tau": {"t.jsonl", strings.ReplaceAll(`{"id":"WORD","task_id":"WORD","instruction":"PIER SAID","reward":0,"traj":[{"role":"user","content":"SAID"},
{"role":"assistant","content":"SAID","tool_calls":[{"id":"WORD","function":{"name":"send WORD","arguments":QUOTED}}]},{"role":"tool","tool_call_id":"WORD","content":QUOTED},{"role":"WORD","content":"SAID"}]}`, "\n", "")},
		"session-log": {"2026-05-03-session-7-WORD.md", "# Session 7: PIER SAID\n\n**Branch**: SAID\n\n## Decisions\n\n- **Use the token of WORD** - because SAID\n\n## Work Log\n\n- SAID\n\n## WORD\n\nSAID\n"},
		"otlp-json":   {"trace.json", `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"WORD"}}]},"scopeSpans":[{"spans":[SPAN]}]}]}`},
		"langfuse": {"lf.json", `{"id":"WORD","timestamp":"2026-05-03T10:00:00Z","name":"PIER WORD","input":NESTED,"output":"SAID","sessionId":"WORD","tags":["WORD"],
"observations":[{"id":"WORD","type":"TOOL","name":"send WORD","startTime":"2026-05-03T10:00:01Z","endTime":"2026-05-03T10:00:02Z","input":NESTED,"output":"SAID","level":"ERROR","statusMessage":"SAID"}],"scores":[{"name":"WORD","stringValue":"WORD","comment":"SAID"}]}`},
	}
}

// secretSpan is a span that ended with secrets in its name, attributes and events.
const secretSpan = `{"traceId":"TRACE","spanId":"eee19b7ec3c1b171","name":"send WORD","startTimeUnixNano":"NOW000000000","endTimeUnixNano":"NOW500000000","status":{"code":2,"message":"SAID"},
"attributes":[{"key":"openinference.span.kind","value":{"stringValue":"TOOL"}},{"key":"tool.name","value":{"stringValue":"send WORD"}},{"key":"session.id","value":{"stringValue":"WORD"}},{"key":"input.value","value":{"stringValue":QUOTED}},
{"key":"output.value","value":{"stringValue":"PIER SAID"}},{"key":"mia.holm@ferry.example","value":{"stringValue":"SAID"}},{"key":"password","value":{"stringValue":"sesame-9381"}},
{"key":"list","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"password","value":{"stringValue":"sesame-9381"}}]}}]}}}],
"events":[{"name":"exception","attributes":[{"key":"exception.message","value":{"stringValue":"SAID"}}]},{"name":"WORD","attributes":[{"key":"x","value":{"stringValue":"SAID"}}]}]}`

// TestSources_keepSecretsOut brings secrets in by every source, and wants none of them in any file of the home folder, nor in an export.
func TestSources_keepSecretsOut(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	k := harness.Running{Home: filepath.Join(t.TempDir(), "memory")}
	k.CLI = shared.CLI(t, k.Home, "CAUSEWAY_ENGINES=embedded", "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_OTLP_SILENCE=2s")
	k.Start(t)
	t.Cleanup(func() { harness.Kill(t, k.Process) })
	var sources []string
	for format, file := range secretFiles() {
		source := string(format)
		sources = append(sources, source)
		text := strings.ReplaceAll(strings.ReplaceAll(file.text, "SPAN", secretSpan), "TRACE", "5b8efff798038103d269b633813fc60c")
		path := filepath.Join(t.TempDir(), withSecrets(file.name, source))
		if err := os.WriteFile(path, []byte(withSecrets(text, source)), 0o600); err != nil {
			t.Fatal(err)
		}
		importsWithout(t, k, path, source)
	}
	path := filepath.Join(t.TempDir(), "2026-05-04-session-8-mia.holm@ferry.example.json")
	log := withSecrets(`{"session":{"number":8,"date":"2026-05-04","objective":"PIER SAID","branch":"SAID"},"decisions":[{"decision":"SAID","rationale":"x"}],"workLog":["SAID"],"WORD":NESTED}`, "json-log")
	if err := os.WriteFile(path, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	importsWithout(t, k, path, "session-log")
	postsSecrets(t, k)
	hooksSecrets(t, k)
	sources = append(sources, "json-log", "traces", "logs", "hook", "prompt")
	harness.Eventually(t, "every source is in an episode or an event", func() bool { return len(lacking(exported(t, k), sources)) == 0 })
	if got := exported(t, k); len(leaks(got)) > 0 {
		t.Errorf("the export has %v:\n%s", leaks(got), got)
	}
	if err := filepath.WalkDir(k.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // a file that is gone holds nothing
		}
		if content, err := os.ReadFile(path); err == nil && len(leaks(string(content))) > 0 {
			t.Errorf("%s has %v", path, leaks(string(content)))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// importsWithout imports a file and wants the report to count what was kept out.
func importsWithout(t *testing.T, k harness.Running, path, format string) {
	t.Helper()
	ran := k.Run(t, "import", path, "--format", format, "--project", "piers", "--json")
	var report ingest.Report
	if err := json.Unmarshal([]byte(ran.Out), &report); err != nil {
		t.Fatalf("%s: %+v", format, ran)
	}
	counted := false
	for _, rule := range report.Rules {
		counted = counted || rule.Rule == ingest.RuleRedacted && rule.Count > 1
	}
	if !counted || report.Totals.Refused > 0 {
		t.Errorf("%s: nothing was counted, or not taken: %s %s", format, ran.Out, ran.Err)
	}
}

// postsSecrets sends traces and records of logs, one of which names no trace and a session that is an address.
func postsSecrets(t *testing.T, k harness.Running) {
	t.Helper()
	span := strings.ReplaceAll(secretSpan, "TRACE", "5b8efff798038103d269b633813fc60d")
	record := `{"timeUnixNano":"NOW000000000","eventName":"gen_ai.user.message","traceId":"5b8efff798038103d269b633813fc60e","body":{"kvlistValue":{"values":[{"key":"content","value":{"stringValue":"PIER SAID"}}]}},
"attributes":[{"key":"WORD","value":{"stringValue":"SAID"}}]}`
	alone := `{"timeUnixNano":"NOW000000000","eventName":"gen_ai.user.message","attributes":[{"key":"session.id","value":{"stringValue":"WORD"}},{"key":"content","value":{"stringValue":"x"}}]}`
	for path, body := range map[string]string{
		"/v1/traces": `{"resourceSpans":[{"scopeSpans":[{"spans":[` + withSecrets(span, "traces") + `]}]}]}`,
		"/v1/logs":   `{"resourceLogs":[{"scopeLogs":[{"logRecords":[` + withSecrets(record, "logs") + "," + withSecrets(alone, "logs") + `]}]}]}`,
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, k.Service.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Causeway-Project", "piers")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if _ = response.Body.Close(); response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", path, response.Status)
		}
	}
	if _, text := k.Service.Page(t, "/metrics"); !strings.Contains(text, `causeway_capture_redactions_total{type="password"}`) {
		t.Error("the metrics count no password")
	}
}

// hooksSecrets runs hooks as an agent does.
func hooksSecrets(t *testing.T, k harness.Running) {
	t.Helper()
	for _, event := range []string{
		`{"hook_event_name":"UserPromptSubmit","session_id":"s5","prompt":"pier-prompt SAID"}`,
		`{"hook_event_name":"PostToolUse","session_id":"s5","tool_name":"send WORD","tool_use_id":"WORD","tool_input":NESTED,"tool_response":"PIER SAID"}`,
		`{"hook_event_name":"Stop","session_id":"s5"}`,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), harness.CommandTime)
		cmd := k.Command(ctx, "hook", "opencode", "--project", "piers", "--url", k.Service.URL)
		cmd.Stdin = strings.NewReader(withSecrets(event, "hook"))
		out, err := cmd.CombinedOutput()
		cancel()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		spool, _ := os.ReadFile(filepath.Join(k.Home, "hooks", "project-piers", "spool.jsonl")) // there is none before the first call
		if strings.Contains(event, "PostToolUse") && !bytes.Contains(spool, []byte(`"redacted":`)) || len(leaks(string(spool))) > 0 {
			t.Errorf("the spool has %s", spool)
		}
	}
}

// exported is everything of the project.
func exported(t *testing.T, k harness.Running) string {
	t.Helper()
	return k.Run(t, "export", "--project", "piers").Out
}

// leaks returns the secrets that a text has.
func leaks(text string) []string {
	var out []string
	text = strings.ToLower(text)
	for _, s := range planted() {
		if strings.Contains(text, s) {
			out = append(out, s)
		}
	}
	return out
}

// lacking returns the sources of which a text has nothing.
func lacking(text string, sources []string) []string {
	var out []string
	for _, s := range sources {
		if !strings.Contains(text, "pier-"+s) {
			out = append(out, s)
		}
	}
	return out
}
