package weaviateindex_test

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
	"github.com/causeway-memory/causeway/internal/weaviateindex"
)

// open returns an index on the real server.
func open(t testing.TB) *weaviateindex.Index {
	t.Helper()
	// Several packages share one small server in tests, so patience is longer than in use.
	x, err := weaviateindex.New(weaviateindex.Options{URL: enginetest.Weaviate(t), SearchTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

// project returns a project of the test's own.
func project(t testing.TB, x *weaviateindex.Index) string {
	t.Helper()
	name := enginetest.Project(t)
	t.Cleanup(func() {
		if err := x.DropProject(context.Background(), name); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	return name
}

// episode cuts an episode with a task and one event for each further text.
func episode(id, task string, events ...string) episodic.EpisodeChunks {
	return revision(1, episodic.Episode{ID: id, Task: task}, events...)
}

func revision(n int, e episodic.Episode, events ...string) episodic.EpisodeChunks {
	for i, content := range events {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%03d", i), Content: content})
	}
	return episodic.Chunks(episodic.Stored{Revision: n, Episode: e})
}

func put(t testing.TB, x *weaviateindex.Index, project string, episodes ...episodic.EpisodeChunks) {
	t.Helper()
	failed, err := x.PutEpisodes(t.Context(), project, episodes)
	if err != nil || len(failed) > 0 {
		t.Fatalf("put: %v, failed %v", err, failed)
	}
}

func search(t testing.TB, x *weaviateindex.Index, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Terms == "" {
		q.Terms = strings.Join(episodic.Analyse(q.Text), " ")
	}
	if q.Limit == 0 {
		q.Limit = 1000
	}
	hits, err := x.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %.200q: %v", q.Text, err)
	}
	return hits
}

// found returns the episodes of the hits, sorted.
func found(hits []episodic.ChunkHit) []string {
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.Episode)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func TestIndex_Search_foundAtOnce(t *testing.T) {
	x := open(t)
	p := project(t, x)
	for i := range 300 {
		id, word := fmt.Sprintf("ep-%d", i), fmt.Sprintf("marker%dx", i)
		put(t, x, p, episode(id, "deploy the "+word, "the service went down", "rolled back release"))
		hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "why did " + word + " deploy", Limit: 3})
		if len(hits) == 0 || hits[0].Episode != id {
			t.Fatalf("write %d: episode %s is not the best hit for its own word: %+v", i, id, hits)
		}
		common := search(t, x, episodic.ChunkQuery{Project: p, Text: "service release", Limit: 1000})
		if got := len(found(common)); got != i+1 {
			t.Fatalf("after %d writes a word in all episodes finds %d", i+1, got)
		}
	}
}

func TestIndex_Search_hit(t *testing.T) {
	x := open(t)
	p := project(t, x)
	put(t, x, p, revision(1, episodic.Episode{
		ID: "ep", Task: "Repair the importer",
		Decisions: []episodic.Decision{{ID: "d001", Chosen: "lenient parser", Rationale: "old files"}},
	}, "import passed"))
	hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "Which parsers for old files?"})
	if len(hits) == 0 || hits[0].Score <= 0 {
		t.Fatalf("no hit with a score: %+v", hits)
	}
	hits[0].Score = 0
	want := episodic.ChunkHit{
		Episode: "ep", Part: episodic.PartDecision, Occurrences: []string{"ep/d001"},
		Text: "Chosen: lenient parser\nRationale: old files",
	}
	if diff := cmp.Diff(want, hits[0]); diff != "" {
		t.Errorf("best hit (-want +got):\n%s", diff)
	}
	if len(hits) != 3 {
		t.Errorf("the neighbours of a chunk hold its words too: want 3 hits, got %+v", hits)
	}
}

func TestIndex_Search_ownBeatsAround(t *testing.T) {
	x := open(t)
	p := project(t, x)
	put(t, x, p, episode("ep", "zebra", words("a", 80), "quokka "+words("b", 79)))
	for word, part := range map[string]string{"zebra": "zebra", "quokka": "quokka"} {
		hits := search(t, x, episodic.ChunkQuery{Project: p, Text: word})
		if len(hits) != 3 || !strings.Contains(hits[0].Text, part) {
			t.Errorf("%s: the chunk that says it must come first, its neighbours after: %+v", word, hits)
		}
	}
}

// words returns n different words.
func words(prefix string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return strings.Join(list, " ")
}

