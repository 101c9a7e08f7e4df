package sqlitestore

import (
	"embed"
	"io/fs"
	"strings"
)

// statement is one statement with its header. A name of a file that is not there does not
// compile, because each is embedded by name.
type statement string

// name returns the name in the header: the name of the file without its extension.
func (s statement) name() string {
	head, _, _ := strings.Cut(string(s), ":")
	return strings.TrimPrefix(head, "-- ")
}

//go:embed sql/schema/*.sql
var schemaFiles embed.FS

// ownSchema returns the files of the schema, to be run in the order of their numbers.
func ownSchema() fs.FS {
	sub, err := fs.Sub(schemaFiles, "sql/schema")
	if err != nil {
		return schemaFiles
	}
	return sub
}
