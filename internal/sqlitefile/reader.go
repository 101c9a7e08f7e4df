package sqlitefile

import (
	"context"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"
)

// OpenReader opens a connection to a guarded file that only reads, with a cache of that many KiB. The end of ctx interrupts it. It
// fails if the file is not the one that the guard holds.
func OpenReader(ctx context.Context, guard *Guard, cache int, open func() (*sqlite.Conn, error)) (*sqlite.Conn, error) {
	if err := guard.Intact(); err != nil {
		return nil, err
	}
	conn, err := open()
	if err != nil {
		return nil, err
	}
	conn.SetInterrupt(ctx.Done())
	// The last connection that is closed writes the log back, and that may be a reader.
	for _, text := range append(Flush(), "PRAGMA query_only = ON", fmt.Sprintf("PRAGMA cache_size = -%d", cache)) {
		if err := Execute(conn, text); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	if err := guard.Intact(); err != nil { // it may be another file than the one that is written
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}
