package cli

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// lineFile writes lines to a hidden temporary file, which is renamed to path when it is finished.
type lineFile struct {
	// to is where lines go: a stream, or the layers over temporary.
	to        io.Writer
	path      string
	temporary *os.File
	zipped    *gzip.Writer
	buffered  *bufio.Writer
}

// createLines creates a file, compressed if the name ends in .gz.
func createLines(path string) (*lineFile, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s exists and is not a regular file", path)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	var place *fs.PathError
	if errors.As(err, &place) { // it names the hidden file
		err = place.Err
	}
	if err != nil {
		return nil, fmt.Errorf("create %s: %w", path, err)
	}
	f := &lineFile{path: path, temporary: temporary, buffered: bufio.NewWriterSize(temporary, 1<<16)}
	f.to = f.buffered
	if strings.HasSuffix(strings.ToLower(path), ".gz") {
		f.zipped = gzip.NewWriter(f.buffered)
		f.to = f.zipped
	}
	return f, nil
}

func (f *lineFile) write(line []byte) error {
	_, err := f.to.Write(line)
	return err
}

// finish syncs the file to disk and gives it its name.
func (f *lineFile) finish() error {
	if f.temporary == nil {
		return nil
	}
	var err error
	if f.zipped != nil {
		err = f.zipped.Close()
	}
	err = errors.Join(err, f.buffered.Flush(), f.temporary.Sync(), f.temporary.Close())
	if err == nil {
		err = os.Rename(f.temporary.Name(), f.path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	f.temporary = nil
	return nil
}

// abandon removes an unfinished file.
func (f *lineFile) abandon() error {
	if f.temporary == nil {
		return nil
	}
	_ = f.temporary.Close() // it may already be closed
	if err := os.Remove(f.temporary.Name()); err != nil {
		return fmt.Errorf("remove the unfinished file: %w", err)
	}
	return nil
}
