package backup

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
	"slices"
	"time"
)

const (
	// ManifestName is the name of the manifest in the folder.
	ManifestName = "backup.json"
	// version is the version of the manifest.
	version = 1
)

// Kind says what the files of a backup are.
type Kind string

// The kinds.
const (
	// KindFiles are the database files of embedded engines.
	KindFiles Kind = "files"
	// KindStreams are exports, one for each project.
	KindStreams Kind = "streams"
)

// Manifest describes a backup.
type Manifest struct {
	Version int `json:"causeway_backup"`
	// Causeway is the version of the program that made it, Engines the kind of engines.
	Causeway string    `json:"causeway"`
	Engines  string    `json:"engines"`
	Kind     Kind      `json:"kind"`
	BeganAt  time.Time `json:"began_at"`
	EndedAt  time.Time `json:"ended_at"`
	Files    []File    `json:"files"`
	Projects []Project `json:"projects"`
	Journal  *Journal  `json:"journal,omitempty"`
	// Seal is the SHA-256 of the manifest without it.
	Seal string `json:"seal"`
}

// File is one file of a backup.
type File struct {
	// Name is its path below the folder, with slashes.
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Project is what a backup holds of a project.
type Project struct {
	Name string `json:"name"`
	// File has its export; empty if the database file has the project.
	File     string `json:"file,omitempty"`
	Episodes int    `json:"episodes"`
	Lines    int    `json:"lines"`
	// Parts counts what there is beside episodes, by kind.
	Parts map[string]int `json:"parts"`
	// Fingerprint is that of a complete export with all revisions.
	Fingerprint string `json:"fingerprint"`
	// Purged says that the project is gone, and that the backup has its audit log alone.
	Purged bool `json:"purged,omitempty"`
}

// Journal is what the journal held: records that waited for the graph, and that were set aside.
type Journal struct {
	File    string `json:"file"`
	Waiting int64  `json:"waiting"`
	Failed  int64  `json:"failed"`
}

// seal returns the seal that the manifest should have.
func (m Manifest) seal() (string, error) {
	m.Seal = ""
	text, err := json.Marshal(m)
	if err != nil {
		return "", fmt.Errorf("encode the manifest: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// Describe returns the sizes and hashes of files below a folder.
func Describe(dir string, names []string, progress func(done, total int)) ([]File, error) {
	out := make([]File, len(names))
	for i, name := range names {
		file, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		hash := sha256.New()
		n, err := io.Copy(hash, file)
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		out[i] = File{Name: name, Bytes: n, SHA256: hex.EncodeToString(hash.Sum(nil))}
		progress(i+1, len(names))
	}
	return out, nil
}

// Write completes the manifest and writes it into the folder, where its files have to be on disk.
func Write(dir string, m Manifest) (err error) {
	m.Version = version
	if m.Seal, err = m.seal(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the manifest: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, ManifestName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	_, err = file.Write(append(text, '\n'))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return SyncFolder(dir)
}

// SyncFolder makes sure that the names in a folder are on disk.
func SyncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Is reports whether a path is a folder with a manifest.
func Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, ManifestName))
	return err == nil && info.Mode().IsRegular()
}

// Read returns the manifest of a folder, if it is as it was written.
func Read(dir string) (Manifest, error) {
	text, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("%s is no backup: it has no %s, which is written last", dir, ManifestName)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("read the manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return Manifest{}, fmt.Errorf("%s is damaged: %w", filepath.Join(dir, ManifestName), err)
	}
	if m.Version > version {
		return Manifest{}, fmt.Errorf("the backup in %s was made by a newer causeway (%s); restore it with that one", dir, m.Causeway)
	}
	switch seal, err := m.seal(); {
	case err != nil:
		return Manifest{}, err
	case seal != m.Seal || m.Version < 1:
		return Manifest{}, fmt.Errorf("%s is damaged: it does not fit its seal", filepath.Join(dir, ManifestName))
	}
	return m, nil
}

// Verify reads a backup whole and returns its manifest. The error names every file that is missing or is not as it
// was written.
func Verify(dir string, progress func(done, total int)) (Manifest, error) {
	m, err := Read(dir)
	if err != nil {
		return m, err
	}
	var wrong []error
	for i, want := range m.Files {
		if !filepath.IsLocal(filepath.FromSlash(want.Name)) {
			return m, fmt.Errorf("the manifest names %q, which is not in the folder", want.Name)
		}
		switch got, err := Describe(dir, []string{want.Name}, func(int, int) {}); {
		case errors.Is(err, fs.ErrNotExist):
			wrong = append(wrong, fmt.Errorf("%s is missing", want.Name))
		case err != nil:
			wrong = append(wrong, err)
		case got[0].Bytes != want.Bytes:
			wrong = append(wrong, fmt.Errorf("%s has %d bytes, and %d were written", want.Name, got[0].Bytes, want.Bytes))
		case !slices.Equal(got, []File{want}):
			wrong = append(wrong, fmt.Errorf("%s is damaged: its SHA-256 is %s, and that of what was written is %s", want.Name, got[0].SHA256, want.SHA256))
		}
		progress(i+1, len(m.Files))
	}
	if len(wrong) > 0 {
		return m, fmt.Errorf("the backup in %s cannot be used: %w", dir, errors.Join(wrong...))
	}
	return m, nil
}
