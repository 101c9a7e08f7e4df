package intake_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/google/go-cmp/cmp"
)

// minute returns an instant n minutes after noon.
func minute(n int) episodic.Timestamp {
	return episodic.At(time.Date(2026, 5, 3, 12, n, 0, 0, time.UTC))
}

func commit(id, sha string, at episodic.Timestamp) episodic.Event {
	return episodic.Event{ID: id, Type: episodic.EventCommit, Content: "Commit: " + sha, At: at}
}

// TestPrepare_OnlyTimesGiveAnOrder derives a link between two events and looks at what becomes of it.
func TestPrepare_OnlyTimesGiveAnOrder(t *testing.T) {
	day := episodic.Timestamp{Time: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC), Precision: episodic.PrecisionDay}
	next := episodic.Timestamp{Time: day.Time.AddDate(0, 0, 1), Precision: episodic.PrecisionDay}
	inMinute := episodic.Timestamp{Time: minute(0).Time, Precision: episodic.PrecisionMinute}
	event := func(id string, at episodic.Timestamp) episodic.Event { return episodic.Event{ID: id, At: at} }
	const sha, other = "3f2a91c", "77f7410"
	cases := map[string]struct {
		events  []episodic.Event
		ordered bool
	}{
		"two instants":                      {[]episodic.Event{event("a", minute(0)), event("b", minute(1))}, true},
		"equal instants":                    {[]episodic.Event{event("a", minute(0)), event("b", minute(0))}, false},
		"backwards":                         {[]episodic.Event{event("a", minute(1)), event("b", minute(0))}, false},
		"one day":                           {[]episodic.Event{event("a", day), event("b", day)}, false},
		"a day and an instant of it":        {[]episodic.Event{event("a", day), event("b", minute(0))}, false},
		"two days":                          {[]episodic.Event{event("a", day), event("b", next)}, true},
		"an instant and a later day":        {[]episodic.Event{event("a", minute(0)), event("b", next)}, true},
		"a minute and an instant in it":     {[]episodic.Event{event("a", inMinute), event("b", episodic.At(minute(0).Time.Add(time.Second)))}, false},
		"a minute and an instant after it":  {[]episodic.Event{event("a", inMinute), event("b", minute(1))}, true},
		"an unknown time":                   {[]episodic.Event{event("a", episodic.Timestamp{}), event("b", minute(0))}, false},
		"a commit that is dated elsewhere":  {[]episodic.Event{commit("a", sha, day), commit("b", other, minute(1)), commit("c", sha+"0d4", minute(0))}, true},
		"a dated commit, the other way":     {[]episodic.Event{commit("a", sha, day), commit("b", other, minute(1)), commit("c", sha, minute(2))}, false},
		"a commit event that names two":     {[]episodic.Event{commit("a", sha+" and "+other, day), commit("b", other, minute(1)), commit("c", sha, minute(0))}, false},
		"a text that names it is no commit": {[]episodic.Event{{ID: "a", Content: "after " + sha, At: day}, commit("b", other, minute(1)), commit("c", sha, minute(0))}, false},
	}
	for why, c := range cases {
		t.Run(why, func(t *testing.T) {
			want := []episodic.Link{{Source: "a", Relation: episodic.RelationCorrelates, Target: "b", Basis: episodic.BasisExtracted}}
			if c.ordered {
				want[0].Relation, want[0].Basis = episodic.RelationCauses, episodic.BasisTemporal
			}
			for _, byCause := range []bool{true, false} {
				e := episodic.Episode{ID: "x", CausalOrderVersion: 2, Events: append([]episodic.Event{}, c.events...)}
				if byCause {
					e.Events[1].CausedBy = []string{"x/a"}
				} else {
					e.Events[0].LeadsTo = []string{"b"}
				}
				p := episodictest.MustPrepare(t, e)
				if diff := cmp.Diff(want, p.Episode.Links); diff != "" {
					t.Errorf("by cause %v (-want +got):\n%s", byCause, diff)
				}
				if again := episodictest.MustPrepare(t, p.Episode); again.Hash != p.Hash {
					t.Error("prepared again it has another hash")
				}
			}
		})
	}
}

func TestPrepare_AStatedCauseNeedsNoOrder(t *testing.T) {
	e := episodic.Episode{ID: "x", Events: []episodic.Event{{ID: "a", At: minute(1)}, {ID: "b", At: minute(0), CausedBy: []string{"a"}}}}
	want := []episodic.Link{{Source: "a", Relation: episodic.RelationCauses, Target: "b", Basis: episodic.BasisStated}}
	if diff := cmp.Diff(want, episodictest.MustPrepare(t, e).Episode.Links); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChronology(t *testing.T) {
	c := intake.ChronologyOf(episodic.Episode{
		Decisions: []episodic.Decision{{ID: "d", At: minute(0)}},
		Events:    []episodic.Event{{ID: "e"}, commit("c1", "3f2a91c", minute(1)), commit("c2", "3f2a91c0d4e5", minute(2)), commit("c3", "77f7410", minute(3))},
	})
	for _, tt := range []struct {
		source, target string
		want           intake.Order
		same           bool
	}{
		{"d", "c1", intake.OrderForward, false},
		{"c1", "d", intake.OrderBackward, false},
		{"d", "e", intake.OrderUnknown, false},
		{"e", episodic.OutcomeID, intake.OrderForward, false},
		{episodic.OutcomeID, "e", intake.OrderBackward, false},
		{"c1", "c2", intake.OrderForward, true},
		{"c1", "c3", intake.OrderForward, false},
		{"e", "d", intake.OrderUnknown, false},
	} {
		if got, same := c.Order(tt.source, tt.target), c.SameCommit(tt.source, tt.target); got != tt.want || same != tt.same {
			t.Errorf("%s to %s: %s, the same commit %v; want %s, %v", tt.source, tt.target, got, same, tt.want, tt.same)
		}
	}
}
