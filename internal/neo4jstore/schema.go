package neo4jstore

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/cypher"
)

// ErrSchema means that the schema of the graph is not the one that this program needs; the
// message says what to do. Nothing is served then.
var ErrSchema = errors.New("schema of the graph")

// schemaSet is a numbered list of schema files whose history is kept under one name.
type schemaSet struct {
	name  string
	files fs.FS
}

// ownSchema is the schema of causeway.
func ownSchema() schemaSet { return schemaSet{name: "causeway", files: cypher.Schema()} }

// step is one file of a schema, or what the graph remembers of it.
type step struct {
	version, name, checksum string
	statement               cypher.Statement
	finished                bool
}

// steps reads the files in the order of their numbers.
func (s schemaSet) steps() ([]step, error) {
	names, err := fs.Glob(s.files, "*.cypher")
	if err != nil {
		return nil, fmt.Errorf("list the schema files: %w", err)
	}
	slices.Sort(names)
	steps := make([]step, len(names))
	for i, file := range names {
		text, err := fs.ReadFile(s.files, file)
		if err != nil {
			return nil, fmt.Errorf("read schema file %s: %w", file, err)
		}
		name := strings.TrimSuffix(file, ".cypher")
		version, _, _ := strings.Cut(name, "_")
		sum := sha256.Sum256(text)
		steps[i] = step{version: version, name: name, checksum: hex.EncodeToString(sum[:8]), statement: cypher.Statement(text)}
	}
	return steps, nil
}

// compare returns the steps that are still to be run. It refuses a graph that a newer
// program wrote, and a file that was changed after it ran.
func compare(want, have []step) ([]step, error) {
	known := map[string]step{}
	for _, s := range want {
		known[s.version] = s
	}
	done := map[string]bool{}
	for _, s := range have {
		own, ok := known[s.version]
		if !ok {
			return nil, fmt.Errorf("%w: step %s is newer than this program; use the causeway that wrote it, or a later one", ErrSchema, s.name)
		}
		if s.finished && own.checksum != s.checksum {
			return nil, fmt.Errorf("%w: step %s ran with other content (checksum %s, this program has %s); "+
				"use the causeway that ran it, or restore the file: steps are never changed, only added", ErrSchema, s.name, s.checksum, own.checksum)
		}
		done[s.version] = s.finished
	}
	return slices.DeleteFunc(slices.Clone(want), func(s step) bool { return done[s.version] }), nil
}
