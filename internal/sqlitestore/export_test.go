package sqlitestore

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"
)

// LimitPages lets the file have no more pages than it has, and some more; fewer than 0 take
// the limit away. It stands for a disk that is full.
func (s *Store) LimitPages(more int) error {
	conn, err := s.writers.take(context.Background())
	if err != nil {
		return err
	}
	defer s.writers.put(conn)
	pages, err := pragma(conn, "page_count", (*sqlite.Stmt).ColumnInt)
	if err != nil {
		return err
	}
	pages += more
	if more < 0 {
		pages = 1 << 30
	}
	return execute(conn, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
}
