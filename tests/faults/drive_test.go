package faults_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"
)

// sector is the least that a drive writes whole, in bytes.
const sector = 512

// databaseName is the name of the database in its folder.
const databaseName = "causeway.db"

// drive knows what of the files of a folder is on disk for certain: what was synced. Of the rest a loss
// of power may leave anything. It is safe for concurrent use.
type drive struct {
	folder string

	mu    sync.Mutex
	files map[string]*driveFile
	// changes counts what was asked of the drive. Before the change with number next, losePower is
	// called, which returns the number of the next one; with 0 it is not called any more.
	changes, next int
	losePower     func() (next int)
	// failSync says which syncs of a file that was written since the last one fail. What they should have
	// kept is lost; deaf, the drive says that it has kept everything and keeps nothing.
	failSync func(path string) bool
	deaf     bool
	failed   int
	// full, unless nil, says whether the drive has no room for a write.
	full func() bool
}

// driveFile is one file of a drive.
type driveFile struct {
	// durable is the content for certain, pending what was asked since.
	durable []byte
	pending []change
	// gone says that the file was removed, named that its entry in the folder is on disk.
	gone, named bool
	// before is the file of that name that was removed, as long as this one is not on disk.
	before *driveFile
}

// change is a write or, without data, a cut to a size.
type change struct {
	data []byte
	at   int64
}

// drives are the watched folders.
var drives struct {
	mu    sync.Mutex
	known []*drive
}

// watch makes a folder one of a drive until the test ends.
func watch(t *testing.T, folder string) *drive {
	t.Helper()
	folder, err := filepath.EvalSymlinks(folder)
	must(t, err)
	d := &drive{folder: folder, files: map[string]*driveFile{}}
	drives.mu.Lock()
	defer drives.mu.Unlock()
	drives.known = append(drives.known, d)
	t.Cleanup(func() {
		drives.mu.Lock()
		defer drives.mu.Unlock()
		drives.known = slices.DeleteFunc(drives.known, func(other *drive) bool { return other == d })
	})
	return d
}

// killed returns a drive on which the files are as a kill at this moment leaves them: who opens them reads all that was written,
// also what is not on disk.
func (d *drive) killed(t *testing.T) *drive {
	t.Helper()
	other := watch(t, t.TempDir())
	d.mu.Lock()
	defer d.mu.Unlock()
	copyFiles(t, d.folder, other.folder)
	for path, f := range d.files {
		other.files[filepath.Join(other.folder, filepath.Base(path))] = f.clone()
	}
	return other
}

func (f *driveFile) clone() *driveFile {
	if f == nil {
		return nil
	}
	return &driveFile{slices.Clone(f.durable), slices.Clone(f.pending), f.gone, f.named, f.before.clone()}
}

// driveOf returns the drive of a path; nil if nobody watches its folder.
func driveOf(path string) *drive {
	drives.mu.Lock()
	defer drives.mu.Unlock()
	for _, d := range drives.known {
		if filepath.Dir(path) == d.folder {
			return d
		}
	}
	return nil
}

// open returns a file that is written, which may be new.
func (d *drive) open(path string) *driveFile {
	f := d.files[path]
	switch {
	case f == nil:
		f = &driveFile{}
	case f.gone:
		f = &driveFile{before: f}
	default:
		return f
	}
	d.files[path] = f
	return f
}

// count begins a change, before which the power may be lost.
func (d *drive) count() {
	if d.changes++; d.changes == d.next {
		d.next = d.losePower()
	}
}

func (d *drive) write(path string, data []byte, at int64, usual func() int32) int32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count()
	if d.full != nil && d.full() {
		return sqlite3.SQLITE_FULL
	}
	code := usual()
	if code == sqlite3.SQLITE_OK {
		f := d.open(path)
		f.pending = append(f.pending, change{slices.Clone(data), at})
	}
	return code
}

func (d *drive) truncate(path string, size int64, usual func() int32) int32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count()
	code := usual()
	if code == sqlite3.SQLITE_OK {
		f := d.open(path)
		f.pending = append(f.pending, change{nil, size})
	}
	return code
}

