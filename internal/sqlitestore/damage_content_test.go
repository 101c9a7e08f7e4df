package sqlitestore_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
)

// A content that is not what was recorded is never served, and named.
func TestStore_namesADamagedContent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	record(t, s, "p", prepare(t, "good", 3), prepare(t, "bad", 3))
	content := "(SELECT content FROM revision r JOIN episode e ON e.number = r.episode WHERE e.id = 'good')"
	for _, c := range []struct{ why, content string }{
		{"a sound content of another", content},
		{"a byte that is flipped", "CAST(substr(content, 1, 40) || x'00' || substr(content, 42) AS BLOB)"},
	} {
		must(t, run(t, path, "UPDATE revision SET content = "+c.content+" WHERE episode = (SELECT number FROM episode WHERE id = 'bad')").Close())
		want := `revision 1 of episode "bad" is damaged`
		if _, err := s.GetEpisodes(t.Context(), "p", []string{"bad"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the episode: %v", c.why, err)
		}
		if _, err := s.ListRevisions(t.Context(), "p", []string{"bad"}, episodic.Everything()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: its revisions: %v", c.why, err)
		}
		if _, err := s.ListContents(t.Context(), "p", []episodic.RevisionKey{{Episode: "bad", Number: 1}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: its content for an export: %v", c.why, err)
		}
		if got, err := s.GetEpisodes(t.Context(), "p", []string{"good"}); err != nil || len(got) != 1 {
			t.Errorf("%s: the other: %v", c.why, err)
		}
	}
}

// The text that a search returns is the one that is compared.
func TestIndex_ListChunks_servedText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	p := prepare(t, "a", 3)
	want := chunk.Chunks(episodic.Stored{Revision: 1, Episode: p.Episode})
	put(t, s.Index(), "p", want)
	must(t, run(t, path, "UPDATE index_chunk SET text = replace(text, 'step 1', 'step 7')").Close())
	got, err := s.Index().ListChunks(t.Context(), first("p"), []string{"a"})
	must(t, err)
	changed := 0
	for i, c := range got {
		if c.Text != want.Chunks[i].Text {
			changed++
		}
	}
	if changed == 0 || len(got) != len(want.Chunks) {
		t.Errorf("%d of %d chunks differ", changed, len(got))
	}
}
