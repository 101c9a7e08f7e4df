package ingest_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// logWith returns a plain session log with more members.
func logWith(members string) string {
	return `{"session":{"number":7,"date":"2026-01-09","objective":"Fix it"},` + strings.TrimRight(members, ",") + `}`
}

const logName = "logs/2026-01-09-session-7-fix.json"

func TestReadSessionLog_Head(t *testing.T) {
	got, said := readAs(t, ingest.FormatSessionLog, logName, `{"schemaVersion":"1.0",
		"session":{"number":7,"date":"2026-01-09","branch":"fix/x","startingCommit":"da672ecc","objective":"Fix it","task":"fix","mood":1},
		"protocolCompliance":{
			"sessionStart":{"handoffRead":{"complete":true},"serena":true},
			"sessionEnd":{"lint":{"Complete":true,"level":"MUST"},"push":{"completed":false},"tests":{"status":"pending"},"memory":{"Evidence":"none"}},
			"memoryFirst":{"status":"complete"}},
		"workLog":null,"endingCommit":"","nextSteps":["ship","rest"],
		"outcome":{"status":"complete","summary":"done","filesChanged":[]},
		"learnings":{"patterns":[{"pattern":"p","context":"c"}],"avoidances":["a"]}}`)
	want := episodic.Episode{
		ID: "session-log-2026-01-09-session-7-fix", Session: "2026-01-09-session-7-fix", StartedAt: day("2026-01-09"),
		Outcome: "unknown", ReportedOutcome: "complete", Task: "Fix it",
		Lessons: []string{"patterns: pattern: p, context: c", "avoidances: a"},
		Notes: []string{
			"branch: fix/x", "startingCommit: da672ecc", "task: fix", "nextSteps: ship; rest", "summary: done",
			"protocol gates complete: memoryFirst", "sessionEnd gates complete: lint", "sessionEnd gates not told: memory",
			"sessionEnd gates open: push, tests", "sessionStart gates complete: handoffRead, serena",
		},
	}
	want.Extra = kept(
		"outcome.filesChanged", "[]", "protocolCompliance.memoryFirst", `{"status":"complete"}`, "protocolCompliance.sessionEnd.lint", `{"Complete":true,"level":"MUST"}`,
		"protocolCompliance.sessionEnd.memory", `{"Evidence":"none"}`, "protocolCompliance.sessionEnd.tests", `{"status":"pending"}`, "schemaVersion", `"1.0"`, "session.mood", "1",
	)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("episode (-want +got):\n%s", diff)
	}
	wantSaid := []string{
		"unknown-outcome outcome.status", "field-to-notes session.branch", "field-to-notes session.startingCommit", "field-to-notes session.task",
		"field-to-notes nextSteps", "field-to-notes outcome.summary", "null-list workLog",
		"unknown-field protocolCompliance.sessionEnd.lint", "unknown-field protocolCompliance.sessionEnd.tests", "unknown-field protocolCompliance.sessionEnd.memory",
		"unknown-field protocolCompliance.memoryFirst", "unknown-field session.mood", "unknown-field schemaVersion", "unknown-field outcome.filesChanged",
	}
	if diff := cmp.Diff(wantSaid, said); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestReadSessionLog_Outcome(t *testing.T) {
	cases := []struct {
		why, members string
		outcome      episodic.Outcome
		reported     string
	}{
		{"gates say that the protocol was followed, not that it worked", `"protocolCompliance":{"sessionEnd":{"a":{"Complete":true}}}`, "unknown", ""},
		{"a word", `"outcome":"success"`, "success", ""},
		{"a word in capitals inside", `"outcome":{"status":"SUCCESS"}`, "success", ""},
		{"done is no success", `"outcome":"VERIFICATION_COMPLETE"`, "unknown", "VERIFICATION_COMPLETE"},
		{"a status", `"status":"COMPLETE"`, "unknown", "COMPLETE"},
		{"of the episode inside", `"outcomes":{"episode":{"outcome":"failure"}}`, "failure", ""},
		{"a second word is a note", `"outcome":"partial","status":"done"`, "partial", ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, _ := readAs(t, ingest.FormatSessionLog, logName, logWith(c.members))
			if got.Outcome != c.outcome || got.ReportedOutcome != c.reported {
				t.Errorf("outcome = %q (%q), want %q (%q)", got.Outcome, got.ReportedOutcome, c.outcome, c.reported)
			}
			if strings.Contains(c.members, "done") && !cmp.Equal(got.Notes, []string{"status: done"}) {
				t.Errorf("notes = %q, want the second word", got.Notes)
			}
		})
	}
}

