package buffer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// compactBytes is how much of the file may be sent already before it is written anew.
const compactBytes = 1 << 20

// spool is a file of events that are not known to be sent: one a line, in JSON. It outlives the process, not a loss of power.
type spool struct {
	path string
	file *os.File
	// sizes are those of the lines of what waits, in order; sent is how many bytes before them were sent.
	sizes []int64
	sent  int64
	// torn says that the last line was cut off, because it could not be written as a whole.
	torn bool
}

// openSpool locks a file and reads what an earlier process left. A line that was cut off is dropped: Capture had not returned for it.
func openSpool(path string) (*spool, []queued, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("another buffer uses %s: %w", path, err), file.Close())
	}
	content, err := os.ReadFile(path)
	is, failed := os.Stat(path)
	was, unknown := file.Stat()
	if err = errors.Join(err, failed, unknown); err == nil && !os.SameFile(is, was) {
		err = fmt.Errorf("another buffer uses %s", path)
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	var waiting []queued
	for line := range bytes.Lines(content) {
		var e struct{ ID string }
		line, whole := bytes.CutSuffix(line, []byte("\n"))
		if whole && json.Unmarshal(line, &e) == nil && e.ID != "" {
			waiting = append(waiting, queued{e.ID, line})
		}
	}
	s := &spool{path: path, file: file}
	return s, waiting, s.rewrite(waiting)
}

// add appends an event.
func (s *spool) add(line []byte) error {
	var content []byte
	if s.torn {
		content = append(content, '\n')
	}
	content = append(append(content, line...), '\n')
	n, err := s.file.Write(content)
	s.sizes, s.torn = append(s.sizes, int64(n)), err != nil
	return err
}

// forget drops the first n events, which are sent; rest are the others.
func (s *spool) forget(n int, rest []queued) error {
	for _, size := range s.sizes[:n] {
		s.sent += size
	}
	s.sizes = append([]int64(nil), s.sizes[n:]...)
	if len(rest) == 0 || s.sent >= compactBytes {
		return s.rewrite(rest)
	}
	return nil
}

// rewrite leaves only what is not sent. A crash in the middle leaves less than that, so what is left is written to
// another file first, which takes the place of this one.
func (s *spool) rewrite(rest []queued) error {
	s.sizes, s.sent, s.torn = nil, 0, false
	if len(rest) == 0 {
		return s.file.Truncate(0)
	}
	fresh, err := os.OpenFile(s.path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	var content []byte
	for _, q := range rest {
		content = append(append(content, q.line...), '\n')
		s.sizes = append(s.sizes, int64(len(q.line)+1))
	}
	_, err = fresh.Write(content)
	if err == nil {
		err = syscall.Flock(int(fresh.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		err = os.Rename(s.path+".new", s.path)
	}
	if err != nil {
		return errors.Join(err, fresh.Close())
	}
	old := s.file
	s.file = fresh
	return old.Close()
}

func (s *spool) close() error { return s.file.Close() }
