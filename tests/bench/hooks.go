package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// hookEpisodes is how many runs the project has that hooks ask about.
const hookEpisodes = 20_000

// The inputs of hooks, as Claude Code gives them.
const (
	postInput = `{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"/srv/ferry","tool_name":"refund_order","tool_use_id":"t1","tool_input":{"order":"W7","speed":"slow","amount":27},"tool_response":{"ok":true}}`
	preInput  = `{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"/srv/ferry","tool_name":"refund_order","tool_use_id":"t1","tool_input":{"order":"W7","speed":"slow","amount":27}}`
)

// hookCase is a process that is started again and again; its times on the clock and of the processor.
type hookCase struct {
	name      string
	command   []string
	input     string
	wall, cpu measure.Timings
}

// once starts the process and waits for its end.
func (c *hookCase) once(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, c.command[0], c.command[1:]...)
	cmd.Stdin = bytes.NewReader([]byte(c.input))
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	c.wall = append(c.wall, time.Since(began))
	c.cpu = append(c.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	return nil
}

// measureHooks times the hooks of an agent beside an empty process, by turns, so that what else runs on the machine
// is the same for all: with a service over 20,000 runs, and with none.
func measureHooks(ctx context.Context, o options, report *measure.Report) (err error) {
	folder, err := os.MkdirTemp("", "causeway-bench-*")
	if err != nil {
		return fmt.Errorf("make a home folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path, err := filepath.Abs(o.binary)
	if err != nil {
		return err
	}
	up, down := filepath.Join(folder, "up"), filepath.Join(folder, "down")
	_, end, err := launch(ctx, path, up)
	if err != nil {
		return fmt.Errorf("start %s (make build): %w", o.binary, err)
	}
	defer end()
	if err := importCalls(ctx, path, folder, up); err != nil {
		return err
	}
	hook := func(home string) []string {
		return []string{path, "hook", "claude-code", "--project", "calls", "--home", home}
	}
	cases := []*hookCase{
		{name: "an empty process", command: []string{"/bin/true"}},
		{name: "PostToolUse, service up", command: hook(up), input: postInput},
		{name: "PreToolUse, service up", command: hook(up), input: preInput},
		{name: "PostToolUse, service down", command: hook(down), input: postInput},
		{name: "PreToolUse, service down", command: hook(down), input: preInput},
	}
	for range o.n {
		for _, c := range cases {
			if err := c.once(ctx); err != nil {
				return err
			}
		}
	}
	for _, c := range cases {
		for _, p := range []float64{50, 95} {
			report.Figures = append(report.Figures,
				measure.Figure{Name: fmt.Sprintf("%s, clock p%.0f", c.name, p), Value: milliseconds(c.wall.Percentile(p)), Unit: "ms"},
				measure.Figure{Name: fmt.Sprintf("%s, processor p%.0f", c.name, p), Value: milliseconds(c.cpu.Percentile(p)), Unit: "ms"})
		}
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// importCalls imports runs of a support desk, of which those that refunded slowly fail more often.
func importCalls(ctx context.Context, program, folder, home string) error {
	file, err := os.Create(filepath.Join(folder, "calls.jsonl"))
	if err != nil {
		return fmt.Errorf("write the runs: %w", err)
	}
	w := bufio.NewWriter(file)
	for i := range hookEpisodes {
		speed, reward := "fast", 1
		if i%2 == 0 {
			speed = "slow"
		}
		if i%2 == 0 && i%8 != 0 || i%9 == 0 {
			reward = 0
		}
		fmt.Fprintf(w, `{"id":"call-%d","reward":%d,"traj":[{"role":"user","content":"Order W%d is late, I want a refund"},`+
			`{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"get_order","arguments":"{\"order\":\"W%d\"}"}}]},{"role":"tool","tool_call_id":"a","content":"{\"tier\":\"gold\"}"},`+
			`{"role":"assistant","tool_calls":[{"id":"b","function":{"name":"refund_order","arguments":"{\"order\":\"W%d\",\"speed\":\"%s\",\"amount\":%d}"}}]},{"role":"tool","tool_call_id":"b","content":"done"}]}`+"\n",
			i, reward, i, i, i, speed, i%90+20)
	}
	if err := errors.Join(w.Flush(), file.Close()); err != nil {
		return fmt.Errorf("write the runs: %w", err)
	}
	said, err := exec.CommandContext(ctx, program, "import", file.Name(), "--format", "tau", "--project", "calls", "--home", home).CombinedOutput()
	if err != nil {
		return fmt.Errorf("import the runs: %w: %s", err, said[max(0, len(said)-2000):])
	}
	return nil
}
