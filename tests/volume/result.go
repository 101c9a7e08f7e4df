package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// project is where everything is imported to.
const project = "volume"

// result is what an import said, and what it needed.
type result struct {
	Totals struct{ Documents, Refused, Created int }
	Items  []struct {
		Reason  string
		Entries []struct{ Rule, Message string }
	} `json:"documents"`
	// memory and serviceMemory are the most that the command and the service had resident, in bytes.
	memory, serviceMemory int64
}

// imported imports a folder through the service.
func (v *volume) imported(ctx context.Context, format, folder string) (result, error) {
	report := filepath.Join(v.work, "report.json")
	cmd := v.importing(ctx, "--format", format, "--report", report, folder)
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if refused := errors.As(err, &exit) && exit.ExitCode() == 3; err != nil && !refused {
		return result{}, fmt.Errorf("import: %w\n%s", err, said)
	}
	var out result
	text, err := os.ReadFile(report)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		return out, fmt.Errorf("read the report: %w", err)
	}
	out.memory = most(cmd)
	out.serviceMemory, err = residentPeak(v.service.PID())
	return out, err
}

// importing is the command that imports through the service.
func (v *volume) importing(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, v.options.binary, append([]string{"import", "--project", project, "--url", v.service.URL}, args...)...)
	cmd.Env = append(os.Environ(), "CAUSEWAY_HOME="+filepath.Join(v.work, "home"))
	return cmd
}

// most is the most memory that a command that ended had resident, in bytes.
func most(cmd *exec.Cmd) int64 {
	if use, is := cmd.ProcessState.SysUsage().(*syscall.Rusage); is {
		return use.Maxrss * 1024
	}
	return 0
}

// residentPeak is the most memory that a running process had resident so far, in bytes.
func residentPeak(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, fmt.Errorf("read the memory of the service: %w", err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return 0, errors.New("the system does not tell the memory of the service")
	}
	kilobytes, err := strconv.ParseInt(string(m[1]), 10, 64)
	return kilobytes * 1024, err
}

// String says what came of an import.
func (r result) String() string {
	return fmt.Sprintf("%d episodes created, %d refused, the command had at most %d MB resident, the service %d", r.Totals.Created, r.Totals.Refused, r.memory/megabyte, r.serviceMemory/megabyte)
}

// steps is how many steps the report accounts for: those of the runs, and those beyond what a run keeps.
func (r result) steps() int {
	n := 0
	for _, item := range r.Items {
		for _, e := range item.Entries {
			if e.Rule != "steps" && e.Rule != "step-dropped" {
				continue
			}
			number, _, _ := strings.Cut(e.Message, " ")
			steps, _ := strconv.Atoi(number) // what is no number counts as nothing, and is missed
			n += steps
		}
	}
	return n
}

// refusals are the reasons of what was refused.
func (r result) refusals() string {
	var out []string
	for _, item := range r.Items {
		if item.Reason != "" {
			out = append(out, item.Reason)
		}
	}
	return strings.Join(out[:min(len(out), 3)], "; ")
}

// growing watches a folder whose sessions grow, one after the other, while they are imported.
func (v *volume) growing(ctx context.Context) (err error) {
	folder := filepath.Join(v.work, "growing")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	s := session{name: "growing"}
	if err := s.extend(folder, smallSession); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := v.importing(ctx, "--format", "claude-code", "--follow", folder)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	said, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("listen to the import: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("follow: %w", err)
	}
	lines := bufio.NewScanner(said)
	begin := time.Now()
	for turn := range turns {
		if !lines.Scan() {
			return errors.Join(fmt.Errorf("the import ended at turn %d", turn), cmd.Wait())
		}
		want := "REVISED claude-code-growing"
		if turn == 0 {
			want = "CREATED claude-code-growing"
		}
		if !strings.HasPrefix(strings.ToUpper(lines.Text()), strings.ToUpper(want)) {
			return fmt.Errorf("turn %d: the import says %q and not %q", turn, lines.Text(), want)
		}
		if err := s.extend(folder, smallSession/50); err != nil {
			return err
		}
	}
	cancel()
	_ = cmd.Wait() // it was interrupted
	v.say("a session that grows, from %d MB on: imported %d times after %s, the command had at most %d MB resident", smallSession/megabyte, turns, time.Since(begin).Round(time.Second), most(cmd)/megabyte)
	return errors.Join(v.bounded(result{memory: most(cmd)}), os.RemoveAll(folder))
}

// turns is how often the session that grows is imported.
const turns = 5
