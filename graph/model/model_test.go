package model_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/google/go-cmp/cmp"
)

func stored() episodic.Stored {
	return episodic.Stored{
		Project: "demo", Revision: 2, IndexedRevision: 1, Hash: "abc",
		Episode: episodic.Episode{
			ID: "retry", Task: "stop the storm", Outcome: episodic.OutcomeFailure,
			Context:   map[string]string{"load": "high", "backoff": "none"},
			Decisions: []episodic.Decision{{ID: "d001", Chosen: "wait"}, {ID: "d002"}},
			Events:    []episodic.Event{{ID: "e001", Content: "503"}},
			Links: []episodic.Link{
				{Source: "d001", Relation: episodic.RelationCauses, Target: "outcome", Note: "clear"},
				{Source: "other/e009", Relation: episodic.RelationEnables, Target: "e001"},
			},
		},
	}
}

func linksOf(t *testing.T, e model.Episode) []model.LinkStatement {
	t.Helper()
	links, err := e.Links(nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return links
}

func TestEpisode_UnknownIsNull(t *testing.T) {
	e := model.NewEpisode(stored())
	links := linksOf(t, e)
	for name, got := range map[string]*string{
		"session": e.Session(), "reportedOutcome": e.ReportedOutcome(), "domain": e.Domain(),
		"taskType": e.TaskType(), "complexity": e.Complexity(),
		"link.note": links[1].Note(), "receipt.reason": model.Receipt{}.Reason(),
		"recall.reason": model.RecallAnswer{}.Reason(), "stored link.note": model.Link{}.Note(),
	} {
		if got != nil {
			t.Errorf("%s is %q, though it is unknown", name, *got)
		}
	}
	if got := links[0].Note(); got == nil || *got != "clear" {
		t.Errorf("note is %v", got)
	}
}

func TestEpisode_KeysAndIDs(t *testing.T) {
	e := model.NewEpisode(stored())
	d, v, l := e.Decision(1), e.Event(0), linksOf(t, e)
	got := []string{
		e.ID(), e.Key(), d.ID(), d.Key, d.ShortID(), v.ID(), v.Key, v.ShortID(), d.Whole.Key(),
		l[0].SourceKey(), l[0].TargetKey(), l[1].SourceKey(), l[1].TargetKey(),
	}
	want := []string{
		"Episode:demo/retry", "retry", "Occurrence:demo/retry/d002", "retry/d002", "d002",
		"Occurrence:demo/retry/e001", "retry/e001", "e001", "retry",
		"retry/d001", "retry/outcome", "other/e009", "retry/e001",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d.Position != 1 || e.Indexed() || e.Revision() != 2 {
		t.Errorf("position %d, indexed %v, revision %d", d.Position, e.Indexed(), e.Revision())
	}
}

func TestEpisode_ContextIsInOrder(t *testing.T) {
	want := []model.VariableState{{Variable: "backoff", State: "none"}, {Variable: "load", State: "high"}}
	if diff := cmp.Diff(want, model.NewEpisode(stored()).Context()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRevision_ContentIsTheEpisode(t *testing.T) {
	content, err := model.Revision{Revision: episodic.Revision{Number: 1, Episode: stored().Episode}}.Content()
	if err != nil {
		t.Fatal(err)
	}
	var back episodic.Episode
	if err := json.Unmarshal([]byte(content), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stored().Episode, back); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOccurrence_SpelledAsTheEnums(t *testing.T) {
	o := model.NewOccurrences("demo", []episodic.Occurrence{{
		Key: "retry/e001", Episode: "retry", Kind: episodic.KindEvent, Type: "tool_call",
	}})[0].(model.Event)
	if o.Type() != "TOOL_CALL" || o.ShortID() != "e001" || o.ID() != "Occurrence:demo/retry/e001" {
		t.Errorf("type %s, short id %s, id %s", o.Type(), o.ShortID(), o.ID())
	}
}

func TestMention_WhoSaysIt(t *testing.T) {
	found := model.NewMentions("demo", []episodic.Mention{
		{Reference: episodic.Reference{Kind: episodic.ReferenceIssue, Key: "12"}, By: "retry/e001", As: "#12"},
		{Reference: episodic.Reference{Kind: episodic.ReferenceIssue, Key: "12"}, By: "retry", As: "issue 12"},
	})
	if key, ok := found[0].OccurrenceKey(); !ok || key != "retry/e001" || found[0].EpisodeKey() != "retry" {
		t.Errorf("by an event: %q %v of %q", key, ok, found[0].EpisodeKey())
	}
	if _, ok := found[1].OccurrenceKey(); ok || found[1].EpisodeKey() != "retry" {
		t.Errorf("by an episode as a whole: an occurrence %v of %q", ok, found[1].EpisodeKey())
	}
	if got := found[0].Reference().ID(); got != "Reference:demo/ISSUE/12" {
		t.Errorf("the reference is %s", got)
	}
}

func TestPath_KeepsItsProject(t *testing.T) {
	at := func(key, episode string) episodic.Occurrence { return episodic.Occurrence{Key: key, Episode: episode} }
	link := trace.Link{ID: "l1", Episode: "third", RecordedAt: time.Unix(0, 0)}
	a := model.CausalPathAnswer{Project: "demo", PathAnswer: trace.PathAnswer{
		From: trace.End{Asked: "first", Matches: []episodic.Occurrence{at("one/d1", "one"), at("one/d2", "one")}, Total: 2},
		Paths: []trace.Path{{
			From: at("one/d1", "one"), To: at("two/e1", "two"),
			Hops: []trace.Hop{{From: at("one/d1", "one"), Link: link, To: at("two/e1", "two")}},
		}},
	}}
	p := a.Paths()[0]
	if diff := cmp.Diff([]string{"one", "third", "two"}, p.EpisodeKeys()); diff != "" {
		t.Errorf("episodes (-want +got):\n%s", diff)
	}
	got := []string{global(p.From()), global(p.To()), global(p.Hops()[0].From), global(p.Hops()[0].To), p.Hops()[0].Link.Key(), p.Hops()[0].Link.Project}
	want := []string{
		"Occurrence:demo/one/d1", "Occurrence:demo/two/e1", "Occurrence:demo/one/d1", "Occurrence:demo/two/e1", "l1", "demo",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if from := a.From(); !from.Ambiguous() || len(from.Matches()) != 2 || global(from.Matches()[1]) != "Occurrence:demo/one/d2" {
		t.Errorf("the beginning: %+v", from)
	}
}

// global returns the global id of an occurrence.
func global(o model.Occurrence) string { return o.(interface{ ID() string }).ID() }
