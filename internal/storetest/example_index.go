package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/google/go-cmp/cmp"
)

func indexExamples() []example {
	return []example{
		{"found at once", exampleFoundAtOnce},
		{"a hit", exampleHit},
		{"own beats around", exampleOwnBeatsAround},
		{"nasty text", exampleNastyText},
		{"isolated", exampleIsolated},
		{"pages", examplePages},
		{"replaced", exampleReplaced},
		{"batches", exampleBatches},
		{"empty calls", exampleEmptyCalls},
		{"writers at once", exampleIndexWriters},
	}
}

// cut chunks an episode with a task and one event for each further text.
func cut(id, task string, events ...string) episodic.EpisodeChunks {
	return revision(1, episodic.Episode{ID: id, Task: task}, events...)
}

func revision(n int, e episodic.Episode, events ...string) episodic.EpisodeChunks {
	for i, content := range events {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%03d", i), Content: content})
	}
	return chunk.Chunks(episodic.Stored{Revision: n, Episode: e})
}

func (f *fixture) put(t testing.TB, project string, episodes ...episodic.EpisodeChunks) {
	t.Helper()
	failed, err := f.Index.PutEpisodes(t.Context(), first(project), episodes)
	if err != nil || len(failed) > 0 {
		t.Fatalf("put: %v, failed %v", err, failed)
	}
}

func (f *fixture) search(t testing.TB, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Terms == "" {
		q.Terms = strings.Join(lexis.Analyze(q.Text), " ")
	}
	if q.Limit == 0 {
		q.Limit = mostHits
	}
	hits, err := f.Index.Search(t.Context(), q)
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

// manyWords returns n different words.
func manyWords(prefix string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return strings.Join(list, " ")
}

func exampleFoundAtOnce(t *testing.T, f *fixture) {
	p := f.project(t)
	for i := range 150 {
		id, word := fmt.Sprintf("ep-%d", i), fmt.Sprintf("marker%dx", i)
		f.put(t, p, cut(id, "deploy the "+word, "the service went down", "rolled back release"))
		hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "why did " + word + " deploy", Limit: 3})
		if len(hits) == 0 || hits[0].Episode != id {
			t.Fatalf("write %d: episode %s is not the best hit for its own word: %+v", i, id, hits)
		}
		common := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "service release"})
		if got := len(found(common)); got != i+1 {
			t.Fatalf("after %d writes a word in all episodes finds %d", i+1, got)
		}
	}
}

func exampleHit(t *testing.T, f *fixture) {
	p := f.project(t)
	f.put(t, p, revision(1, episodic.Episode{
		ID: "ep", Task: "Repair the importer",
		Decisions: []episodic.Decision{{ID: "d001", Chosen: "lenient parser", Rationale: "old files"}},
	}, "import passed"))
	hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "Which parsers for old files?"})
	if len(hits) == 0 || hits[0].Score <= 0 {
		t.Fatalf("no hit with a score: %+v", hits)
	}
	hits[0].Score = 0
	want := episodic.ChunkHit{
		Episode: "ep", Part: episodic.PartDecision, Occurrences: []string{"ep/d001"},
		Text: "Chosen: lenient parser\nRationale: old files", Number: 1,
	}
	if diff := cmp.Diff(want, hits[0]); diff != "" {
		t.Errorf("best hit (-want +got):\n%s", diff)
	}
	if len(hits) != 3 {
		t.Errorf("the neighbors of a chunk hold its words too: want 3 hits, got %+v", hits)
	}
}

func exampleOwnBeatsAround(t *testing.T, f *fixture) {
	p := f.project(t)
	f.put(t, p, cut("ep", "zebra", manyWords("a", 80), "quokka "+manyWords("b", 79)))
	for _, word := range []string{"zebra", "quokka"} {
		hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: word})
		if len(hits) != 3 || !strings.Contains(hits[0].Text, word) {
			t.Errorf("%s: the chunk that says it must come first, its neighbors after: %+v", word, hits)
		}
	}
}

