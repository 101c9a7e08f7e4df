package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// read returns the runs of a text.
func read(format transcript.Format, name, text string) []transcript.Transcript {
	var out []transcript.Transcript
	transcript.Read(format, name, strings.NewReader(text), func(t transcript.Transcript) bool {
		out = append(out, t)
		return true
	})
	return out
}

// readOne returns the run of a file of testdata.
func readOne(t *testing.T, format transcript.Format, name string) transcript.Transcript {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	got := read(format, name, string(raw))
	if len(got) != 1 || got[0].Err != nil {
		t.Fatalf("%s: %d runs, %v", name, len(got), got)
	}
	return got[0]
}

// told describes the steps of a run in short lines.
func told(run agentrun.Run) []string {
	var out []string
	for _, s := range run.Steps {
		line := string(s.Kind)
		switch s.Kind {
		case agentrun.KindMessage, agentrun.KindReasoning:
			line = fmt.Sprintf("%s of %s: %s", s.Kind, s.Role, first(s.Text))
		case agentrun.KindCall:
			line = fmt.Sprintf("call %s: %s %s", s.Call, s.Tool, s.Arguments)
		case agentrun.KindOther:
			line = "other: " + s.Reason
		}
		if s.Kind == agentrun.KindResult || s.HasResult {
			line += fmt.Sprintf(" [result %s: %s", s.Call, first(s.Result))
			if s.Failed != nil {
				line += fmt.Sprintf(", failed %t", *s.Failed)
			}
			if s.ExitCode != nil {
				line += fmt.Sprintf(", exit %d", *s.ExitCode)
			}
			line += "]"
		}
		if s.Agent != "" {
			line += " (" + s.Agent + ")"
		}
		out = append(out, line)
	}
	return out
}