func TestIndex_Search_nastyText(t *testing.T) {
	x := open(t)
	p := project(t, x)
	nasty := []string{
		`"quoted" 'text' \back\slash`, "a/b (c) [d] {e} <f>", "key: value; tail^2 own:x*", "emoji 🤔 ✅ flag",
		"tab\tand\nline", "null\x00byte and \x7f", "AND OR NOT + - && ||", "日本語のテスト", "\u2028 sep \U000E0001 tag",
		`{Get{Chunk{text}}}`, `") {x}`, "e\u0301 İ ẞ ﬁ", "-leading +plus ~tilde", "owner/repo#12 #34 be9c22975",
	}
	for i, text := range nasty {
		put(t, x, p, episode(fmt.Sprintf("ep-%d", i), "task", text))
	}
	for i, text := range nasty {
		if hits := search(t, x, episodic.ChunkQuery{Project: p, Text: text}); len(episodic.Analyse(text)) > 0 &&
			!slices.Contains(found(hits), fmt.Sprintf("ep-%d", i)) {
			t.Errorf("%q does not find itself, only %v", text, found(hits))
		}
		// The terms of another caller may hold anything too.
		search(t, x, episodic.ChunkQuery{Project: p, Text: text, Terms: text})
	}
	if hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "?!", Terms: " \n"}); len(hits) != 0 {
		t.Errorf("nothing was asked, and found was %v", hits)
	}
	if hits := search(t, x, episodic.ChunkQuery{Project: p, Text: strings.Repeat("emoji nothing12 ", 6_250)}); len(hits) == 0 {
		t.Error("100 kB of text find nothing")
	}
}

func TestIndex_Search_isolated(t *testing.T) {
	x := open(t)
	a, b, empty := project(t, x), project(t, x), project(t, x)
	put(t, x, a, episode("ep", "secret alpha"))
	put(t, x, b, episode("ep", "secret beta"))
	for p, want := range map[string]string{a: "secret alpha", b: "secret beta"} {
		hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "secret alpha beta"})
		if len(hits) != 1 || !strings.HasPrefix(hits[0].Text, want) {
			t.Errorf("%s sees %+v", p, hits)
		}
	}
	if hits := search(t, x, episodic.ChunkQuery{Project: empty, Text: "secret"}); len(hits) != 0 {
		t.Errorf("a project without an index has %v", hits)
	}
	if err := x.DropProject(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if hits := search(t, x, episodic.ChunkQuery{Project: a, Text: "secret"}); len(hits) != 0 {
		t.Errorf("a dropped project has %v", hits)
	}
	if hits := search(t, x, episodic.ChunkQuery{Project: b, Text: "secret"}); len(hits) != 1 {
		t.Errorf("the other project lost its chunks: %v", hits)
	}
}

func TestIndex_Search_pages(t *testing.T) {
	x := open(t)
	p := project(t, x)
	var all []episodic.EpisodeChunks
	for i := range 1_257 {
		all = append(all, episode(fmt.Sprintf("ep-%04d", i), "common task"))
	}
	put(t, x, p, all...)
	if hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "common", Limit: 140}); len(hits) != 140 {
		t.Errorf("140 of 1,257 asked, %d came", len(hits))
	}
	seen := map[string]bool{}
	// All have the same score, so that every page cuts among equals.
	for offset := 0; ; offset += 90 {
		hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "common", Limit: 90, Offset: offset})
		for _, h := range hits {
			seen[h.Episode] = true
		}
		if len(hits) < 90 {
			break
		}
	}
	if len(seen) != 1_257 {
		t.Errorf("the pages hold %d of 1,257 episodes of equal score", len(seen))
	}
	for _, q := range []episodic.ChunkQuery{{Limit: 20_000}, {Limit: 10, Offset: 9_999}, {Limit: 10, Offset: 1 << 40}, {Limit: -1}, {Limit: 1, Offset: -1}} {
		q.Project, q.Terms = p, "common"
		if _, err := x.Search(t.Context(), q); err != nil {
			t.Errorf("limit %d, offset %d: %v", q.Limit, q.Offset, err)
		}
	}
}

func TestIndex_Search_atLeast(t *testing.T) {
	plain := open(t)
	p := project(t, plain)
	wide, err := weaviateindex.New(weaviateindex.Options{URL: enginetest.Weaviate(t), AtLeast: 500})
	if err != nil {
		t.Fatal(err)
	}
	defer wide.Close()
	for i := range 30 {
		put(t, plain, p, episode(fmt.Sprintf("ep-%02d", i), "common "+strings.Repeat("word ", i)))
	}
	for _, offset := range []int{0, 7, 28, 35} {
		q := episodic.ChunkQuery{Project: p, Text: "common", Limit: 5, Offset: offset}
		if diff := cmp.Diff(search(t, plain, q), search(t, wide, q)); diff != "" {
			t.Errorf("asking for more and cutting gives another page at %d:\n%s", offset, diff)
		}
	}
}

func TestIndex_concurrentWriters(t *testing.T) {
	x := open(t)
	p := project(t, x)
	var wg sync.WaitGroup
	errs := make(chan error, 200)
	for w := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 10 {
				own, shared := fmt.Sprintf("ep-%d-%d", w, i), fmt.Sprintf("shared-%d", i)
				failed, err := x.PutEpisodes(context.Background(), p, []episodic.EpisodeChunks{
					episode(own, "written by one", "common word"), episode(shared, "written by all", "common word"),
				})
				if err != nil || len(failed) > 0 {
					errs <- errors.Join(err, fmt.Errorf("failed: %v", failed))
				}
			}
		}()
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	if got := len(found(search(t, x, episodic.ChunkQuery{Project: p, Text: "common"}))); got != 90 {
		t.Errorf("%d of 90 episodes are found", got)
	}
	if hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "common word"}); len(hits) != 180 {
		t.Errorf("want two chunks of each of 90 episodes, got %d", len(hits))
	}
}
