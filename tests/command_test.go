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

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// cli runs the binary against the engines of the tests.
type cli struct {
	binary string
	env    []string
}

// binary builds causeway once.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "causeway-tests-*")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "causeway")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Dir = root
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

// newCLI returns the command line with an environment of its own.
func newCLI(t testing.TB, home string, env ...string) cli {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	clean := []string{"CAUSEWAY_HOME=" + home, "XDG_CONFIG_HOME=" + t.TempDir()}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "CAUSEWAY_") && !strings.HasPrefix(pair, "XDG_CONFIG_HOME=") {
			clean = append(clean, pair)
		}
	}
	return cli{path, append(clean, env...)}
}

// externalCLI returns the command line over the engines of the tests.
func externalCLI(t testing.TB) cli {
	t.Helper()
	services(t)
	c := enginetest.Neo4j(t)
	return newCLI(t, t.TempDir(), "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_URI="+c.URI, "CAUSEWAY_NEO4J_USER="+c.User,
		"CAUSEWAY_NEO4J_PASSWORD="+c.Password, "CAUSEWAY_WEAVIATE_URL="+enginetest.Weaviate(t))
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

func (c cli) run(t testing.TB, args ...string) ran {
	t.Helper()
	var out, errOut bytes.Buffer
	cmd := c.command(t.Context(), args...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	return ran{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}
