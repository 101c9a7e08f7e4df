package sqlitestore_test

import (
	"fmt"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// TestTables_ofManyProjects searches projects with segments whose tables are held: all fit, then only some, then none.
func TestTables_ofManyProjects(t *testing.T) {
	s := open(t)
	s.MergeOften()
	x := s.Index()
	const projects = 6
	for p := range projects {
		for i := range 4 {
			var batch []episodic.EpisodeChunks
			for n := range 12 {
				batch = append(batch, simple(fmt.Sprintf("e%d-%d", i, n), "a walrus"))
			}
			put(t, x, fmt.Sprint("p", p), batch...)
		}
	}
	search := func() {
		t.Helper()
		for p := range projects {
			hits, err := x.Search(t.Context(), episodic.ChunkQuery{IndexGeneration: first(fmt.Sprint("p", p)), Terms: "walrus", Limit: 100})
			must(t, err)
			if len(hits) != 48 {
				t.Errorf("project %d has %d hits, want 48", p, len(hits))
			}
		}
	}
	search()
	all, bytes := s.HeldTables()
	if all < projects || bytes == 0 {
		t.Fatalf("%d tables of %d bytes are held, want one of each project at least", all, bytes)
	}
	s.LimitTables(bytes / 2)
	must(t, x.DeleteEpisodes(t.Context(), first("p0"), []string{"e0-0"}))
	put(t, x, "p0", simple("e0-0", "a walrus"))
	search()
	if some, left := s.HeldTables(); some == 0 || some >= all || left > bytes/2 {
		t.Errorf("%d tables of %d bytes are held, want fewer than %d of %d bytes at most", some, left, all, bytes/2)
	}
	s.LimitTables(0)
	search()
	if some, left := s.HeldTables(); some != 0 || left > 0 {
		t.Errorf("%d tables of %d bytes are held, want none", some, left)
	}
}
