package agentrun_test

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/intake"
)

func TestMap_AccountsForEveryStep(t *testing.T) {
	yes, zero := true, 0
	e, account := agentrun.Map(agentrun.Run{
		ID: "claude code/1", Session: "s", Agent: "claude-code", Folder: "/srv/ferry",
		Steps: []agentrun.Step{
			{Kind: agentrun.KindMessage, Role: agentrun.RoleSystem, Text: "Be brief."},
			{Kind: agentrun.KindMessage, Role: agentrun.RoleUser, Text: "Fix the timetable"},
			{Kind: agentrun.KindReasoning, Role: agentrun.RoleAgent, Text: "It is in pier.go"},
			{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: "Read", Arguments: `{"file_path":"/srv/ferry/pier.go"}`, Call: "a"},
			{Kind: agentrun.KindResult, Call: "a", Result: "package pier"},
			{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Text: "The zone is missing, so I add it."},
			{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: "Edit", Arguments: `{"file_path":"/srv/ferry/pier.go","old_string":"x","new_string":"y"}`, Call: "b"},
			{Kind: agentrun.KindResult, Call: "b", Result: "String to replace not found in file.", Failed: &yes},
			{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: "Edit", Arguments: `{"file_path":"/srv/ferry/pier.go","old_string":"xx","new_string":"y"}`, Call: "c"},
			{Kind: agentrun.KindResult, Call: "c", Result: "ok"},
			{Kind: agentrun.KindCall, Role: agentrun.RoleAgent, Tool: "Bash", Arguments: `{"command":"cd /srv/ferry && go test ./... 2>&1 | tail -3"}`, Call: "d"},
			{Kind: agentrun.KindResult, Call: "d", Result: "ok  ferry 0.1s", ExitCode: &zero},
			{Kind: agentrun.KindMessage, Role: agentrun.RoleAgent, Text: "Done."},
			{Kind: agentrun.KindResult, Call: "z", Result: "lost"},
			{Kind: agentrun.KindOther, Reason: "file-history-snapshot"},
		},
	})
	if stored, merged, refused := account.Count(agentrun.FateStored), account.Count(agentrun.FateMerged), account.Count(agentrun.FateRefused); stored != 5 || merged != 7 || refused != 3 {
		t.Errorf("stored %d, merged %d, refused %d: %+v", stored, merged, refused, account.Entries)
	}
	if _, err := intake.Prepare(e); err != nil {
		t.Fatal(err)
	}
	if e.ID != "claude-code-1" || e.Task != "Fix the timetable" || e.Outcome != episodic.OutcomeSuccess || e.Context["project folder"] != "ferry" {
		t.Errorf("head: %+v", e)
	}
	if len(e.Decisions) != 2 {
		t.Fatalf("decisions: %+v", e.Decisions)
	}
	first, second := e.Decisions[0], e.Decisions[1]
	if first.Outcome != episodic.OutcomeFailure || first.Rationale != "The zone is missing, so I add it." || first.Factor != "change of .go=Edit" || first.Options != nil {
		t.Errorf("the failed edit: %+v", first)
	}
	if second.Type != episodic.DecisionRecovery || second.Outcome != episodic.OutcomeUnknown || len(second.Options) != 2 || second.Options[0] != first.Chosen {
		t.Errorf("the second try: %+v", second)
	}
	var types []episodic.EventType
	for _, v := range e.Events {
		types = append(types, v.Type)
	}
	if len(types) != 4 || types[0] != episodic.EventToolCall || types[1] != episodic.EventError || types[2] != episodic.EventTest || types[3] != episodic.EventOther {
		t.Errorf("events: %v", types)
	}
	if got := e.Events[1].Factor; got != "error in change of .go: text to replace not found" {
		t.Errorf("the class of the error: %s", got)
	}
}

