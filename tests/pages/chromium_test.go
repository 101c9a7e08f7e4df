package pages_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// installed makes the packages of the scripts be installed once in a process.
var installed sync.Mutex

// chromium runs a script of this folder, which drives Chromium without a window, with what it
// has to know and returns what it saw. Pictures are taken when CAUSEWAY_TEST_PICTURES names a
// folder for them. Without Chromium the test is skipped where servers may be missing too.
func chromium[T any](t *testing.T, script string, settings vars) T {
	t.Helper()
	program := findChromium(t)
	installPackages(t)
	if folder := os.Getenv("CAUSEWAY_TEST_PICTURES"); folder != "" {
		settings["pictures"] = folder
	}
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "node", script)
	command.Env = append(os.Environ(), "CHROMIUM="+program, "CAUSEWAY_PAGE="+string(text))
	var problems strings.Builder
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, problems.String())
	}
	var seen T
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%s: %v\n%.2000s", script, err, out)
	}
	return seen
}

// installPackages installs what the scripts need, unless it is there.
func installPackages(t *testing.T) {
	t.Helper()
	installed.Lock()
	defer installed.Unlock()
	for _, name := range []string{"playwright-core", "axe-core", "typescript"} {
		if _, err := os.Stat(filepath.Join("node_modules", name)); err != nil {
			harness.NPM(t, ".")
			return
		}
	}
}

func findChromium(t *testing.T) string {
	t.Helper()
	names := []string{"chromium", "google-chrome", "chromium-browser"}
	if named := os.Getenv("CHROMIUM"); named != "" {
		names = []string{named}
	}
	return enginetest.Program(t, names...)
}

// drawing is what Neo4j Browser draws.
type drawing struct{ Nodes, Relations []shape }

// shape is a circle or an arrow with its colour and its text, which may be cut short.
type shape struct{ Fill, Caption string }

func fills(shapes []shape) map[string]int {
	out := map[string]int{}
	for _, s := range shapes {
		out[s.Fill]++
	}
	return out
}

func captions(shapes []shape) []string {
	var out []string
	for _, s := range shapes {
		out = append(out, s.Caption)
	}
	slices.Sort(out)
	return out
}
