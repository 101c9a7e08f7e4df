package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	// rotateBytes is the size above which a server's log is rotated at the next start.
	rotateBytes = 10 << 20
	// tailLines is how many lines of a log an error shows.
	tailLines = 8
	// tailBytes bounds how much of a log is read for that.
	tailBytes = 32 << 10
)

// openLog opens a server's log for appending. It keeps one old generation.
func openLog(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make log folder: %w", err)
	}
	if logSize(path) > rotateBytes {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, fmt.Errorf("set old log aside: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	return f, nil
}

func logSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// tail returns the last lines of a file that were written after offset from, or "".
func tail(path string, from int64) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	if from <= int64(len(b)) {
		b = b[from:]
	}
	if len(b) > tailBytes {
		b = b[len(b)-tailBytes:]
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}
