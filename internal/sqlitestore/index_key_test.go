package sqlitestore_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// TestIndex_keysOfOccurrences: the index stores the id of an episode once, and reads the whole keys of older chunks as well.
func TestIndex_keysOfOccurrences(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	x := openFile(t, path).Index()
	want := []string{"ep/d001", "epic/d001", "ep/e1"}
	chunk := simple("ep", "common")
	chunk.Chunks[0].Occurrences = want
	put(t, x, "p", chunk)
	keys := func() []string {
		t.Helper()
		hits := searchText(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Text: "common"})
		if len(hits) != 1 {
			t.Fatalf("found %+v", hits)
		}
		return hits[0].Occurrences
	}
	if got := keys(); !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
	run(t, path, `UPDATE index_chunk SET occurrences = iif(occurrences = '["/d001","epic/d001","/e1"]', '["ep/d001","epic/d001","ep/e1"]', 'broken')`)
	if got := keys(); !slices.Equal(got, want) {
		t.Errorf("keys of an older chunk %v, want %v", got, want)
	}
}
