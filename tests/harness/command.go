package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/tree"
)

// CLI runs the binary against the engines of the tests.
type CLI struct {
	Binary string
	Env    []string
}

// build is the binary of causeway: the one that CAUSEWAY_TEST_BINARY names, which make test links once for all
// packages, else built by the first test that runs it.
type build struct {
	once sync.Once
	dir  string
	err  error
}

func (b *build) path(t testing.TB) string {
	t.Helper()
	if named := os.Getenv("CAUSEWAY_TEST_BINARY"); named != "" {
		return named
	}
	b.once.Do(func() {
		// Later tests run it too, so it is in no folder of this one.
		if b.dir, b.err = os.MkdirTemp("", "causeway-tests-*"); b.err != nil { //nolint:usetesting // outlives the test
			return
		}
		cmd := exec.Command("go", "build", "-o", filepath.Join(b.dir, "causeway"), ".")
		cmd.Dir = tree.Root()
		if out, err := cmd.CombinedOutput(); err != nil {
			b.err = fmt.Errorf("build: %w\n%s", err, out)
		}
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	return filepath.Join(b.dir, "causeway")
}

func (b *build) end() {
	if b.dir != "" {
		_ = os.RemoveAll(b.dir) // it is in the folder for temporary files
	}
}

// Binary returns where causeway is.
func (h *House) Binary(t testing.TB) string {
	t.Helper()
	return h.build.path(t)
}

// CLI returns the command line with an environment of its own.
func (h *House) CLI(t testing.TB, home string, env ...string) CLI {
	t.Helper()
	clean := []string{"CAUSEWAY_HOME=" + home, "XDG_CONFIG_HOME=" + t.TempDir()}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "CAUSEWAY_") && !strings.HasPrefix(pair, "XDG_CONFIG_HOME=") {
			clean = append(clean, pair)
		}
	}
	return CLI{Binary: h.Binary(t), Env: append(clean, env...)}
}

// SharedCLI returns the command line over the engines of the tests.
func (h *House) SharedCLI(t testing.TB) CLI {
	t.Helper()
	h.Services(t)
	if enginetest.Embedded() {
		return h.CLI(t, h.home, "CAUSEWAY_ENGINES=embedded")
	}
	c := enginetest.Neo4j(t)
	return h.CLI(t, t.TempDir(), "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_TIMEOUT="+patience.String(), "CAUSEWAY_NEO4J_URI="+c.URI, "CAUSEWAY_NEO4J_USER="+c.User,
		"CAUSEWAY_NEO4J_PASSWORD="+c.Password, "CAUSEWAY_WEAVIATE_URL="+enginetest.Weaviate(t), "CAUSEWAY_WEAVIATE_API_KEY="+enginetest.WeaviateKey())
}

// Command is causeway with some arguments, not started yet.
func (c CLI) Command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Binary, args...)
	cmd.Env = c.Env
	return cmd
}

// Ran is how a command ended.
type Ran struct {
	Code     int
	Out, Err string
}

// CommandTime is when a command that should have ended is killed. It is far beyond what one takes on a busy machine.
const CommandTime = 10 * time.Minute

// Run runs a command to its end, within [CommandTime].
func (c CLI) Run(t testing.TB, args ...string) Ran {
	t.Helper()
	var out, errOut bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), CommandTime)
	defer cancel()
	cmd := c.Command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	return Ran{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}