func exampleNastyText(t *testing.T, f *fixture) {
	p := f.project(t)
	nasty := []string{
		`"quoted" 'text' \back\slash`, "a/b (c) [d] {e} <f>", "key: value; tail^2 own:x*", "emoji 🤔 ✅ flag",
		"tab\tand\nline", "null\x00byte and \x7f", "AND OR NOT + - && ||", "日本語のテスト", "\u2028 sep \U000E0001 tag",
		`{Get{Chunk{text}}}`, `") {x}`, "e\u0301 İ ẞ ﬁ", "-leading +plus ~tilde", "owner/repo#12 #34 be9c22975", "NEAR(a b, 2) own : x",
	}
	for i, text := range nasty {
		f.put(t, p, cut(fmt.Sprintf("ep-%d", i), "task", text))
	}
	for i, text := range nasty {
		if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: text}); len(lexis.Analyze(text)) > 0 &&
			!slices.Contains(found(hits), fmt.Sprintf("ep-%d", i)) {
			t.Errorf("%q does not find itself, only %v", text, found(hits))
		}
		// A caller's terms may contain anything too.
		f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: text, Terms: text})
	}
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "?!", Terms: " \n"}); len(hits) != 0 {
		t.Errorf("nothing was asked, and found was %v", hits)
	}
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: strings.Repeat("emoji nothing12 ", 6_250)}); len(hits) == 0 {
		t.Error("100 kB of text find nothing")
	}
}

func exampleIsolated(t *testing.T, f *fixture) {
	a, b, empty := f.project(t), f.project(t), f.project(t)
	f.put(t, a, cut("ep", "secret alpha"))
	f.put(t, b, cut("ep", "secret beta"))
	for p, want := range map[string]string{a: "secret alpha", b: "secret beta"} {
		hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "secret alpha beta"})
		if len(hits) != 1 || !strings.HasPrefix(hits[0].Text, want) {
			t.Errorf("%s sees %+v", p, hits)
		}
	}
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(empty), Text: "secret"}); len(hits) != 0 {
		t.Errorf("a project without an index has %v", hits)
	}
	must(t, f.Index.DropProject(t.Context(), a))
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(a), Text: "secret"}); len(hits) != 0 {
		t.Errorf("a dropped project has %v", hits)
	}
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(b), Text: "secret"}); len(hits) != 1 {
		t.Errorf("the other project lost its chunks: %v", hits)
	}
}

func examplePages(t *testing.T, f *fixture) {
	const n = 1_257
	p := f.project(t)
	var all []episodic.EpisodeChunks
	for i := range n {
		all = append(all, cut(fmt.Sprintf("ep-%04d", i), "common task"))
	}
	f.put(t, p, all...)
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "common", Limit: 140}); len(hits) != 140 {
		t.Errorf("140 of %d asked, %d came", n, len(hits))
	}
	seen := map[string]bool{}
	// All hits have the same score, so every page ends among equal ones.
	for offset := 0; ; offset += 90 {
		hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "common", Limit: 90, Offset: offset})
		for _, h := range hits {
			seen[h.Episode] = true
		}
		if len(hits) < 90 {
			break
		}
	}
	if len(seen) != n {
		t.Errorf("the pages hold %d of %d episodes of equal score", len(seen), n)
	}
	for _, q := range []episodic.ChunkQuery{{Limit: 20_000}, {Limit: 10, Offset: 9_999}, {Limit: 10, Offset: 1 << 40}, {Limit: -1}, {Limit: 1, Offset: -1}} {
		q.IndexGeneration, q.Terms = first(p), "common"
		if _, err := f.Index.Search(t.Context(), q); err != nil {
			t.Errorf("limit %d, offset %d: %v", q.Limit, q.Offset, err)
		}
	}
}

