package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/causeway-memory/causeway/internal/sentence"
)

// Options say what is installed from where to where.
type Options struct {
	// Folder is where it is installed.
	Folder string
	// From is a folder with the packages; empty means that they are fetched.
	From string
	// Index is the address of the package index in the simple form (PEP 503); empty means that of PIP_INDEX_URL, else https://pypi.org/simple.
	Index string
	// Progress gets lines that say what is done; nil discards them.
	Progress io.Writer
}

// Install installs the model and the runtime where they are missing or damaged. Several processes may call it at once.
func Install(ctx context.Context, o Options) error {
	o.Index = cmp.Or(o.Index, os.Getenv("PIP_INDEX_URL"), "https://pypi.org/simple")
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	wanted, err := packages()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return fmt.Errorf("make the folder of the sentence model: %w", err)
	}
	for _, w := range wanted {
		if err := o.install(ctx, w); err != nil {
			return fmt.Errorf("install %s: %w", w.title(), err)
		}
	}
	return nil
}

// install installs one package.
func (o Options) install(ctx context.Context, w wheel) error {
	final := filepath.Join(o.Folder, w.title())
	lock, err := lock(ctx, final+".lock", func() { o.say(w, "waiting for another causeway that installs it") })
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := o.sweep(w); err != nil {
		return err
	}
	if verify(final, w) == nil {
		o.say(w, "is installed in %s", final)
		return nil
	}
	work, err := os.MkdirTemp(o.Folder, workPrefix(w))
	if err != nil {
		return fmt.Errorf("make a folder to work in: %w", err)
	}
	defer os.RemoveAll(work)
	archive, err := o.obtain(ctx, w, work)
	if err != nil {
		return err
	}
	o.say(w, "the SHA-256 of %s is the expected one; license %s", w.file, w.license)
	unpacked := filepath.Join(work, "unpacked")
	if err := w.unpack(archive, unpacked); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(final), os.Rename(unpacked, final)); err != nil {
		return fmt.Errorf("put it in place: %w", err)
	}
	o.say(w, "installed in %s", final)
	return nil
}

// workPrefix begins the names of the folders to work in.
func workPrefix(w wheel) string { return "." + w.title() + "-" }

// sweep removes what an installation that was killed has left. Who calls it holds the lock, so nobody works there.
func (o Options) sweep(w wheel) error {
	entries, err := os.ReadDir(o.Folder)
	if err != nil {
		return fmt.Errorf("look for what a killed installation left: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), workPrefix(w)) {
			if err := os.RemoveAll(filepath.Join(o.Folder, e.Name())); err != nil {
				return fmt.Errorf("remove what a killed installation left: %w", err)
			}
		}
	}
	return nil
}

// obtain returns the path of a package whose checksum is right.
func (o Options) obtain(ctx context.Context, w wheel, work string) (string, error) {
	if o.From != "" {
		archive := filepath.Join(o.From, w.file)
		if _, err := os.Stat(archive); err != nil {
			return "", fmt.Errorf("look for the package %s in the folder: %w", w.file, err)
		}
		return archive, w.check(archive)
	}
	archive := filepath.Join(work, w.file)
	if err := o.fetch(ctx, w, archive); err != nil {
		return "", err
	}
	return archive, w.check(archive)
}

func (o Options) say(w wheel, format string, values ...any) {
	fmt.Fprintf(o.Progress, "%s: %s\n", w.title(), fmt.Sprintf(format, values...))
}

// Installed says where the parts of an installation are.
type Installed struct {
	// Model is the folder of the model, Library the file of the runtime's library.
	Model, Library string
}

// ErrMissing means that no sentence model is installed.
var ErrMissing = errors.New("no sentence model is installed; run `causeway model install`")

// Find returns what is installed in a folder, and [ErrMissing] if something is missing. It compares sizes alone.
func Find(folder string) (Installed, error) {
	wanted, err := packages()
	if err != nil {
		return Installed{}, err
	}
	for _, w := range wanted {
		if err := sized(filepath.Join(folder, w.title()), w); err != nil {
			return Installed{}, fmt.Errorf("look for %s in %s: %w", w.title(), folder, err)
		}
	}
	return Installed{
		Model:   filepath.Join(folder, wanted[0].title()),
		Library: filepath.Join(folder, wanted[1].title(), library),
	}, nil
}

// State is that of one package.
type State struct {
	// Name is the package with its version, License that of what is installed, Folder where it is.
	Name, License, Folder string
	// Bytes is the size of its files, 0 if it is not installed.
	Bytes int64
	// Err says what is wrong; it is [ErrMissing] if the package is not installed.
	Err error
}

// Status verifies the checksums of what is installed in a folder, and that the model can be read.
func Status(folder string) ([]State, error) {
	wanted, err := packages()
	if err != nil {
		return nil, err
	}
	var states []State
	for _, w := range wanted {
		s := State{Name: w.title(), License: w.license, Folder: filepath.Join(folder, w.title())}
		s.Bytes, s.Err = size(s.Folder), verify(s.Folder, w)
		if s.Err == nil && w.name == ModelName {
			_, s.Err = sentence.Open(s.Folder)
		}
		states = append(states, s)
	}
	return states, nil
}

// Remove removes what is installed in a folder, and reports whether anything was.
func Remove(folder string) (bool, error) {
	wanted, err := packages()
	if err != nil {
		return false, err
	}
	removed := false
	for _, w := range wanted {
		dir := filepath.Join(folder, w.title())
		if _, err := os.Stat(dir); err == nil {
			removed = true
		}
		if err := os.RemoveAll(dir); err != nil {
			return removed, fmt.Errorf("remove %s: %w", w.title(), err)
		}
	}
	return removed, nil
}

// Folder returns the default folder: causeway/models in the user's cache.
func Folder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the user's cache, where the sentence model is installed (embedding.model_folder): %w", err)
	}
	return filepath.Join(cache, "causeway", "models"), nil
}
