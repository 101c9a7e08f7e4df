package checksumvfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Create makes an empty database at path, whose pages have checksums, for one user of the system. It is
// on disk, whole, when Create returns. A file that is there already is left as it is, without an error.
func Create(path string, applicationID uint32) error {
	made, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // nobody else may read it
	if err != nil {
		return fmt.Errorf("create a database: %w", err)
	}
	defer os.Remove(made.Name())
	_, err = made.Write(emptyDatabase(applicationID))
	if err = errors.Join(err, made.Sync(), made.Close()); err != nil {
		return fmt.Errorf("create a database: %w", err)
	}
	if err := os.Link(made.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("create a database: %w", err)
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("create a database: %w", err)
	}
	if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
		return fmt.Errorf("create a database: %w", err)
	}
	return nil
}
