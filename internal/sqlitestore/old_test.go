package sqlitestore_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// old is a store that was written before an index had generations. Project p holds the
// episodes kept and other, and gone, which is deleted; q holds kept; a third was purged.
func old(t *testing.T) (s *sqlitestore.Store, path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "before_generations.db.gz"))
	must(t, err)
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	must(t, err)
	text, err := io.ReadAll(unpacked)
	must(t, err)
	path = filepath.Join(t.TempDir(), "causeway.db")
	write(t, path, text)
	return openFile(t, path), path
}

func TestMigrate_old_index(t *testing.T) {
	s, path := old(t)
	x := s.Index()
	for project, want := range map[string][]string{"p": {"kept", "other"}, "q": {"kept"}, "dropped": nil} {
		got := found(searchText(t, x, episodic.ChunkQuery{IndexGeneration: first(project), Text: "repair the guide"}))
		if !slices.Equal(got, want) {
			t.Errorf("in %s are found %v, want %v", project, got, want)
		}
	}
	if list, err := x.ListGenerations(t.Context(), "p"); err != nil || !slices.Equal(list, []int{1}) {
		t.Errorf("generations %v, %v", list, err)
	}
	if all, err := x.CountChunks(t.Context(), []episodic.IndexGeneration{first("p")}); err != nil || all[first("p")].Chunks < 4 || all[first("p")].Embedded != 0 {
		t.Errorf("chunks %+v, %v", all, err)
	}
	ids, err := x.ListEpisodes(t.Context(), first("p"))
	must(t, err)
	chunks, err := x.ListChunks(t.Context(), first("p"), ids)
	must(t, err)
	if len(chunks) < 4 || slices.ContainsFunc(chunks, func(c episodic.IndexedChunk) bool { return c.Digest == "" }) {
		t.Errorf("some chunks lack their words: %+v", chunks)
	}
	second := episodic.IndexGeneration{Project: "p", Generation: 2}
	_, err = x.PutEpisodes(t.Context(), second, []episodic.EpisodeChunks{
		vectored("kept", []float32{1, 0}), vectored("other", []float32{0, 1}),
	})
	must(t, err)
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: second, Vector: []float32{3, 4}}); len(hits) != 2 || hits[0].Episode != "other" {
		t.Errorf("nearest in the new generation: %+v", hits)
	}
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{3, 4}}); len(hits) != 0 {
		t.Errorf("nearest in the old generation: %+v", hits)
	}
	// The purged project had number 3, which must not be given again.
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer conn.Close()
	number, err := sqlitex.ResultInt64(conn.Prep("SELECT max(number) FROM index_project"))
	if err != nil || number != 4 {
		t.Errorf("the new generation has number %d, %v", number, err)
	}
	tables, err := sqlitex.ResultInt64(conn.Prep("SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' OR name LIKE 'words__'"))
	if err != nil || tables != 0 {
		t.Errorf("%d tables of FTS5 are left, %v", tables, err)
	}
}

func TestMigrate_old_store(t *testing.T) {
	s, _ := old(t)
	record(t, s, "new", prepare(t, "a", 1))
	states, err := s.ListIndexStates(t.Context())
	must(t, err)
	want := map[string]episodic.IndexState{
		"p": episodic.OldIndexState(), "q": episodic.OldIndexState(), "new": episodic.FirstIndexState(),
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	must(t, s.SetIndexState(t.Context(), "p", episodic.IndexState{Active: episodic.Generation{Number: 1, Recipe: 1}, Version: 1}))
	guide := []episodic.Reference{{Kind: episodic.ReferenceFile, Key: "docs/guide.md"}}
	for _, c := range []struct {
		why     string
		filter  episodic.EpisodeFilter
		deleted bool
		want    []string
	}{
		{"an error among the events", episodic.EpisodeFilter{Failed: true}, false, []string{"kept"}},
		{"what was deleted before is described too", episodic.EpisodeFilter{Failed: true}, true, []string{"gone"}},
		{"references", episodic.EpisodeFilter{References: guide}, false, []string{"kept", "other"}},
		{"references of what is deleted", episodic.EpisodeFilter{References: guide}, true, []string{"gone"}},
		{"decision types", episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}}, false, []string{"kept"}},
		{"decision types of what is deleted", episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}}, true, []string{"gone"}},
		{"another type", episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionTest}}, true, nil},
	} {
		list, err := s.ListEpisodes(t.Context(), episodic.EpisodeQuery{
			Project: "p", Filter: c.filter, Deleted: c.deleted, Page: episodic.Page{Limit: 10},
		})
		must(t, err)
		var got []string
		for _, e := range list {
			got = append(got, e.Episode.ID)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	bridges, err := s.ListBridges(t.Context(), "p", []string{"kept"}, 5, 5)
	must(t, err)
	if len(bridges) != 2 || bridges[0].To != "other" || bridges[0].Relation != episodic.RelationCauses || bridges[1].Mentions != 2 {
		t.Errorf("bridges %+v", bridges)
	}
}

// Episodes that were recorded before there were factors are derived in the background, and
// until then a write derives its own only.
func TestMigrate_old_factors(t *testing.T) {
	s, _ := old(t)
	for project, want := range map[string]int{"p": 2, "q": 1} {
		d, err := s.GetDerivation(t.Context(), project)
		must(t, err)
		if d.Underived != want || d.Episodes != 0 {
			t.Errorf("%s: %+v; %d episodes should wait", project, d, want)
		}
	}
	record(t, s, "p", prepare(t, "new", 2))
	if list, err := s.ListStale(t.Context(), 10); err != nil || !slices.Equal(list, []string{"p", "q"}) {
		t.Errorf("projects that wait: %v, %v", list, err)
	}
	if list, err := s.ListStale(t.Context(), 1); err != nil || !slices.Equal(list, []string{"p"}) {
		t.Errorf("the first project that waits: %v, %v", list, err)
	}
	for _, want := range []int{1, 1, 0} {
		if n, err := s.RefreshSome(t.Context(), "p", 1); err != nil || n != want {
			t.Errorf("derived %d, %v; want %d", n, err, want)
		}
	}
	d, err := s.GetDerivation(t.Context(), "p")
	must(t, err)
	if d.Underived != 0 || d.Episodes != 3 || d.Version != derive.DerivationVersion {
		t.Errorf("afterwards: %+v", d)
	}
	n, err := s.CountFactors(t.Context(), layer.FactorQuery{Project: "p"})
	if err != nil || n < 3 {
		t.Errorf("%d factors, %v", n, err)
	}
}
