package recall_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// told is a timeline as the API answers it.
type told struct {
	Recall struct {
		Truncated bool
		Note      string
		Time      *struct{ Words string }
		Hits      []struct {
			Episode       struct{ Key string }
			Text          string
			TurningPoints []string
		}
	}
}

const timelineQuery = `query($project: String!, $about: String, $like: String, $filter: EpisodeFilter, $first: Int! = 20, $offset: Int! = 0, $each: Boolean! = false) {
	recall(project: $project, text: $about, like: $like, ranking: TIME, filter: $filter, first: $first, offset: $offset, passages: $each) {
		truncated note time { words } hits { episode { key } text turningPoints } } }`

func (a told) keys() string {
	var keys []string
	for _, h := range a.Recall.Hits {
		keys = append(keys, h.Episode.Key)
	}
	return strings.Join(keys, " ")
}

// turned lists the turning points as "episode: text".
func (a told) turned() []string {
	var out []string
	for _, h := range a.Recall.Hits {
		for _, text := range h.TurningPoints {
			out = append(out, h.Episode.Key+": "+text)
		}
	}
	return out
}

// TestTimeline tells a subject in order of time, whatever the order of recording and of relevance, with what turned.
func TestTimeline(t *testing.T) {
	p := newProject(t)
	timeout := func(chosen string) []vars {
		return []vars{
			{"id": "d001", "context": "checkout timeout", "factor": "timeout=" + chosen, "chosen": chosen},
			{"id": "d002", "context": "color of the door", "factor": "color=" + chosen, "chosen": chosen},
		}
	}
	for _, e := range []vars{
		{"id": "e5", "startedAt": "2026-05-05", "task": "checkout latency again", "outcome": "SUCCESS", "decisions": timeout("30 s")},
		{"id": "e1", "startedAt": "2026-05-01", "task": "measure checkout latency", "outcome": "SUCCESS", "decisions": timeout("10 s")},
		{"id": "e3", "startedAt": "2026-05-03", "task": "Checkout", "outcome": "SUCCESS", "events": []vars{{"id": "e001", "type": "ERROR", "content": "the latency is nine seconds"}}},
		{"id": "e2", "startedAt": "2026-05-02", "task": "paint the door", "outcome": "FAILURE"},
		{"id": "e4", "startedAt": "2026-05-04", "task": "checkout latency", "outcome": "FAILURE", "decisions": timeout("10 s")},
		{"id": "e6", "task": "checkout latency at an unknown time", "outcome": "FAILURE"},
		{"id": "e7", "startedAt": "2026-05-07", "task": "checkout of books", "outcome": "FAILURE"},
	} {
		p.Record(e)
	}
	all := harness.Get[told](p, timelineQuery, vars{"about": "the latency of checkouts"})
	if all.keys() != "e1 e3 e4 e5 e6" || all.Recall.Truncated || all.Recall.Note != "5 episodes have all words of the subject" {
		t.Errorf("%s, %+v", all.keys(), all.Recall)
	}
	want := []string{
		"e3: first failure: e3/e001 the latency is nine seconds", "e4: outcome failure after success in e3", "e5: outcome success after failure in e4",
		"e5: e5/d001 chooses 30 s; before, e4/d001 chose 10 s",
	}
	if !slices.Equal(all.turned(), want) {
		t.Errorf("turning points %v, want %v", all.turned(), want)
	}
	// Turning points are those of the whole, on whatever page.
	var paged []string
	for offset := range 5 {
		page := harness.Get[told](p, timelineQuery, vars{"about": "the latency of checkouts", "first": 1, "offset": offset})
		if page.Recall.Truncated != (offset < 4) {
			t.Errorf("truncated at %d: %v", offset, page.Recall.Truncated)
		}
		paged = append(paged, page.turned()...)
	}
	if !slices.Equal(paged, want) {
		t.Errorf("page by page %v, want %v", paged, want)
	}
	bounded := harness.Get[told](p, timelineQuery, vars{"about": "checkout latency", "filter": vars{"since": "2026-05-03", "until": "2026-05-05"}})
	if bounded.keys() != "e3 e4" {
		t.Errorf("between two times: %s", bounded.keys())
	}
	if inWords := harness.Get[told](p, timelineQuery, vars{"about": "checkout latency between 3 May 2026 and 4 May 2026"}); inWords.keys() != "e3 e4" || inWords.Recall.Time == nil {
		t.Errorf("a time in words: %s, %+v", inWords.keys(), inWords.Recall.Time)
	}
	nearest := harness.Get[told](p, timelineQuery, vars{"about": "checkout giraffe"})
	if !strings.Contains(nearest.Recall.Note, "nearest") || nearest.keys() == "" {
		t.Errorf("words that no episode has together: %s, %q", nearest.keys(), nearest.Recall.Note)
	}
	if nothing := harness.Get[told](p, timelineQuery, vars{"about": "giraffe"}); nothing.Recall.Note == "" {
		t.Errorf("an empty answer says nothing: %+v", nothing)
	}
	for _, c := range []struct {
		why, want string
		v         vars
	}{
		{"no subject", "INVALID_INPUT text", vars{"about": " "}},
		{"no page", "INVALID_INPUT first", vars{"about": "x", "first": 0}},
		{"an episode", "INVALID_INPUT ranking", vars{"like": "e1"}},
		{"passages", "INVALID_INPUT ranking", vars{"about": "x", "each": true}},
	} {
		p.Refused(c.why, timelineQuery, c.v, c.want)
	}
	for i := range 3 {
		p.Record(vars{"id": fmt.Sprintf("same%d", i), "startedAt": "2026-06-01", "task": "a zeppelin", "outcome": "SUCCESS"})
	}
	if got := harness.Get[told](p, timelineQuery, vars{"about": "zeppelin"}); got.keys() != "same0 same1 same2" {
		t.Errorf("of one time they are in the order of their keys: %s", got.keys())
	}
}
