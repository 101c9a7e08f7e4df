package episodictest

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// Ptr returns a pointer to v.
func Ptr[T any](v T) *T { return &v }

// Full is a valid episode with every field in use.
func Full() episodic.Episode {
	day := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	return episodic.Episode{
		ID: "episode-2026-05-03-1", Session: "2026-05-03-session-1",
		StartedAt: episodic.Timestamp{Time: day, Precision: episodic.PrecisionDay},
		Outcome:   episodic.OutcomePartial, Task: "Choose a router", Context: map[string]string{"load": "high", "team": "a"},
		Domain: "routing", TaskType: "feature", Complexity: "low",
		Tools: []string{"git", "go"}, Strategies: []string{"tdd"}, Tags: []string{"a", "b"},
		Goals: []string{"fast"}, Constraints: []string{"no network"}, Insights: []string{"cache"},
		Decisions: []episodic.Decision{{
			ID: "d001", At: episodic.At(day.Add(time.Hour)), Type: episodic.DecisionDesign, Context: "router",
			Options: []string{"a", "b"}, Chosen: "a", Rationale: "fewer hops", Outcome: episodic.OutcomeSuccess, Factor: "router",
			Factors: []string{"hops=few", "vendor"},
		}},
		Events: []episodic.Event{
			{ID: "e001", At: episodic.At(day.Add(2 * time.Hour)), Type: episodic.EventOther, ReportedType: "lint", Content: "linted"},
			{ID: "e002", Type: episodic.EventCommit, Content: "Commit: 3f2a91c", Factor: "commit", Factors: []string{"branch=main"}},
		},
		Links: []episodic.Link{{
			Source: "d001", Relation: episodic.RelationCauses, Target: "e001", Basis: episodic.BasisStated,
			Confidence: Ptr(0.5), Note: "see PR #12",
		}},
		Metrics: episodic.Metrics{
			DurationMinutes: Ptr(1.5), ToolCalls: Ptr(int64(3)), Errors: Ptr(int64(0)), Recoveries: Ptr(int64(0)),
			Commits: Ptr(int64(1)), FilesChanged: Ptr(int64(math.MaxInt64)),
		},
		Lessons: []string{"cache <first> & ask"}, CausalOrderVersion: 2, Notes: []string{"checked"},
		Extra: map[string]json.RawMessage{"mood": json.RawMessage(`{"at":[1,2.50]}`)},
	}
}

// MustPrepare prepares an episode that must be valid.
func MustPrepare(t *testing.T, e episodic.Episode) episodic.Prepared {
	t.Helper()
	p, err := intake.Prepare(e)
	if err != nil {
		t.Fatalf("Prepare: %v", err)
	}
	return p
}