func TestMap_NeedsEvidenceForAnOutcome(t *testing.T) {
	one, zero := 1, 0
	user := func(s string) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindMessage, Role: agentrun.RoleUser, Text: s}
	}
	sh := func(line string, code *int) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindCall, Tool: "Bash", Arguments: `{"command":"` + line + `"}`, HasResult: true, ExitCode: code}
	}
	printed := func(line, out string, code *int) agentrun.Step {
		s := sh(line, code)
		s.Result = out
		return s
	}
	for _, c := range []struct {
		why   string
		said  agentrun.Outcome
		steps []agentrun.Step
		want  episodic.Outcome
	}{
		{"nothing says", agentrun.Outcome{}, []agentrun.Step{user("do it"), sh("ls", &zero)}, episodic.OutcomeUnknown},
		{"a score decides over a test", agentrun.Outcome{Result: episodic.OutcomeFailure, Source: "score 0"}, []agentrun.Step{user("do it"), sh("pytest -q", &zero)}, episodic.OutcomeFailure},
		{"tests failed last", agentrun.Outcome{}, []agentrun.Step{user("do it"), sh("pytest", &zero), sh("python -m pytest x", &one)}, episodic.OutcomeFailure},
		{"changed after the tests", agentrun.Outcome{}, []agentrun.Step{user("do it"), sh("npm test", &zero), sh("rm -rf build", &zero)}, episodic.OutcomeUnknown},
		{"a test of which no result is known", agentrun.Outcome{}, []agentrun.Step{user("do it"), sh("npm run test:unit", nil)}, episodic.OutcomeUnknown},
		{"a pipe hides the exit code, the words tell", agentrun.Outcome{}, []agentrun.Step{user("do it"), printed("go test ./... | tail -1", "FAIL\tferry 0.1s", &zero)}, episodic.OutcomeFailure},
		{"a pipe hides the exit code, nothing tells", agentrun.Outcome{}, []agentrun.Step{user("do it"), printed("pytest | head -1", "collected", &zero)}, episodic.OutcomeUnknown},
		{"a summary in words", agentrun.Outcome{}, []agentrun.Step{user("do it"), printed("pytest | tail -1", "=== 3 passed, 0 failed in 2s ===", &zero)}, episodic.OutcomeSuccess},
		{"a summary of failures", agentrun.Outcome{}, []agentrun.Step{user("do it"), printed("pytest || true", "=== 1 failed, 3 passed in 2s ===", &zero)}, episodic.OutcomeFailure},
		{"a person says so", agentrun.Outcome{}, []agentrun.Step{user("do it"), user("That works, thanks!")}, episodic.OutcomeSuccess},
		{"a person says no", agentrun.Outcome{}, []agentrun.Step{user("do it"), user("it still fails")}, episodic.OutcomeFailure},
		{"a person is polite", agentrun.Outcome{}, []agentrun.Step{user("do it"), user("thanks")}, episodic.OutcomeUnknown},
		{"the task is no verdict", agentrun.Outcome{}, []agentrun.Step{user("it works")}, episodic.OutcomeUnknown},
		{"works, but", agentrun.Outcome{}, []agentrun.Step{user("do it"), user("it works but not on Sundays")}, episodic.OutcomeUnknown},
	} {
		if e, _ := agentrun.Map(agentrun.Run{ID: "r", Outcome: c.said, Steps: c.steps}); e.Outcome != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.why, e.Outcome, c.want, e.Notes)
		}
	}
}

func TestMap_CommandsThatChangeSomethingAreDecisions(t *testing.T) {
	for line, factor := range map[string]string{
		"ls -la": "", "cat a.txt | grep x": "", "git status && git diff": "", "go vet ./... 2>&1 | head": "", "echo hi > /dev/null": "", "git stash list": "", "gh pr view 3": "",
		"find . -name '*.rm'": "", "echo 'rm -rf /'": "", "curl https://example.org/a": "", "sed -n 1,3p a.go": "", "pytest": "",
		"rm -rf build":                       "command: rm=run",
		"cd x && git push origin main":       "command: git push=run",
		"sed -i s/a/b/ a.go":                 "command: sed=run",
		"echo hi > a.txt":                    "command: echo=run",
		"cat >> notes.md":                    "command: cat=run",
		"A=1 npm install left-pad":           "command: npm install=run",
		"sudo apt-get install jq":            "command: apt-get install=run",
		"curl -X POST https://example.org/a": "command: curl=run",
		"ls; mkdir -p a/b":                   "command: mkdir=run",
	} {
		e, _ := agentrun.Map(agentrun.Run{ID: "r", Steps: []agentrun.Step{{Kind: agentrun.KindCall, Tool: "shell", Arguments: `{"command":["bash","-lc",` + quote(line) + `]}`}}})
		got := ""
		if len(e.Decisions) == 1 {
			got = e.Decisions[0].Factor
		}
		if got != factor {
			t.Errorf("%s: %q, want %q", line, got, factor)
		}
	}
}
