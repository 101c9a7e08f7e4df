package weaviateindex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
)

func TestIndex_PutEpisodes_replaces(t *testing.T) {
	x := open(t)
	p := project(t, x)
	long := make([]string, 12)
	for i := range long {
		long[i] = fmt.Sprintf("oldword step%d ", i) + strings.Repeat("filler ", 70)
	}
	put(t, x, p, revision(1, episodic.Episode{ID: "ep", Task: "task"}, long...), episode("other", "task", "oldword too"))
	put(t, x, p, revision(2, episodic.Episode{ID: "ep", Task: "task"}, "newword only"))
	for text, want := range map[string][]string{"oldword": {"other"}, "newword": {"ep"}, "step11": nil, "task": {"ep", "other"}} {
		if got := found(search(t, x, episodic.ChunkQuery{Project: p, Text: text})); !slices.Equal(got, want) {
			t.Errorf("after the smaller revision %q finds %v, want %v", text, got, want)
		}
	}
	// The same revision again, cut into fewer chunks, and an older one after a purge.
	shorter := revision(2, episodic.Episode{ID: "ep", Task: "task"})
	put(t, x, p, shorter)
	if got := found(search(t, x, episodic.ChunkQuery{Project: p, Text: "newword"})); got != nil {
		t.Errorf("a chunk beyond the last stayed: %v", got)
	}
	put(t, x, p, revision(1, episodic.Episode{ID: "ep", Task: "born again"}))
	if hits := search(t, x, episodic.ChunkQuery{Project: p, Text: "task born"}); len(hits) != 3 {
		t.Errorf("want the new head and two chunks of the other episode, got %+v", hits)
	}
}

func TestIndex_PutEpisodes_namesFailures(t *testing.T) {
	x, class := openCollection(t)
	p := project(t, x)
	tagged := func(n int, task string) episodic.EpisodeChunks {
		return revision(n, episodic.Episode{ID: "bad", Task: task, Tags: []string{"tag"}}, words("a", 50), words("b", 50))
	}
	put(t, x, p, episode("good", "before"))
	// Someone took away a property: the server refuses every object that has it.
	without := slices.DeleteFunc(class["properties"].([]any), func(v any) bool {
		return v.(map[string]any)["name"] == "tags"
	})
	class["properties"] = without
	recreate(t, class)

	failed, err := x.PutEpisodes(t.Context(), p, []episodic.EpisodeChunks{episode("good", "after"), tagged(2, "after")})
	if err != nil {
		t.Fatal(err)
	}
	if failed["bad"] == nil || !strings.Contains(failed["bad"].Error(), "tags") || len(failed) != 1 {
		t.Errorf("want only the bad episode named with the reason, got %v", failed)
	}
	if got := found(search(t, x, episodic.ChunkQuery{Project: p, Text: "after"})); !slices.Equal(got, []string{"good"}) {
		t.Errorf("the good episode alone should be found: %v", got)
	}
}

func TestIndex_PutEpisodes_batches(t *testing.T) {
	x := open(t)
	p := project(t, x)
	var many []episodic.EpisodeChunks
	var ids []string
	for i := range 1_300 {
		ids = append(ids, fmt.Sprintf("ep-%04d", i))
		many = append(many, episode(ids[i], "small task"))
	}
	// Texts as long as the domain takes them, so that batches are cut by bytes too.
	for i := range 4 {
		ids = append(ids, fmt.Sprintf("large-%02d", i))
		many = append(many, episode(ids[len(ids)-1], strings.Repeat("large task ", 5_900), strings.Repeat("more and ", 7_000)))
	}
	put(t, x, p, many...)
	got, err := x.ListEpisodes(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if diff := cmp.Diff(ids, got); diff != "" {
		t.Errorf("listed episodes (-want +got):\n%s", diff)
	}
	if err := x.DeleteEpisodes(t.Context(), p, append(ids[:1_200:1_200], "never-there")); err != nil {
		t.Fatal(err)
	}
	if got, err = x.ListEpisodes(t.Context(), p); err != nil || len(got) != 104 {
		t.Errorf("104 episodes should be left, not %d (%v)", len(got), err)
	}
}

func TestIndex_emptyCalls(t *testing.T) {
	x := open(t)
	p := project(t, x)
	if failed, err := x.PutEpisodes(t.Context(), p, nil); err != nil || len(failed) > 0 {
		t.Errorf("put nothing: %v, %v", failed, err)
	}
	if err := x.DeleteEpisodes(t.Context(), p, []string{"never"}); err != nil {
		t.Errorf("delete from a project without an index: %v", err)
	}
	if ids, err := x.ListEpisodes(t.Context(), p); err != nil || len(ids) > 0 {
		t.Errorf("list a project without an index: %v, %v", ids, err)
	}
	if err := x.DropProject(t.Context(), p); err != nil {
		t.Errorf("drop a project without an index: %v", err)
	}
}
