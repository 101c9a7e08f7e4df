package harness

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// Running is `causeway up` in a process of its own, which can be killed and started again.
type Running struct {
	CLI
	Home    string
	Kind    string
	Process *exec.Cmd
	Service *Service
	// Slowest is the longest that it took until it answered.
	Slowest time.Duration
}

// KillCount is how often the service is killed: CAUSEWAY_TEST_KILLS, or a few times, or once where
// servers start with it.
func KillCount() int {
	if n, err := strconv.Atoi(os.Getenv("CAUSEWAY_TEST_KILLS")); err == nil {
		return n
	}
	if !enginetest.Embedded() {
		return 1
	}
	return 3
}

// Running returns one that does not run yet, on embedded engines in the runs that are
// about them, else on servers of its own.
func (h *House) Running(t testing.TB) *Running {
	t.Helper()
	k := &Running{Home: filepath.Join(t.TempDir(), "home"), Kind: engine.Native}
	if enginetest.Embedded() {
		k.Kind = engine.Embedded
	}
	k.CLI = h.CLI(t, k.Home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_ENGINES="+k.Kind,
		"CAUSEWAY_NEO4J_HEAP=512m", "CAUSEWAY_NEO4J_PAGE_CACHE=64m")
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), k.Home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	return k
}

// Start runs `causeway up` and waits until it answers.
func (k *Running) Start(t testing.TB) {
	t.Helper()
	began := time.Now()
	k.Process = k.Command(context.Background(), "up")
	var log strings.Builder
	k.Process.Stderr = &log
	out, err := k.Process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := regexp.MustCompile(`GraphQL API\s+(http://\S+)/graphql`).FindStringSubmatch(lines.Text()); m != nil {
			k.Service = NewService(m[1])
			k.Slowest = max(k.Slowest, time.Since(began))
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return
		}
	}
	_ = k.Process.Wait()
	t.Fatalf("up ended before it answered:\n%s", log.String())
}

// Kill ends a process without a word; one that has ended is fine.
func Kill(t testing.TB, process *exec.Cmd) {
	t.Helper()
	if err := process.Process.Signal(syscall.SIGKILL); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	_ = process.Wait()
}

// Clean wants `causeway check` to find nothing.
func (k *Running) Clean(t testing.TB, project string) {
	t.Helper()
	if got := k.Run(t, "check", "--project", project); got.Code != 0 {
		t.Errorf("check: %+v", got)
	}
}
