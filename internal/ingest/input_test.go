package ingest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// everyInput has every field of EpisodeInput of the GraphQL schema.
const everyInput = `{
	"id": "x", "session": "s", "startedAt": "2026-05-03T00:00:00Z", "outcome": "UNKNOWN", "reportedOutcome": "fine", "task": "t",
	"context": [{"variable": "load", "state": "high"}], "domain": "d", "taskType": "feature", "complexity": "low", "tools": ["go"],
	"strategies": ["tdd"], "tags": ["a"], "goals": ["g"], "constraints": ["c"], "insights": ["i"], "lessons": ["l"], "notes": ["n"],
	"decisions": [{"id": "d001", "at": "2026-05-03T10:00Z", "type": "OTHER", "reportedType": "bet", "context": "c", "options": ["a", "b"],
		"chosen": "a", "rationale": "r", "outcome": "SUCCESS", "factor": "f=a", "effects": ["e001"]}],
	"events": [
		{"id": "e001", "at": "2026-05-03", "type": "TOOL_CALL", "content": "called"},
		{"id": "e002", "type": "OTHER", "reportedType": "lint", "content": "done", "factor": "f", "causedBy": ["e001"], "leadsTo": ["outcome"]}],
	"links": [{"source": "d001", "relation": "ENABLES", "target": "outcome", "basis": "STATED", "confidence": 0.5, "note": "see"}],
	"metrics": {"durationMinutes": 0, "toolCalls": 0, "errors": 1, "recoveries": 2, "commits": 3, "filesChanged": 4},
	"causalOrderVersion": 0, "extra": "{\"mood\":{\"at\":1.50}}"
}`

// TestRead_Input reads the input of recordEpisode as it is: its times are as precise as written, and its
// zeros were measured.
func TestRead_Input(t *testing.T) {
	got, said := readAs(t, ingest.FormatEpisode, "input.json", everyInput)
	if diff := cmp.Diff([]string{"error-count-differs metrics.errors", "commit-count-differs metrics.commits"}, said); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	want := episodic.Episode{
		ID: "x", Session: "s", StartedAt: day("2026-05-03T00:00:00Z"), Outcome: "unknown", ReportedOutcome: "fine", Task: "t",
		Context: map[string]string{"load": "high"}, Domain: "d", TaskType: "feature", Complexity: "low", Tools: []string{"go"},
		Strategies: []string{"tdd"}, Tags: []string{"a"}, Goals: []string{"g"}, Constraints: []string{"c"}, Insights: []string{"i"},
		Lessons: []string{"l"}, Notes: []string{"n"},
		Decisions: []episodic.Decision{{
			ID: "d001", At: day("2026-05-03T10:00Z"), Type: "other", ReportedType: "bet", Context: "c", Options: []string{"a", "b"},
			Chosen: "a", Rationale: "r", Outcome: "success", Factor: "f=a",
		}},
		Events: []episodic.Event{
			{ID: "e001", At: day("2026-05-03"), Type: "tool_call", Content: "called"},
			{ID: "e002", Type: "other", ReportedType: "lint", Content: "done", Factor: "f"},
		},
		Links: []episodic.Link{
			{Source: "d001", Relation: "causes", Target: "e001", Basis: "stated"},
			{Source: "d001", Relation: "enables", Target: "outcome", Basis: "stated", Confidence: ptr(0.5), Note: "see"},
			{Source: "e001", Relation: "causes", Target: "e002", Basis: "stated"},
			{Source: "e002", Relation: "causes", Target: "outcome", Basis: "stated"},
		},
		Metrics: episodic.Metrics{
			DurationMinutes: ptr(0.0), ToolCalls: ptr(int64(0)), Errors: ptr(int64(1)), Recoveries: ptr(int64(2)), Commits: ptr(int64(3)), FilesChanged: ptr(int64(4)),
		},
		Extra: kept("mood", `{"at":1.50}`),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("episode (-want +got):\n%s", diff)
	}
}

func TestRead_ContextOfPairs(t *testing.T) {
	got, said := readAs(t, ingest.FormatEpisode, "x.json", with(`"context":[{"variable":"a","state":"1"},{"variable":"a","state":"2"},{"variable":"a","state":"1","why":"w"},3,{"state":"x"}]`))
	if diff := cmp.Diff(map[string]string{"a": "1"}, got.Context); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(kept("context[1]", `{"state":"2","variable":"a"}`, "context[2].why", `"w"`, "context[3]", "3", "context[4]", `{"state":"x"}`), got.Extra); diff != "" {
		t.Errorf("extra (-want +got):\n%s", diff)
	}
	if want := []string{"unknown-field context[1]", "unknown-field context[2].why", "wrong-type context[3]", "wrong-type context[4]"}; !cmp.Equal(want, said) {
		t.Errorf("entries %v, want %v", said, want)
	}
}
