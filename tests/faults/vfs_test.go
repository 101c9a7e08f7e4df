package faults_test

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
)

// SQLite does everything to files by a table of functions, its VFS, and one of methods for each open
// file. The tests make a VFS the default one that is the usual one but for what writes: files of a
// folder that is watched tell their [drive] of it.

// vfs is the table of functions, usual the one that SQLite made. Both live as long as the process.
var (
	vfs   sqlite3.Tsqlite3_vfs
	usual *sqlite3.Tsqlite3_vfs
)

// watchedFiles are the open files of watched folders by the address of their handle.
var watchedFiles sync.Map

// watchedFile is one open file.
type watchedFile struct {
	drive *drive
	path  string
	// methods are the usual ones, replaced those that the handle has now.
	methods, replaced *sqlite3.Tsqlite3_io_methods
}

// The VFS of the tests is the default one before anything opens a file, and so the one below the VFS that
// keeps checksums.
func init() { //nolint:gochecknoinits // see above
	tls := libc.NewTLS()
	defer tls.Close()
	sqlite3.Xsqlite3_initialize(tls)
	usual = checksumvfs.At[sqlite3.Tsqlite3_vfs](sqlite3.Xsqlite3_vfs_find(tls, 0))
	vfs = *usual
	name, err := libc.CString("watched")
	if err != nil {
		panic(err)
	}
	vfs.FzName, vfs.FpNext = name, 0
	vfs.FxOpen, vfs.FxDelete = checksumvfs.Pointer(openWatched), checksumvfs.Pointer(deleteWatched)
	if code := sqlite3.Xsqlite3_vfs_register(tls, uintptr(unsafe.Pointer(&vfs)), 1); code != sqlite3.SQLITE_OK {
		panic(code)
	}
}

func openWatched(tls *libc.TLS, _, name, handle uintptr, flags int32, outFlags uintptr) int32 {
	code := checksumvfs.Call[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](usual.FxOpen)(
		tls, uintptr(unsafe.Pointer(usual)), name, handle, flags, outFlags)
	methods := checksumvfs.At[uintptr](handle)
	if code != sqlite3.SQLITE_OK || name == 0 || *methods == 0 {
		return code
	}
	path := libc.GoString(name)
	d := driveOf(path)
	if d == nil {
		return code
	}
	f := &watchedFile{drive: d, path: path, methods: checksumvfs.At[sqlite3.Tsqlite3_io_methods](*methods)}
	replaced := *f.methods
	replaced.FxClose, replaced.FxWrite = checksumvfs.Pointer(closeWatched), checksumvfs.Pointer(writeWatched)
	replaced.FxTruncate, replaced.FxSync = checksumvfs.Pointer(truncateWatched), checksumvfs.Pointer(syncWatched)
	f.replaced = &replaced
	*methods = uintptr(unsafe.Pointer(f.replaced))
	watchedFiles.Store(handle, f)
	return code
}

func fileOf(handle uintptr) *watchedFile {
	f, _ := watchedFiles.Load(handle)
	return f.(*watchedFile)
}

func closeWatched(tls *libc.TLS, handle uintptr) int32 {
	f := fileOf(handle)
	watchedFiles.Delete(handle)
	*checksumvfs.At[uintptr](handle) = uintptr(unsafe.Pointer(f.methods))
	return checksumvfs.Call[func(*libc.TLS, uintptr) int32](f.methods.FxClose)(tls, handle)
}

func writeWatched(tls *libc.TLS, handle, data uintptr, size int32, offset int64) int32 {
	f := fileOf(handle)
	return f.drive.write(f.path, unsafe.Slice(checksumvfs.At[byte](data), size), offset, func() int32 {
		return checksumvfs.Call[func(*libc.TLS, uintptr, uintptr, int32, int64) int32](f.methods.FxWrite)(tls, handle, data, size, offset)
	})
}

func truncateWatched(tls *libc.TLS, handle uintptr, size int64) int32 {
	f := fileOf(handle)
	return f.drive.truncate(f.path, size, func() int32 {
		return checksumvfs.Call[func(*libc.TLS, uintptr, int64) int32](f.methods.FxTruncate)(tls, handle, size)
	})
}

func syncWatched(tls *libc.TLS, handle uintptr, flags int32) int32 {
	f := fileOf(handle)
	return f.drive.sync(f.path, func() int32 {
		return checksumvfs.Call[func(*libc.TLS, uintptr, int32) int32](f.methods.FxSync)(tls, handle, flags)
	})
}

func deleteWatched(tls *libc.TLS, _, name uintptr, syncFolder int32) int32 {
	remove := func() int32 {
		return checksumvfs.Call[func(*libc.TLS, uintptr, uintptr, int32) int32](usual.FxDelete)(tls, uintptr(unsafe.Pointer(usual)), name, syncFolder)
	}
	path := libc.GoString(name)
	if d := driveOf(path); d != nil {
		return d.remove(path, syncFolder != 0, remove)
	}
	return remove()
}
