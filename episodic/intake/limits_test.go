package intake_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

// problems returns "path code" of every problem of an episode.
func problems(t *testing.T, e episodic.Episode) []string {
	t.Helper()
	_, err := intake.Prepare(e)
	var invalid *problem.InvalidError
	if err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var out []string
	if invalid != nil {
		for _, p := range invalid.Problems {
			out = append(out, p.Path+" "+p.Code)
		}
	}
	return out
}

// TestPrepare_ChecksEveryText puts a text that no field takes into every one.
func TestPrepare_ChecksEveryText(t *testing.T) {
	const bad = "a\x00b"
	tests := map[string]func(*episodic.Episode){
		"session":                       func(e *episodic.Episode) { e.Session = bad },
		"task":                          func(e *episodic.Episode) { e.Task = bad },
		"domain":                        func(e *episodic.Episode) { e.Domain = bad },
		"task_type":                     func(e *episodic.Episode) { e.TaskType = bad },
		"complexity":                    func(e *episodic.Episode) { e.Complexity = bad },
		"reported_outcome":              func(e *episodic.Episode) { e.ReportedOutcome = bad },
		`context["a\x00b"]`:             func(e *episodic.Episode) { e.Context[bad] = "" },
		`context["load"]`:               func(e *episodic.Episode) { e.Context["load"] = bad },
		"tools[1]":                      func(e *episodic.Episode) { e.Tools[1] = bad },
		"strategies[0]":                 func(e *episodic.Episode) { e.Strategies[0] = bad },
		"tags[1]":                       func(e *episodic.Episode) { e.Tags[1] = bad },
		"goals[0]":                      func(e *episodic.Episode) { e.Goals[0] = bad },
		"constraints[0]":                func(e *episodic.Episode) { e.Constraints[0] = bad },
		"insights[0]":                   func(e *episodic.Episode) { e.Insights[0] = bad },
		"lessons[0]":                    func(e *episodic.Episode) { e.Lessons[0] = bad },
		"notes[0]":                      func(e *episodic.Episode) { e.Notes[0] = bad },
		"decisions[0].reported_type":    func(e *episodic.Episode) { e.Decisions[0].ReportedType = bad },
		"decisions[0].context":          func(e *episodic.Episode) { e.Decisions[0].Context = bad },
		"decisions[0].options[1]":       func(e *episodic.Episode) { e.Decisions[0].Options[1] = bad },
		"decisions[0].chosen":           func(e *episodic.Episode) { e.Decisions[0].Chosen = bad },
		"decisions[0].rationale":        func(e *episodic.Episode) { e.Decisions[0].Rationale = bad },
		"decisions[0].reported_outcome": func(e *episodic.Episode) { e.Decisions[0].ReportedOutcome = bad },
		"decisions[0].factor":           func(e *episodic.Episode) { e.Decisions[0].Factor = bad },
		"events[0].reported_type":       func(e *episodic.Episode) { e.Events[0].ReportedType = bad },
		"events[0].content":             func(e *episodic.Episode) { e.Events[0].Content = bad },
		"events[0].factor":              func(e *episodic.Episode) { e.Events[0].Factor = bad },
		"links[0].note":                 func(e *episodic.Episode) { e.Links[0].Note = bad },
	}
	for path, change := range tests {
		t.Run(path, func(t *testing.T) {
			e := told()
			change(&e)
			if diff := cmp.Diff([]string{path + " " + problem.CodeInvalid}, problems(t, e)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestPrepare_TakesUpToTheLimit gives every limited value its greatest size and one more.
func TestPrepare_TakesUpToTheLimit(t *testing.T) {
	link := func(e *episodic.Episode, key string) { e.Links[0].Target = key }
	tests := map[string]struct {
		most  int
		code  string
		path  string
		setTo func(e *episodic.Episode, n int, s string)
	}{
		"episode id": {episodic.MaxEpisodeID, problem.CodeTooLarge, "id", func(e *episodic.Episode, _ int, s string) { e.ID = s }},
		"short id": {episodic.MaxShortID, problem.CodeTooLarge, "decisions[0].id", func(e *episodic.Episode, _ int, s string) {
			e.Decisions[0].ID, e.Links[0].Source = s, "e002"
		}},
		"word": {episodic.MaxWord, problem.CodeTooLarge, "domain", func(e *episodic.Episode, _ int, s string) { e.Domain = s }},
		"variable": {
			episodic.MaxWord, problem.CodeTooLarge, `context["` + strings.Repeat("ä", 79) + `…"]`,
			func(e *episodic.Episode, _ int, s string) { e.Context[s] = "" },
		},
		"episode of a key": {
			episodic.MaxEpisodeID, problem.CodeInvalid, "links[0].target",
			func(e *episodic.Episode, _ int, s string) { link(e, s+"/e1") },
		},
		"short id of a key": {
			episodic.MaxShortID, problem.CodeInvalid, "links[0].target",
			func(e *episodic.Episode, _ int, s string) { link(e, "other/"+s) },
		},
		"version": {
			math.MaxInt32, problem.CodeInvalid, "causal_order_version",
			func(e *episodic.Episode, n int, _ string) { e.CausalOrderVersion = n },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for n, want := range map[int][]string{tt.most: nil, tt.most + 1: {tt.path + " " + tt.code}} {
				e, text := episodictest.Full(), ""
				if n <= 1000 {
					text = strings.Repeat("ä", n) // limits count characters, not bytes
				}
				tt.setTo(&e, n, text)
				if diff := cmp.Diff(want, problems(t, e)); diff != "" {
					t.Errorf("%d (-want +got):\n%s", n, diff)
				}
			}
		})
	}
}

func TestPrepare_TakesTheEdges(t *testing.T) {
	for why, change := range map[string]func(*episodic.Episode){
		"no confidence at all":        func(e *episodic.Episode) { e.Links[0].Confidence = episodictest.Ptr(0.0) },
		"full confidence":             func(e *episodic.Episode) { e.Links[0].Confidence = episodictest.Ptr(1.0) },
		"work of no length":           func(e *episodic.Episode) { e.Metrics.DurationMinutes = episodictest.Ptr(0.0) },
		"the first year":              func(e *episodic.Episode) { e.StartedAt = episodic.At(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)) },
		"the last year":               func(e *episodic.Episode) { e.StartedAt = episodic.At(time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)) },
		"tabs and lines of a text":    func(e *episodic.Episode) { e.Task = "a\tb\nc\r\nd" },
		"text as long as it may be":   func(e *episodic.Episode) { e.Task = strings.Repeat("x", episodic.MaxText) },
		"letters of any script in id": func(e *episodic.Episode) { e.ID = "эпизод-日本-1" },
		"the outcome as an end":       func(e *episodic.Episode) { e.Links[0].Target = episodic.OutcomeID },
		"the outcome of another":      func(e *episodic.Episode) { e.Links[0].Target = "other/outcome" },
		"no lists":                    func(e *episodic.Episode) { *e = episodic.Episode{ID: "x"} },
	} {
		e := episodictest.Full()
		change(&e)
		if got := problems(t, e); got != nil {
			t.Errorf("%s: %v", why, got)
		}
	}
}

func TestPrepare_RefusesOddValues(t *testing.T) {
	year := func(y int) episodic.Timestamp { return episodic.At(time.Date(y, 6, 1, 0, 0, 0, 0, time.UTC)) }
	tests := map[string]struct {
		path   string
		change func(*episodic.Episode)
	}{
		"before the first year":    {"timestamp", func(e *episodic.Episode) { e.StartedAt = year(-1) }},
		"a decision out of time":   {"decisions[0].timestamp", func(e *episodic.Episode) { e.Decisions[0].At = year(10000) }},
		"an event out of time":     {"events[1].timestamp", func(e *episodic.Episode) { e.Events[1].At = year(-5) }},
		"a tab in a word":          {"task_type", func(e *episodic.Episode) { e.TaskType = "a\tb" }},
		"confidence under 0":       {"links[0].confidence", func(e *episodic.Episode) { e.Links[0].Confidence = episodictest.Ptr(-0.01) }},
		"tool calls under 0":       {"metrics.tool_calls", func(e *episodic.Episode) { e.Metrics.ToolCalls = episodictest.Ptr(int64(-1)) }},
		"errors under 0":           {"metrics.errors", func(e *episodic.Episode) { e.Metrics.Errors = episodictest.Ptr(int64(-1)) }},
		"recoveries under 0":       {"metrics.recoveries", func(e *episodic.Episode) { e.Metrics.Recoveries = episodictest.Ptr(int64(-1)) }},
		"commits under 0":          {"metrics.commits", func(e *episodic.Episode) { e.Metrics.Commits = episodictest.Ptr(int64(-1)) }},
		"a time that is no number": {"metrics.duration_minutes", func(e *episodic.Episode) { e.Metrics.DurationMinutes = episodictest.Ptr(math.NaN()) }},
		"an event's other word":    {"events[1].reported_type", func(e *episodic.Episode) { e.Events[1].ReportedType = "lint" }},
		"a decision's other end":   {"decisions[0].reported_outcome", func(e *episodic.Episode) { e.Decisions[0].ReportedOutcome = "fine" }},
		"a space in a key":         {"links[0].target", func(e *episodic.Episode) { e.Links[0].Target = "other/e 1" }},
		"a space in its episode":   {"links[0].target", func(e *episodic.Episode) { e.Links[0].Target = "an other/e1" }},
		"a key without episode":    {"links[0].target", func(e *episodic.Episode) { e.Links[0].Target = "/e1" }},
		"a source of two slashes":  {"links[0].source", func(e *episodic.Episode) { e.Links[0].Source = "a/b/c" }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := episodictest.Full()
			tt.change(&e)
			if diff := cmp.Diff([]string{tt.path + " " + problem.CodeInvalid}, problems(t, e)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPrepare_OneProblemForOneMistake(t *testing.T) {
	tests := map[string]struct {
		why    string
		change func(*episodic.Episode)
		want   []string
	}{
		"no ids":   {"two that are missing are no doubles", func(e *episodic.Episode) { e.Events[0].ID, e.Events[1].ID = "", "" }, []string{"events[0].id INVALID_INPUT", "events[1].id INVALID_INPUT"}},
		"bad ids":  {"nor are two that are none", func(e *episodic.Episode) { e.Events[0].ID, e.Events[1].ID = "a b", "a b" }, []string{"events[0].id INVALID_INPUT", "events[1].id INVALID_INPUT"}},
		"no id":    {"an end is not taken for an own one", func(e *episodic.Episode) { e.ID, e.Decisions[0].Effects = "", []string{"/e1"} }, []string{"id INVALID_INPUT", "decisions[0].effects[0] INVALID_INPUT"}},
		"reserved": {"the outcome stays an end", func(e *episodic.Episode) { e.Events[1].ID, e.Events[0].LeadsTo = "outcome", []string{"outcome"} }, []string{"events[1].id INVALID_INPUT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := linked()
			tt.change(&e)
			if diff := cmp.Diff(tt.want, problems(t, e)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestPrepare_AContradictionIsFoundBehindASilentDouble(t *testing.T) {
	link := func(confidence *float64, note string) episodic.Link {
		return episodic.Link{Source: "d1", Relation: episodic.RelationCauses, Target: "e1", Confidence: confidence, Note: note}
	}
	got := problems(t, linked(link(nil, ""), link(episodictest.Ptr(0.4), "a"), link(nil, ""), link(episodictest.Ptr(0.5), "b")))
	want := []string{"links[3] " + problem.CodeInvalid, "links[3] " + problem.CodeInvalid}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the last contradicts the second in both (-want +got):\n%s", diff)
	}
}

func TestPrepare_CountsEveryPlaceThatStatesLinks(t *testing.T) {
	many := make([]string, episodic.MaxLinks)
	for i := range many {
		many[i] = "outcome"
	}
	for name, state := range map[string]func(*episodic.Episode){
		"links":     func(e *episodic.Episode) { e.Links = make([]episodic.Link, episodic.MaxLinks) },
		"effects":   func(e *episodic.Episode) { e.Decisions[0].Effects = many },
		"caused by": func(e *episodic.Episode) { e.Events[0].CausedBy = many },
		"leads to":  func(e *episodic.Episode) { e.Events[0].LeadsTo = many },
	} {
		e := linked()
		state(&e)
		e.Events[1].LeadsTo = []string{"outcome"}
		if diff := cmp.Diff([]string{"links " + problem.CodeTooLarge}, problems(t, e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	e := episodic.Episode{ID: "x", Events: []episodic.Event{{ID: "e"}}}
	for i := range episodic.MaxOccurrences {
		e.Decisions = append(e.Decisions, episodic.Decision{ID: fmt.Sprint("d", i)})
	}
	if diff := cmp.Diff([]string{"events " + problem.CodeTooLarge}, problems(t, e)); diff != "" {
		t.Errorf("decisions count too (-want +got):\n%s", diff)
	}
}
