package intake_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

func TestPrepare_RoundTrip(t *testing.T) {
	for name, e := range map[string]episodic.Episode{"full": episodictest.Full(), "least": {ID: "x"}} {
		t.Run(name, func(t *testing.T) {
			p := episodictest.MustPrepare(t, e)
			var back episodic.Episode
			if err := json.Unmarshal(p.Content, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(p.Episode, back); diff != "" {
				t.Errorf("content is not the episode (-prepared +read):\n%s", diff)
			}
			again := episodictest.MustPrepare(t, back)
			if diff := cmp.Diff(p, again); diff != "" {
				t.Errorf("preparing twice differs (-first +second):\n%s", diff)
			}
		})
	}
}

func TestPrepare_LeavesItsArgument(t *testing.T) {
	given, want := episodictest.Full(), episodictest.Full()
	given.Tags, want.Tags = []string{" b ", "a", "b"}, []string{" b ", "a", "b"}
	given.Events[0].CausedBy, want.Events[0].CausedBy = []string{"e002"}, []string{"e002"}
	p := episodictest.MustPrepare(t, given)
	*p.Episode.Metrics.Commits, *p.Episode.Links[0].Confidence = 99, 0.9
	p.Episode.Decisions[0].Options[0] = "changed"
	if diff := cmp.Diff(want, given); diff != "" {
		t.Errorf("the argument changed (-want +got):\n%s", diff)
	}
}

func TestPrepare_Normalises(t *testing.T) {
	p := episodictest.MustPrepare(t, episodic.Episode{
		ID: " x ", Task: " a\r\nb ", Tags: []string{"z", " a ", "z", ""}, Lessons: []string{"", " two "},
		Context:   map[string]string{" load ": " high "},
		StartedAt: episodic.Timestamp{Time: time.Date(2026, 5, 3, 23, 0, 0, 0, time.FixedZone("", -2*3600))},
		Decisions: []episodic.Decision{{ID: "d1", Options: []string{" a", ""}}},
		Events:    []episodic.Event{{ID: "e1"}},
		Links:     []episodic.Link{{Source: "x/d1", Relation: episodic.RelationEnables, Target: " e1 "}},
	})
	want := episodic.Episode{
		ID: "x", Task: "a\nb", Tags: []string{"a", "z"}, Lessons: []string{"two"}, Outcome: episodic.OutcomeUnknown,
		Context:   map[string]string{"load": "high"},
		StartedAt: episodic.At(time.Date(2026, 5, 4, 1, 0, 0, 0, time.UTC)),
		Decisions: []episodic.Decision{{
			ID: "d1", Type: episodic.DecisionUnknown, Outcome: episodic.OutcomeUnknown, Options: []string{"a"},
		}},
		Events: []episodic.Event{{ID: "e1", Type: episodic.EventUnknown}},
		Links: []episodic.Link{{
			Source: "d1", Relation: episodic.RelationEnables, Target: "e1", Basis: episodic.BasisStated,
		}},
	}
	if diff := cmp.Diff(want, p.Episode); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPrepare_HashIsOfTheContent(t *testing.T) {
	base := episodictest.MustPrepare(t, episodictest.Full())
	same := episodictest.Full()
	same.Tags = []string{"b", "a", "b"}
	same.Session = " " + same.Session
	if p := episodictest.MustPrepare(t, same); p.Hash != base.Hash {
		t.Errorf("order and doubles of a set change the hash")
	}
	other := episodictest.Full()
	other.Events[1].Content += "."
	if p := episodictest.MustPrepare(t, other); p.Hash == base.Hash {
		t.Errorf("another text has the same hash")
	}
	// The hash is stored with every revision: a change of the canonical form makes every
	// stored episode look revised, so it must be wanted.
	least := episodictest.MustPrepare(t, episodic.Episode{ID: "x"})
	const content = `{"id":"x","outcome":"unknown","task":"","decisions":[],"events":[],"metrics":{},"lessons":[]}`
	if string(least.Content) != content {
		t.Errorf("content = %s, want %s", least.Content, content)
	}
	if want := "a8ee2a58a8a99a2941099ec570c886546abba5c00b4f09f5bb33b11f3f45baa4"; least.Hash != want {
		t.Errorf("hash = %s, want %s", least.Hash, want)
	}
}

func TestPrepare_OneLinkHoweverStated(t *testing.T) {
	with := func(version int, change func(*episodic.Episode)) episodic.Prepared {
		e := episodic.Episode{
			ID: "x", CausalOrderVersion: version,
			Decisions: []episodic.Decision{{ID: "d1"}}, Events: []episodic.Event{{ID: "e1", At: minute(0)}, {ID: "e2", At: minute(1)}},
		}
		change(&e)
		return episodictest.MustPrepare(t, e)
	}
	link := func(source, target string, basis episodic.Basis) func(*episodic.Episode) {
		return func(e *episodic.Episode) {
			e.Links = []episodic.Link{{Source: source, Relation: episodic.RelationCauses, Target: target, Basis: basis}}
		}
	}
	effects := func(e *episodic.Episode) { e.Decisions[0].Effects = []string{"e1"} }
	causedBy := func(e *episodic.Episode) { e.Events[0].CausedBy = []string{"d1"} }
	leadsTo := func(e *episodic.Episode) { e.Events[0].LeadsTo = []string{"e2"} }
	reciprocal := func(e *episodic.Episode) { leadsTo(e); e.Events[1].CausedBy = []string{"e1"} }
	byKey := func(e *episodic.Episode) { e.Events[0].LeadsTo = []string{"x/e2"} }
	cases := map[string]struct {
		version int
		a, b    func(*episodic.Episode)
		why     string
	}{
		"effects":        {0, effects, link("d1", "e1", "stated"), "what a decision caused is stated"},
		"effects v2":     {2, effects, link("d1", "e1", "stated"), "the version speaks of events only"},
		"caused_by":      {0, causedBy, link("d1", "e1", "stated"), "the other end states it"},
		"leads_to":       {0, leadsTo, link("e1", "e2", "stated"), "no version: the writer stated it"},
		"leads_to v2":    {2, leadsTo, link("e1", "e2", "temporal"), "with a version time decided it"},
		"reciprocal":     {2, reciprocal, leadsTo, "both ends state one link"},
		"own key":        {0, byKey, leadsTo, "the own episode may be named"},
		"both":           {0, func(e *episodic.Episode) { effects(e); causedBy(e) }, causedBy, "same ends, same relation, same basis"},
		"link and field": {0, func(e *episodic.Episode) { effects(e); link("d1", "e1", "")(e) }, effects, "no basis is stated"},
		"correlates": {
			0, func(e *episodic.Episode) {
				e.Links = []episodic.Link{{Source: "e2", Relation: "correlates", Target: "e1"}}
			}, func(e *episodic.Episode) {
				e.Links = []episodic.Link{{Source: "e1", Relation: "correlates", Target: "e2"}}
			}, "it has no direction",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a, b := with(c.version, c.a), with(c.version, c.b)
			if diff := cmp.Diff(b.Episode.Links, a.Episode.Links); diff != "" || a.Hash != b.Hash || len(a.Episode.Links) != 1 {
				t.Errorf("%s: %s %s (-want +got):\n%s", c.why, a.Hash, b.Hash, diff)
			}
		})
	}
	if with(2, leadsTo).Hash == with(0, leadsTo).Hash {
		t.Error("a temporal and a stated link have the same hash")
	}
}

func TestPrepare_KeepsWhatOneOfTwoLinksSays(t *testing.T) {
	e := episodictest.Full()
	e.Decisions[0].Effects = []string{"e001"}
	e.Links = append(e.Links, episodic.Link{Source: "d001", Relation: episodic.RelationCauses, Target: "e001", Basis: episodic.BasisMeasured})
	got := episodictest.MustPrepare(t, e).Episode.Links
	want := []episodic.Link{
		{Source: "d001", Relation: "causes", Target: "e001", Basis: "measured"},
		episodictest.Full().Links[0],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPrepare_TakesCycles(t *testing.T) {
	p := episodictest.MustPrepare(t, episodic.Episode{ID: "x", Events: []episodic.Event{
		{ID: "e1", LeadsTo: []string{"e2"}}, {ID: "e2", LeadsTo: []string{"e1"}},
	}})
	if len(p.Episode.Links) != 2 {
		t.Errorf("links = %v, want both", p.Episode.Links)
	}
}

func TestValidateProject(t *testing.T) {
	for name, valid := range map[string]bool{
		"a": true, "Team-1_x.y": true, "9": true,
		"": false, "-a": false, ".a": false, "a b": false, "a/b": false, "ä": false, "a\n": false,
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":  true,
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab": false,
	} {
		err := intake.ValidateProject(name)
		if (err == nil) != valid || err != nil && !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("ValidateProject(%q) = %v, want valid = %v", name, err, valid)
		}
	}
}
