package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/causeway-memory/causeway/episodic"
)

// spoolMemory is the number of bytes that a spool holds before it opens a file.
const spoolMemory = 16 << 20

// spool keeps the contents of episodes between reading and recording, in a temporary file once they
// are many, so that an import of any length needs no more memory than a short one. The file is
// readable by its owner only. The zero value is empty and ready; close removes the file.
type spool struct {
	// file has the contents up to flushed, pending those after it.
	file    *os.File
	flushed int64
	pending []byte
}

// put appends a content and returns where it begins.
func (s *spool) put(content []byte) (at int64, err error) {
	at = s.flushed + int64(len(s.pending))
	s.pending = append(s.pending, content...)
	if len(s.pending) < spoolMemory {
		return at, nil
	}
	return at, s.flush()
}

// flush moves what is pending into the file.
func (s *spool) flush() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "causeway-import-*"); err != nil {
			return fmt.Errorf("keep what was read in a temporary file (TMPDIR names another folder): %w", err)
		}
		_ = os.Remove(s.file.Name()) // where an open file can lose its name, nothing is left of it even after a kill
	}
	if _, err := s.file.WriteAt(s.pending, s.flushed); err != nil {
		return fmt.Errorf("keep what was read in a temporary file (TMPDIR names another folder): %w", err)
	}
	s.flushed += int64(len(s.pending))
	s.pending = s.pending[:0]
	return nil
}

// episode returns the episode whose content has this place.
func (s *spool) episode(at int64, size int) (e episodic.Episode, err error) {
	content, err := s.content(at, size)
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(content, &e); err != nil {
		return e, fmt.Errorf("read the temporary file: %w", err)
	}
	return e, nil
}

// content returns the content that has this place. It is valid until the next one is put.
func (s *spool) content(at int64, size int) ([]byte, error) {
	if at >= s.flushed {
		return s.pending[at-s.flushed:][:size], nil
	}
	content := make([]byte, size)
	if _, err := s.file.ReadAt(content, at); err != nil {
		return nil, fmt.Errorf("read the temporary file: %w", err)
	}
	return content, nil
}

// close removes the file, if there is one.
func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
