package migration

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// ErrSchema means that the schema of a store is not the one that this program needs; the
// message says what to do. Nothing is served then.
var ErrSchema = errors.New("schema of the graph")

// ErrNewer means that a newer program has migrated the store: this one must not write to it. It
// is an [ErrSchema].
var ErrNewer = fmt.Errorf("%w: a newer causeway has migrated it", ErrSchema)

// Newer returns an [ErrNewer] that names a step which this program does not know.
func Newer(step string) error {
	return fmt.Errorf("%w: step %s is newer than this program; use the causeway that wrote it, or a later one", ErrNewer, step)
}

// Step is one file of a schema, or what a store remembers of it.
type Step struct {
	// Version is the number that the name begins with, Name the name of the file without its extension.
	Version, Name string
	// Checksum is a hash of the text, in hexadecimal.
	Checksum string
	// Text is what is run; empty for a step that is remembered.
	Text string
	// Finished says that a remembered step ran to its end.
	Finished bool
}

// Steps reads the files that match the pattern, named like "001_what.ext", in the order of
// their numbers.
func Steps(files fs.FS, pattern string) ([]Step, error) {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, fmt.Errorf("list the schema files: %w", err)
	}
	slices.Sort(names)
	steps := make([]Step, len(names))
	for i, file := range names {
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, fmt.Errorf("read schema file %s: %w", file, err)
		}
		name := strings.TrimSuffix(path.Base(file), path.Ext(file))
		version, _, _ := strings.Cut(name, "_")
		sum := sha256.Sum256(text)
		steps[i] = Step{Version: version, Name: name, Checksum: hex.EncodeToString(sum[:8]), Text: string(text)}
	}
	return steps, nil
}

// Last returns the version of the last step of the files that match the pattern, empty without any.
func Last(files fs.FS, pattern string) (string, error) {
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) == 0 {
		return "", err
	}
	version, _, _ := strings.Cut(path.Base(slices.Max(names)), "_")
	return version, nil
}

// Missing returns the steps that are still to be run. It returns an [ErrNewer] for a store
// that a newer program wrote, and an [ErrSchema] for a file that was changed after it ran.
func Missing(want, have []Step) ([]Step, error) {
	known := map[string]Step{}
	for _, s := range want {
		known[s.Version] = s
	}
	done := map[string]bool{}
	for _, s := range have {
		own, ok := known[s.Version]
		if !ok {
			return nil, Newer(s.Name)
		}
		if s.Finished && own.Checksum != s.Checksum {
			return nil, fmt.Errorf("%w: step %s ran with other content (checksum %s, this program has %s); "+
				"use the causeway that ran it, or restore the file: steps are never changed, only added", ErrSchema, s.Name, s.Checksum, own.Checksum)
		}
		done[s.Version] = s.Finished
	}
	return slices.DeleteFunc(slices.Clone(want), func(s Step) bool { return done[s.Version] }), nil
}
