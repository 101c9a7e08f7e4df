package embedding

import (
	_ "embed" // for the statements
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

//go:embed sql/create_vector.sql
var createVector string

//go:embed sql/find_vector.sql
var findVector string

//go:embed sql/add_vector.sql
var addVector string

//go:embed sql/drop_oldest.sql
var dropOldest string

//go:embed sql/count_bytes.sql
var countBytes string

const (
	// cacheID marks the file as one of causeway's ("cwyv").
	cacheID = 0x63777976
	// busyTime bounds the wait for another process: the file is there to save time.
	busyTime = 2 * time.Second
)

// errForeign means that the file belongs to another application.
var errForeign = errors.New("it is a database of another application; name another file")

// cacheFile stores vectors in a SQLite file and drops the oldest ones first. Several processes
// may share a file. Errors are logged and otherwise treated as a miss; a corrupt file is replaced
// by an empty one. The zero value has no file.
type cacheFile struct {
	path string
	most int64
	log  *slog.Logger

	mu   sync.Mutex
	conn *sqlite.Conn
}

// openCacheFile opens or creates the file; an empty path means no file.
func openCacheFile(path string, most int64, log *slog.Logger) *cacheFile {
	f := &cacheFile{path: path, most: most, log: log}
	if path == "" {
		return f
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		discard(log, "the cache of vectors cannot be created; continuing without it", path, err)
		return f
	}
	err := f.open()
	if isCorrupt(err) {
		err = f.renew(err)
	}
	if err != nil {
		discard(log, "the cache of vectors cannot be used; continuing without it", path, err)
	}
	return f
}

// open connects to the file. The caller must hold the lock or have the only reference.
func (f *cacheFile) open() error {
	conn, err := sqlite.OpenConn(f.path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return err
	}
	conn.SetBusyTimeout(busyTime)
	if err := f.begin(conn); err != nil {
		return errors.Join(err, conn.Close())
	}
	f.conn = conn
	return nil
}

// begin checks that the file is a cache, or makes an empty one a cache.
func (f *cacheFile) begin(conn *sqlite.Conn) error {
	id, tables := 0, 0
	for text, to := range map[string]*int{"PRAGMA application_id": &id, "SELECT COUNT(*) FROM sqlite_schema": &tables} {
		err := sqlitex.ExecuteTransient(conn, text, &sqlitex.ExecOptions{
			ResultFunc: func(stmt *sqlite.Stmt) error { *to = stmt.ColumnInt(0); return nil },
		})
		if err != nil {
			return err
		}
	}
	if id != cacheID && (id != 0 || tables > 0) {
		return errForeign
	}
	if err := os.Chmod(f.path, 0o600); err != nil { // the vectors reveal what agents did
		return err
	}
	for _, text := range []string{
		"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA journal_size_limit = 16777216",
		fmt.Sprintf("PRAGMA application_id = %d", cacheID), createVector,
	} {
		if err := sqlitex.ExecuteTransient(conn, text, nil); err != nil {
			return err
		}
	}
	return nil
}

// isCorrupt reports whether the error means that the file is corrupt.
func isCorrupt(err error) bool {
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultCorrupt, sqlite.ResultNotADB:
		return true
	}
	return false
}

// renew replaces a corrupt file by an empty one. A process that has the old one open keeps it
// until it exits.
func (f *cacheFile) renew(why error) error {
	discard(f.log, "the cache of vectors is corrupt and is replaced by an empty one", f.path, why)
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(f.path + ending); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return f.open()
}

// find returns the stored vectors of the keys.
func (f *cacheFile) find(keys []cacheKey) map[cacheKey][]float32 {
	found := map[cacheKey][]float32{}
	if len(keys) == 0 {
		return found
	}
	f.use("read", func() error {
		for _, key := range keys {
			err := sqlitex.Execute(f.conn, findVector, &sqlitex.ExecOptions{
				Named: map[string]any{"$key": key[:]},
				ResultFunc: func(stmt *sqlite.Stmt) error {
					raw := make([]byte, stmt.ColumnLen(0))
					stmt.ColumnBytes(0, raw)
					if v := unpack(raw); v != nil {
						found[key] = v
					}
					return nil
				},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return found
}

// add stores vectors and drops the oldest ones if the file has become too large.
func (f *cacheFile) add(keys []cacheKey, vectors [][]float32) {
	f.use("written", func() (err error) {
		end, err := sqlitex.ImmediateTransaction(f.conn)
		if err != nil {
			return err
		}
		defer end(&err)
		for i, key := range keys {
			err := sqlitex.Execute(f.conn, addVector, &sqlitex.ExecOptions{
				Named: map[string]any{"$key": key[:], "$value": pack(vectors[i])},
			})
			if err != nil {
				return err
			}
		}
		return f.shrink()
	})
}

// shrink drops the oldest vectors until the file fits.
func (f *cacheFile) shrink() error {
	for {
		var used int64
		err := sqlitex.Execute(f.conn, countBytes, &sqlitex.ExecOptions{
			ResultFunc: func(stmt *sqlite.Stmt) error { used = stmt.ColumnInt64(0); return nil },
		})
		if err != nil || used <= f.most {
			return err
		}
		if err := sqlitex.Execute(f.conn, dropOldest, nil); err != nil {
			return err
		}
		if f.conn.Changes() == 0 {
			return nil // an empty file cannot shrink further
		}
	}
}

// use runs do on the file. A corrupt file is replaced; after any other error except a busy file,
// the process continues without one.
func (f *cacheFile) use(what string, do func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conn == nil {
		return
	}
	err := do()
	if err == nil {
		return
	}
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy {
		f.log.Info("the cache of vectors is busy", "file", f.path)
		return
	}
	err = errors.Join(err, f.conn.Close())
	f.conn = nil
	if isCorrupt(err) {
		if err = f.renew(err); err == nil {
			return
		}
	}
	discard(f.log, "the cache of vectors cannot be "+what+"; continuing without it", f.path, err)
}

func (f *cacheFile) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conn == nil {
		return nil
	}
	conn := f.conn
	f.conn = nil
	if err := conn.Close(); err != nil {
		return fmt.Errorf("close the cache of vectors: %w", err)
	}
	return nil
}

func pack(vector []float32) []byte {
	out := make([]byte, 0, 4*len(vector))
	for _, value := range vector {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(value))
	}
	return out
}

// unpack returns nil for anything but a normalized vector.
func unpack(raw []byte) []float32 {
	vector := make([]float32, len(raw)/4)
	for i := range vector {
		vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	if length := episodic.Cosine(vector, vector); len(raw)%4 != 0 || !(math.Abs(length-1) < 1e-3) {
		return nil
	}
	return vector
}
