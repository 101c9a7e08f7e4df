package intake_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/problem"
)

func TestPrepare_Refuses(t *testing.T) {
	long := strings.Repeat("x", 201)
	cases := []struct {
		path, code string
		change     func(*episodic.Episode)
		why        string
	}{
		{"id", "INVALID_INPUT", func(e *episodic.Episode) { e.ID = "" }, "nothing can name it"},
		{"id", "INVALID_INPUT", func(e *episodic.Episode) { e.ID = "a/b" }, "a slash separates the short id"},
		{"id", "INVALID_INPUT", func(e *episodic.Episode) { e.ID = "a b" }, "no space"},
		{"id", "INVALID_INPUT", func(e *episodic.Episode) { e.ID = "a\u200bb" }, "an invisible character"},
		{"id", "INVALID_INPUT", func(e *episodic.Episode) { e.ID = "a\xff" }, "no UTF-8"},
		{"id", "TOO_LARGE", func(e *episodic.Episode) { e.ID = long }, "201 characters"},
		{"session", "TOO_LARGE", func(e *episodic.Episode) { e.Session = long }, "filters compare it"},
		{"session", "INVALID_INPUT", func(e *episodic.Episode) { e.Session = "a\nb" }, "one line"},
		{"timestamp", "INVALID_INPUT", func(e *episodic.Episode) {
			e.StartedAt = episodic.At(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))
		}, "no text form"},
		{"outcome", "INVALID_INPUT", func(e *episodic.Episode) { e.Outcome = "complete" }, "unknown word"},
		{"outcome", "INVALID_INPUT", func(e *episodic.Episode) { e.Outcome = "Success" }, "words are lower case"},
		{"reported_outcome", "INVALID_INPUT", func(e *episodic.Episode) { e.ReportedOutcome = "done" }, "the outcome is known"},
		{"task", "INVALID_INPUT", func(e *episodic.Episode) { e.Task = "a\x00b" }, "control character"},
		{"task", "INVALID_INPUT", func(e *episodic.Episode) { e.Task = "a\u0085b" }, "C1 control character"},
		{"task", "INVALID_INPUT", func(e *episodic.Episode) { e.Task = "a\rb" }, "lone carriage return"},
		{"task", "INVALID_INPUT", func(e *episodic.Episode) { e.Task = "a\xffb" }, "no UTF-8"},
		{"task", "TOO_LARGE", func(e *episodic.Episode) { e.Task = strings.Repeat("x", 64<<10+1) }, "one byte over"},
		{`context["a "]`, "INVALID_INPUT", func(e *episodic.Episode) { e.Context = map[string]string{"a": "1", "a" + " ": "2"} }, "same name"},
		{`context[""]`, "INVALID_INPUT", func(e *episodic.Episode) { e.Context = map[string]string{"": "1"} }, "no name"},
		{`context["a"]`, "INVALID_INPUT", func(e *episodic.Episode) { e.Context = map[string]string{"a": "\x01"} }, "control character"},
		{"tags[1]", "TOO_LARGE", func(e *episodic.Episode) { e.Tags = []string{"a", long} }, "filters compare it"},
		{"lessons[2]", "INVALID_INPUT", func(e *episodic.Episode) { e.Lessons = []string{"", "a", "\x02"} }, "the path counts empty ones"},
		{"causal_order_version", "INVALID_INPUT", func(e *episodic.Episode) { e.CausalOrderVersion = -1 }, "no version"},
		{"decisions[0].type", "INVALID_INPUT", func(e *episodic.Episode) { e.Decisions[0].Type = "milestone" }, "a word of events"},
		{"decisions[0].reported_type", "INVALID_INPUT", func(e *episodic.Episode) { e.Decisions[0].ReportedType = "x" }, "type is not other"},
		{"decisions[0].outcome", "INVALID_INPUT", func(e *episodic.Episode) { e.Decisions[0].Outcome = "ok" }, "unknown word"},
		{"decisions[0].options[1]", "INVALID_INPUT", func(e *episodic.Episode) { e.Decisions[0].Options[1] = "\x03" }, "control character"},
		{"decisions[0].id", "INVALID_INPUT", func(e *episodic.Episode) { e.Decisions[0].ID = ""; e.Links = nil }, "no id"},
		{"events[1].type", "INVALID_INPUT", func(e *episodic.Episode) { e.Events[1].Type = "lint" }, "unknown word"},
		{"events[1].id", "DUPLICATE_ID", func(e *episodic.Episode) { e.Events[1].ID = "e001" }, "twice among events"},
		{"events[1].id", "DUPLICATE_ID", func(e *episodic.Episode) { e.Events[1].ID = "d001" }, "decisions and events share ids"},
		{"events[1].id", "INVALID_INPUT", func(e *episodic.Episode) { e.Events[1].ID = "outcome" }, "reserved"},
		{"events[1].id", "INVALID_INPUT", func(e *episodic.Episode) { e.Events[1].ID = "a/b" }, "slash"},
		{"events[1].caused_by[1]", "DANGLING_REFERENCE", func(e *episodic.Episode) { e.Events[1].CausedBy = []string{"e001", "e009"} }, "no such event"},
		{"events[1].leads_to[0]", "DANGLING_REFERENCE", func(e *episodic.Episode) { e.Events[1].LeadsTo = []string{""} }, "names nothing"},
		{"decisions[0].effects[0]", "DANGLING_REFERENCE", func(e *episodic.Episode) { e.Decisions[0].Effects = []string{"d002"} }, "no such decision"},
		{"links[0].target", "DANGLING_REFERENCE", func(e *episodic.Episode) { e.Links[0].Target = e.ID + "/e9" }, "own key, no such event"},
		{"links[0].target", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Target = "other/e9/x" }, "no key"},
		{"links[0].target", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Target = "other/" }, "no short id"},
		{"links[0].relation", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Relation = "" }, "a claim must be made"},
		{"links[0].basis", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Basis = "guess" }, "unknown word"},
		{"links[0].confidence", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Confidence = episodictest.Ptr(1.01) }, "over 1"},
		{"links[0].confidence", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Confidence = episodictest.Ptr(math.NaN()) }, "no number"},
		{"links[0]", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Target = "d001" }, "joins itself"},
		{"links[0]", "INVALID_INPUT", func(e *episodic.Episode) { e.Links[0].Source, e.Links[0].Target = "a/d1", "b/d1" }, "no own end"},
		{"links[1]", "INVALID_INPUT", func(e *episodic.Episode) {
			other := e.Links[0]
			other.Confidence = episodictest.Ptr(0.6)
			e.Links = append(e.Links, other)
		}, "one link, two confidences"},
		{"links[1]", "INVALID_INPUT", func(e *episodic.Episode) {
			other := e.Links[0]
			other.Note = "no"
			e.Links = append(e.Links, other)
		}, "one link, two notes"},
		{"metrics.duration_minutes", "INVALID_INPUT", func(e *episodic.Episode) { e.Metrics.DurationMinutes = episodictest.Ptr(-1.0) }, "negative"},
		{"metrics.duration_minutes", "INVALID_INPUT", func(e *episodic.Episode) { e.Metrics.DurationMinutes = episodictest.Ptr(math.Inf(1)) }, "infinite"},
		{"metrics.files_changed", "INVALID_INPUT", func(e *episodic.Episode) { e.Metrics.FilesChanged = episodictest.Ptr(int64(-1)) }, "negative"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprintf("%d %s", i, c.path), func(t *testing.T) {
			e := episodictest.Full()
			c.change(&e)
			_, err := intake.Prepare(e)
			var invalid *problem.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("%s: error = %v, want an InvalidError", c.why, err)
			}
			if len(invalid.Problems) != 1 || invalid.Problems[0].Path != c.path || invalid.Problems[0].Code != c.code {
				t.Errorf("%s: problems = %+v, want one at %s with %s", c.why, invalid.Problems, c.path, c.code)
			}
			if errors.Is(err, problem.ErrTooLarge) != (c.code == problem.CodeTooLarge) {
				t.Errorf("%s: ErrTooLarge does not follow the code %s", c.why, c.code)
			}
		})
	}
}