func TestReadSessionLog_Decisions(t *testing.T) {
	one := func(d episodic.Decision) []episodic.Decision { return []episodic.Decision{d} }
	cases := []struct {
		why, members string
		want         []episodic.Decision
		said         []string
	}{
		{
			"choice, reason and alternatives", `"decisions":[{"id":"D1","decision":"ruff","rationale":"fast","alternatives":["flake8","pylint"],"timestamp":"2026-01-18T10:00:00Z"}]`,
			one(episodic.Decision{ID: "D1", Chosen: "ruff", Rationale: "fast", Options: []string{"flake8", "pylint"}, At: day("2026-01-18T10:00:00Z")}), nil,
		},
		{
			"issue, options and chosen", `"decisions":[{"issue":"which?","options":["a","b"],"chosen":"a","rationale":"r"}]`,
			one(episodic.Decision{ID: "d001", Context: "which?", Options: []string{"a", "b"}, Chosen: "a", Rationale: "r"}), nil,
		},
		{
			"a decision made about a decision", `"decisions":[{"decision":"cause found","decision_made":"fork","alternatives_considered":["wait"]}]`,
			one(episodic.Decision{ID: "d001", Context: "cause found", Chosen: "fork", Options: []string{"wait"}}), nil,
		},
		{
			"an approach to a decision", `"decisions":[{"decision":"verify only","chosenApproach":"no change"}]`,
			one(episodic.Decision{ID: "d001", Context: "verify only", Chosen: "no change"}), nil,
		},
		{
			"one alternative as text", `"decisions":[{"decision":"a","alternative":"b"}]`,
			one(episodic.Decision{ID: "d001", Chosen: "a", Options: []string{"b"}}), nil,
		},
		{
			"none is no option", `"decision":{"summary":"a","rationale":"r","alternatives":"None - done already"}`,
			one(episodic.Decision{ID: "d001", Chosen: "a", Rationale: "r\nalternatives: None - done already"}),
			[]string{"field-to-text decision.alternatives"},
		},
		{
			"remarks do not vanish", `"outcomes":{"decisions":[{"decision":"a","rationale":"r","impact":"i","risks":["x","y"],"confidence":0.9}]}`,
			one(episodic.Decision{ID: "d001", Chosen: "a", Rationale: "r\nimpact: i\nrisks: x; y\nconfidence: 0.9"}),
			[]string{"field-to-text outcomes.decisions[0]"},
		},
		{
			"a sentence is no outcome", `"decisions":[{"decision":"a","outcome":"Clean break"}]`,
			one(episodic.Decision{ID: "d001", Chosen: "a", Rationale: "outcome: Clean break"}),
			[]string{"field-to-text decisions[0]"},
		},
		{
			"a word is an outcome", `"decisions":[{"decision":"a","outcome":"Partial"}]`,
			one(episodic.Decision{ID: "d001", Chosen: "a", Outcome: "partial"}),
			[]string{"word-case decisions[0].outcome"},
		},
		{
			"a description with a type of its own", `"decisions":[{"type":"tooling","description":"a"},{"type":"design","description":"b","evidence":["e"]}]`,
			[]episodic.Decision{{ID: "d001", Chosen: "a", Type: "other", ReportedType: "tooling"}, {ID: "d002", Chosen: "b", Type: "design", Rationale: "evidence: e"}},
			[]string{"unknown-type decisions[0].type", "field-to-text decisions[1]"},
		},
		{"a text", `"decisions":["a"]`, one(episodic.Decision{ID: "d001", Chosen: "a"}), []string{"text-decision decisions[0]"}},
		{
			"deep inside", `"outcomes":{"episode":{"decisions":[{"decision":"a"}]}},"technicalDecisions":[{"decision":"b"}]`,
			[]episodic.Decision{{ID: "d001", Chosen: "a"}, {ID: "d002", Chosen: "b"}},
			nil,
		},
		{
			"by kind, of which one is no list", `"decisions":{"technical":[{"decision":"a"}],"process":"b","other":null}`,
			[]episodic.Decision{{ID: "d001", Chosen: "a"}, {ID: "d002", Chosen: "b"}},
			[]string{"text-decision decisions.process"},
		},
		{
			"one that has a list", `"decisions":{"decision":"a","alternatives":[{"name":"b"}],"evidence":[{"file":"c"}]}`,
			one(episodic.Decision{ID: "d001", Chosen: "a", Options: []string{"name: b"}, Rationale: "evidence: file: c"}),
			[]string{"field-to-text decisions"},
		},
		{
			"ids twice, reserved, or none", `"decisions":[{"id":"a","decision":"1"},{"id":"a","decision":"2"},{"id":"outcome","decision":"3"},{"id":"x y","decision":"4"}]`,
			[]episodic.Decision{
				{ID: "a", Chosen: "1"},
				{ID: "d001", Chosen: "2", Rationale: "id: a"},
				{ID: "d002", Chosen: "3", Rationale: "id: outcome"},
				{ID: "d003", Chosen: "4", Rationale: "id: x y"},
			},
			[]string{"field-to-text decisions[1]", "field-to-text decisions[2]", "field-to-text decisions[3]"},
		},
		{"neither object nor text", `"decisions":[3,{"decision":"a"}]`, one(episodic.Decision{ID: "d001", Chosen: "a"}), []string{"wrong-type decisions[0]"}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, said := readAs(t, ingest.FormatSessionLog, logName, logWith(c.members))
			for i := range c.want {
				if c.want[i].Type == "" {
					c.want[i].Type = episodic.DecisionUnknown
				}
				if c.want[i].Outcome == "" {
					c.want[i].Outcome = episodic.OutcomeUnknown
				}
			}
			if diff := cmp.Diff(c.want, got.Decisions, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("decisions (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.said, said, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			if len(got.Links) > 0 {
				t.Errorf("links = %v, but the log states none", got.Links)
			}
		})
	}
}

