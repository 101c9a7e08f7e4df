package app

import (
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// CheckSQLite says which SQLite is built into this program and whether that version may be used.
func CheckSQLite() engine.Check {
	c := engine.Check{Name: "sqlite", Level: "ok", Message: sqlitestore.Library() + ", part of this program"}
	if err := sqlitestore.CheckLibrary(); err != nil {
		c.Level, c.Message = "fail", err.Error()
		c.Hint = "Build causeway with the versions in its go.mod."
	}
	return c
}
