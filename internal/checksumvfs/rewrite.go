package checksumvfs

import (
	"errors"
	"fmt"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// piece is how much of a log is rewritten at once, in bytes. SQLite takes less than 128 KiB for one write.
const piece = 64 << 10

// RewriteLog writes a write-ahead log once more, as it is, and waits until the drive has it. What can be read of a log may be in the memory
// of the system alone: after a sync that failed, Linux takes pages that were never written for clean, and a later sync
// says nothing about them. Nobody else may write to the database meanwhile. It is written where it lies with the same bytes, so that an end in
// the middle changes nothing.
func RewriteLog(path string) error {
	l, err := register()
	if err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	// SQLite wants parameters behind a name, of which there are none: another zero.
	name, err := libc.CString(path + "\x00\x00")
	if err != nil {
		return fmt.Errorf("rewrite %s: %w", path, err)
	}
	defer libc.Xfree(tls, name)
	handle := libc.Xcalloc(tls, 1, sqlite3.Tsize_t(l.usual.FszOsFile)) //nolint:gosec // SQLite's own size
	if handle == 0 {
		return fmt.Errorf("rewrite %s: no memory is left", path)
	}
	defer libc.Xfree(tls, handle)
	code := Call[opener](l.usual.FxOpen)(tls, uintptr(unsafe.Pointer(l.usual)), name, handle, sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_WAL, 0)
	if code != sqlite3.SQLITE_OK {
		return fmt.Errorf("rewrite %s: open: code %d", path, code)
	}
	methods := At[sqlite3.Tsqlite3_io_methods](*At[uintptr](handle))
	err = rewriteAll(tls, methods, handle)
	if code := Call[closer](methods.FxClose)(tls, handle); code != sqlite3.SQLITE_OK {
		err = errors.Join(err, fmt.Errorf("close: code %d", code))
	}
	if err != nil {
		return fmt.Errorf("rewrite %s: %w", path, err)
	}
	return nil
}

// rewriteAll reads and writes an open file from its start to its end, and syncs it.
func rewriteAll(tls *libc.TLS, methods *sqlite3.Tsqlite3_io_methods, handle uintptr) error {
	buffer := libc.Xmalloc(tls, piece)
	if buffer == 0 {
		return errors.New("no memory is left")
	}
	defer libc.Xfree(tls, buffer)
	size := allocate(tls, int64(0))
	if size == 0 {
		return errors.New("no memory is left")
	}
	defer libc.Xfree(tls, size)
	if code := Call[func(*libc.TLS, uintptr, uintptr) int32](methods.FxFileSize)(tls, handle, size); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("look for its size: code %d", code)
	}
	for at, end := int64(0), *At[int64](size); at < end; at += piece {
		n := int32(min(piece, end-at)) //nolint:gosec // at most a piece
		for _, move := range []uintptr{methods.FxRead, methods.FxWrite} {
			if code := Call[mover](move)(tls, handle, buffer, n, at); code != sqlite3.SQLITE_OK {
				return fmt.Errorf("at byte %d: code %d", at, code)
			}
		}
	}
	if code := Call[func(*libc.TLS, uintptr, int32) int32](methods.FxSync)(tls, handle, sqlite3.SQLITE_SYNC_FULL); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("sync: code %d", code)
	}
	return nil
}
