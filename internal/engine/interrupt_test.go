package engine_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

// TestUp_Interrupted ends supervisors while their servers are starting: once by SIGTERM, once by
// SIGKILL. The next one takes over what runs, and ends it when it is told to.
func TestUp_Interrupted(t *testing.T) {
	needServers(t)
	home := newHome(t)

	sup := spawn(t, home)
	started := waitStarted(t, home)
	if err := syscall.Kill(sup.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the interrupted supervisor ends", func() bool { return !engine.ProcessLives(sup.Process.Pid) })
	wantEnded(t, started)
	if said := sup.said(t); !strings.Contains(said, "context canceled") {
		t.Errorf("the interrupted supervisor said:\n%s", said)
	}

	sup = spawn(t, home)
	started = waitStarted(t, home)
	kill(t, sup.Process.Pid)
	if left := len(living(started)); left != 2 {
		t.Fatalf("%d servers outlive a killed supervisor, want 2", left)
	}
	sup, state := up(t, home)
	remember(t, state, 1)
	wantRemembered(t, state, 1)
	(&life{home: home, sup: sup, state: state}).down(t)
	wantEnded(t, started)
	for _, s := range state.Servers {
		wantEnded(t, []int{s.PID})
	}
}

// waitStarted returns the processes of both servers as soon as they are recorded, long before
// they answer.
func waitStarted(t *testing.T, home string) []int {
	t.Helper()
	var pids []int
	eventually(t, "both servers are started", func() bool {
		s, err := engine.Status(t.Context(), home)
		if err != nil {
			t.Fatal(err)
		}
		pids = nil
		for _, server := range s.Servers {
			if server.PID != 0 && server.Status == "starting" {
				pids = append(pids, server.PID)
			}
		}
		return len(pids) == 2
	})
	return pids
}

func living(pids []int) []int {
	var alive []int
	for _, pid := range pids {
		if engine.ProcessLives(pid) {
			alive = append(alive, pid)
		}
	}
	return alive
}

func wantEnded(t *testing.T, pids []int) {
	t.Helper()
	if left := living(pids); len(left) > 0 {
		t.Errorf("processes %v still live", left)
	}
}
