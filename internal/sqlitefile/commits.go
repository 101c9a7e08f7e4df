package sqlitefile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"
)

// commitsEnd is the end of the name of the file that counts commits.
const commitsEnd = "-commits"

// commitsForm is the content of that file: a number and its check.
const commitsForm = "causeway commits %010d %08x\n"

// Commits keeps the number of the last acknowledged commit in a small file beside the database. The
// database has the same number in it, as part of each commit, so a database
// with a smaller one has lost its journal. The number is written here once the commit is on disk
// and never waits for the drive itself: after a loss of power it may be too small, which hides a
// loss, but never too large, which would invent one. It is safe for concurrent use.
type Commits struct {
	path string

	mu   sync.Mutex
	file *os.File
}

// NewCommits returns the Commits of the database at path.
func NewCommits(path string) *Commits { return &Commits{path: path + commitsEnd} }

// Path is the path of the file.
func (c *Commits) Path() string { return c.path }

// After reports whether commit a comes after commit b. Numbers start again after the greatest.
func After(a, b uint32) bool { return int32(a-b) > 0 } //nolint:gosec // the sign is the answer

// Last returns the number that is kept, or 0 without a sound file.
func (c *Commits) Last() uint32 {
	text, err := os.ReadFile(c.path)
	if err != nil {
		return 0
	}
	number, known := parseCommits(text)
	if !known {
		return 0
	}
	return number
}

func parseCommits(text []byte) (number uint32, known bool) {
	var sum uint32
	if _, err := fmt.Sscanf(string(text), commitsForm, &number, &sum); err != nil {
		return 0, false
	}
	return number, sum == checkCommits(number)
}

func checkCommits(number uint32) uint32 {
	return crc32.ChecksumIEEE(fmt.Appendf(nil, "%010d", number))
}

// Open returns the file, which it creates if it is missing.
func (c *Commits) Open() (*os.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file != nil {
		return c.file, nil
	}
	file, err := os.OpenFile(c.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	c.file = file
	return file, nil
}

// Acknowledge keeps a number unless another process has kept a later one. A failure is no reason
// to refuse the commit, which is on disk: the number is only less useful then.
func (c *Commits) Acknowledge(number uint32) {
	file, err := c.Open()
	if err != nil {
		return
	}
	text := make([]byte, 64)
	n, err := file.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return
	}
	if kept, known := parseCommits(text[:n]); known && !After(number, kept) {
		return
	}
	_, _ = file.WriteAt(fmt.Appendf(nil, commitsForm, number, checkCommits(number)), 0)
}

// Close closes the file, which gives up a lock on it.
func (c *Commits) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return nil
	}
	file := c.file
	c.file = nil
	return file.Close()
}
