package tests_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// memory is a service over both real engines, with a project of the test's own.
type memory struct {
	t       testing.TB
	project string
	store   *neo4jstore.Store
	index   *weaviateindex.Index
	service *episodic.Service
	// silent is a service over the same graph whose word search does not answer.
	silent *episodic.Service
}

func openIndex(t testing.TB, url string) *weaviateindex.Index {
	t.Helper()
	index, err := weaviateindex.New(weaviateindex.Options{URL: url, SearchTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(index.Close)
	return index
}

func newMemory(t testing.TB) *memory {
	t.Helper()
	c := enginetest.Neo4j(t)
	url := enginetest.Weaviate(t)
	store, err := neo4jstore.Open(neo4jstore.Options{URI: c.URI, User: c.User, Password: c.Password})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.Background()) })
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	index := openIndex(t, url)
	m := &memory{
		t: t, project: enginetest.Project(t), store: store, index: index,
		service: episodic.NewService(store, index, time.Now),
		silent:  episodic.NewService(store, openIndex(t, "http://127.0.0.1:1"), time.Now),
	}
	t.Cleanup(func() {
		err := m.service.PurgeProject(context.Background(), m.project)
		if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("purge %s: %v", m.project, err)
		}
	})
	return m
}

func (m *memory) record(s *episodic.Service, e episodic.Episode) episodic.Receipt {
	m.t.Helper()
	receipt, err := s.Record(context.Background(), m.project, e)
	if err != nil {
		m.t.Fatalf("record %s: %v", e.ID, err)
	}
	return receipt
}

func (m *memory) recall(s *episodic.Service, q episodic.RecallQuestion) episodic.RecallAnswer {
	m.t.Helper()
	q.Project = m.project
	if q.Limit == 0 {
		q.Limit = episodic.MaxPage
	}
	answer, err := s.Recall(m.t.Context(), q)
	if err != nil {
		m.t.Fatalf("recall %.100q: %v", q.Text, err)
	}
	return answer
}

// ids returns the episodes of an answer, best first.
func ids(a episodic.RecallAnswer) []string {
	var out []string
	for _, h := range a.Hits {
		out = append(out, h.Episode)
	}
	return out
}

// finds returns the episodes that a question finds, sorted.
func (m *memory) finds(text string) []string {
	m.t.Helper()
	found := ids(m.recall(m.service, episodic.RecallQuestion{Text: text}))
	slices.Sort(found)
	return found
}

func simple(id, task string) episodic.Episode { return episodic.Episode{ID: id, Task: task} }

