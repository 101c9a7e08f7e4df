package neo4jstore

import (
	"io/fs"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/internal/migration"
)

// schemaSet is a numbered list of schema files whose history is kept under one name.
type schemaSet struct {
	name  string
	files fs.FS
}

// ownSchema is the schema of causeway.
func ownSchema() schemaSet { return schemaSet{name: "causeway", files: cypher.Schema()} }

// steps reads the files in the order of their numbers.
func (s schemaSet) steps() ([]migration.Step, error) { return migration.Steps(s.files, pattern) }

// last returns the version of the last file.
func (s schemaSet) last() (string, error) { return migration.Last(s.files, pattern) }

// pattern is how schema files are named.
const pattern = "*.cypher"
