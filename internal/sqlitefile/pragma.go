package sqlitefile

import (
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Flush are the pragmas that make SQLite wait until the drive has written what it was given, where the
// system offers that: on macOS an ordinary fsync leaves it in the cache of the drive. Elsewhere they change nothing.
func Flush() []string { return []string{"PRAGMA fullfsync = ON", "PRAGMA checkpoint_fullfsync = ON"} }

// Execute runs a statement and reads none of its rows.
func Execute(conn *sqlite.Conn, text string) error {
	return sqlitex.ExecuteTransient(conn, text, nil)
}

// Pragma reads one value.
func Pragma[T any](conn *sqlite.Conn, name string, column func(stmt *sqlite.Stmt, at int) T) (value T, err error) {
	err = sqlitex.ExecuteTransient(conn, "PRAGMA "+name, &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error { value = column(stmt, 0); return nil },
	})
	return value, err
}