func TestRecall_foundAtOnce(t *testing.T) {
	m := newMemory(t)
	for i := range 100 {
		id := fmt.Sprintf("ep-%d", i)
		receipt := m.record(m.service, simple(id, fmt.Sprintf("repair the importer number%dx", i)))
		if receipt.State != episodic.StateIndexed || receipt.Reason != "" {
			t.Fatalf("write %d: %+v", i, receipt)
		}
		answer := m.recall(m.service, episodic.RecallQuestion{Text: fmt.Sprintf("who repaired number%dx?", i), Limit: 1})
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
	answer := m.recall(m.service, episodic.RecallQuestion{Text: "Why a lenient PARSER in read.go, 🤔 and who?", Limit: 1})
	if len(answer.Hits) != 1 || !answer.More || answer.Degraded || answer.Reason != "" {
		t.Fatalf("want one hit of two: %+v", answer)
	}
	got := answer.Hits[0]
	if got.Score <= 0 || got.Score != got.Best.Score {
		t.Errorf("the score is not the best chunk's: %+v", got)
	}
	got.Score, got.Best.Score = 0, 0
	want := episodic.RecallHit{
		Episode: "ep", Words: []string{"lenient", "PARSER", "read.go"},
		Best: episodic.ChunkHit{
			Episode: "ep", Part: episodic.PartDecision, Occurrences: []string{"ep/d001"},
			Text: "Chosen: lenient parser\nRationale: see internal/ingest/read.go\nType: design",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hit (-want +got):\n%s", diff)
	}
}

func TestRecall_badQuestion(t *testing.T) {
	m := newMemory(t)
	m.record(m.service, simple("ep", "task"))
	for name, c := range map[string]struct {
		why  string
		q    episodic.RecallQuestion
		path string
	}{
		"empty":        {"nothing is asked", episodic.RecallQuestion{Text: "", Limit: 1}, "text"},
		"space":        {"nothing is asked", episodic.RecallQuestion{Text: " \n\t", Limit: 1}, "text"},
		"long":         {"a question is bounded", episodic.RecallQuestion{Text: strings.Repeat("x", 100_001), Limit: 1}, "text"},
		"no limit":     {"a page has a size", episodic.RecallQuestion{Text: "task"}, "limit"},
		"large limit":  {"a page is bounded", episodic.RecallQuestion{Text: "task", Limit: episodic.MaxPage + 1}, "limit"},
		"negative":     {"nothing is before the first", episodic.RecallQuestion{Text: "task", Limit: 1, Offset: -1}, "offset"},
		"large offset": {"the list is bounded", episodic.RecallQuestion{Text: "task", Limit: 1, Offset: 1 << 40}, "offset"},
	} {
		t.Run(name, func(t *testing.T) {
			c.q.Project = m.project
			_, err := m.service.Recall(t.Context(), c.q)
			var invalid *episodic.InvalidError
			if !errors.As(err, &invalid) || len(invalid.Problems) != 1 || invalid.Problems[0].Path != c.path {
				t.Errorf("%s: want one problem at %s, got %v", c.why, c.path, err)
			}
		})
	}
	for _, text := range []string{"task", "nothing12", "?!"} {
		_, err := m.service.Recall(t.Context(), episodic.RecallQuestion{Project: "never-there", Text: text, Limit: 1})
		if !errors.Is(err, episodic.ErrProjectNotFound) {
			t.Errorf("%q in an unknown project: %v", text, err)
		}
	}
	for _, text := range []string{"?!", "🤔", "nothing12", "\x00\xff", strings.Repeat("nothing12 ", 10_000)} {
		if answer := m.recall(m.service, episodic.RecallQuestion{Text: text}); len(answer.Hits) > 0 || answer.More || answer.Degraded {
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
	if _, err := m.service.RecordAll(t.Context(), m.project, all, true); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*episodic.Service{"indexed": m.service, "degraded": m.silent} {
		var got []string
		for offset := 0; ; offset += 10 {
			answer := m.recall(s, episodic.RecallQuestion{Text: "common", Limit: 10, Offset: offset})
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
	receipt := m.record(m.silent, simple("ep", "repair the importer"))
	if receipt.State != episodic.StateApplied || !strings.Contains(receipt.Reason, "unavailable") {
		t.Errorf("the write is durable and says why it is not indexed: %+v", receipt)
	}
	start := time.Now()
	answer := m.recall(m.silent, episodic.RecallQuestion{Text: "importer"})
	if !slices.Equal(ids(answer), []string{"ep"}) || !answer.Degraded {
		t.Errorf("the graph's words should find it: %+v", answer)
	}
	if answer.Reason == "" || strings.Contains(answer.Reason, "\n") {
		t.Errorf("the reason is not one line of words: %q", answer.Reason)
	}
	if took := time.Since(start); took > 3*time.Second {
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

// settle works off the backlog, of this and all other projects.
func (m *memory) settle() {
	m.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for {
		_, err := m.service.IndexBacklog(m.t.Context(), 500)
		tasks, backlogErr := m.store.Backlog(m.t.Context(), 10_000)
		if backlogErr != nil {
			m.t.Fatal(backlogErr)
		}
		if !slices.ContainsFunc(tasks, func(t episodic.IndexTask) bool { return t.Project == m.project }) {
			return
		}
		if time.Now().After(deadline) {
			m.t.Fatalf("the backlog does not empty: %v, %v", tasks, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestRecall_deletedMeanwhile(t *testing.T) {
	m := newMemory(t)
	for i := range 30 {
		m.record(m.service, simple(fmt.Sprintf("ep-%02d", i), "common task"))
	}
	first := ids(m.recall(m.service, episodic.RecallQuestion{Text: "common", Limit: 10}))
	for _, id := range first {
		if err := m.silent.Delete(t.Context(), m.project, id); err != nil {
			t.Fatal(err)
		}
	}
	answer := m.recall(m.service, episodic.RecallQuestion{Text: "common", Limit: 20})
	got := ids(answer)
	if len(got) != 20 || answer.More || slices.ContainsFunc(got, func(id string) bool { return slices.Contains(first, id) }) {
		t.Errorf("20 are asked and 20 are left: %v", got)
	}
	if err := m.service.PurgeProject(t.Context(), m.project); err != nil {
		t.Fatal(err)
	}
	_, err := m.service.Recall(t.Context(), episodic.RecallQuestion{Project: m.project, Text: "common", Limit: 1})
	if !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a purged project: %v", err)
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
			e.StartedAt = episodic.Timestamp{Time: time.Date(2026, 5, 1+i%6, 0, 0, 0, 0, time.UTC), DateOnly: i%2 == 0}
		}
		all = append(all, e)
	}
	if _, err := m.service.RecordAll(t.Context(), m.project, all, true); err != nil {
		t.Fatal(err)
	}
	second := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	for _, f := range []episodic.EpisodeFilter{
		{}, {Tags: []string{"t1", "t3"}}, {Domain: "web"}, {Outcomes: []episodic.Outcome{"unknown"}},
		{Task: "tAsk%2"}, {Task: "*?"}, {Task: "k?"}, {Since: second}, {Until: second}, {Since: second, Until: second.AddDate(0, 0, 2)},
		{Since: second.Add(1)}, {Tags: []string{"x"}, Domain: "Web", Since: second}, {Tags: []string{" t1"}}, {Domain: "none"},
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
		for name, s := range map[string]*episodic.Service{"indexed": m.service, "degraded": m.silent} {
			got := ids(m.recall(s, episodic.RecallQuestion{Text: "common", Filter: f}))
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %+v (-listed +recalled):\n%s", name, f, diff)
			}
		}
	}
}

func TestIndexing_revisions(t *testing.T) {
	m := newMemory(t)
	m.record(m.service, episodic.Episode{ID: "ep", Task: "oldword", Lessons: []string{"oldlesson"}})
	if r := m.record(m.service, simple("ep", "newword")); r.Revision != 2 || r.State != episodic.StateIndexed {
		t.Fatalf("revision 2: %+v", r)
	}
	for text, want := range map[string][]string{"oldword oldlesson": nil, "newword": {"ep"}} {
		if got := m.finds(text); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", text, got, want)
		}
	}
	if r := m.record(m.service, simple("ep", "newword")); r.Change != episodic.ChangeUnchanged || r.State != episodic.StateIndexed {
		t.Errorf("the same again: %+v", r)
	}
	if err := m.service.Delete(t.Context(), m.project, "ep"); err != nil {
		t.Fatal(err)
	}
	if held, err := m.index.ListEpisodes(t.Context(), m.project); err != nil || len(held) > 0 {
		t.Errorf("the index still has %v of a deleted episode (%v)", held, err)
	}
	if r, err := m.service.Restore(t.Context(), m.project, "ep"); err != nil || r.State != episodic.StateIndexed {
		t.Errorf("restore: %+v, %v", r, err)
	}
	if got := m.finds("newword"); !slices.Equal(got, []string{"ep"}) {
		t.Errorf("the restored episode is not found: %v", got)
	}
	if err := m.silent.Delete(t.Context(), m.project, "ep"); err != nil {
		t.Fatal(err)
	}
	m.settle()
	if held, err := m.index.ListEpisodes(t.Context(), m.project); err != nil || len(held) > 0 {
		t.Errorf("the backlog left %v of a deleted episode (%v)", held, err)
	}
}

// Two processes that write the same episodes leave the index with what the store has.
func TestIndexing_twoProcesses(t *testing.T) {
	m := newMemory(t)
	second := episodic.NewService(m.store, m.index, time.Now)
	const rounds, episodes = 15, 3
	var wg sync.WaitGroup
	for w, s := range []*episodic.Service{m.service, second} {
		for e := range episodes {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range rounds {
					id, word := fmt.Sprintf("ep-%d", e), fmt.Sprintf("w%dround%dx", w, i)
					_, err := s.Record(context.Background(), m.project, simple(id, word+strings.Repeat(" filler", (rounds-i)*40)))
					if err == nil && i%5 == 4 {
						err = s.Delete(context.Background(), m.project, id)
					}
					if err != nil && !errors.Is(err, episodic.ErrNotFound) && !errors.Is(err, episodic.ErrConflict) {
						t.Errorf("%s of %d: %v", id, w, err)
					}
				}
				if _, err := s.Record(context.Background(), m.project, simple(fmt.Sprintf("ep-%d", e), "last word")); err != nil {
					t.Error(err)
				}
			}()
		}
	}
	wg.Wait()
	m.settle()
	if got := m.finds("last"); len(got) != episodes {
		t.Errorf("%v have their last content in the index", got)
	}
	for w := range 2 {
		for i := range rounds {
			if got := m.finds(fmt.Sprintf("w%dround%dx", w, i)); got != nil {
				t.Errorf("an older content of %v is still found: %+v", got, m.recall(m.service, episodic.RecallQuestion{Text: fmt.Sprintf("w%dround%dx", w, i)}))
			}
		}
	}
}

func TestReindex(t *testing.T) {
	m := newMemory(t)
	var all []episodic.Episode
	for i := range 230 {
		all = append(all, simple(fmt.Sprintf("ep-%03d", i), "common task"))
	}
	if _, err := m.silent.RecordAll(t.Context(), m.project, all, true); err != nil {
		t.Fatal(err)
	}
	stray := episodic.Chunks(episodic.Stored{Revision: 7, Episode: simple("stray", "common stray")})
	old := episodic.Chunks(episodic.Stored{Revision: 9, Episode: simple("ep-000", "oldword")})
	if failed, err := m.index.PutEpisodes(t.Context(), m.project, []episodic.EpisodeChunks{stray, old}); err != nil || len(failed) > 0 {
		t.Fatal(err, failed)
	}
	var steps []int
	err := m.service.Reindex(t.Context(), m.project, func(done, total int) {
		if done > total {
			t.Errorf("%d of %d", done, total)
		}
		if len(steps) == 0 {
			// A write while it runs: before and after what was listed already.
			m.record(m.service, simple("ep-late", "common late"))
			m.record(m.service, episodic.Episode{ID: "ep-newest", Task: "common late", StartedAt: episodic.At(time.Now())})
		}
		steps = append(steps, done)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(steps) || len(steps) < 3 || steps[len(steps)-1] < 230 {
		t.Errorf("progress: %v", steps)
	}
	held, err := m.index.ListEpisodes(t.Context(), m.project)
	if err != nil || len(held) != 232 || slices.Contains(held, "stray") {
		t.Errorf("the index has %d episodes, want 232 (%v)", len(held), err)
	}
	for text, want := range map[string]int{"stray": 0, "oldword": 0, "late": 2} {
		if got := m.finds(text); len(got) != want {
			t.Errorf("%s finds %v", text, got)
		}
	}
	m.settle()
	if err := m.service.Reindex(t.Context(), "never-there", nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	if err := m.silent.Reindex(t.Context(), m.project, nil); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("a silent index: %v", err)
	}
}
