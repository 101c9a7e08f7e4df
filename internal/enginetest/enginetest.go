package enginetest

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Connection says how to reach Neo4j.
type Connection struct {
	URI, User, Password string
}

// Neo4j returns the Neo4j server that CAUSEWAY_TEST_NEO4J_URI, _USER and _PASSWORD name,
// and skips the test when they are not set.
func Neo4j(tb testing.TB) Connection {
	tb.Helper()
	c := Connection{
		URI:      os.Getenv("CAUSEWAY_TEST_NEO4J_URI"),
		User:     os.Getenv("CAUSEWAY_TEST_NEO4J_USER"),
		Password: os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD"),
	}
	if c.URI == "" {
		missing(tb, "CAUSEWAY_TEST_NEO4J_URI is not set: run `make test`, which starts Neo4j")
	}
	return c
}

// Weaviate returns the URL of the Weaviate server that CAUSEWAY_TEST_WEAVIATE_URL names,
// and skips the test when it is not set.
func Weaviate(tb testing.TB) string {
	tb.Helper()
	url := os.Getenv("CAUSEWAY_TEST_WEAVIATE_URL")
	if url == "" {
		missing(tb, "CAUSEWAY_TEST_WEAVIATE_URL is not set: run `make test`, which starts Weaviate")
	}
	return url
}

// WeaviateKey returns the API key of that server; empty when it wants none.
func WeaviateKey() string { return os.Getenv("CAUSEWAY_TEST_WEAVIATE_KEY") }

// Browser returns the address of Neo4j Browser that CAUSEWAY_TEST_BROWSER_URL names, and
// skips the test when it is not set.
func Browser(tb testing.TB) string {
	tb.Helper()
	url := os.Getenv("CAUSEWAY_TEST_BROWSER_URL")
	if url == "" {
		missing(tb, "CAUSEWAY_TEST_BROWSER_URL is not set: run `make test`, which starts Neo4j with its Browser")
	}
	return url
}

// Embedded reports whether a run of the tests is about the embedded engines: no server is
// named, and none is required.
func Embedded() bool { return os.Getenv("CAUSEWAY_TEST_NEO4J_URI") == "" && !requireEngines() }

// Project returns the name of a project that no other test uses.
func Project(tb testing.TB) string {
	tb.Helper()
	b := make([]byte, 6)
	if _, err := rand.Read(b); err != nil {
		tb.Fatalf("read random bytes: %v", err)
	}
	return "test-" + hex.EncodeToString(b)
}

// Data returns the folder of the real data that tests compare against
// (CAUSEWAY_TEST_DATA, else ../shared/data beside the module), and skips the test when it
// is not there.
func Data(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("CAUSEWAY_TEST_DATA")
	if dir == "" {
		dir = filepath.Join(moduleRoot(tb), "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		tb.Skipf("SKIPPED, NOT RUN: the real data is not at %s; set CAUSEWAY_TEST_DATA", dir)
	}
	return dir
}

// requireEngines reports whether a missing server is a failure.
func requireEngines() bool { return os.Getenv("CAUSEWAY_REQUIRE_ENGINES") == "1" }

// Program returns where the first of some programs is that is installed. Without any the test
// is skipped, and says so; with CAUSEWAY_REQUIRE_TOOLS=1 it fails.
func Program(tb testing.TB, names ...string) string {
	tb.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	message := strings.Join(names, " or ") + " is not installed"
	if os.Getenv("CAUSEWAY_REQUIRE_TOOLS") == "1" {
		tb.Fatal(message)
	}
	tb.Skip("SKIPPED, NOT RUN: " + message)
	return ""
}

func missing(tb testing.TB, message string) {
	tb.Helper()
	if requireEngines() {
		tb.Fatal(message)
	}
	tb.Skip("SKIPPED, NOT RUN: " + message)
}

func moduleRoot(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatalf("find the module: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("find the module: no go.mod above the test")
		}
		dir = parent
	}
}
