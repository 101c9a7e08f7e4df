package journal

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// statement is one statement with its header. Each is a file of the folder sql, embedded by name.
type statement string

// name returns the name in the header.
func (s statement) name() string {
	head, _, _ := strings.Cut(string(s), ":")
	return strings.TrimPrefix(head, "-- ")
}

//go:embed sql/schema/*.sql
var schemaFiles embed.FS

// schema returns the files of the schema, to be run in the order of their numbers.
func schema() fs.FS {
	sub, err := fs.Sub(schemaFiles, "sql/schema")
	if err != nil {
		return schemaFiles
	}
	return sub
}

// params are the parameters of a statement by their names with the dollar.
type params = map[string]any

// query runs a statement and calls each for every row.
func query(conn *sqlite.Conn, st statement, p params, each func(r row)) error {
	err := sqlitex.Execute(conn, string(st), &sqlitex.ExecOptions{Named: p, ResultFunc: func(stmt *sqlite.Stmt) error {
		each(row{stmt})
		return nil
	}})
	if err != nil {
		return fmt.Errorf("%s: %w", st.name(), err)
	}
	return nil
}

// exec runs a statement that returns nothing.
func exec(conn *sqlite.Conn, st statement, p params) error { return query(conn, st, p, func(row) {}) }

// row is the current row of a result, read by the names of its columns.
type row struct{ stmt *sqlite.Stmt }

func (r row) int64(name string) int64 { return r.stmt.GetInt64(name) }
func (r row) text(name string) string { return r.stmt.GetText(name) }

func (r row) bytes(name string) []byte {
	out := make([]byte, r.stmt.GetLen(name))
	r.stmt.GetBytes(name, out)
	return out
}

// micros reads a time; null is the zero time.
func (r row) micros(name string) time.Time {
	if r.stmt.IsNull(name) {
		return time.Time{}
	}
	return time.UnixMicro(r.int64(name)).UTC()
}

// list is a list of numbers as a parameter.
func list(sequences []int64) string {
	if len(sequences) == 0 {
		return "[]"
	}
	text, err := json.Marshal(sequences)
	if err != nil {
		return "[]" // numbers always have a form
	}
	return string(text)
}
