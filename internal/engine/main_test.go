package engine_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// superviseEnv turns the test binary into a supervisor of the home folder it names, a separate
// process that tests can kill.
const superviseEnv = "CAUSEWAY_ENGINE_TEST_HOME"

// childEnv turns the test binary into a process that starts another one, tells its id and waits.
const childEnv = "CAUSEWAY_ENGINE_TEST_CHILD"

// parentSecret is a secret of a supervisor that must not reach the engines.
const parentSecret = "sk-of-the-supervisor"

func TestMain(m *testing.M) {
	if home := os.Getenv(superviseEnv); home != "" {
		os.Exit(supervise(home))
	}
	if os.Getenv(childEnv) != "" {
		os.Exit(parent())
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "causeway-java-*")
	if err == nil {
		defer os.RemoveAll(dir)
		err = enginetest.UseQuickJava(dir, true)
	}
	if err != nil {
		fmt.Println("java:", err)
		return 1
	}
	return m.Run()
}

func parent() int {
	runtime.LockOSThread()
	cmd := exec.Command("sleep", "600")
	engine.EndsWithUs(cmd)
	if err := cmd.Start(); err != nil {
		return 1
	}
	fmt.Println(cmd.Process.Pid)
	_ = cmd.Wait() // until somebody ends one of us
	return 0
}

func supervise(home string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	engines, err := engine.Up(ctx, engine.Options{Kind: engine.Native, Home: home, Progress: os.Stdout, Heap: "512m", PageCache: "64m"})
	if err == nil {
		err = engines.Wait()
	}
	if err != nil {
		fmt.Println("supervisor:", err)
		return 1
	}
	return 0
}

// supervisor is such a process.
type supervisor struct {
	*exec.Cmd
	output string
}

// spawn starts a supervisor of home. It does not wait for the engines.
func spawn(t *testing.T, home string) supervisor {
	t.Helper()
	output, err := os.CreateTemp(filepath.Dir(home), "supervisor-*")
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), superviseEnv+"="+home, "OPENAI_API_KEY="+parentSecret)
	cmd.Stdout, cmd.Stderr = output, output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go cmd.Wait() //nolint:errcheck // reaps it; tests check elsewhere how it ended
	return supervisor{cmd, output.Name()}
}

// up starts a supervisor of home and waits until the engines are ready.
func up(t *testing.T, home string) (supervisor, engine.State) {
	t.Helper()
	s := spawn(t, home)
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute) // a cold cache must be filled first
	defer cancel()
	state, err := engine.Await(ctx, home, s.Process.Pid)
	if err != nil {
		t.Fatalf("Await: %v\n%s", err, s.said(t))
	}
	return s, state
}

// said returns the supervisor's output.
func (s supervisor) said(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(s.output)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// kill kills a process and waits until the system has removed it.
func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatalf("kill %d: %v", pid, err)
	}
	eventually(t, fmt.Sprintf("process %d is gone", pid), func() bool { return !engine.ProcessLives(pid) })
}

// patience is when what has not happened is taken to happen never, on a machine of any speed.
const patience = 5 * time.Minute

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("not within %s: %s", patience, what)
}

// newHome returns a home folder that does not exist yet. Whatever runs there when the test ends
// is stopped.
func newHome(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home with a space")
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("Down: %v", err)
		}
	})
	return home
}

// needServers skips tests that start real servers only with -short: they install what they need
// themselves.
func needServers(t *testing.T) {
	t.Helper()
	if testing.Short() && os.Getenv("CAUSEWAY_REQUIRE_ENGINES") != "1" {
		t.Skip("SKIPPED, NOT RUN: real servers are not started with -short")
	}
}

// server returns one server of a state.
func server(t *testing.T, s engine.State, name string) engine.Server {
	t.Helper()
	for _, server := range s.Servers {
		if server.Name == name {
			return server
		}
	}
	t.Fatalf("state has no server %s: %+v", name, s)
	return engine.Server{}
}
