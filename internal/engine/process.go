package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// stopGrace is how long a server may take to end after SIGTERM: Neo4j writes a checkpoint
	// then.
	stopGrace = 60 * time.Second
	// killGrace is how long the system may take to remove a process after SIGKILL.
	killGrace = 10 * time.Second
	// pollEvery is how often a process that is not our child is checked.
	pollEvery = 250 * time.Millisecond
)

// process is a running process, either a child or one inherited from a killed supervisor. The
// zero value is not alive.
type process struct {
	pid   int
	start string
	// ended is closed when a child has been reaped; nil if the process is not a child.
	ended chan struct{}
}

// recorded returns the process recorded in a state.
func recorded(s Server) process { return process{pid: s.PID, start: s.Start} }

// supervisor returns the supervising process recorded in a state.
func supervisor(s State) process {
	return process{pid: s.SupervisorPID, start: s.SupervisorStart}
}

// startProcess starts cmd in its own process group, so that an interrupt typed at the terminal
// reaches only causeway. The process inherits the open lock and holds it while it lives; the
// caller closes its own copy.
func startProcess(cmd *exec.Cmd, lock *os.File) (process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.ExtraFiles = []*os.File{lock}
	if err := cmd.Start(); err != nil {
		return process{}, fmt.Errorf("run %s: %w", filepath.Base(cmd.Path), err)
	}
	p := process{pid: cmd.Process.Pid, ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		_ = cmd.Wait() // how it ended does not matter, since it should not have
	}()
	start, err := processStart(p.pid)
	if err != nil {
		return process{}, errors.Join(err, p.end(0))
	}
	p.start = start
	return p, nil
}

// alive reports whether the process lives and is the recorded one, not a later one with the same
// id.
func (p process) alive() bool {
	if p.pid <= 0 {
		return false
	}
	if p.ended != nil {
		select {
		case <-p.ended:
			return false
		default:
			return true
		}
	}
	start, err := processStart(p.pid)
	return err == nil && start != "" && start == p.start
}

// wait blocks until the process or ctx has ended, and reports whether the process has.
func (p process) wait(ctx context.Context) bool {
	if p.ended != nil {
		select {
		case <-p.ended:
			return true
		case <-ctx.Done():
			return false
		}
	}
	for p.alive() {
		if !pause(ctx, pollEvery) {
			return !p.alive()
		}
	}
	return true
}

// errKilled means that a process did not end by itself.
var errKilled = errors.New("it did not end by itself and was killed")

// end sends SIGTERM, waits for grace, then sends SIGKILL to the whole process group. It returns
// errKilled if that was necessary.
func (p process) end(grace time.Duration) error {
	if !p.alive() {
		return nil
	}
	if grace > 0 {
		_ = syscall.Kill(p.pid, syscall.SIGTERM) // if it is gone, wait notices
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		if p.wait(ctx) {
			return nil
		}
	}
	_ = syscall.Kill(-p.pid, syscall.SIGKILL) // if it is gone, wait notices
	ctx, cancel := context.WithTimeout(context.Background(), killGrace)
	defer cancel()
	if !p.wait(ctx) {
		return fmt.Errorf("process %d survives SIGKILL", p.pid)
	}
	return errKilled
}

// processStart returns when a process was started, in a form meant only for comparison: two
// processes with the same id have different ones. It is empty if the process is not alive or is a
// zombie.
func processStart(pid int) (string, error) {
	if pid <= 0 {
		return "", nil
	}
	if runtime.GOOS == "linux" {
		return linuxStart(pid)
	}
	out, err := exec.Command("ps", "-o", "stat=,lstart=", "-p", strconv.Itoa(pid)).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look at process %d: %w", pid, err)
	}
	status, start, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if strings.HasPrefix(status, "Z") {
		return "", nil
	}
	return strings.TrimSpace(start), nil
}

// linuxStart returns the boot id and the 22nd field of /proc/PID/stat, the start in clock ticks
// since boot. Fields are counted from the closing parenthesis of the second field, the name,
// which may contain anything.
func linuxStart(pid int) (string, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look at process %d: %w", pid, err)
	}
	rest := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	const state, start = 0, 19
	if len(rest) <= start {
		return "", fmt.Errorf("look at process %d: /proc/%d/stat has %d fields after the name", pid, pid, len(rest))
	}
	if rest[state] == "Z" || rest[state] == "X" {
		return "", nil
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", fmt.Errorf("read the boot's id: %w", err)
	}
	return strings.TrimSpace(string(boot)) + ":" + rest[start], nil
}
