package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/text"
)

// hookStore is the folder with what hooks have to send to a project: calls of tools in spool.jsonl, a file for each
// session in pending, what was asked first in each in tasks, and the faults in faults.log.
type hookStore struct {
	folder string
	// pattern is a further one of what is kept out.
	pattern string
}

// newHookStore returns that of a project. Agents in several folders may feed several projects.
func newHookStore(cfg config.Config, project string) hookStore {
	return hookStore{filepath.Join(cfg.Home, "hooks", "project-"+url.PathEscape(project)), cfg.Privacy.Pattern}
}

// hookStores returns that of a project, or of all without one.
func hookStores(cfg config.Config, project string) []hookStore {
	if project != "" {
		return []hookStore{newHookStore(cfg, project)}
	}
	var out []hookStore
	folders, _ := filepath.Glob(filepath.Join(cfg.Home, "hooks", "project-*"))
	for _, folder := range folders {
		out = append(out, hookStore{folder, cfg.Privacy.Pattern})
	}
	return out
}

// maxFaults is the size of the log of faults, in bytes, at which it begins anew.
const maxFaults = 1 << 20

// maxSpool is the size of the spool, in bytes, at which it takes no more.
const maxSpool = 64 << 20

// rules find what is kept out.
func (s hookStore) rules() (*privacy.Rules, error) {
	rules, err := privacy.New(s.pattern)
	if err != nil {
		return nil, fmt.Errorf("look for personal data: %w", err)
	}
	return rules, nil
}

// appendLine appends a line to a file of the store.
func (s hookStore) appendLine(name string, line []byte) error {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return fmt.Errorf("make the folder of the hooks: %w", err)
	}
	for {
		file, err := os.OpenFile(filepath.Join(s.folder, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("keep for later: %w", err)
		}
		moved, err := appendTo(file, append(line, '\n'))
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return fmt.Errorf("keep for later: %w", err)
		}
		if !moved {
			return nil
		}
	}
}

// appendTo writes to the end of a file, unless it was moved aside to be sent since it was opened. Who sends it waits for the lock.
func appendTo(file *os.File, text []byte) (moved bool, err error) {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_SH); err != nil {
		return false, err
	}
	opened, err := file.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(file.Name())
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(opened, named) {
		return true, nil
	}
	if err == nil {
		_, err = file.Write(text)
	}
	return false, err
}

// readSpool returns the events of a file that was moved aside, when no hook writes to it any more. A line that is cut off, as by a
// full disk, is left out.
func readSpool(name string) ([]json.RawMessage, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read what was kept: %w", err)
	}
	defer file.Close()
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return nil, fmt.Errorf("wait for the hooks that write to %s: %w", name, err)
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("read what was kept: %w", err)
	}
	var out []json.RawMessage
	for line := range bytes.Lines(content) {
		if json.Valid(line) {
			out = append(out, bytes.TrimSpace(line))
		}
	}
	return out, nil
}

// spool keeps an event until it is sent.
func (s hookStore) spool(event []byte) error {
	if info, err := os.Stat(filepath.Join(s.folder, "spool.jsonl")); err == nil && info.Size() > maxSpool {
		return fmt.Errorf("the spool has %d bytes; a call of a tool was not kept", info.Size())
	}
	return s.appendLine("spool.jsonl", event)
}

// toSend moves the spool aside and returns all that were moved aside, also those that could not be sent before.
func (s hookStore) toSend() []string {
	moved := filepath.Join(s.folder, fmt.Sprintf("sending-%d-%d.jsonl", time.Now().UnixNano(), os.Getpid()))
	_ = os.Rename(filepath.Join(s.folder, "spool.jsonl"), moved) // there may be none
	files, _ := filepath.Glob(filepath.Join(s.folder, "sending-*.jsonl"))
	slices.Sort(files)
	return files
}

// spooled counts the events that wait.
func (s hookStore) spooled() int {
	n := 0
	files, _ := filepath.Glob(filepath.Join(s.folder, "s*.jsonl"))
	for _, f := range files {
		lines, _ := os.ReadFile(f) // one that was just sent is gone
		n += bytes.Count(lines, []byte("\n"))
	}
	return n
}

// waitingRun is a session whose episode is to be made.
type waitingRun struct {
	Agent, Session string
	// Transcript is its file; empty means that there is none that can be read.
	Transcript string `json:",omitempty"`
	// Task is what a person asked first.
	Task string `json:",omitempty"`
}

// fileOf names the file of a session.
func fileOf(session string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == '.' || r < ' ' {
			return '-'
		}
		return r
	}, session)
}

// maxTask is the most characters of a task.
const maxTask = 2000

// asked keeps what a person asked first in a session.
func (s hookStore) asked(session, prompt string) error {
	file := filepath.Join(s.folder, "tasks", fileOf(session))
	if _, err := os.Stat(file); err == nil || session == "" || strings.TrimSpace(prompt) == "" {
		return nil
	}
	rules, err := s.rules()
	if err != nil {
		return err
	}
	task, _ := rules.Redact(strings.ToValidUTF8(prompt, "\uFFFD"))
	return replaceFile(file, []byte(text.Shorten(strings.TrimSpace(task), maxTask)))
}

// wait keeps a session whose episode is to be made.
func (s hookStore) wait(run waitingRun) error {
	name := fileOf(run.Session)
	task, _ := os.ReadFile(filepath.Join(s.folder, "tasks", name)) // without one nobody asked anything
	run.Task = string(task)
	content, err := json.Marshal(run)
	if err != nil {
		return fmt.Errorf("keep for later: %w", err)
	}
	return replaceFile(filepath.Join(s.folder, "pending", name), content)
}

// pending returns the sessions that wait, by the file that names each.
func (s hookStore) pending() map[string]waitingRun {
	out := map[string]waitingRun{}
	files, _ := filepath.Glob(filepath.Join(s.folder, "pending", "*"))
	for _, f := range files {
		content, err := os.ReadFile(f)
		var run waitingRun
		if err == nil && !strings.HasPrefix(filepath.Base(f), ".") && json.Unmarshal(content, &run) == nil {
			out[f] = run
		}
	}
	return out
}

// fault keeps what went wrong; the agent does not see it.
func (s hookStore) fault(err error) {
	log := filepath.Join(s.folder, "faults.log")
	if info, statErr := os.Stat(log); statErr == nil && info.Size() > maxFaults {
		_ = os.Remove(log) // it begins anew
	}
	said := strings.Join(strings.Fields(err.Error()), " ")
	if rules, err := s.rules(); err == nil {
		said, _ = rules.Redact(said)
	}
	line := time.Now().UTC().Format(time.RFC3339) + " " + said
	_ = s.appendLine("faults.log", []byte(line)) // there is nobody to tell
}

// faults counts what went wrong and returns the last of it.
func (s hookStore) faults() (n int, last string) {
	log, _ := os.ReadFile(filepath.Join(s.folder, "faults.log")) // without one there is no fault
	lines := strings.Split(strings.TrimSpace(string(log)), "\n")
	if lines[0] == "" {
		return 0, ""
	}
	return len(lines), lines[len(lines)-1]
}