func exampleReplaced(t *testing.T, f *fixture) {
	p := f.project(t)
	long := make([]string, 12)
	for i := range long {
		long[i] = fmt.Sprintf("oldword step%d ", i) + strings.Repeat("filler ", 70)
	}
	f.put(t, p, revision(1, episodic.Episode{ID: "ep", Task: "task"}, long...), cut("other", "task", "oldword too"))
	f.put(t, p, revision(2, episodic.Episode{ID: "ep", Task: "task"}, "newword only"))
	for text, want := range map[string][]string{"oldword": {"other"}, "newword": {"ep"}, "step11": nil, "task": {"ep", "other"}} {
		if got := found(f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: text})); !slices.Equal(got, want) {
			t.Errorf("after the smaller revision %q finds %v, want %v", text, got, want)
		}
	}
	// The same revision again with fewer chunks, and an older one after a purge.
	f.put(t, p, revision(2, episodic.Episode{ID: "ep", Task: "task"}))
	if got := found(f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "newword"})); got != nil {
		t.Errorf("a chunk beyond the last stayed: %v", got)
	}
	f.put(t, p, revision(1, episodic.Episode{ID: "ep", Task: "born again"}))
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "task born"}); len(hits) != 3 {
		t.Errorf("want the new head and two chunks of the other episode, got %+v", hits)
	}
}

func exampleBatches(t *testing.T, f *fixture) {
	p := f.project(t)
	var many []episodic.EpisodeChunks
	var ids []string
	for i := range 1_300 {
		ids = append(ids, fmt.Sprintf("ep-%04d", i))
		many = append(many, cut(ids[i], "small task"))
	}
	// Texts of the greatest length, so that batches are limited by bytes too.
	for i := range 4 {
		ids = append(ids, fmt.Sprintf("large-%02d", i))
		many = append(many, cut(ids[len(ids)-1], strings.Repeat("large task ", 5_900), strings.Repeat("more and ", 7_000)))
	}
	f.put(t, p, many...)
	got, err := f.Index.ListEpisodes(t.Context(), first(p))
	must(t, err)
	slices.Sort(got)
	if diff := cmp.Diff(ids, got); diff != "" {
		t.Errorf("listed episodes (-want +got):\n%s", diff)
	}
	must(t, f.Index.DeleteEpisodes(t.Context(), first(p), append(ids[:1_200:1_200], "never-there")))
	if got, err = f.Index.ListEpisodes(t.Context(), first(p)); err != nil || len(got) != 104 {
		t.Errorf("104 episodes should be left, not %d (%v)", len(got), err)
	}
}

func exampleEmptyCalls(t *testing.T, f *fixture) {
	p := f.project(t)
	if failed, err := f.Index.PutEpisodes(t.Context(), first(p), nil); err != nil || len(failed) > 0 {
		t.Errorf("put nothing: %v, %v", failed, err)
	}
	if err := f.Index.DeleteEpisodes(t.Context(), first(p), []string{"never"}); err != nil {
		t.Errorf("delete from a project without an index: %v", err)
	}
	if ids, err := f.Index.ListEpisodes(t.Context(), first(p)); err != nil || len(ids) > 0 {
		t.Errorf("list a project without an index: %v, %v", ids, err)
	}
	if err := f.Index.DropProject(t.Context(), p); err != nil {
		t.Errorf("drop a project without an index: %v", err)
	}
}

func exampleIndexWriters(t *testing.T, f *fixture) {
	p, second := f.project(t), f.again(t)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for w := range errs {
		x := []episodic.Index{f.Index, second.Index}[w%2]
		wg.Go(func() {
			for i := range 10 {
				failed, err := x.PutEpisodes(t.Context(), first(p), []episodic.EpisodeChunks{
					cut(fmt.Sprintf("ep-%d-%d", w, i), "written by one", "common word"), cut(fmt.Sprintf("shared-%d", i), "written by all", "common word"),
				})
				if len(failed) > 0 {
					err = fmt.Errorf("failed: %v", failed)
				}
				errs[w] = errors.Join(errs[w], err)
			}
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	if got := len(found(f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "common"}))); got != 90 {
		t.Errorf("%d of 90 episodes are found", got)
	}
	if hits := f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "common word"}); len(hits) != 180 {
		t.Errorf("want two chunks of each of 90 episodes, got %d", len(hits))
	}
}
