package harness

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/examples/team"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// TeamFiles are the episodes of the second example project.
func TeamFiles(t *testing.T) []Vars {
	t.Helper()
	var files []Vars
	for _, e := range team.Episodes() {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, Vars{"name": e.ID + ".json", "content": string(text)})
	}
	return files
}

// ExampleFiles are the example episodes.
func ExampleFiles(t *testing.T) []Vars {
	t.Helper()
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil || len(names) < 40 {
		t.Fatalf("%d examples, %v", len(names), err)
	}
	var files []Vars
	for _, name := range names {
		text, err := fs.ReadFile(examples.Episodes(), name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, Vars{"name": name, "content": string(text)})
	}
	return files
}

// RawFiles returns the paths of real files by folder, and fails when there are not as many.
func RawFiles(t testing.TB, folder string, want int) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", folder, "*.json"))
	if err != nil || len(paths) != want {
		t.Fatalf("%d files in %s (%v), want %d", len(paths), folder, err, want)
	}
	slices.Sort(paths)
	return paths
}
