package backup_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/backup"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func quiet(int, int) {}

// written writes a backup of two files and returns its folder.
func written(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "deep", "backup")
	folder, err := backup.NewFolder(dir)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder.Path, "a"), []byte("alpha"), 0o600))
	must(t, os.Mkdir(filepath.Join(folder.Path, "sub"), 0o700))
	must(t, os.WriteFile(filepath.Join(folder.Path, "sub", "b"), []byte("beta"), 0o600))
	files, err := backup.Describe(folder.Path, []string{"a", "sub/b"}, quiet)
	must(t, err)
	must(t, backup.Write(folder.Path, backup.Manifest{Files: files, Causeway: "test"}))
	must(t, folder.Finish())
	must(t, folder.Abandon()) // after the end it removes nothing
	return dir
}

// A backup that was written is verified; whatever is changed in it is named.
func TestVerify(t *testing.T) {
	dir := written(t)
	seen := 0
	m, err := backup.Verify(dir, func(done, total int) { seen = done*10 + total })
	must(t, err)
	if len(m.Files) != 2 || m.Files[0].Bytes != 5 || seen != 22 || !backup.Is(dir) {
		t.Errorf("%+v, progress %d", m, seen)
	}
	for why, c := range map[string]struct {
		harm func(dir string) error
		want []string
	}{
		"missing and cut": {func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "a")), os.Truncate(filepath.Join(dir, "sub", "b"), 2))
		}, []string{"a is missing", "sub/b has 2 bytes, and 4 were written"}},
		"a changed byte": {func(dir string) error { return os.WriteFile(filepath.Join(dir, "a"), []byte("alphA"), 0o600) }, []string{"a is damaged"}},
		"a folder in place of a file": {func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "a")), os.Mkdir(filepath.Join(dir, "a"), 0o700))
		}, []string{"read a"}},
		"a folder for a manifest": {func(dir string) error {
			path := filepath.Join(dir, backup.ManifestName)
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		}, []string{"read the manifest"}},
		"no manifest":      {func(dir string) error { return os.Remove(filepath.Join(dir, backup.ManifestName)) }, []string{"is no backup"}},
		"a torn manifest":  {func(dir string) error { return os.Truncate(filepath.Join(dir, backup.ManifestName), 30) }, []string{"is damaged"}},
		"a seal that lies": {func(dir string) error { return replace(dir, `"test"`, `"tess"`) }, []string{"does not fit its seal"}},
		"a newer one":      {func(dir string) error { return replace(dir, `"causeway_backup": `, `"causeway_backup": 9`) }, []string{"newer causeway"}},
	} {
		dir := written(t)
		must(t, c.harm(dir))
		_, err := backup.Verify(dir, quiet)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", why, err, want)
			}
		}
	}
}

// replace replaces texts in the manifest, in pairs.
func replace(dir string, pairs ...string) error {
	path := filepath.Join(dir, backup.ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.NewReplacer(pairs...).Replace(string(text))), 0o600)
}

// A manifest that names a file outside of its folder is refused although its seal is right.
func TestVerify_Outside(t *testing.T) {
	dir := t.TempDir()
	must(t, backup.Write(dir, backup.Manifest{Files: []backup.File{{Name: "../passwd"}}}))
	if _, err := backup.Verify(dir, quiet); err == nil || !strings.Contains(err.Error(), "not in the folder") {
		t.Errorf("verified: %v", err)
	}
	if err := backup.Write(dir, backup.Manifest{}); err == nil {
		t.Error("a manifest was written over")
	}
	if err := backup.Write(filepath.Join(dir, "unknown"), backup.Manifest{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a manifest in no folder: %v", err)
	}
	if _, err := backup.Describe(dir, []string{"unknown"}, quiet); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an unknown file: %v", err)
	}
}

// A folder appears when it is whole, and never over something.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	folder, err := backup.NewFolder(dir)
	must(t, err)
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is there before it is whole: %v", err)
	}
	must(t, folder.Abandon())
	if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) > 0 {
		t.Errorf("left of an abandoned one: %v, %v", left, err)
	}
	must(t, os.Mkdir(dir, 0o700))
	folder, err = backup.NewFolder(dir) // an empty one may be there
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "late"), nil, 0o600))
	if err := folder.Finish(); err == nil {
		t.Error("it took the place of a folder that is not empty")
	}
	if _, err := backup.NewFolder(dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("a folder with something in it: %v", err)
	}
	if _, err := backup.NewFolder(filepath.Join(dir, "late", "below")); err == nil {
		t.Error("below a file")
	}
	if err := backup.SyncFolder(filepath.Join(dir, "unknown")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("synced: %v", err)
	}
}
