package sqlitestore

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// applicationID marks the file as a store of causeway ("cwy1").
const applicationID = 0x63777931

// openFile makes sure that the file is a store, before anything is written to it.
func (s *Store) openFile() error {
	path := s.options.Path
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("create the folder of the store: %w", err)
		}
	case err != nil:
		return fmt.Errorf("open the store: %w", err)
	case info.IsDir():
		return fmt.Errorf("open the store: %s is a folder, not a file", path)
	case info.Size() > 0:
		if err := s.recognise(); err != nil {
			return err
		}
	}
	return s.begin()
}

// recognise reads the beginning of the file without a lock and without changing anything.
func (s *Store) recognise() error {
	u := url.URL{Scheme: "file", OmitHost: true, Path: s.options.Path, RawQuery: "immutable=1"}
	conn, err := sqlite.OpenConn(u.String(), sqlite.OpenReadOnly|sqlite.OpenURI)
	if err != nil {
		return s.refuse(err)
	}
	defer conn.Close()
	var id int
	err = sqlitex.ExecuteTransient(conn, "PRAGMA application_id", &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error { id = stmt.ColumnInt(0); return nil },
	})
	if err != nil {
		return s.refuse(err)
	}
	if id != applicationID {
		return fmt.Errorf("open the store: %s is a SQLite database of another application; name another file", s.options.Path)
	}
	return nil
}

// begin opens the connection that writes. A new file is marked before anything else is in it.
func (s *Store) begin() error {
	conn, err := s.connectWriter()
	if err != nil {
		return s.refuse(err)
	}
	<-s.writers.free
	s.writers.free <- conn
	return nil
}

func (s *Store) connectWriter() (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(s.options.Path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return nil, err
	}
	return prepared(conn,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID), "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
		"PRAGMA foreign_keys = ON", "PRAGMA journal_size_limit = 67108864", "PRAGMA cache_size = -16384")
}

func (s *Store) connectReader() (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(s.options.Path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	return prepared(conn, "PRAGMA query_only = ON", "PRAGMA cache_size = -8192")
}

// prepared sets up a new connection, or closes it.
func prepared(conn *sqlite.Conn, pragmas ...string) (*sqlite.Conn, error) {
	for _, pragma := range pragmas {
		if err := sqlitex.ExecuteTransient(conn, pragma, nil); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", pragma, err), conn.Close())
		}
	}
	return conn, nil
}
