package weaviateindex_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

func TestIndex_PutEpisodes_namesFailures(t *testing.T) {
	x, class := openCollection(t)
	p := project(t, x)
	tagged := func(n int, task string) episodic.EpisodeChunks {
		return revision(n, episodic.Episode{ID: "bad", Task: task, Tags: []string{"tag"}}, words("a", 50), words("b", 50))
	}
	put(t, x, p, episode("good", "before"))
	// Someone removed a property: the server refuses every object that has it.
	without := slices.DeleteFunc(class["properties"].([]any), func(v any) bool {
		return v.(map[string]any)["name"] == "tags"
	})
	class["properties"] = without
	recreate(t, class)

	failed, err := x.PutEpisodes(t.Context(), first(p), []episodic.EpisodeChunks{episode("good", "after"), tagged(2, "after")})
	if err != nil {
		t.Fatal(err)
	}
	if failed["bad"] == nil || !strings.Contains(failed["bad"].Error(), "tags") || len(failed) != 1 {
		t.Errorf("want only the bad episode named with the reason, got %v", failed)
	}
	if got := found(search(t, x, episodic.ChunkQuery{IndexGeneration: first(p), Text: "after"})); !slices.Equal(got, []string{"good"}) {
		t.Errorf("the good episode alone should be found: %v", got)
	}
}
