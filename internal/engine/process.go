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
	// stopGrace is how long a server has to end by itself after SIGTERM: Neo4j writes a
	// checkpoint then.
	stopGrace = 60 * time.Second
	// killGrace is how long the system has to remove a process after SIGKILL.
	killGrace = 10 * time.Second
	// pollEvery is how often a process that is not our child is looked at.
	pollEvery = 250 * time.Millisecond
)

// process is one running process, a child or one inherited from a killed supervisor. The
// zero value is a process that does not live.
type process struct {
	pid   int
	start string
	// ended is closed when a child was waited for; nil when the process is not a child.
	ended chan struct{}
}

// recorded returns the process that a state names.
func recorded(s Server) process { return process{pid: s.PID, start: s.Start} }

// supervisor returns the process that supervises according to a state.
func supervisor(s State) process {
	return process{pid: s.SupervisorPID, start: s.SupervisorStart}
}

// startProcess starts cmd in a process group of its own, so that an interrupt typed at the
// terminal reaches causeway only. The open lock is inherited and thereby held while the
// process lives; the caller closes its own copy.
func startProcess(cmd *exec.Cmd, lock *os.File) (process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.ExtraFiles = []*os.File{lock}
	if err := cmd.Start(); err != nil {
		return process{}, fmt.Errorf("run %s: %w", filepath.Base(cmd.Path), err)
	}
	p := process{pid: cmd.Process.Pid, ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		_ = cmd.Wait() // how it ended does not matter: any end is one too many
	}()
	start, err := processStart(p.pid)
	if err != nil {
		return process{}, errors.Join(err, p.end(0))
	}
	p.start = start
	return p, nil
}

// alive reports whether the process lives, and is the one that was meant rather than a later one with
// the same id.
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

// wait blocks until the process has ended or ctx has, and reports whether it has ended.
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

// errKilled says that a process did not end by itself.
var errKilled = errors.New("it did not end by itself and was killed")

// end sends SIGTERM, waits for grace, then sends SIGKILL to the whole process group. It
// returns errKilled when that was necessary.
func (p process) end(grace time.Duration) error {
	if !p.alive() {
		return nil
	}
	if grace > 0 {
		_ = syscall.Kill(p.pid, syscall.SIGTERM) // gone already: the wait sees it
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		if p.wait(ctx) {
			return nil
		}
	}
	_ = syscall.Kill(-p.pid, syscall.SIGKILL) // gone already: the wait sees it
	ctx, cancel := context.WithTimeout(context.Background(), killGrace)
	defer cancel()
	if !p.wait(ctx) {
		return fmt.Errorf("process %d survives SIGKILL", p.pid)
	}
	return errKilled
}

// processStart returns when a process was started, in a form that only serves comparison:
// two processes with the same id never have the same one. It is empty when the process does
// not live; a zombie does not.
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

// linuxStart reads the 22nd field of /proc/PID/stat, clock ticks since boot, and puts the
// boot's id before it. The second field, the name, may contain anything, so fields are
// counted from its closing bracket.
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
