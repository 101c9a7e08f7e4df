package intake_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/google/go-cmp/cmp"
)

// TestPlan_Times says which times an episode has after each kind of write: RecordedAt is that
// of its last revision, FirstRecordedAt that of its first.
func TestPlan_Times(t *testing.T) {
	first := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	second, now := first.Add(time.Hour), first.Add(2*time.Hour)
	held := episodic.Head{Present: true, Revision: 2, Hash: "old", RecordedAt: second, FirstRecordedAt: first}
	deleted := held
	deleted.Present = false
	type planned struct {
		Change                      episodic.Change
		Revision                    int
		RecordedAt, FirstRecordedAt time.Time
	}
	for _, c := range []struct {
		why    string
		before episodic.Head
		hash   string
		want   planned
	}{
		{"never recorded", episodic.Head{}, "new", planned{episodic.ChangeCreated, 1, now, now}},
		{"a revision has a time of its own", held, "new", planned{episodic.ChangeRevised, 3, now, first}},
		{"the same again is no revision", held, "old", planned{episodic.ChangeUnchanged, 2, second, first}},
		{"what was deleted comes back as it was", deleted, "old", planned{episodic.ChangeRestored, 2, second, first}},
		{"or revised", deleted, "new", planned{episodic.ChangeRevised, 3, now, first}},
	} {
		p := episodic.Prepared{Episode: episodic.Episode{ID: "e"}, Hash: c.hash}
		w := intake.Plan([]episodic.Prepared{p}, map[string]episodic.Head{"e": c.before}, now)[0]
		if diff := cmp.Diff(c.want, planned{w.Change, w.Revision, w.RecordedAt, w.FirstRecordedAt}); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}
