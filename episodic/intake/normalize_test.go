package intake_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
)

// eachText calls change with every text and every list of texts of an episode.
func eachText(e *episodic.Episode, word func(*string), list func(*[]string)) {
	for _, s := range []*string{&e.ID, &e.Session, &e.Task, &e.ReportedOutcome, &e.Domain, &e.TaskType, &e.Complexity} {
		word(s)
	}
	for _, l := range []*[]string{
		&e.Tools, &e.Strategies, &e.Tags, &e.Goals, &e.Constraints, &e.Insights, &e.Lessons, &e.Notes,
	} {
		list(l)
	}
	for i := range e.Decisions {
		d := &e.Decisions[i]
		for _, s := range []*string{
			&d.ID, &d.Context, &d.Chosen, &d.Rationale, &d.ReportedType, &d.ReportedOutcome, &d.Factor,
			(*string)(&d.Type), (*string)(&d.Outcome),
		} {
			word(s)
		}
		list(&d.Options)
		list(&d.Effects)
	}
	for i := range e.Events {
		v := &e.Events[i]
		for _, s := range []*string{&v.ID, &v.Content, &v.Factor, &v.ReportedType, (*string)(&v.Type)} {
			word(s)
		}
		list(&v.CausedBy)
		list(&v.LeadsTo)
	}
	for i := range e.Links {
		l := &e.Links[i]
		for _, s := range []*string{&l.Source, &l.Target, &l.Note, (*string)(&l.Relation), (*string)(&l.Basis)} {
			word(s)
		}
	}
}

// told is full with every field in use that full leaves out.
func told() episodic.Episode {
	e := episodictest.Full()
	e.Outcome, e.ReportedOutcome = episodic.OutcomeUnknown, "mostly done"
	d := &e.Decisions[0]
	d.Type, d.ReportedType = episodic.DecisionOther, "gut feeling"
	d.Outcome, d.ReportedOutcome = episodic.OutcomeUnknown, "fine"
	d.Effects = []string{"e002"}
	e.Events[0].Factor = "lint"
	e.Events[1].CausedBy, e.Events[0].LeadsTo = []string{"d001"}, []string{"e002"}
	return e
}

func TestPrepare_SpaceAroundSaysNothing(t *testing.T) {
	want := episodictest.MustPrepare(t, told())
	spaces := []string{" ", "\n", "\t", "\r\n", "\u00a0"}
	random := soak.Rand(3, 4)
	space := func() string { return spaces[random.IntN(len(spaces))] }
	for range soak.Rounds(50) {
		e := told()
		eachText(&e, func(s *string) { *s = space() + *s + space() }, func(l *[]string) {
			spaced := make([]string, len(*l))
			for i, s := range *l {
				spaced[i] = space() + s + space()
			}
			*l = spaced
		})
		e.Context = map[string]string{" load\n": "\thigh ", "team ": " a"}
		if diff := cmp.Diff(want.Episode, episodictest.MustPrepare(t, e).Episode); diff != "" {
			t.Fatalf("space around a text changes the episode (-want +got):\n%s", diff)
		}
	}
}

