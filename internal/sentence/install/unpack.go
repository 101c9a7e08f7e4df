package install

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxUnpacked bounds a file of a package in bytes.
const maxUnpacked = 1 << 30

// unpack writes the files of a package into a new folder, and what is installed.
func (w wheel) unpack(archive, folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return fmt.Errorf("make a folder to unpack into: %w", err)
	}
	if w.inner != "" {
		inner := archive + ".inner"
		if filepath.Dir(archive) != filepath.Dir(folder) {
			inner = folder + ".inner"
		}
		defer os.Remove(inner)
		if _, err := each(archive, func(name string) string {
			if name == w.inner {
				return inner
			}
			return ""
		}); err != nil {
			return err
		}
		archive = inner
	}
	files, err := each(archive, func(name string) string {
		if to := w.unpacked(name); to != "" {
			return filepath.Join(folder, to)
		}
		return ""
	})
	if err != nil {
		return err
	}
	for _, name := range w.needed {
		if _, ok := files[name]; !ok {
			return fmt.Errorf("%s does not contain %s", w.file, name)
		}
	}
	return w.write(folder, files)
}

// each writes the files of an archive to where place says; empty leaves one out. It returns what it wrote.
func each(archive string, place func(name string) string) (files map[string]part, err error) {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", filepath.Base(archive), err)
	}
	defer reader.Close()
	files = map[string]part{}
	for _, f := range reader.File {
		to := place(f.Name)
		if to == "" {
			continue
		}
		if files[filepath.Base(to)], err = extract(f, to); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", f.Name, err)
		}
	}
	return files, nil
}

// extract writes one file of an archive.
func extract(f *zip.File, to string) (p part, err error) {
	from, err := f.Open()
	if err != nil {
		return part{}, err
	}
	defer from.Close()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return part{}, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(file, sum), io.LimitReader(from, maxUnpacked))
	return part{n, hex.EncodeToString(sum.Sum(nil))}, err
}