func TestPrepare_ListsAllProblems(t *testing.T) {
	e := episodictest.Full()
	e.Outcome, e.Task = "ok", "\x00"
	e.Events[1].ID, e.Links[0].Target = "d001", "e77"
	_, err := intake.Prepare(e)
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range invalid.Problems {
		paths = append(paths, p.Path)
		if !strings.Contains(err.Error(), p.Path+": "+p.Message) {
			t.Errorf("%q does not tell %v", err, p)
		}
	}
	if want := []string{"outcome", "task", "events[1].id", "links[0].target"}; !slices.Equal(paths, want) {
		t.Errorf("paths = %v, want %v", paths, want)
	}
}

func TestPrepare_RefusesTooMany(t *testing.T) {
	events := func(n int) []episodic.Event {
		out := make([]episodic.Event, n)
		for i := range out {
			out[i].ID = fmt.Sprintf("e%d", i)
		}
		return out
	}
	content := func(n int, text string) []episodic.Event {
		out := events(n)
		for i := range out {
			out[i].Content = text
		}
		return out
	}
	causes := func(n int) []episodic.Event {
		out := events(2)
		for range n {
			out[0].LeadsTo = append(out[0].LeadsTo, "e1")
		}
		return out
	}
	cases := map[string]struct {
		path   string
		events []episodic.Event
	}{
		"events":       {"events", events(10_001)},
		"most events":  {"", events(10_000)},
		"links":        {"links", causes(50_001)},
		"most links":   {"", causes(50_000)},
		"content":      {"$", content(65, strings.Repeat("x", 64<<10))},
		"most content": {"", content(63, strings.Repeat("x", 64<<10))},
		"mentions": {"$", content(21, func() string {
			var b strings.Builder
			for i := range 1000 {
				fmt.Fprintf(&b, "#%d ", i+1)
			}
			return b.String()
		}())},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := intake.Prepare(episodic.Episode{ID: "x", Events: c.events})
			if c.path == "" {
				if err != nil {
					t.Errorf("error = %v, want none at the limit", err)
				}
				return
			}
			var invalid *problem.InvalidError
			if !errors.As(err, &invalid) || !errors.Is(err, problem.ErrTooLarge) || invalid.Problems[0].Path != c.path {
				t.Errorf("error = %v, want too large at %s", err, c.path)
			}
		})
	}
}
