package notes_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
)

// titles returns the titles of episodes.
func titles(all ...episodic.Prepared) *notes.Titles {
	sessions := map[string]string{}
	for _, p := range all {
		sessions[p.Episode.ID] = p.Episode.Session
	}
	return notes.NewTitles(sessions)
}

// tester is what tests, fuzzing and property tests have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// rounds writes an episode and reads it again, also with the line ends of Windows, and wants the same content.
func rounds(t tester, p episodic.Prepared, names *notes.Titles) {
	t.Helper()
	raw := written(t, p, names)
	reads(t, p, raw)
	if notes.Edited(raw, []byte("---\n")) {
		t.Fatalf("the note as written counts as edited\n%s", raw)
	}
	reads(t, p, bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n")))
}

func written(t tester, p episodic.Prepared, names *notes.Titles) []byte {
	t.Helper()
	raw, err := notes.WriteEpisode(p.Episode, "p", names)
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	return raw
}

// reads wants a note to be read as the episode, with nothing to repair.
func reads(t tester, p episodic.Prepared, raw []byte) {
	t.Helper()
	got, entries, err := ingest.Read(ingest.FormatMarkdown, "x.md", raw)
	if err != nil {
		t.Fatalf("read: %v\n%s", err, raw)
	}
	if got.Hash != p.Hash {
		t.Fatalf("hash differs\n got %s\nwant %s\n%v\n%s", got.Content, p.Content, entries, raw)
	}
	for _, e := range entries {
		if e.Kind != ingest.KindNoted {
			t.Fatalf("%+v\n%s", e, raw)
		}
	}
}

func TestWriteEpisode_Examples(t *testing.T) {
	files, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []episodic.Prepared
	for _, name := range files {
		raw, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		var e episodic.Episode
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		all = append(all, episodictest.MustPrepare(t, e))
	}
	if len(all) != 80 {
		t.Errorf("%d examples", len(all))
	}
	names := titles(all...)
	for _, p := range all {
		rounds(t, p, names)
	}
}

func TestWriteEpisode_RealEpisodes(t *testing.T) {
	folder := os.Getenv("CAUSEWAY_TEST_DATA")
	if folder == "" {
		folder = "../../../../shared/data"
	}
	found, err := filepath.Glob(filepath.Join(folder, "ai-agents", "episodes", "*.json"))
	if err != nil || len(found) == 0 {
		t.Skip("the real episodes are not here; CAUSEWAY_TEST_DATA names their folder")
	}
	var all []episodic.Prepared
	for _, path := range found {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := ingest.Read(ingest.FormatEpisode, path, raw)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, p)
	}
	names := titles(all...)
	seen := map[string]bool{}
	for _, p := range all {
		title := strings.ToLower(names.Of(p.Episode.ID))
		if seen[title] {
			t.Errorf("two notes are called %s", title)
		}
		seen[title] = true
		reads(t, p, written(t, p, names))
	}
}
