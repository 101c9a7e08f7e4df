package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is a folder that is being filled under another name.
type Folder struct {
	// Path is where files are written now.
	Path  string
	final string
}

// NewFolder returns a folder that will be dir, which must be empty or not exist.
func NewFolder(dir string) (*Folder, error) {
	final, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(final)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fmt.Errorf("%s is not empty; name a new folder", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("look at %s: %w", dir, err)
	}
	if err := os.MkdirAll(filepath.Dir(final), 0o700); err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(filepath.Dir(final), "."+filepath.Base(final)+".unfinished-*")
	if err != nil {
		return nil, fmt.Errorf("make a folder beside %s: %w", dir, err)
	}
	return &Folder{Path: path, final: final}, nil
}

// Finish gives the folder its name.
func (f *Folder) Finish() error {
	if err := os.Remove(f.final); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(f.Path, f.final); err != nil {
		return fmt.Errorf("name the folder %s: %w", f.final, err)
	}
	f.Path = ""
	return SyncFolder(filepath.Dir(f.final))
}

// Abandon removes what was not finished.
func (f *Folder) Abandon() error {
	if f.Path == "" {
		return nil
	}
	if err := os.RemoveAll(f.Path); err != nil {
		return fmt.Errorf("remove what was not finished: %w", err)
	}
	return nil
}
