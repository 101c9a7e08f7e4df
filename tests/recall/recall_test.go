package recall_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/tests/harness"
)

func TestRecall_foundAtOnce(t *testing.T) {
	m := newMemory(t)
	for i := range 100 {
		id := fmt.Sprintf("ep-%d", i)
		receipt := m.record(m.service, simple(id, fmt.Sprintf("repair the importer number%dx", i)))
		if receipt.State != episodic.StateIndexed || receipt.Reason != "" {
			t.Fatalf("write %d: %+v", i, receipt)
		}
		answer := m.recall(m.service, recall.Question{Text: fmt.Sprintf("who repaired number%dx?", i), Limit: 1})
		if len(answer.Hits) != 1 || answer.Hits[0].Episode != id || answer.Degraded {
			t.Fatalf("write %d is not the best hit for its own word: %+v", i, answer)
		}
	}
}

func TestRecall_answer(t *testing.T) {
	m := newMemory(t)
	m.record(m.service, episodic.Episode{
		ID: "ep", Task: "Import old files",
		Decisions: []episodic.Decision{{ID: "d001", Type: episodic.DecisionDesign, Chosen: "lenient parser", Rationale: "see internal/ingest/read.go"}},
	})
	m.record(m.service, simple("other", "write the parser's docs"))
	answer := m.recall(m.service, recall.Question{Text: "Why a lenient PARSER in read.go, 🤔 and who?", Limit: 1})
	if len(answer.Hits) != 1 || !answer.More || answer.Degraded || answer.Reason != "" {
		t.Fatalf("want one hit of two: %+v", answer)
	}
	got := answer.Hits[0]
	if got.Score <= 0 || got.Score != 1 {
		t.Errorf("the best of an answer has the whole score: %+v", got)
	}
	if got.Stored.Episode.ID != "ep" || got.Stored.Revision != 1 {
		t.Errorf("the hit does not hold its episode: %+v", got.Stored)
	}
	if w := got.Terms.WordScore; w == nil || *w <= 0 || *got.Terms.WordShare != 1 {
		t.Errorf("the terms of the score: %+v", got.Terms)
	}
	if p := got.Passages; len(p) != 2 || p[0].Text != got.Best.Text || p[0].Part != episodic.PartDecision || p[1].Part != episodic.PartHead {
		t.Errorf("the passages, best first: %+v", p)
	}
	if got.Probability == nil || *got.Probability < .5 || !*answer.Answered || answer.Note != "" || *got.Terms.Coverage != got.Evidence.Coverage {
		t.Errorf("three of its words answer with %+v: answered %v, %q", got, *answer.Answered, answer.Note)
	}
	got.Passages, got.Score, got.Best.Score, got.Stored, got.Terms = nil, 0, 0, episodic.Stored{}, recall.ScoreTerms{}
	got.Probability, got.Evidence = nil, nil
	want := recall.Hit{
		Episode: "ep", Words: []string{"lenient", "PARSER", "read.go"},
		Best: episodic.ChunkHit{
			Episode: "ep", Number: 1, Part: episodic.PartDecision, Occurrences: []string{"ep/d001"},
			Text: "Chosen: lenient parser\nRationale: see internal/ingest/read.go\nType: design",
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(recall.Hit{})); diff != "" {
		t.Errorf("hit (-want +got):\n%s", diff)
	}
}

func TestRecall_badQuestion(t *testing.T) {
	harness.EmbeddedOnly(t)
	m := newMemory(t)
	m.record(m.service, simple("ep", "task"))
	for name, c := range map[string]struct {
		why  string
		q    recall.Question
		path string
	}{
		"empty":        {"nothing is asked", recall.Question{Text: "", Limit: 1}, "text"},
		"space":        {"nothing is asked", recall.Question{Text: " \n\t", Limit: 1}, "text"},
		"long":         {"a question is bounded", recall.Question{Text: strings.Repeat("x", 100_001), Limit: 1}, "text"},
		"no limit":     {"a page has a size", recall.Question{Text: "task"}, "limit"},
		"large limit":  {"a page is bounded", recall.Question{Text: "task", Limit: episodic.MaxPage + 1}, "limit"},
		"negative":     {"nothing is before the first", recall.Question{Text: "task", Limit: 1, Offset: -1}, "offset"},
		"large offset": {"the list is bounded", recall.Question{Text: "task", Limit: 1, Offset: 1 << 40}, "offset"},
	} {
		t.Run(name, func(t *testing.T) {
			c.q.Project = m.project
			_, err := m.service.Recall.Recall(t.Context(), c.q)
			var invalid *problem.InvalidError
			if !errors.As(err, &invalid) || len(invalid.Problems) != 1 || invalid.Problems[0].Path != c.path {
				t.Errorf("%s: want one problem at %s, got %v", c.why, c.path, err)
			}
		})
	}
	for _, text := range []string{"task", "nothing12", "?!"} {
		answer, err := m.service.Recall.Recall(t.Context(), recall.Question{Project: "never-there", Text: text, Limit: 1})
		if err != nil || len(answer.Hits) > 0 || !strings.Contains(answer.Note, "never-there") {
			t.Errorf("%q in an unknown project: %+v %v", text, answer, err)
		}
	}
	for _, text := range []string{"?!", "🤔", "nothing12", "\x00\xff", strings.Repeat("nothing12 ", 10_000)} {
		if answer := m.recall(m.service, recall.Question{Text: text}); len(answer.Hits) > 0 || answer.More || answer.Degraded {
			t.Errorf("%.20q should find nothing: %+v", text, answer)
		}
	}
}

func TestRecall_pages(t *testing.T) {
	m := newMemory(t)
	var all []episodic.Episode
	var want []string
	for i := range 53 {
		e := simple(fmt.Sprintf("ep-%02d", i), "common "+strings.Repeat("word ", i%3))
		// Several chunks of one episode match, and count once.
		for k := range i % 7 {
			e.Decisions = append(e.Decisions, episodic.Decision{ID: fmt.Sprintf("d%d", k), Chosen: "common thing"})
		}
		all, want = append(all, e), append(want, e.ID)
	}
	if _, err := m.service.Recording.RecordAll(t.Context(), m.project, all, true, episodic.StateIndexed); err != nil {
		t.Fatal(err)
	}
	for name, s := range m.services() {
		var got []string
		for offset := 0; ; offset += 10 {
			answer := m.recall(s, recall.Question{Text: "common", Limit: 10, Offset: offset})
			got = append(got, ids(answer)...)
			if answer.More != (offset+10 < 53) {
				t.Errorf("%s: more = %v at %d of 53", name, answer.More, offset)
			}
			if !answer.More {
				break
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the pages together (-want +got):\n%s", name, diff)
		}
	}
}

func TestRecall_degraded(t *testing.T) {
	m := newMemory(t)
	m.degrades(t)
	receipt := m.record(m.silent, simple("ep", "repair the importer"))
	if receipt.State != episodic.StateApplied || !strings.Contains(receipt.Reason, "unavailable") {
		t.Errorf("the write is durable and says why it is not indexed: %+v", receipt)
	}
	start := time.Now()
	answer := m.recall(m.silent, recall.Question{Text: "importer"})
	if !slices.Equal(ids(answer), []string{"ep"}) || !answer.Degraded {
		t.Errorf("the graph's words should find it: %+v", answer)
	}
	if answer.Reason == "" || strings.Contains(answer.Reason, "\n") {
		t.Errorf("the reason is not one line of words: %q", answer.Reason)
	}
	if took := time.Since(start); enginetest.TooLong(t, took, 3*time.Second) {
		t.Errorf("the answer took %v", took)
	}
	if got := m.finds("importer"); got != nil {
		t.Errorf("nothing is indexed yet, found %v", got)
	}
	m.settle()
	if got := m.finds("importer"); !slices.Equal(got, []string{"ep"}) {
		t.Errorf("after the backlog was worked off: %v", got)
	}
}

func TestRecall_deletedMeanwhile(t *testing.T) {
	m := newMemory(t)
	for i := range 30 {
		m.record(m.service, simple(fmt.Sprintf("ep-%02d", i), "common task"))
	}
	first := ids(m.recall(m.service, recall.Question{Text: "common", Limit: 10}))
	for _, id := range first {
		if err := m.silent.Recording.Delete(t.Context(), m.project, id); err != nil {
			t.Fatal(err)
		}
	}
	answer := m.recall(m.service, recall.Question{Text: "common", Limit: 20})
	got := ids(answer)
	if len(got) != 20 || answer.More || slices.ContainsFunc(got, func(id string) bool { return slices.Contains(first, id) }) {
		t.Errorf("20 are asked and 20 are left: %v", got)
	}
	if err := m.service.Recording.PurgeProject(t.Context(), m.project); err != nil {
		t.Fatal(err)
	}
	purged, err := m.service.Recall.Recall(t.Context(), recall.Question{Project: m.project, Text: "common", Limit: 1})
	if err != nil || len(purged.Hits) > 0 || !strings.Contains(purged.Note, m.project) {
		t.Errorf("a purged project: %+v %v", purged, err)
	}
}

func TestRecall_filterMeansTheSame(t *testing.T) {
	m := newMemory(t)
	var all []episodic.Episode
	for i := range 60 {
		e := simple(fmt.Sprintf("ep-%02d", i), fmt.Sprintf("common Task%%%d *?", i%4))
		e.Tags = []string{fmt.Sprintf("t%d", i%5), "x"}
		e.Domain = []string{"", "web", "Web"}[i%3]
		e.Outcome = episodic.Outcomes()[i%4]
		if i%6 > 0 {
			e.StartedAt = episodic.Timestamp{Time: time.Date(2026, 5, 1+i%6, 0, 0, 0, 0, time.UTC), Precision: []episodic.Precision{episodic.PrecisionDay, episodic.PrecisionInstant}[i%2]}
		}
		all = append(all, e)
	}
	if _, err := m.service.Recording.RecordAll(t.Context(), m.project, all, true, episodic.StateIndexed); err != nil {
		t.Fatal(err)
	}
	second := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	for _, f := range []episodic.EpisodeFilter{
		{},
		{Tags: []string{"t1", "t3"}},
		{Domain: "web"},
		{Outcomes: []episodic.Outcome{"unknown"}},
		{Task: "tAsk%2"},
		{Task: "*?"},
		{Task: "k?"},
		{Since: second},
		{Until: second},
		{Since: second, Until: second.AddDate(0, 0, 2)},
		{Since: second.Add(1)},
		{Tags: []string{"x"}, Domain: "Web", Since: second},
		{Tags: []string{" t1"}},
		{Domain: "none"},
	} {
		listed, err := m.store.ListEpisodes(t.Context(), episodic.EpisodeQuery{Project: m.project, Filter: f, Page: episodic.Page{Limit: episodic.MaxPage}})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, e := range listed {
			want = append(want, e.Episode.ID)
		}
		slices.Sort(want)
		for name, s := range m.services() {
			got := ids(m.recall(s, recall.Question{Text: "common", Filter: f}))
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %+v (-listed +recalled):\n%s", name, f, diff)
			}
		}
	}
}