func first(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func TestRead_Formats(t *testing.T) {
	for _, c := range []struct {
		format              transcript.Format
		file, id, session   string
		folder, model, task string
		outcome             episodic.Outcome
		steps               []string
		broken, unknown     int
	}{
		{
			format: transcript.ClaudeCode, file: "5f0c.jsonl", id: "claude-code-5f0c", session: "5f0c", folder: "/srv/ferry", model: "claude-x-1",
			steps: []string{
				"other: bookkeeping: summary", "other: bookkeeping: file-history-snapshot", "message of user: Why is the timetable of pier 3 empty?",
				"reasoning of agent: Look at the file first.", "message of agent: I read the timetable.", `call t1: Read {"file_path":"/srv/ferry/pier3.json"}`,
				"result [result t1: [], failed false]", `call t2: Bash {"command":"make test"}`, "result [result t2: Exit code 2, failed true, exit 2]",
				"other: a command of the interface", "message of agent: search the archive (subagent)", "other: the record is there twice", "other: unknown record: weather",
				"other: a part without text: image", "message of user: It works now",
			},
			broken: 2, unknown: 1,
		},
		{
			format: transcript.ClaudeCode, file: "agent-77.jsonl", id: "claude-code-5f0c-agent-77", session: "5f0c",
			steps: []string{"message of user: Search the archive", "message of agent: Nothing there"},
		},
		{
			format: transcript.Codex, file: "rollout-2026-05-03T10-00-00-c0de.jsonl", id: "codex-c0de", session: "c0de", folder: "/srv/ferry", model: "gpt-x",
			steps: []string{
				"other: bookkeeping: session_meta", "message of system: <environment_context>", "message of user: Add a pier", "other: repeats a response item", "other: bookkeeping: turn_context",
				"reasoning of agent: Think of the pier", "other: reasoning that is encrypted", `call c1: shell {"command":["bash","-lc","ls"]}`, "result [result c1: pier.go, exit 0]",
				"call c2: apply_patch *** Begin Patch\n*** Update File: pier.go\n*** End Patch", "result [result c2: Success, exit 0]", `call c3: exec_command {"cmd":"go test ./..."}`,
				"result [result c3: Chunk ID: 1, exit 1]", "other: bookkeeping: token_count", "other: unknown record: item: hologram", "message of agent: Done",
			},
			unknown: 1,
		},
		{
			format: transcript.Opencode, file: "opencode.json", id: "opencode-ses_1", session: "ses_1", folder: "/srv/ferry", model: "model-y",
			steps: []string{
				"message of user: Paint the boat", "other: bookkeeping: step-start", "reasoning of agent: Which colour?", `call k1: bash {"command":"false"} [result k1: , failed true, exit 1]`,
				`call k2: write {"filePath":"boat.txt","content":"red"} [result k2: no such folder, failed true]`, `call k3: read {"filePath":"boat.txt"}`, "other: unknown record: part: sonar", "message of agent: Red",
			},
			unknown: 1,
		},
		{
			format: transcript.OpenHands, file: "openhands.json", id: "openhands-openhands", session: "openhands",
			steps: []string{
				"message of system: You are an agent", "message of user: Fix the bell", "other: bookkeeping: recall", "message of agent: Look around.", `call 4: run {"command":"ls"}`, "result [result 4: bell.py, exit 0]",
				`call 6: edit {"command":"str_replace","path":"bell.py"}`, "result [result 6: no match, failed true]", "other: bookkeeping: agent_state_changed", "other: unknown record: action: juggle", "message of agent: The bell rings.",
			},
			unknown: 1,
		},
		{
			format: transcript.OpenHands, file: "openhands-v1.jsonl", id: "openhands-openhands-v1", session: "openhands-v1",
			steps: []string{
				"message of system: You are an agent", "message of user: Fix the bell", "reasoning of agent: hm", "message of agent: I look.", `call x1: terminal {"command":"ls"}`, "result [result x1: bell.py, failed false, exit 0]",
				"result [result x9: no such tool, failed true]", "other: bookkeeping: ConversationStateUpdateEvent", "message of agent: Done.",
			},
		},
		{
			format: transcript.OpenHands, file: "openhands-output.jsonl", id: "openhands-ferry-12", session: "ferry-12", task: "Fix it", outcome: episodic.OutcomeFailure,
			steps: []string{"message of user: Fix it", `call 1: run {"command":"ls"}`, "result [result 1: a, exit 0]"},
		},
		{
			format: transcript.SWEAgent, file: "ferry__bell-12.traj", id: "swe-agent-ferry__bell-12", session: "ferry__bell-12", task: "Fix the bell", outcome: episodic.OutcomeFailure,
			steps: []string{
				"other: bookkeeping: environment", "message of agent: Look first.", `call : bash {"command":"ls -a\n"} [result : bell.py]`,
				`call : str_replace_editor {"command":"view","path":"bell.py","text":""} [result : 1 ring()]`, `call : edit {"text":"1:1\nring()\nend_of_edit"} [result : File updated]`, "other: a step without an action", "other: repeats the trajectory",
			},
		},
		{
			format: transcript.SWEAgent, file: "mini.traj.json", id: "swe-agent-mini", session: "mini",
			steps: []string{"message of system: You are an agent", "message of user: Fix the bell", "message of agent: Look.", `call : bash {"command":"ls"}`, "result [result : <returncode>0</returncode>, exit 0]", "other: bookkeeping: trajectory_format"},
		},
		{
			format: transcript.Tau, file: "tau-results.json", id: "task-7-1", session: "task-7-1", outcome: episodic.OutcomeSuccess,
			steps: []string{
				"message of system: Policy", "message of user: Cancel it", `call c9: cancel_reservation {"reservation_id":"ABC123"}`, "result [result c9: done]", "message of agent: Cancelled", "other: unknown record: role: ghost",
			},
			unknown: 1,
		},
	} {
		t.Run(c.file, func(t *testing.T) {
			got := readOne(t, c.format, c.file)
			if diff := cmp.Diff(c.steps, told(got.Run)); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
			run := got.Run
			if run.ID != c.id || run.Session != c.session || run.Folder != c.folder || run.Model != c.model || run.Task != c.task || run.Outcome.Result != c.outcome || run.Agent != string(c.format) {
				t.Errorf("head: %+v", agentrun.Run{ID: run.ID, Session: run.Session, Folder: run.Folder, Model: run.Model, Task: run.Task, Outcome: run.Outcome, Agent: run.Agent})
			}
			if len(got.Broken) != c.broken || len(got.Unknown) != c.unknown {
				t.Errorf("broken %v, unknown %v", got.Broken, got.Unknown)
			}
			accountedFor(t, got)
		})
	}
}

// accountedFor checks that the run becomes a valid episode with a fate for each step.
func accountedFor(t testing.TB, got transcript.Transcript) (episodic.Episode, agentrun.Account) {
	t.Helper()
	e, account := agentrun.Map(got.Run)
	p, err := intake.Prepare(e)
	if err != nil {
		t.Fatalf("%s: %v", got.Name, err)
	}
	if len(account.Entries) != len(got.Run.Steps) {
		t.Fatalf("%s: %d entries for %d steps", got.Name, len(account.Entries), len(got.Run.Steps))
	}
	has := map[string]bool{"task": true}
	for _, o := range p.Occurrences {
		_, short, _ := strings.Cut(o.Key, "/")
		has[short] = true
	}
	for _, entry := range account.Entries {
		if refused := entry.Fate == agentrun.FateRefused; refused != (entry.Reason != "") || refused == has[entry.Into] {
			t.Errorf("%s: step %+v", got.Name, entry)
		}
	}
	return p.Episode, account
}

// writing are the calls of tau-bench's airline that change something (shared/data/failures/README.md).
func writing() map[string]bool {
	return map[string]bool{
		"book_reservation": true, "cancel_reservation": true, "send_certificate": true,
		"update_reservation_baggages": true, "update_reservation_flights": true, "update_reservation_passengers": true,
	}
}

// failures returns the runs of a file of failed runs.
func failures(t testing.TB, path ...string) []transcript.Transcript {
	t.Helper()
	file := filepath.Join(append([]string{enginetest.Data(t), "failures"}, path...)...)
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out []transcript.Transcript
	transcript.Read(transcript.Tau, file, in, func(one transcript.Transcript) bool {
		out = append(out, one)
		return true
	})
	return out
}

func TestRead_TauAirline(t *testing.T) {
	runs := failures(t, "tau-airline", "runs.jsonl.gz")
	if len(runs) < 60 {
		t.Fatalf("%d runs", len(runs))
	}
	steps, decisions, failed := 0, 0, 0
	for _, got := range runs {
		if got.Err != nil || len(got.Broken)+len(got.Unknown)+got.Dropped > 0 {
			t.Fatalf("%s: %+v", got.Name, got)
		}
		e, account := accountedFor(t, got)
		for reason := range account.Reasons() {
			if reason != "instructions to the agent, not something that happened" && reason != "the record is empty" {
				t.Errorf("%s refuses: %s", got.Name, reason)
			}
		}
		calls := 0
		for _, s := range got.Run.Steps {
			if s.Kind == agentrun.KindCall && writing()[s.Tool] {
				calls++
			}
		}
		if len(e.Decisions) != calls {
			t.Errorf("%s: %d decisions, %d calls that write", e.ID, len(e.Decisions), calls)
		}
		if e.Outcome != episodic.OutcomeSuccess && e.Outcome != episodic.OutcomeFailure || e.Task == "" || e.Context["task"] == "" {
			t.Errorf("%s: %s, task %q", e.ID, e.Outcome, e.Task)
		}
		steps, decisions = steps+len(account.Entries), decisions+calls
		if e.Outcome == episodic.OutcomeFailure {
			failed++
		}
	}
	t.Logf("%d runs, %d failed: %d steps, all accounted for; %d decisions", len(runs), failed, steps, decisions)
	if decisions == 0 || failed == 0 || failed == len(runs) {
		t.Error("the figures say that nothing was read")
	}
}

func TestRead_WhoAndWhen(t *testing.T) {
	n, steps := 0, 0
	for _, file := range []string{"generated.jsonl.gz", "handcrafted.jsonl.gz"} {
		for _, got := range failures(t, "who-and-when", file) {
			if got.Err != nil || len(got.Broken)+len(got.Unknown)+got.Dropped > 0 {
				t.Fatalf("%s: %+v", got.Name, got)
			}
			e, account := accountedFor(t, got)
			if e.Outcome != episodic.OutcomeUnknown {
				t.Errorf("%s: the log says nothing of the outcome %s: %v", e.ID, e.Outcome, e.Notes)
			}
			n, steps = n+1, steps+len(account.Entries)
		}
	}
	t.Logf("%d runs: %d steps, all accounted for", n, steps)
	if n < 60 {
		t.Errorf("%d runs", n)
	}
}
