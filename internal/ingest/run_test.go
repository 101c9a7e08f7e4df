package ingest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/privacy"
)

const transcribed = `{"type":"user","uuid":"1","timestamp":"2026-05-03T10:00:00Z","sessionId":"s1","cwd":"/srv/ferry","message":{"role":"user","content":"Add a pier"}}
{"type":"assistant","uuid":"2","timestamp":"2026-05-03T10:00:01Z","sessionId":"s1","message":{"role":"assistant","content":[{"type":"text","text":"A pier needs a file."},{"type":"tool_use","id":"a","name":"Write","input":{"file_path":"/srv/ferry/pier4.go","content":"package ferry"}}]}}
`

const grown = transcribed + `{"type":"user","uuid":"3","timestamp":"2026-05-03T10:00:02Z","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"ok"}]}}
{"type":"weather","sky":"clear"}
{"type":
`

func TestImport_TranscriptGrows(t *testing.T) {
	to, o := newMemory(t), options()
	o.Format = "claude-code"
	run := func(text string) ingest.Item {
		t.Helper()
		report, err := ingest.Import(t.Context(), to, o, []ingest.Source{ingest.Document("s1.jsonl", []byte(text))}, nil)
		if err != nil || len(report.Items) != 1 {
			t.Fatalf("%+v, %v", report, err)
		}
		return report.Items[0]
	}
	for _, c := range []struct {
		why, text string
		change    episodic.Change
		rules     []string
	}{
		{"the first part", transcribed, episodic.ChangeCreated, []string{"steps"}},
		{"the same again", transcribed, episodic.ChangeUnchanged, []string{"steps"}},
		{"more of it", grown, episodic.ChangeRevised, []string{"steps", "unknown-record", "broken-record"}},
		{"more of it again", grown, episodic.ChangeUnchanged, []string{"steps", "unknown-record", "broken-record"}},
	} {
		item := run(c.text)
		if diff := cmp.Diff(c.rules, rules(item.Entries)); diff != "" || item.Change != c.change || item.Episode != "claude-code-s1" || item.Decisions != 1 {
			t.Errorf("%s: %+v\n%s", c.why, item, diff)
		}
	}
	stored, err := to.OfSessions(t.Context(), o.Project, []string{"claude-code-s1"}, nil)
	if err != nil || len(stored) != 1 {
		t.Fatalf("%v, %v", stored, err)
	}
	e := stored[0]
	if string(e.Extra["unknown record: weather"]) != `{"sky":"clear","type":"weather"}` || e.Decisions[0].Rationale != "A pier needs a file." || e.Decisions[0].Factor != "change of .go=Write" {
		t.Errorf("the episode: %+v", e)
	}
	var account struct {
		Stored, Merged, Refused int
		Reasons                 map[string]int
	}
	if err := json.Unmarshal(e.Extra["run"], &account); err != nil || account.Stored != 1 || account.Merged != 3 || !cmp.Equal(map[string]int{"unknown record: weather": account.Refused}, account.Reasons) {
		t.Errorf("the account: %s, %v", e.Extra["run"], err)
	}
}

func TestImport_WhatIsNoTranscript(t *testing.T) {
	for format, text := range map[ingest.Format]string{
		"claude-code": "", "codex": `{"type":"user","message":{"content":"x"}}`, "opencode": `[1]`, "openhands": `{}`, "swe-agent": `{"trajectory":[]}`, "tau": `{"id":"x"}`,
	} {
		o := options()
		o.Format = format
		report, err := ingest.Import(t.Context(), newMemory(t), o, []ingest.Source{ingest.Document("x.jsonl", []byte(text))}, nil)
		if err != nil || len(report.Items) != 1 || report.Items[0].Status != ingest.StatusRefused || !strings.Contains(report.Items[0].Reason, "this is no") {
			t.Errorf("%s: %+v, %v", format, report.Items, err)
		}
	}
}

// TestReadApart_Transcript reads a transcript for an import elsewhere: there it is read unchanged.
func TestReadApart_Transcript(t *testing.T) {
	var parts []ingest.Apart
	ingest.ReadApart("claude-code", ingest.Document("s1.jsonl", []byte(grown)), "", "", func(a ingest.Apart) bool {
		parts = append(parts, a)
		return true
	})
	if len(parts) != 1 || parts[0].Err != nil || len(parts[0].Entries) != 3 {
		t.Fatalf("%+v", parts)
	}
	to, o := newMemory(t), options()
	report, err := ingest.Import(t.Context(), to, o, []ingest.Source{ingest.Document("s1.json", parts[0].Content)}, nil)
	if err != nil || report.Items[0].Status != ingest.StatusTaken || len(report.Items[0].Entries) > 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	o.Format = "claude-code"
	report, err = ingest.Import(t.Context(), to, o, []ingest.Source{ingest.Document("s1.jsonl", []byte(grown))}, nil)
	if err != nil || report.Items[0].Change != episodic.ChangeUnchanged {
		t.Errorf("imported here after that: %+v, %v", report.Items, err)
	}
}

