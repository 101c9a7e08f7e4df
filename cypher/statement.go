package cypher

import (
	"embed"
	"io/fs"
	"strings"
)

// Statement is one statement with its header. A name of a file that is not there does not
// compile, because each is embedded by name.
type Statement string

// Name returns the name in the header, which is that of the file without its ending.
func (s Statement) Name() string {
	head, _, _ := strings.Cut(string(s), ":")
	return strings.TrimPrefix(head, "// ")
}

//go:embed schema/*.cypher
var schema embed.FS

// Schema returns the files of the schema, named "NNN_what.cypher", to be run in that order.
func Schema() fs.FS {
	sub, err := fs.Sub(schema, "schema")
	if err != nil {
		return schema
	}
	return sub
}
