package decisive_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
)

// TestRank_Words ranks an episode that somebody told in words, with decisions and events that are numbered apart: the first error has nothing to
// do with the first decision.
func TestRank_Words(t *testing.T) {
	at := func(minute int) episodic.Timestamp {
		return episodic.Timestamp{Time: time.Date(2026, 4, 2, 6, minute, 0, 0, time.UTC)}
	}
	e := episodic.Episode{
		ID: "told", Task: "travelers were charged twice", Outcome: episodic.OutcomeFailure,
		Decisions: []episodic.Decision{
			{ID: "d001", At: at(3), Chosen: "compare the report now", Outcome: episodic.OutcomeSuccess},
			{ID: "d002", At: at(1), Chosen: "try again eight times", Outcome: episodic.OutcomeFailure},
			{ID: "d003", At: at(5), Chosen: "Bash: make test", Outcome: episodic.OutcomeFailure},
		},
		Events: []episodic.Event{
			{ID: "e001", At: at(2), Type: episodic.EventError, Content: "Support: twelve travelers call"},
			{ID: "e002", At: at(4), Type: episodic.EventMilestone, Content: "the orders are found"},
		},
	}
	got := map[string][]string{}
	for _, step := range decisive.Rank(e, decisive.Siblings{}).Steps {
		for _, r := range step.Reasons {
			if r.Kind == decisive.ReasonFailed || r.Kind == decisive.ReasonNotRecovered {
				got[step.Occurrence] = append(got[step.Occurrence], r.Text)
			}
		}
	}
	if diff := cmp.Diff(map[string][]string{"told/d002": {"it failed"}, "told/e001": {"it is an error"}, "told/d003": {"the call failed", "no later call of the same tool succeeded"}}, got); diff != "" {
		t.Errorf("what failed (-want +got):\n%s", diff)
	}
	pairs := decisive.Compare(e, e, nil).Pairs
	var order []string
	for _, p := range pairs {
		order = append(order, p.This)
	}
	if diff := cmp.Diff([]string{"told/d002", "told/e001", "told/d001", "told/e002", "told/d003"}, order); diff != "" {
		t.Errorf("the order of time (-want +got):\n%s", diff)
	}
}