func (d *drive) sync(path string, usual func() int32) int32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count()
	f := d.open(path)
	if d.failSync != nil && len(f.pending) > 0 && d.failSync(path) {
		d.failed++
		f.pending = nil // as Linux does it: the pages count as clean and are never written
		return sqlite3.SQLITE_IOERR_FSYNC
	}
	code := usual()
	if code == sqlite3.SQLITE_OK && !d.deaf {
		for _, c := range f.pending {
			f.durable = c.apply(f.durable)
		}
		f.pending = nil
		if !f.named && path != d.database() {
			d.syncFolder()
		}
	}
	return code
}

// database is the one file with whose first sync SQLite does not sync the folder too.
func (d *drive) database() string { return filepath.Join(d.folder, databaseName) }

// syncFolder has on disk which files there are.
func (d *drive) syncFolder() {
	for path, f := range d.files {
		if f.gone {
			delete(d.files, path)
		}
		f.named, f.before = true, nil
	}
}

// remove removes a file; with syncFolder that is on disk afterwards, like all other names.
func (d *drive) remove(path string, syncFolder bool, usual func() int32) int32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count()
	code := usual()
	f := d.files[path]
	switch {
	case f == nil || code != sqlite3.SQLITE_OK:
	default:
		f.gone = true
		if syncFolder && !d.deaf {
			d.syncFolder()
		}
	}
	return code
}

// apply returns a content after the change.
func (c change) apply(content []byte) []byte {
	end := c.at + int64(len(c.data))
	if c.data == nil || end > int64(len(content)) {
		content = resize(content, end)
	}
	copy(content[min(c.at, int64(len(content))):], c.data)
	return content
}

// resize cuts a content or adds zeros.
func resize(content []byte, size int64) []byte {
	if size <= int64(len(content)) {
		return content[:size]
	}
	return append(content, make([]byte, size-int64(len(content)))...)
}

// after writes into a folder what a loss of power may leave of the files at this moment. It is
// called by losePower.
func (d *drive) after(random *rand.Rand, folder string) error {
	kept := random.IntN(4) // of four parts: none at all, some, more or most of what was not synced
	for _, path := range slices.Sorted(maps.Keys(d.files)) {
		content, there := d.files[path].after(random, kept)
		if !there {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(path)), content, 0o600); err != nil {
			return err
		}
	}
	return d.copyCommits(random, folder)
}

// after is what may be left of a file.
func (f *driveFile) after(random *rand.Rand, kept int) (content []byte, there bool) {
	if f.gone && random.IntN(4) < kept {
		return nil, false
	}
	if !f.named && random.IntN(4) >= kept {
		if f.before != nil {
			return f.before.after(random, kept)
		}
		return nil, false
	}
	content = slices.Clone(f.durable)
	for _, c := range f.pending {
		if random.IntN(4) < kept {
			content = c.tear(random, content)
		}
	}
	return content, true
}

// tear applies a change to a content: whole, or of its sectors some, while others get nonsense.
func (c change) tear(random *rand.Rand, content []byte) []byte {
	if c.data == nil || random.IntN(2) == 0 {
		return c.apply(content)
	}
	for from := 0; from < len(c.data); {
		to := min(len(c.data), from+sector-int((c.at+int64(from))%sector))
		piece := change{slices.Clone(c.data[from:to]), c.at + int64(from)}
		switch random.IntN(4) {
		case 0:
		case 1:
			for i := range piece.data {
				piece.data[i] = byte(random.Uint32())
			}
			content = piece.apply(content)
		default:
			content = piece.apply(content)
		}
		from = to
	}
	return content
}

// copyCommits leaves of the file that counts commits what was written last or less: it is never synced.
func (d *drive) copyCommits(random *rand.Rand, folder string) error {
	files, err := filepath.Glob(filepath.Join(d.folder, "*-commits"))
	if err != nil || len(files) == 0 || random.IntN(4) == 0 {
		return err
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	if random.IntN(3) == 0 {
		content = content[:random.IntN(len(content)+1)]
	}
	return os.WriteFile(filepath.Join(folder, filepath.Base(files[0])), content, 0o600)
}

// isJournal reports whether a path is that of a write-ahead log.
func isJournal(path string) bool { return strings.HasSuffix(path, "-wal") }
