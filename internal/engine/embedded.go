package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// databaseFile holds the graph and the search index of embedded engines.
const databaseFile = "causeway.db"

// DatabasePath is the database file of the embedded engines of a home folder.
func DatabasePath(home string) string { return filepath.Join(home, databaseFile) }

// upEmbedded locks the home folder. There is no server to start: the users of the database open
// it themselves.
func upEmbedded(ctx context.Context, o Options) (*Engines, error) {
	return holdHome(ctx, o, func() (State, error) { return State{DatabasePath: DatabasePath(o.Home)}, nil })
}

// databaseBytes is the size of the database and its write-ahead log.
func databaseBytes(home string) int64 {
	var total int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(DatabasePath(home) + suffix); err == nil {
			total += info.Size()
		}
	}
	return total
}

// HasNativeData reports whether a home folder holds data of native servers.
func HasNativeData(home string) bool {
	return exists(filepath.Join(home, neo4jName, "data", "databases"))
}

// embeddedLeastMiB is enough for a memory of some years and SQLite's temporary needs.
const embeddedLeastMiB = 256

// examineEmbedded checks what the embedded engines need: room for a database.
func examineEmbedded(o Options) []Check {
	database := Check{Name: "database", Level: levelOK, Message: "none yet; the first start makes " + DatabasePath(o.Home)}
	if exists(DatabasePath(o.Home)) {
		database.Message = fmt.Sprintf("%d KiB in %s", databaseBytes(o.Home)>>10, DatabasePath(o.Home))
	}
	free, _, err := disk(o.Home)
	room := Check{Name: "disk of the home folder", Level: levelOK, Message: fmt.Sprintf("%d MiB free at %s", free, o.Home)}
	switch {
	case err != nil:
		room.Level, room.Message, room.Hint = levelWarn, err.Error(), "Check that the folder can be reached."
	case free < embeddedLeastMiB:
		room.Level, room.Hint = levelFail, fmt.Sprintf("Free at least %d MiB.", embeddedLeastMiB)
	}
	return []Check{room, database}
}
