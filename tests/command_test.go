package tests_test

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
)

// cli runs the binary against the engines of the tests.
type cli struct {
	binary string
	env    []string
}

// build is the binary of causeway, built by the first test that runs it.
type build struct {
	once sync.Once
	dir  string
	err  error
}

func (b *build) path(t testing.TB) string {
	t.Helper()
	b.once.Do(func() {
		// Later tests run it too, so it is in no folder of this one.
		if b.dir, b.err = os.MkdirTemp("", "causeway-tests-*"); b.err != nil { //nolint:usetesting // outlives the test
			return
		}
		cmd := exec.Command("go", "build", "-o", filepath.Join(b.dir, "causeway"), ".")
		cmd.Dir = root
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

// binary returns where causeway is, built by the first test that asks.
func (h *house) binary(t testing.TB) string {
	t.Helper()
	return h.build.path(t)
}

// cli returns the command line with an environment of its own.
func (h *house) cli(t testing.TB, home string, env ...string) cli {
	t.Helper()
	clean := []string{"CAUSEWAY_HOME=" + home, "XDG_CONFIG_HOME=" + t.TempDir()}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "CAUSEWAY_") && !strings.HasPrefix(pair, "XDG_CONFIG_HOME=") {
			clean = append(clean, pair)
		}
	}
	return cli{binary: h.binary(t), env: append(clean, env...)}
}

// sharedCLI returns the command line over the engines of the tests.
func (h *house) sharedCLI(t testing.TB) cli {
	t.Helper()
	h.services(t)
	if enginetest.Embedded() {
		return h.cli(t, h.home, "CAUSEWAY_ENGINES=embedded")
	}
	c := enginetest.Neo4j(t)
	return h.cli(t, t.TempDir(), "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_URI="+c.URI, "CAUSEWAY_NEO4J_USER="+c.User,
		"CAUSEWAY_NEO4J_PASSWORD="+c.Password, "CAUSEWAY_WEAVIATE_URL="+enginetest.Weaviate(t), "CAUSEWAY_WEAVIATE_API_KEY="+enginetest.WeaviateKey())
}

func (c cli) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.binary, args...)
	cmd.Env = c.env
	return cmd
}

// ran is how a command ended.
type ran struct {
	code     int
	out, err string
}

// commandTime is how long a command may take; one that should have ended is killed.
const commandTime = 2 * time.Minute

func (c cli) run(t testing.TB, args ...string) ran {
	t.Helper()
	return c.runFor(t, commandTime, args...)
}

func (c cli) runFor(t testing.TB, limit time.Duration, args ...string) ran {
	t.Helper()
	var out, errOut bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := c.command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	return ran{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}
