package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// hookStore is the folder with what hooks have to send: calls of tools in spool.jsonl, a file for each
// transcript in pending, and the faults in faults.log.
type hookStore string

// maxFaults is the size of the log of faults, in bytes, at which it begins anew.
const maxFaults = 1 << 20

// maxSpool is the size of the spool, in bytes, at which it takes no more.
const maxSpool = 64 << 20

// appendLine appends a line to a file of the store.
func (s hookStore) appendLine(name string, line []byte) error {
	if err := os.MkdirAll(string(s), 0o700); err != nil {
		return fmt.Errorf("make the folder of the hooks: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(string(s), name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep for later: %w", err)
	}
	_, err = file.Write(append(line, '\n'))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("keep for later: %w", err)
	}
	return nil
}

// spool keeps an event until it is sent.
func (s hookStore) spool(event []byte) error {
	if info, err := os.Stat(filepath.Join(string(s), "spool.jsonl")); err == nil && info.Size() > maxSpool {
		return fmt.Errorf("the spool has %d bytes; a call of a tool was not kept", info.Size())
	}
	return s.appendLine("spool.jsonl", event)
}

// toSend moves the spool aside and returns all that were moved aside, also those that could not be sent before.
func (s hookStore) toSend() []string {
	moved := filepath.Join(string(s), fmt.Sprintf("sending-%d-%d.jsonl", time.Now().UnixNano(), os.Getpid()))
	_ = os.Rename(filepath.Join(string(s), "spool.jsonl"), moved) // there may be none
	files, _ := filepath.Glob(filepath.Join(string(s), "sending-*.jsonl"))
	slices.Sort(files)
	return files
}

// spooled counts the events that wait.
func (s hookStore) spooled() int {
	n := 0
	files, _ := filepath.Glob(filepath.Join(string(s), "s*.jsonl"))
	for _, f := range files {
		text, _ := os.ReadFile(f) // one that was just sent is gone
		n += bytes.Count(text, []byte("\n"))
	}
	return n
}

// wait keeps a transcript that is to be imported.
func (s hookStore) wait(session, transcript string) error {
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == '.' || r < ' ' {
			return '-'
		}
		return r
	}, session)
	return replaceFile(filepath.Join(string(s), "pending", name), []byte(transcript))
}

// pending returns the transcripts that wait, by the file that names each.
func (s hookStore) pending() map[string]string {
	out := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(string(s), "pending", "*"))
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && !strings.HasPrefix(filepath.Base(f), ".") {
			out[f] = string(text)
		}
	}
	return out
}

// fault keeps what went wrong; the agent does not see it.
func (s hookStore) fault(err error) {
	log := filepath.Join(string(s), "faults.log")
	if info, statErr := os.Stat(log); statErr == nil && info.Size() > maxFaults {
		_ = os.Remove(log) // it begins anew
	}
	line := time.Now().UTC().Format(time.RFC3339) + " " + strings.Join(strings.Fields(err.Error()), " ")
	_ = s.appendLine("faults.log", []byte(line)) // there is nobody to tell
}

// faults counts what went wrong and returns the last of it.
func (s hookStore) faults() (n int, last string) {
	text, _ := os.ReadFile(filepath.Join(string(s), "faults.log")) // without one there is no fault
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] == "" {
		return 0, ""
	}
	return len(lines), lines[len(lines)-1]
}
