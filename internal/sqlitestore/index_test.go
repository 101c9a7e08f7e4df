package sqlitestore_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// cut cuts an episode into chunks, with one event for each of the texts.
func cut(revision int, e episodic.Episode, events ...string) episodic.EpisodeChunks {
	for i, content := range events {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%03d", i), Content: content})
	}
	return chunk.Chunks(episodic.Stored{Revision: revision, Episode: e})
}

// simple cuts an episode with a task.
func simple(id, task string, events ...string) episodic.EpisodeChunks {
	return cut(1, episodic.Episode{ID: id, Task: task}, events...)
}

func put(t testing.TB, x *sqlitestore.Index, project string, episodes ...episodic.EpisodeChunks) {
	t.Helper()
	failed, err := x.PutEpisodes(t.Context(), first(project), episodes)
	if err != nil || len(failed) > 0 {
		t.Fatalf("put: %v, failed %v", err, failed)
	}
}

func searchText(t testing.TB, x *sqlitestore.Index, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Terms == "" {
		q.Terms = strings.Join(lexis.Analyze(q.Text), " ")
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

// first is the first generation of the index of a project.
func first(project string) episodic.IndexGeneration {
	return episodic.IndexGeneration{Project: project, Generation: 1}
}

// found returns the episodes that a question finds, sorted.
func found(hits []episodic.ChunkHit) []string {
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.Episode)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func TestIndex_DropProject_large(t *testing.T) {
	x := open(t).Index()
	var many []episodic.EpisodeChunks
	for i := range 1_203 {
		many = append(many, simple(fmt.Sprint("ep", i), "task"))
	}
	put(t, x, "p", many...)
	put(t, x, "q", simple("ep0", "task"))
	must(t, x.DropProject(t.Context(), "p"))
	put(t, x, "p", simple("new", "task"))
	for project, want := range map[string]int{"p": 1, "q": 1} {
		if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first(project), Text: "task"}); len(hits) != want {
			t.Errorf("%s has %d chunks, want %d", project, len(hits), want)
		}
	}
}

func TestIndex_PutEpisodes_replaces(t *testing.T) {
	x := open(t).Index()
	long := make([]string, 12)
	for i := range long {
		long[i] = fmt.Sprintf("oldword step%d ", i) + strings.Repeat("filler ", 70)
	}
	put(t, x, "p", cut(1, episodic.Episode{ID: "ep", Task: "task"}, long...), simple("other", "task", "oldword too"))
	put(t, x, "p", cut(2, episodic.Episode{ID: "ep", Task: "task"}, "newword only"))
	for text, want := range map[string][]string{"oldword": {"other"}, "newword": {"ep"}, "step11": nil, "task": {"ep", "other"}} {
		if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: text})); !slices.Equal(got, want) {
			t.Errorf("after the smaller revision %q finds %v, want %v", text, got, want)
		}
	}
	put(t, x, "p", episodic.EpisodeChunks{Episode: "ep", Revision: 3})
	must(t, x.DeleteEpisodes(t.Context(), first("p"), []string{"never"}))
	if ids, err := x.ListEpisodes(t.Context(), first("p")); err != nil || !slices.Equal(ids, []string{"other"}) {
		t.Errorf("an episode without chunks is not there: %v, %v", ids, err)
	}
	must(t, x.DeleteEpisodes(t.Context(), first("p"), []string{"other", "other", "never"}))
	if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: "oldword task"}); len(hits) != 0 {
		t.Errorf("what was removed is found: %v", hits)
	}
}

// The best chunks are of other episodes; k asked is k returned all the same.
// Of an episode that one call has twice, only the last is found.
func TestIndex_PutEpisodes_twice(t *testing.T) {
	x := open(t).Index()
	put(t, x, "p", simple("e", "first"), simple("other", "first"), simple("e", "second"))
	for text, want := range map[string][]string{"first": {"other"}, "second": {"e"}} {
		if diff := cmp.Diff(want, found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: text}))); diff != "" {
			t.Errorf("found by %q: %s", text, diff)
		}
	}
}

func TestIndex_ListChunks(t *testing.T) {
	x := open(t).Index()
	e := cut(3, episodic.Episode{
		ID: "a", Task: "Nasty *any? \uE02A\n", Outcome: episodic.OutcomeFailure, Tags: []string{"b", "a"},
		StartedAt: episodic.At(day), Decisions: []episodic.Decision{{ID: "d1", Type: "ROUTING", Chosen: "x"}},
	}, "one", "two")
	own := e.Chunks[1]
	own.Number, own.Tags = len(e.Chunks), []string{"of its own"}
	e.Chunks = append(e.Chunks, own)
	put(t, x, "p", e, simple("b", "t"), simple("c", "t"))
	var want []episodic.IndexedChunk
	for _, c := range append(slices.Clone(e.Chunks), simple("b", "t").Chunks...) {
		want = append(want, episodic.IndexedChunk{Episode: c.Episode, Revision: c.Revision, Number: c.Number, Digest: c.Digest(), Text: c.Text})
	}
	got, err := x.ListChunks(t.Context(), first("p"), []string{"b", "a", "never"})
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what the index holds (-put +listed):\n%s", diff)
	}
	for project, ids := range map[string][]string{"p": nil, "never": {"a"}} {
		if got, err := x.ListChunks(t.Context(), first(project), ids); err != nil || got != nil {
			t.Errorf("%v of %s are %v, %v", ids, project, got, err)
		}
	}
	q := episodic.ChunkQuery{IndexGeneration: first("p"), Text: "x one", Filter: episodic.EpisodeFilter{Tags: []string{"of its own"}}}
	if hits := searchText(t, x, q); len(hits) != 1 {
		t.Errorf("a chunk with attributes of its own is found by them: %+v", hits)
	}
}

