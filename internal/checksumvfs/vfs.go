package checksumvfs

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"
)

// name is what SQLite knows the VFS by.
const name = "causeway-checksum"

// SQLite does everything to files by a table of functions, its VFS, and one of methods for each open file.

// layer is our VFS. It is the default one but for opening files: a database file gets methods that read
// and write by way of its own and handle checksums. It lives as long as the process.
type layer struct {
	// usual is the table of the default VFS.
	usual *sqlite3.Tsqlite3_vfs
	open  opener
	// files are the open database files by the address of their handle: SQLite's pointers keep nothing alive.
	files sync.Map
}

// file is one open database file. SQLite uses it from one goroutine at a time.
type file struct {
	// usual are the methods of the default VFS, ours the address of those that SQLite calls.
	usual       *sqlite3.Tsqlite3_io_methods
	ours        uintptr
	read, write mover
	close       closer
	// checked is whether the pages have checksums.
	checked bool
}

type (
	opener = func(tls *libc.TLS, vfs, name, handle uintptr, flags int32, outFlags uintptr) int32
	closer = func(tls *libc.TLS, handle uintptr) int32
	mover  = func(tls *libc.TLS, handle, data uintptr, size int32, offset int64) int32
)

// At is what lies at an address that SQLite gave.
func At[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// Call is the Go function that a pointer of SQLite stands for.
func Call[F any](pointer uintptr) F { return *(*F)(unsafe.Pointer(&pointer)) }

// Pointer is what SQLite calls a Go function by.
func Pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// allocate puts a value where SQLite can use it, in memory that is not Go's, and returns its address; 0 if
// there is no memory left.
func allocate[T any](tls *libc.TLS, value T) uintptr {
	address := libc.Xmalloc(tls, sqlite3.Tsize_t(unsafe.Sizeof(value)))
	if address != 0 {
		*At[T](address) = value
	}
	return address
}

// register tells SQLite of the layer, once in a process, and keeps it alive.
var register = sync.OnceValues(func() (*layer, error) {
	tls := libc.NewTLS()
	defer tls.Close()
	if code := sqlite3.Xsqlite3_initialize(tls); code != sqlite3.SQLITE_OK {
		return nil, fmt.Errorf("initialize SQLite: code %d", code)
	}
	found := sqlite3.Xsqlite3_vfs_find(tls, 0)
	if found == 0 {
		return nil, errors.New("SQLite has no VFS")
	}
	text, err := libc.CString(name)
	if err != nil {
		return nil, fmt.Errorf("register a VFS: %w", err)
	}
	l := &layer{usual: At[sqlite3.Tsqlite3_vfs](found)}
	l.open = l.openFile
	ours := *l.usual
	ours.FzName, ours.FpNext, ours.FxOpen = text, 0, Pointer(l.open)
	table := allocate(tls, ours)
	if table == 0 {
		return nil, errors.New("register a VFS: no memory is left")
	}
	if code := sqlite3.Xsqlite3_vfs_register(tls, table, 0); code != sqlite3.SQLITE_OK {
		return nil, fmt.Errorf("register a VFS: code %d", code)
	}
	return l, nil
})

// Open opens a connection to the database at path, to which pages that lack their checksum are damage
// (SQLITE_CORRUPT). Parameters are those of SQLite's URIs, like "immutable=1".
func Open(path string, flags sqlite.OpenFlags, parameters ...string) (*sqlite.Conn, error) {
	if _, err := register(); err != nil {
		return nil, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	query := strings.Join(append([]string{"vfs=" + name}, parameters...), "&")
	u := url.URL{Scheme: "file", OmitHost: true, Path: full, RawQuery: query}
	return sqlite.OpenConn(u.String(), flags|sqlite.OpenURI)
}

func (l *layer) openFile(tls *libc.TLS, _, name, handle uintptr, flags int32, outFlags uintptr) int32 {
	code := Call[opener](l.usual.FxOpen)(tls, uintptr(unsafe.Pointer(l.usual)), name, handle, flags, outFlags)
	methods := At[uintptr](handle)
	if code != sqlite3.SQLITE_OK || flags&sqlite3.SQLITE_OPEN_MAIN_DB == 0 || *methods == 0 {
		return code
	}
	f := &file{usual: At[sqlite3.Tsqlite3_io_methods](*methods)}
	f.read, f.write = f.readChecked, f.writeChecked
	f.close = func(tls *libc.TLS, handle uintptr) int32 {
		defer libc.Xfree(tls, f.ours)
		l.files.Delete(handle)
		*At[uintptr](handle) = uintptr(unsafe.Pointer(f.usual))
		return Call[closer](f.usual.FxClose)(tls, handle)
	}
	ours := *f.usual
	ours.FiVersion = min(ours.FiVersion, 2) // version 3 would let SQLite read from memory, past us
	ours.FxClose, ours.FxRead, ours.FxWrite = Pointer(f.close), Pointer(f.read), Pointer(f.write)
	if f.ours = allocate(tls, ours); f.ours == 0 {
		Call[closer](f.usual.FxClose)(tls, handle)
		*methods = 0 // nothing is open
		return sqlite3.SQLITE_NOMEM
	}
	l.files.Store(handle, f)
	*methods = f.ours
	return code
}

// isPage reports whether a whole page is read or written. Other sizes are parts of page 1.
func isPage(size int32, offset int64) bool { return size == pageSize && offset%pageSize == 0 }

func (f *file) readChecked(tls *libc.TLS, handle, data uintptr, size int32, offset int64) int32 {
	code := Call[mover](f.usual.FxRead)(tls, handle, data, size, offset)
	if code != sqlite3.SQLITE_OK {
		return code
	}
	content := unsafe.Slice(At[byte](data), size)
	if offset == 0 && size >= headerSize {
		f.checked = hasChecksums(content)
		if lostRoom(content) {
			return sqlite3.SQLITE_CORRUPT
		}
	}
	if f.checked && isPage(size, offset) {
		if !sound(content, offset) {
			return sqlite3.SQLITE_CORRUPT
		}
		unseal(content)
	}
	return code
}

func (f *file) writeChecked(tls *libc.TLS, handle, data uintptr, size int32, offset int64) int32 {
	content := unsafe.Slice(At[byte](data), size)
	switch {
	case offset == 0 && size >= headerSize:
		f.checked = hasChecksums(content)
	case !f.checked:
		if code := f.readHeader(tls, handle); code != sqlite3.SQLITE_OK {
			return code
		}
	}
	if f.checked && isPage(size, offset) {
		seal(content, offset) // nothing else uses these bytes of the page
		defer unseal(content)
	}
	return Call[mover](f.usual.FxWrite)(tls, handle, data, size, offset)
}

// readHeader learns from the header of the file whether its pages have checksums. Page 1 may have been in the
// log when this file was opened, so that only now it can be read.
func (f *file) readHeader(tls *libc.TLS, handle uintptr) int32 {
	header := libc.Xmalloc(tls, headerSize)
	if header == 0 {
		return sqlite3.SQLITE_NOMEM
	}
	defer libc.Xfree(tls, header)
	code := Call[mover](f.usual.FxRead)(tls, handle, header, headerSize, 0)
	if code == sqlite3.SQLITE_IOERR_SHORT_READ {
		return sqlite3.SQLITE_OK // an empty file, which Create did not make
	}
	f.checked = code == sqlite3.SQLITE_OK && hasChecksums(unsafe.Slice(At[byte](header), headerSize))
	return code
}