func TestPrepare_EmptyEntriesSayNothing(t *testing.T) {
	want := episodictest.MustPrepare(t, told())
	e := told()
	for _, l := range []*[]string{
		&e.Tools, &e.Strategies, &e.Tags, &e.Goals, &e.Constraints, &e.Insights, &e.Lessons, &e.Notes, &e.Decisions[0].Options,
	} {
		*l = slices.Concat([]string{"", " "}, *l, []string{"\n"})
	}
	if diff := cmp.Diff(want.Episode, episodictest.MustPrepare(t, e).Episode); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPrepare_OrderOfSetsSaysNothing(t *testing.T) {
	words := []string{"b", "a", "c", "a"}
	backwards := slices.Clone(words)
	slices.Reverse(backwards)
	with := func(list []string) episodic.Episode {
		return episodic.Episode{ID: "x", Tools: list, Strategies: list, Tags: list}
	}
	p := episodictest.MustPrepare(t, with(words))
	for name, got := range map[string][]string{"tools": p.Episode.Tools, "strategies": p.Episode.Strategies, "tags": p.Episode.Tags} {
		if diff := cmp.Diff([]string{"a", "b", "c"}, got); diff != "" {
			t.Errorf("%s are a set (-want +got):\n%s", name, diff)
		}
	}
	if p.Hash != episodictest.MustPrepare(t, with(backwards)).Hash {
		t.Error("the order of a set changes the hash")
	}
	if words[0] != "b" {
		t.Errorf("the writer's list was sorted: %q", words)
	}
}

func TestPrepare_OrderOfSentencesIsTheWriters(t *testing.T) {
	list := []string{"b", "a", "b"}
	p := episodictest.MustPrepare(t, episodic.Episode{
		ID: "x", Goals: list, Constraints: list, Insights: list, Lessons: list, Notes: list,
		Decisions: []episodic.Decision{{ID: "d1", Options: list}},
	}).Episode
	for name, got := range map[string][]string{
		"goals": p.Goals, "constraints": p.Constraints, "insights": p.Insights, "lessons": p.Lessons,
		"notes": p.Notes, "options": p.Decisions[0].Options,
	} {
		if diff := cmp.Diff(list, got); diff != "" {
			t.Errorf("%s are sentences (-want +got):\n%s", name, diff)
		}
	}
}

func TestPrepare_TimesHaveOneForm(t *testing.T) {
	zone := time.FixedZone("", 3*3600)
	evening := time.Date(2026, 5, 3, 23, 30, 0, 7, zone)
	now := time.Now()
	tests := map[string]struct {
		why  string
		at   episodic.Timestamp
		want string
	}{
		"zone":    {"an instant is the same in every zone", episodic.Timestamp{Time: evening}, "2026-05-03T20:30:00.000000007Z"},
		"day":     {"a day has no time of day", episodic.Timestamp{Time: evening, Precision: episodic.PrecisionDay}, "2026-05-03"},
		"unknown": {"an unknown time is no day either", episodic.Timestamp{Precision: episodic.PrecisionDay}, ""},
		"clock":   {"the clock of this process is no part of it", episodic.Timestamp{Time: now}, now.UTC().Format(time.RFC3339Nano)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := episodictest.MustPrepare(t, episodic.Episode{
				ID: "x", StartedAt: tt.at,
				Decisions: []episodic.Decision{{ID: "d1", At: tt.at}}, Events: []episodic.Event{{ID: "e1", At: tt.at}},
			})
			var back episodic.Episode
			if err := json.Unmarshal(p.Content, &back); err != nil {
				t.Fatal(err)
			}
			kept := []episodic.Timestamp{p.Episode.StartedAt, p.Episode.Decisions[0].At, p.Episode.Events[0].At}
			for i, read := range []episodic.Timestamp{back.StartedAt, back.Decisions[0].At, back.Events[0].At} {
				if kept[i] != read {
					t.Errorf("%s: %#v is read back as %#v", tt.why, kept[i], read)
				}
				if kept[i].String() != tt.want {
					t.Errorf("%s: got %s, want %s", tt.why, kept[i], tt.want)
				}
			}
		})
	}
}

func TestPrepare_DetachesTheMetrics(t *testing.T) {
	e := episodictest.Full()
	m := episodictest.MustPrepare(t, e).Episode.Metrics
	for _, n := range []*int64{m.ToolCalls, m.Errors, m.Recoveries, m.Commits, m.FilesChanged} {
		*n = -7
	}
	*m.DurationMinutes = -7
	if diff := cmp.Diff(episodictest.Full().Metrics, e.Metrics); diff != "" {
		t.Errorf("the caller's metrics changed (-want +got):\n%s", diff)
	}
}

func TestPrepare_VariablesOfOneSpellingAreRefusedOnce(t *testing.T) {
	// Maps have no order: each of several tries may walk it another way.
	for range 50 {
		for _, names := range [][]string{{"a", " a"}, {" a", "a "}, {" a", "a ", "a"}} {
			context := map[string]string{}
			for i, name := range names {
				context[name] = fmt.Sprint(i)
			}
			_, err := intake.Prepare(episodic.Episode{ID: "x", Context: context})
			if err == nil || strings.Count(err.Error(), "only one of its spelling") != len(names)-1 {
				t.Fatalf("%q: %v, want all but one refused", names, err)
			}
		}
	}
}

func TestPrepare_PreparingAgainChangesNothing(t *testing.T) {
	random := soak.Rand(5, 6)
	words := []string{"", " ", "a", " b", "c\r\nd", "see #12", "x/e1", "d1", "e1", "outcome", "other/d9"}
	word := func() string { return words[random.IntN(len(words))] }
	list := func() []string {
		out := make([]string, random.IntN(4))
		for i := range out {
			out[i] = word()
		}
		return out
	}
	taken := 0
	for range soak.Rounds(2000) {
		e := episodic.Episode{
			ID: "x", Task: word(), Tags: list(), Goals: list(), Lessons: list(), CausalOrderVersion: random.IntN(2),
			Decisions: []episodic.Decision{{ID: "d1", Chosen: word(), Options: list(), Effects: list()}},
			Events:    []episodic.Event{{ID: "e1", Content: word(), CausedBy: list(), LeadsTo: list()}},
		}
		p, err := intake.Prepare(e)
		if err != nil {
			continue
		}
		taken++
		if diff := cmp.Diff(p.Content, episodictest.MustPrepare(t, p.Episode).Content); diff != "" {
			t.Fatalf("%+v is not in its last form:\n%s", e, diff)
		}
	}
	if taken < soak.Rounds(50) {
		t.Errorf("only %d episodes were valid", taken)
	}
}
