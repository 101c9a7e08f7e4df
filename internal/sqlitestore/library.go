package sqlitestore

import (
	"fmt"

	"zombiezen.com/go/sqlite"
)

// The oldest SQLite that may be linked, as text and as SQLite numbers its versions. Older ones can
// corrupt a database in WAL mode when one process writes while another resets the log.
const (
	leastLibrary       = "3.51.3"
	leastLibraryNumber = 3_051_003
)

// Library returns the version of SQLite in this program, like "3.51.3".
func Library() string { return sqlite.Version }

// CheckLibrary returns an error when the SQLite in this program is too old to share a file with
// another process. [Open] makes the same check.
func CheckLibrary() error { return checkLibrary(sqlite.VersionNumber) }

func checkLibrary(number int) error {
	if number >= leastLibraryNumber {
		return nil
	}
	return fmt.Errorf("this program contains SQLite %d.%d.%d, which can corrupt a file that two processes use; build it with %s or newer",
		number/1_000_000, number/1_000%1_000, number%1_000, leastLibrary)
}
