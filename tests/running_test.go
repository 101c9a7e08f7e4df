package tests_test

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

// running is `causeway up` in a process of its own, which can be killed and started again.
type running struct {
	cli
	home    string
	kind    string
	process *exec.Cmd
	service *service
	// slowest is the longest that it took until it answered.
	slowest time.Duration
}

// killCount is how often the service is killed: CAUSEWAY_TEST_KILLS, or a few times.
func killCount() int {
	if n, err := strconv.Atoi(os.Getenv("CAUSEWAY_TEST_KILLS")); err == nil {
		return n
	}
	return 3
}

// running returns one that does not run yet, on embedded engines in the runs that are
// about them, else on servers of its own.
func (h *house) running(t testing.TB) *running {
	t.Helper()
	k := &running{home: filepath.Join(t.TempDir(), "home"), kind: engine.Native}
	if enginetest.Embedded() {
		k.kind = engine.Embedded
	}
	k.cli = h.cli(t, k.home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_ENGINES="+k.kind,
		"CAUSEWAY_NEO4J_HEAP=512m", "CAUSEWAY_NEO4J_PAGE_CACHE=64m")
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), k.home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	return k
}

// start runs `causeway up` and waits until it answers.
func (k *running) start(t testing.TB) {
	t.Helper()
	began := time.Now()
	k.process = k.command(context.Background(), "up")
	var log strings.Builder
	k.process.Stderr = &log
	out, err := k.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := k.process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := regexp.MustCompile(`GraphQL API\s+(http://\S+)/graphql`).FindStringSubmatch(lines.Text()); m != nil {
			k.service = newService(m[1])
			k.slowest = max(k.slowest, time.Since(began))
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return
		}
	}
	_ = k.process.Wait()
	t.Fatalf("up ended before it answered:\n%s", log.String())
}

// kill ends a process without a word; one that has ended is fine.
func kill(t testing.TB, process *exec.Cmd) {
	t.Helper()
	if err := process.Process.Signal(syscall.SIGKILL); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	_ = process.Wait()
}

// clean wants `causeway check` to find nothing.
func (k *running) clean(t testing.TB, project string) {
	t.Helper()
	if got := k.run(t, "check", "--project", project); got.code != 0 {
		t.Errorf("check: %+v", got)
	}
}
