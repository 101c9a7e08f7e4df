package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// smallSession is the size of the sessions beside the large one, in bytes.
const smallSession = 100 * megabyte

// writeSessions writes transcripts of a size together, half of it as one session, and returns how many steps and files they have.
func writeSessions(folder string, size int64) (steps, files int, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return 0, 0, fmt.Errorf("make a folder: %w", err)
	}
	for left := size; left > 0; files++ {
		part := min(smallSession, left)
		if files == 0 {
			part = max(size/2, part)
		}
		s := session{name: fmt.Sprintf("session-%03d", files)}
		if err := s.extend(folder, part); err != nil {
			return 0, 0, err
		}
		steps, left = steps+s.steps, left-s.size
	}
	return steps, files, nil
}

// session is a transcript that is written.
type session struct {
	name  string
	steps int
	size  int64
}

// extend writes steps at the end of the file until it has so many further bytes.
func (s *session) extend(folder string, bytes int64) (err error) {
	file, err := os.OpenFile(s.path(folder), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open a transcript: %w", err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	defer func() {
		if err = errors.Join(err, out.Flush(), file.Close()); err != nil {
			err = fmt.Errorf("write a transcript: %w", err)
		}
	}()
	for end := s.size + bytes; s.size < end; s.steps++ {
		n, err := fmt.Fprintln(out, s.record(s.steps))
		if err != nil {
			return err
		}
		s.size += int64(n)
	}
	return nil
}

func (s *session) path(folder string) string { return filepath.Join(folder, s.name+".jsonl") }

// output is what a command prints, of about 9 kB.
func output() string {
	return strings.Repeat("pier 3: the ferry waited for a rope, and the bell rang twice before it left\\n", 120)
}

// record is a line with one step: a task, then calls of tools with their results, of which some fail.
func (s *session) record(n int) string {
	head := fmt.Sprintf(`"uuid":"%s-%d","timestamp":"2026-05-03T%02d:%02d:%02dZ","sessionId":"%s","cwd":"/srv/ferry"`, s.name, n, n/3600%24, n/60%60, n%60, s.name)
	call := n / 2
	switch {
	case n == 0:
		return `{"type":"user",` + head + `,"message":{"role":"user","content":"Mend the timetable"}}`
	case n%2 == 1 && call%5 == 0:
		return fmt.Sprintf(`{"type":"assistant",%s,"message":{"role":"assistant","content":[{"type":"tool_use","id":"c%d","name":"Edit","input":{"file_path":"/srv/ferry/pier%d.go","old_string":"a","new_string":"%s"}}]}}`, head, call, call%97, output()[:2000])
	case n%2 == 1:
		return fmt.Sprintf(`{"type":"assistant",%s,"message":{"role":"assistant","content":[{"type":"tool_use","id":"c%d","name":"Bash","input":{"command":"grep -n bell pier%d.go"}}]}}`, head, call, call%97)
	}
	return fmt.Sprintf(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%d","is_error":%t,"content":"%s"}]}}`, head, (n-1)/2, call%31 == 0, output())
}

// writeLogs writes session logs, every other one as markdown, and returns their size.
func writeLogs(folder string, n int) (size int64, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return 0, fmt.Errorf("make a folder: %w", err)
	}
	work := strings.Repeat("- Hung the bell at a pier\n", 150)
	entries := strings.Repeat(`{"action":"Hang","result":"Hung the bell at a pier"},`, 75)
	for i := range n {
		name, text := fmt.Sprintf("2026-05-03-session-%d.md", i), fmt.Sprintf("# Session %d\n\n**Date**: 2026-05-03\n\n## Decisions\n\n- Bell %d rings\n\n## Work Log\n\n%s- Bell %d rang because fog came\n", i, i, work, i)
		if i%2 == 1 {
			name, text = fmt.Sprintf("2026-05-03-session-%d.json", i), fmt.Sprintf(`{"session":{"number":%d,"date":"2026-05-03","objective":"Ring"},"workLog":[%s{"action":"Ring","result":"Bell %d rang because fog came"}]}`, i, entries, i)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return 0, fmt.Errorf("write a session log: %w", err)
		}
		size += int64(len(text))
	}
	return size, nil
}

// large is a file that is too large for a session log, with the limit that a refusal has to name.
type large struct {
	name, file, begin, repeated, end, limit string
}

func largeFiles() []large {
	return []large{
		{"a markdown log", "2026-05-03-session-1.md", "# Session 1\n\n## Work Log\n\n", "- Hung the bell at a pier\n\n", "", "4194304 bytes"},
		{"a markdown log in one line", "2026-05-03-session-2.md", "# Session 2\n\n", "bell *", "\n", "4194304 bytes"},
		{"a JSON log", "2026-05-03-session-3.json", `{"session":{"number":3,"date":"2026-05-03"},"workLog":["x"`, `,"Hung the bell at a pier"`, "]}", "4194304 bytes"},
		{"a list of JSON logs", "logs.json", `[{"session":{"number":4,"date":"2026-05-03"}}`, `,{"session":{"number":5,"date":"2026-05-03"}}`, "]", "67108864 bytes"},
	}
}

// write writes a file of 200 MB.
func (f large) write(folder string) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	file, err := os.Create(filepath.Join(folder, f.file))
	if err != nil {
		return fmt.Errorf("make a large file: %w", err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	_, err = out.WriteString(f.begin)
	for size := 0; size < 200*megabyte && err == nil; size += len(f.repeated) {
		_, err = out.WriteString(f.repeated)
	}
	if err == nil {
		_, err = out.WriteString(f.end)
	}
	if err = errors.Join(err, out.Flush(), file.Close()); err != nil {
		return fmt.Errorf("write a large file: %w", err)
	}
	return nil
}
