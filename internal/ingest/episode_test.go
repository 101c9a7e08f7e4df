package ingest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestRead_Oddities covers what occurs only in older versions, or in no file so far.
func TestRead_Oddities(t *testing.T) {
	cases := []deviation{
		{why: "older: decisions null", raw: with(`"decisions":null`), want: &episodic.Episode{}, said: []string{"null-list decisions"}},
		{
			why: "older: a decision as text", raw: with(`"decisions":["a",{"id":"d001","chosen":"b"}]`),
			want: &episodic.Episode{Decisions: []episodic.Decision{
				{ID: "d002", Chosen: "a", Type: "unknown", Outcome: "unknown"}, {ID: "d001", Chosen: "b", Type: "unknown", Outcome: "unknown"},
			}}, said: []string{"text-decision decisions[0]"},
		},
		{
			why: "older: outcome complete is no success", raw: `{"id":"x","task":"t","outcome":"complete"}`,
			want: &episodic.Episode{Outcome: "unknown", ReportedOutcome: "complete"}, said: []string{"unknown-outcome outcome"},
		},
		{
			why: "older: a note of the tool", raw: with(`"_note":"made by hand"`),
			want: &episodic.Episode{Notes: []string{"note: made by hand"}}, said: []string{"field-to-notes _note"},
		},
		{why: "an outcome in capitals, as the API spells it", raw: `{"id":"x","task":"t","outcome":"SUCCESS"}`, want: &episodic.Episode{}},
		{why: "an outcome in other case", raw: `{"id":"x","task":"t","outcome":"Success"}`, want: &episodic.Episode{}, said: []string{"word-case outcome"}},
		{why: "no outcome", raw: `{"id":"x","task":"t"}`, want: &episodic.Episode{Outcome: "unknown"}},
		{why: "a byte order mark", raw: "\xef\xbb\xbf" + with(""), want: &episodic.Episode{}, said: []string{"byte-order-mark "}},
		{
			why: "lines of another system", raw: strings.ReplaceAll(with("\n\"notes\":[\"a\\r\\nb\\rc\"]\n"), "\n", "\r\n"),
			want: &episodic.Episode{Notes: []string{"a\nb\nc"}}, said: []string{"line-ends notes[0]"},
		},
		{why: "control characters", raw: with(`"notes":["a\u0000\u001b[31mb\tc"]`), want: &episodic.Episode{Notes: []string{"a[31mb\tc"}}, said: []string{"control-characters notes[0]"}},
		{why: "half a surrogate pair", raw: with(`"notes":["a\ud800"]`), want: &episodic.Episode{Notes: []string{"a\ufffd"}}, said: []string{"replacement-character notes[0]"}},
		{
			why: "a number as text", raw: with(`"notes":[7,true]`), want: &episodic.Episode{Notes: []string{"7", "true"}},
			said: []string{"number-as-text notes[0]", "number-as-text notes[1]"},
		},
		{
			why: "a text as number", raw: with(`"metrics":{"errors":"0","duration_minutes":"45.5"}`),
			want: &episodic.Episode{Metrics: episodic.Metrics{Errors: ptr(int64(0)), DurationMinutes: ptr(45.5)}},
			said: []string{"text-as-number metrics.duration_minutes", "text-as-number metrics.errors"},
		},
		{
			why: "measurements that are none", raw: with(`"metrics":{"errors":-1,"commits":1.5,"recoveries":1e999,"files_changed":[]}`),
			want: &episodic.Episode{Extra: kept("metrics.commits", "1.5", "metrics.errors", "-1", "metrics.files_changed", "[]", "metrics.recoveries", "1e999")},
			said: []string{"negative-metric metrics.errors", "wrong-type metrics.recoveries", "wrong-type metrics.commits", "wrong-type metrics.files_changed"},
		},
		{
			why: "one value for a list", raw: with(`"lessons":"a","tags":"b"`), want: &episodic.Episode{Lessons: []string{"a"}, Tags: []string{"b"}},
			said: []string{"single-as-list tags", "single-as-list lessons"},
		},
		{
			why: "another type than wanted", raw: with(`"session":{"a":1},"context":3,"metrics":3,"events":[[]]`),
			want: &episodic.Episode{Extra: kept("context", "3", "events[0]", "[]", "metrics", "3", "session", `{"a":1}`)},
			said: []string{"wrong-type session", "wrong-type context", "wrong-type metrics", "wrong-type events[0]"},
		},
		{
			why: "unknown fields at every depth", raw: with(`"extra":{"a":[1]},"decisions":[{"id":"d1","mood":"x"}],"links":[{"source":"d1","target":"outcome","relation":"causes","weight":1}]`),
			want: &episodic.Episode{
				Decisions: []episodic.Decision{{ID: "d1", Type: "unknown", Outcome: "unknown"}}, Links: causes("stated", "d1", "outcome"),
				Extra: kept("a", "[1]", "decisions[0].mood", `"x"`, "links[0].weight", "1"),
			}, said: []string{"unknown-field decisions[0].mood", "unknown-field links[0].weight"},
		},
		{why: "a key twice, once empty", raw: `{"id":"","task":"t","outcome":"success","id":"x"}`, want: &episodic.Episode{}, said: []string{"repeated-key id"}},
		{
			why: "an event as text, and one without an id", raw: with(`"events":["a",{"content":"b"},{"id":"e001"}]`),
			want: &episodic.Episode{Events: []episodic.Event{
				{ID: "e002", Type: "", Content: "a"}, {ID: "e003", Type: "unknown", Content: "b"}, {ID: "e001", Type: "unknown"},
			}}, said: []string{"text-event events[0]", "missing-id events[1].id"},
		},
		{
			why: "times in other forms", raw: with(`"timestamp":"2026-05-06 10:11:12","events":[{"id":"e1","timestamp":"T1"},{"id":"e2","timestamp":"2026-05-06T10:11+02:00"}]`),
			want: &episodic.Episode{StartedAt: day("2026-05-06T10:11:12Z"), Extra: kept("events[0].timestamp", `"T1"`), Events: []episodic.Event{
				{ID: "e1", Type: "unknown"}, {ID: "e2", Type: "unknown", At: day("2026-05-06T08:11Z")},
			}}, said: []string{
				"zone-assumed-utc timestamp", "unreadable-time events[0].timestamp", "event-outside-episode events[1].timestamp",
			},
		},
		{
			why: "a word over the size", raw: `{"id":"x","task":"t","outcome":"` + strings.Repeat("w", 250) + `"}`,
			want: &episodic.Episode{Outcome: "unknown", ReportedOutcome: strings.Repeat("w", 199) + "…", Notes: []string{"outcome: " + strings.Repeat("w", 250)}},
			said: []string{"unknown-outcome outcome", "long-word outcome"},
		},
		{
			why: "variables of the context", raw: with(`"context":{"load":"high","n":3,"x":{}}`), want: &episodic.Episode{Context: map[string]string{"load": "high", "n": "3"}, Extra: kept("context.x", "{}")},
			said: []string{"number-as-text context.n", "wrong-type context.x"},
		},
		{
			why: "links that join nothing", raw: with(`"decisions":[{"id":"d1","effects":["e9","e1"]}],"links":[{"source":"d8","target":"outcome","relation":"causes"}],
			"events":[{"id":"e1","caused_by":["e1","o/e1"]},{"id":"e2","type":"commit","content":"Commit: 3f2a91c"},{"id":"e3","type":"commit","content":"Commit: 3f2a91c0d4","caused_by":["e2"]}]`),
			want: &episodic.Episode{
				Decisions: []episodic.Decision{{ID: "d1", Type: "unknown", Outcome: "unknown"}},
				Events: []episodic.Event{
					{ID: "e1", Type: "unknown"}, {ID: "e2", Type: "commit", Content: "Commit: 3f2a91c"}, {ID: "e3", Type: "commit", Content: "Commit: 3f2a91c0d4"},
				},
				Links: append(causes("stated", "d1", "e1"), causes("stated", "o/e1", "e1")...),
				Extra: kept("decisions[0].effects[0]", `"e9"`, "events[0].caused_by[0]", `"e1"`, "events[2].caused_by[0]", `"e2"`,
					"links[0]", `{"relation":"causes","source":"d8","target":"outcome"}`),
			}, said: []string{
				"dangling-link decisions[0].effects[0]", "own-cause events[0].caused_by[0]", "commit-to-itself events[2].caused_by[0]", "dangling-link links[0]",
			},
		},
		{
			why: "links that nothing could store, and where they are written", raw: with(`"events":[null,{"id":"e1","causedBy":[null,{"id":"e2"},"e9"]},{"id":"e2"}],
			"links":["e1",{"source":"e1","target":"e2"},{"source":"e1","target":"e2","relation":"slows"},{"source":"e1","target":"e2","relation":"causes","basis":"felt"},
			{"source":"e1","target":"e2","relation":"CAUSES","confidence":5},{"source":"e1","target":"e7","relation":"causes"}]`),
			want: &episodic.Episode{
				Events: []episodic.Event{{ID: "e1", Type: "unknown"}, {ID: "e2", Type: "unknown"}}, Links: causes("stated", "e1", "e2"),
				Extra: kept("events[0]", "null", "events[1].causedBy[1]", `{"id":"e2"}`, "events[1].causedBy[2]", `"e9"`, "links[0]", `"e1"`,
					"links[1]", `{"source":"e1","target":"e2"}`, "links[2]", `{"relation":"slows","source":"e1","target":"e2"}`,
					"links[3]", `{"basis":"felt","relation":"causes","source":"e1","target":"e2"}`, "links[4].confidence", "5",
					"links[5]", `{"relation":"causes","source":"e1","target":"e7"}`),
			}, said: []string{
				"wrong-type events[0]", "unreadable-cause events[1].causedBy[1]", "unreadable-cause links[0]", "unreadable-cause links[1]", "unreadable-cause links[2]",
				"unreadable-cause links[3]", "wrong-type links[4].confidence", "dangling-link events[1].causedBy[2]", "dangling-link links[5]",
			},
		},
		{
			why: "times, causes and outcomes under names of other formats", raw: with(`"started_at":"2026-05-06","Root-Cause":"x","result":"failed","EndTime":"10:00","duration":"3h","date":""`),
			want: &episodic.Episode{Extra: kept("started_at", `"2026-05-06"`, "Root-Cause", `"x"`, "result", `"failed"`, "EndTime", `"10:00"`, "duration", `"3h"`, "date", `""`)},
			said: []string{
				"misplaced-field started_at", "misplaced-field Root-Cause", "misplaced-field result", "misplaced-field EndTime", "unknown-field duration", "unknown-field date",
			},
		},
		{
			why: "derived links without an order", raw: with(`"causal_order_version":2,"events":[{"id":"e1","timestamp":"2026-05-06"},{"id":"e2","timestamp":"2026-05-06T10:00:00Z","caused_by":["e1"]},
			{"id":"e3","timestamp":"2026-05-06T09:00:00Z","caused_by":["e2"]}]`),
			want: &episodic.Episode{
				CausalOrderVersion: 2, Events: []episodic.Event{
					{ID: "e1", Type: "unknown", At: day("2026-05-06")},
					{ID: "e2", Type: "unknown", At: day("2026-05-06T10:00:00Z")},
					{ID: "e3", Type: "unknown", At: day("2026-05-06T09:00:00Z")},
				},
				Links: []episodic.Link{
					{Source: "e1", Relation: "correlates", Target: "e2", Basis: "extracted"}, {Source: "e2", Relation: "correlates", Target: "e3", Basis: "extracted"},
				},
			}, said: []string{"order-unknown events[1].caused_by[0]", "link-against-time events[2].caused_by[0]", "not-in-time-order events"},
		},
		{
			why: "times, causes and outcomes that cannot be read", raw: with(`"timestamp":1,"decisions":[{"id":"d1","outcome":["success"],"at":true}],"events":[{"id":"e1","caused_by":[{"id":"d1"}],"outcome":"failure"}]`),
			want: &episodic.Episode{
				Decisions: []episodic.Decision{{ID: "d1", Type: "unknown", Outcome: "unknown"}}, Events: unknownEvents("e1"),
				Extra: kept("timestamp", "1", "decisions[0].outcome", `["success"]`, "decisions[0].at", "true", "events[0].caused_by[0]", `{"id":"d1"}`, "events[0].outcome", `"failure"`),
			}, said: []string{
				"unreadable-time timestamp", "unreadable-time decisions[0].at", "unreadable-outcome decisions[0].outcome", "unreadable-cause events[0].caused_by[0]", "misplaced-field events[0].outcome",
			},
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, said := readAs(t, ingest.FormatEpisode, "x.json", c.raw)
			if diff := cmp.Diff(c.said, said, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			want := *c.want
			want.ID, want.Task = "x", "t"
			if want.Outcome == "" {
				want.Outcome = episodic.OutcomeSuccess
			}
			for i := range want.Events {
				if want.Events[i].Type == "" {
					want.Events[i].Type = episodic.EventUnknown
				}
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("episode (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRead_NamesByFile(t *testing.T) {
	got, said := readAs(t, ingest.FormatEpisode, `C:\data\episode-2026-05-06-1.json`, `{"task":"t"}`)
	if got.ID != "episode-2026-05-06-1" || said[0] != "id-from-file-name id" {
		t.Errorf("id = %q, said %v", got.ID, said)
	}
	_, said = readAs(t, ingest.FormatEpisode, "a/episode-2026-05-06-2.json.gz", `{"id":"episode-2026-05-06-1","task":"t"}`)
	if diff := cmp.Diff([]string{"id-differs-from-file id"}, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, said = readAs(t, ingest.FormatEpisode, "a/episode-2026-05-06-1@2026-05-07.abc.json", `{"id":"episode-2026-05-06-1","task":"t"}`)
	if len(said) > 0 {
		t.Errorf("a longer name of the file is no difference: %v", said)
	}
}

func TestRead_Refuses(t *testing.T) {
	cases := []struct {
		why, raw, message string
		line, column      int
		problem           string
	}{
		{"cut off", "{\"id\":\"x\",\n \"task\":", "unexpected end", 2, 8, ""},
		{"no JSON", "hello", "invalid character 'h'", 1, 1, ""},
		{"empty", " \n", "unexpected end", 1, 2, ""},
		{"trailing garbage", "{\"id\":\"x\",\"task\":\"t\"}\n}", "after top-level value", 2, 1, ""},
		{"a comma too many", "{\"id\":\"x\",\n  \"task\":\"ä\",}", "invalid character '}'", 2, 14, ""},
		{"the same key twice", "{\"id\":\"x\",\"task\":\"t\",\n\"task\":\"u\"}", `the key "task" twice`, 2, 1, ""},
		{"no UTF-8", "{\"id\":\"x\",\"task\":\"\xff\"}", "not valid UTF-8", 1, 19, ""},
		{"two bytes a character", "\xff\xfe{\x00}\x00", "not valid UTF-8", 1, 1, ""},
		{"a bomb of lists", `{"task":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}", "levels deep", 1, 73, ""},
		{"a bomb beyond the decoder", strings.Repeat("[", 1_000_000), "exceeded max depth", 1, 10001, ""},
		{"no object", `[1]`, "a JSON object, not a list", 0, 0, ""},
		{"a session log", `{"session":{},"workLog":[]}`, "session-log", 0, 0, ""},
		{"another file", `{"nodes":[],"edges":[]}`, "this is not an episode", 0, 0, ""},
		{"no id", `{"task":"t"}`, "id: is missing", 0, 0, "id"},
		{"an id with a slash", `{"id":"a/b","task":"t"}`, "cannot be an id", 0, 0, "id"},
		{"a duplicate id", with(`"events":[{"id":"e1"},{"id":"e1"}]`), "already the id at events[0].id", 0, 0, "events[1].id"},
		{"a huge text", with(`"notes":["` + strings.Repeat("x", 65537) + `"]`), "at most 65536", 0, 0, "notes[0]"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			_, _, err := ingest.Read(ingest.FormatEpisode, "x.json", []byte(c.raw))
			if err == nil || !strings.Contains(err.Error(), c.message) {
				t.Fatalf("error = %.200v, want one that says %q", err, c.message)
			}
			var syntax *ingest.SyntaxError
			if errors.As(err, &syntax) != (c.line > 0) || c.line > 0 && (syntax.Line != c.line || syntax.Column != c.column) {
				t.Errorf("error = %v, want line %d, column %d", err, c.line, c.column)
			}
			var invalid *problem.InvalidError
			if errors.As(err, &invalid) != (c.problem != "") || c.problem != "" && invalid.Problems[0].Path != c.problem {
				t.Errorf("error = %v, want a problem at %q", err, c.problem)
			}
		})
	}
}

func TestRead_UnknownFormat(t *testing.T) {
	if _, _, err := ingest.Read("yaml", "x", []byte("{}")); err == nil || !strings.Contains(err.Error(), `"yaml" is not a format`) {
		t.Errorf("error = %v", err)
	}
}