func TestIndex_Version(t *testing.T) {
	version, err := open(t).Index().Version(t.Context())
	if err != nil || !strings.HasPrefix(version, "3.") || strings.Count(version, ".") != 2 {
		t.Errorf("version %q, %v", version, err)
	}
}

func TestIndex_emptyCalls(t *testing.T) {
	x := open(t).Index()
	if failed, err := x.PutEpisodes(t.Context(), first("p"), nil); err != nil || len(failed) > 0 {
		t.Errorf("put nothing: %v, %v", failed, err)
	}
	must(t, x.DeleteEpisodes(t.Context(), first("p"), nil))
	must(t, x.DeleteEpisodes(t.Context(), first("p"), []string{"never"}))
	if ids, err := x.ListEpisodes(t.Context(), first("p")); err != nil || ids != nil {
		t.Errorf("a project without an index lists %v, %v", ids, err)
	}
	if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "x"}); hits != nil {
		t.Errorf("a project without an index has %v", hits)
	}
}

func TestIndex_PutEpisodes_manyChunks(t *testing.T) {
	x := open(t).Index()
	long := episodic.EpisodeChunks{Episode: "long", Revision: 1}
	for n := range 2_100 {
		c := episodic.Chunk{Episode: "long", Revision: 1, Number: n, Own: fmt.Sprintf("common step%d", n), Tags: []string{"tag"}}
		long.Chunks = append(long.Chunks, c)
	}
	put(t, x, "p", simple("before", "common"), long, simple("after", "common"))
	for _, n := range []int{0, 1_023, 1_024, 2_047, 2_048, 2_099} {
		q := episodic.ChunkQuery{IndexGeneration: first("p"), Terms: fmt.Sprintf("step%d", n), Filter: episodic.EpisodeFilter{Tags: []string{"tag"}}}
		if hits := searchText(t, x, q); len(hits) != 1 || hits[0].Episode != "long" {
			t.Errorf("chunk %d: %+v", n, hits)
		}
	}
	listed, err := x.ListChunks(t.Context(), first("p"), []string{"long"})
	if err != nil || len(listed) != 2_100 || listed[2_099].Digest != long.Chunks[2_099].Digest() {
		t.Errorf("%d chunks are listed, %v", len(listed), err)
	}
	must(t, x.DeleteEpisodes(t.Context(), first("p"), []string{"long"}))
	if got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "common", Limit: 5_000})); !slices.Equal(got, []string{"after", "before"}) {
		t.Errorf("its neighbours stay alone: %v", got)
	}
}

// Writers, readers and a writer of the graph's side at once: nobody fails, and what was put
// last is there.
func TestIndex_concurrently(t *testing.T) {
	x := open(t).Index()
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 10 {
				put(t, x, "p", simple(fmt.Sprintf("own-%d-%d", w, i), "common"), simple(fmt.Sprint("shared-", i), "common"))
				put(t, x, fmt.Sprint("q", w), simple("ep", "common"))
				if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "common"}); len(hits) <= i {
					t.Errorf("after %d writes %d are found", i+1, len(hits))
				}
			}
			must(t, x.DropProject(context.WithoutCancel(t.Context()), fmt.Sprint("q", w)))
		})
	}
	wg.Wait()
	if got := len(found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "common"}))); got != 50 {
		t.Errorf("%d of 50 episodes are found", got)
	}
}

// Many terms are ranked some at a time: the scores are those of one query, whatever the order.

// Someone spoilt the file with another tool: a chunk without words has no digest, words
// without a chunk go with the next write.
func TestIndex_ListChunks_spoilt(t *testing.T) {
	for _, c := range []struct {
		why, spoil string
		others     int
	}{
		{"fresh words", "DELETE FROM words_fresh WHERE number = 1", 0},
		{"words in a segment", "DELETE FROM words_span; DELETE FROM words_page", 200},
	} {
		path := filepath.Join(t.TempDir(), "causeway.db")
		x := openFile(t, path).Index()
		e := simple("ep", "common task", "first common "+strings.Repeat("filler ", 80), "second common")
		all := []episodic.EpisodeChunks{e}
		for i := range c.others {
			all = append(all, simple(fmt.Sprint("other", i), "other task"))
		}
		put(t, x, "p", all...)
		if listed, err := x.ListChunks(t.Context(), first("p"), []string{"ep"}); err != nil || len(listed) != len(e.Chunks) || listed[2].Digest != e.Chunks[2].Digest() {
			t.Errorf("%s: listed before %+v, %v", c.why, listed, err)
		}
		conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite)
		must(t, err)
		must(t, sqlitex.ExecuteScript(conn, c.spoil+"; DELETE FROM index_chunk WHERE number % 1024 = 1", nil))
		must(t, conn.Close())
		listed, err := x.ListChunks(t.Context(), first("p"), []string{"ep"})
		must(t, err)
		if len(listed) != len(e.Chunks)-1 || listed[0].Digest != "" || listed[1].Digest != "" {
			t.Errorf("%s: listed %+v", c.why, listed)
		}
		put(t, x, "p", all...)
		if hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Terms: "common", Limit: len(e.Chunks)}); len(hits) != len(e.Chunks) {
			t.Errorf("%s: %d of %d chunks are found: words without a chunk take their places", c.why, len(hits), len(e.Chunks))
		}
	}
}