func TestReadSessionLog_Work(t *testing.T) {
	got, _ := readAs(t, ingest.FormatSessionLog, logName, logWith(`"workLog":[
		{"timestamp":"2026-01-18T00:01:00Z","action":"Drew it","outcome":"done","decision":"Use Python"},
		{"time":"T1","step":3,"files":["a.go","b.go"]},
		"just a line",
		{"action":"Ran it","status":"FAILED"},
		{"action":"Looked at 3 errors, 0 failed","result":"5 failed of 9"},
		{"action":"Tried","error":"exit 1"},
		{"type":"test","description":"Tested"},
		{"type":"feature","entry":"Built","decisions":[{"chosen":"a"},"b"]},
		{}]`))
	want := []episodic.Event{
		{ID: "e001", Type: "milestone", At: day("2026-01-18T00:01:00Z"), Content: "Drew it\noutcome: done"},
		{ID: "e002", Type: "milestone", Content: "3\ntime: T1\nfiles: a.go; b.go"},
		{ID: "e003", Type: "milestone", Content: "just a line"},
		{ID: "e004", Type: "error", Content: "Ran it\nstatus: FAILED"},
		{ID: "e005", Type: "milestone", Content: "Looked at 3 errors, 0 failed\nresult: 5 failed of 9"},
		{ID: "e006", Type: "error", Content: "Tried\nerror: exit 1"},
		{ID: "e007", Type: "test", Content: "Tested"},
		{ID: "e008", Type: "milestone", Content: "Built\ntype: feature"},
	}
	if diff := cmp.Diff(want, got.Events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	wantDecisions := []episodic.Decision{
		{ID: "d001", Type: "unknown", Outcome: "unknown", At: day("2026-01-18T00:01:00Z"), Context: "Drew it", Chosen: "Use Python"},
		{ID: "d002", Type: "unknown", Outcome: "unknown", Context: "Built", Chosen: "a"},
		{ID: "d003", Type: "unknown", Outcome: "unknown", Context: "Built", Chosen: "b"},
	}
	if diff := cmp.Diff(wantDecisions, got.Decisions); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

func TestReadSessionLog_Commits(t *testing.T) {
	cases := []struct {
		why, members string
		want, notes  []string
	}{
		{"the last one", `"endingCommit":"9d770ec0"`, []string{"Commit: 9d770ec0"}, nil},
		{"digits only", `"endingCommit":"1234567"`, []string{"Commit: 1234567"}, nil},
		{"prose is a note", `"endingCommit":"pending"`, nil, []string{"endingCommit: pending"}},
		{
			"evidence, without the ones named before", `"endingCommit":"9d770ec0","protocolCompliance":{"sessionEnd":{"changesCommitted":{"Evidence":"9d770ec and 77f74104, 3 files, 20260109"}}}`,
			[]string{"Commit: 9d770ec0", "Commit: 77f74104"},
			[]string{"sessionEnd gates not told: changesCommitted"},
		},
		{"a list", `"commits":[{"sha":"6d7e6395","message":"docs","files":2},"fix: no sha","6d7e6395 again"]`, []string{"Commit: 6d7e6395 docs\nfiles: 2"}, []string{"commits: fix: no sha", "commits: 6d7e6395 again"}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, _ := readAs(t, ingest.FormatSessionLog, logName, logWith(c.members))
			var commits []string
			for _, v := range got.Events {
				if v.Type == episodic.EventCommit {
					commits = append(commits, v.Content)
				}
			}
			if diff := cmp.Diff(c.want, commits); diff != "" {
				t.Errorf("commits (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.notes, got.Notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadSessionLog_Names(t *testing.T) {
	cases := []struct{ why, name, raw, id string }{
		{"by the file", logName, logWith(`"a":1`), "session-log-2026-01-09-session-7-fix"},
		{"by the id", "-", `{"session":{"id":"2026-01-09-s 7","date":"2026-01-08"}}`, "session-log-2026-01-09-s-7"},
		{"by date and number", "-", logWith(`"a":1`), "session-log-2026-01-09-session-7"},
		{"an early form", "-", `{"session_number":389,"date":"2026-01-09","objective":"o","actions_taken":[]}`, "session-log-2026-01-09-session-389"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got, _ := readAs(t, ingest.FormatSessionLog, c.name, c.raw); got.ID != c.id || "session-log-"+got.Session != c.id {
				t.Errorf("id = %q, session %q, want %q", got.ID, got.Session, c.id)
			}
		})
	}
}

func TestReadSessionLog_NumberOfAnotherName(t *testing.T) {
	got, said := readAs(t, ingest.FormatSessionLog, "2026-01-09-fix.json", logWith(`"a":1`))
	if !cmp.Equal(got.Notes, []string{"number: 7"}) || said[0] != "field-to-notes session.number" {
		t.Errorf("notes = %q, said %v: the number is nowhere else", got.Notes, said)
	}
}

func TestReadSessionLog_Refuses(t *testing.T) {
	for why, c := range map[string]struct{ name, raw, message string }{
		"an episode":   {logName, `{"id":"episode-1","events":[]}`, "read it with the format episode"},
		"another file": {logName, `{"a":1}`, "this is not a session log"},
		"a list":       {logName, `[]`, "a JSON object, not a list"},
		"no name":      {"-", `{"session":{}}`, "the log has no name"},
	} {
		if _, _, err := ingest.Read(ingest.FormatSessionLog, c.name, []byte(c.raw)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: error = %v, want one that says %q", why, err, c.message)
		}
	}
}

// TestReadSessionLog_Lists reads decisions by kind, tasks, outcomes as a list and a retrospective.
func TestReadSessionLog_Lists(t *testing.T) {
	got, said := readAs(t, ingest.FormatSessionLog, logName, logWith(`"decisions":{"technical":[{"decision":"a"}],"process":["b"]},
		"tasks":[{"description":"first","status":"done"}],"work":{"tasks":["second"],"files":["x.go"]},
		"outcomes":[{"description":"third"}],"retrospective":{"section":"s","learningsCaptured":["l"],"learnings":["m"]}`))
	if len(got.Decisions) != 2 || got.Decisions[0].Chosen != "a" || got.Decisions[1].Chosen != "b" {
		t.Errorf("decisions %+v", got.Decisions)
	}
	var events []string
	for _, v := range got.Events {
		events = append(events, v.Content)
	}
	if diff := cmp.Diff([]string{"first\nstatus: done", "second", "third"}, events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"m", "l"}, got.Lessons); diff != "" {
		t.Errorf("lessons (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(kept("work.files", `["x.go"]`, "retrospective.section", `"s"`), got.Extra); diff != "" {
		t.Errorf("extra (-want +got):\n%s; said %v", diff, said)
	}
}