func TestSource_State(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "s1.jsonl")
	state := func() string {
		sources, passed, err := ingest.Files("claude-code", []string{root}, nil)
		if err != nil || len(sources) != 1 || len(passed) != 0 {
			t.Fatalf("%v, %v, %v", sources, passed, err)
		}
		return sources[0].State()
	}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(transcribed)
	before := state()
	if before == "" || state() != before {
		t.Errorf("the state of a file at rest: %q", before)
	}
	write(grown)
	if state() == before {
		t.Error("the file grew, its state is the same")
	}
}

func TestImport_TranscriptIsRedacted(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	text := strings.ReplaceAll(grown, "Add a pier", "Add a pier, mail ann@ferry.example") + `{"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"b","name":"Bash","input":{"command":"git push https://x:` + secret + `@example.org"}}]}}` + "\n" +
		`{"type":"storm","by":"ann@ferry.example"}` + "\n"
	for policy, want := range map[privacy.Policy]string{"": "Add a pier, mail <email>", privacy.PolicyDrop: "<dropped>", privacy.PolicyOff: "Add a pier, mail ann@ferry.example", privacy.PolicyRefuse: ""} {
		to, o := newMemory(t), options()
		o.Format, o.Privacy = "claude-code", policy
		report, err := ingest.Import(t.Context(), to, o, []ingest.Source{ingest.Document("s1.jsonl", []byte(text))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if said := slices.Contains(rules(report.Items[0].Entries), "redacted"); said != (policy != privacy.PolicyOff) {
			t.Errorf("%q: the report says %v", policy, rules(report.Items[0].Entries))
		}
		if policy == privacy.PolicyRefuse {
			if report.Totals.Refused != 1 {
				t.Errorf("refuse: %+v", report.Items)
			}
			continue
		}
		e := to.revisions["claude-code-s1"][0]
		if e.Episode.Task != want {
			t.Errorf("%q: task %q", policy, e.Episode.Task)
		}
		if leaks := strings.Contains(string(e.Content), secret) || strings.Contains(string(e.Content), "ann@"); leaks != (policy == privacy.PolicyOff) {
			t.Errorf("%q: %s", policy, e.Content)
		}
	}
}

// TestImport_RedactedNames keeps runs apart whose names become the same, and the rest of a session log as it is written.
func TestImport_RedactedNames(t *testing.T) {
	to, o := newMemory(t), options()
	o.Format, o.Privacy = "claude-code", privacy.PolicyDrop
	var sources []ingest.Source
	for _, who := range []string{"ann", "bo"} {
		text := strings.ReplaceAll(strings.ReplaceAll(transcribed, `"s1"`, `"`+who+`@ferry.example"`), "Add a pier", "Add a pier for "+who)
		sources = append(sources, ingest.Document(who+"@ferry.example.jsonl", []byte(text)))
	}
	if _, err := ingest.Import(t.Context(), to, o, sources, nil); err != nil {
		t.Fatal(err)
	}
	for id := range to.revisions {
		if !strings.HasPrefix(id, "claude-code-<email>-") {
			t.Errorf("an episode is %q", id)
		}
	}
	if len(to.revisions) != 2 {
		t.Errorf("%d episodes of two runs", len(to.revisions))
	}
}

func TestImport_SessionLogIsRedacted(t *testing.T) {
	const text = `{"session":{"date":"2026-05-03","number":7,"objective":"Write to ann@ferry.example","number":7},"workLog":["wrote with {\"password\":\"hunter2\"}",{"password":"hunter2","n":1.50}]}`
	for policy, want := range map[privacy.Policy]string{"": "Write to <email>", privacy.PolicyDrop: "<dropped>", privacy.PolicyOff: "Write to ann@ferry.example", privacy.PolicyRefuse: ""} {
		to, o := newMemory(t), options()
		o.Format, o.Privacy = "session-log", policy
		report, err := ingest.Import(t.Context(), to, o, []ingest.Source{ingest.Document("2026-05-03-session-7-ann@ferry.example.json", []byte(text))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if said := slices.Contains(rules(report.Items[0].Entries), "redacted"); said != (policy != privacy.PolicyOff) {
			t.Errorf("%q: the report says %v", policy, rules(report.Items[0].Entries))
		}
		if policy == privacy.PolicyRefuse {
			if report.Totals.Refused != 1 {
				t.Errorf("refuse: %+v", report.Items)
			}
			continue
		}
		id := "session-log-2026-05-03-session-7-<email>"
		if policy == privacy.PolicyOff {
			id = "session-log-2026-05-03-session-7-ann@ferry.example"
		}
		if len(to.revisions[id]) != 1 {
			t.Fatalf("%q: %v, %+v", policy, to.revisions, report.Items)
		}
		e := to.revisions[id][0]
		if e.Episode.Task != want || !slices.Contains(rules(report.Items[0].Entries), "repeated-key") {
			t.Errorf("%q: task %q, %v", policy, e.Episode.Task, rules(report.Items[0].Entries))
		}
		if leaks := strings.Contains(string(e.Content), "hunter2") || strings.Contains(string(e.Content), "ann@"); leaks != (policy == privacy.PolicyOff) {
			t.Errorf("%q: %s", policy, e.Content)
		}
	}
}
