package checksumvfs_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
)

const pageSize = 4096

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, path string, parameters ...string) *sqlite.Conn {
	t.Helper()
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite, parameters...)
	must(t, err)
	return conn
}

func execute(t *testing.T, conn *sqlite.Conn, text string) {
	t.Helper()
	for one := range strings.SplitSeq(text, ";") {
		must(t, sqlitex.ExecuteTransient(conn, one, nil))
	}
}

// values reads the table that fill made.
func values(conn *sqlite.Conn) (out []string, err error) {
	err = sqlitex.ExecuteTransient(conn, "SELECT id, value FROM note ORDER BY id", &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error {
			out = append(out, stmt.ColumnText(0)+stmt.ColumnText(1))
			return nil
		},
	})
	return out, err
}

// filled is a file with a table of some pages, written by way of the log, and what is in it.
func filled(t *testing.T) (path string, want []string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "notes # 100%.db") // a name that an URI has to escape
	must(t, checksumvfs.Create(path, 7))
	fill(t, path)
	conn := connect(t, path)
	want, err := values(conn)
	must(t, err)
	must(t, conn.Close())
	if len(want) != 300 {
		t.Fatalf("%d values", len(want))
	}
	return path, want
}

func fill(t *testing.T, path string) {
	t.Helper()
	conn := connect(t, path)
	execute(t, conn, "PRAGMA journal_mode = WAL; CREATE TABLE note (id INTEGER PRIMARY KEY, value TEXT)")
	execute(t, conn, "BEGIN")
	for i := range 300 {
		execute(t, conn, fmt.Sprintf("INSERT INTO note VALUES (%d, '%s')", i, strings.Repeat("text ", 20)))
	}
	execute(t, conn, "COMMIT")
	must(t, conn.Close())
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	out, err := os.ReadFile(path)
	must(t, err)
	return out
}

// ask opens a file and reads the table.
func ask(t *testing.T, path string) ([]string, error) {
	t.Helper()
	conn := connect(t, path)
	defer conn.Close()
	return values(conn)
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	must(t, checksumvfs.Create(path, 7))
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 || info.Size() != pageSize {
		t.Errorf("mode %v, %d bytes", info.Mode(), info.Size())
	}
	// Another program reads it as an ordinary database.
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	for pragma, want := range map[string]string{"integrity_check": "ok", "application_id": "7", "encoding": "UTF-8", "page_count": "1"} {
		got, err := sqlitex.ResultText(conn.Prep("PRAGMA " + pragma))
		must(t, err)
		if got != want {
			t.Errorf("%s is %s, not %s", pragma, got, want)
		}
	}
	must(t, conn.Close())
	fill(t, path)
	before := content(t, path)
	must(t, checksumvfs.Create(path, 8))
	if !bytes.Equal(before, content(t, path)) {
		t.Error("a file that was there has changed")
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v beside it", entries, err)
	}
	if err := checksumvfs.Create(filepath.Join(t.TempDir(), "missing", "x.db"), 1); err == nil {
		t.Error("created in a folder that is not there")
	}
}

// Every bit counts: wherever one turns in a page that is read, the answer is an error.
func TestRead_turnedBit(t *testing.T) {
	path, want := filled(t)
	whole := content(t, path)
	for page := range len(whole) / pageSize {
		for _, at := range []int{0, 21, 100, 101, 500, 2000, 4000, pageSize - 5, pageSize - 1} {
			turned := slices.Clone(whole)
			turned[page*pageSize+at] ^= 1 << (at % 8)
			must(t, os.WriteFile(path, turned, 0o600))
			conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite)
			if err != nil {
				continue
			}
			got, err := values(conn)
			_ = conn.Close()
			if err == nil {
				t.Errorf("byte %d of page %d: no error, and the answer is right: %v", at, page+1, slices.Equal(got, want))
			}
		}
	}
}

// The header says whether there are checksums, so one bit there could hide all damage.
func TestRead_turnedHeader(t *testing.T) {
	path, _ := filled(t)
	whole := content(t, path)
	for bit := range 8 {
		turned := slices.Clone(whole)
		turned[20] ^= 1 << bit
		must(t, os.WriteFile(path, turned, 0o600))
		if got, err := ask(t, path); sqlite.ErrCode(err).ToPrimary() != sqlite.ResultCorrupt && sqlite.ErrCode(err) != sqlite.ResultNotADB {
			t.Errorf("bit %d: %d values, %v", bit, len(got), err)
		}
	}
}

func TestRead_swappedPages(t *testing.T) {
	path, _ := filled(t)
	whole := content(t, path)
	one, other := whole[3*pageSize:4*pageSize], whole[4*pageSize:5*pageSize]
	kept := slices.Clone(one)
	copy(one, other)
	copy(other, kept)
	must(t, os.WriteFile(path, whole, 0o600))
	if _, err := ask(t, path); sqlite.ErrCode(err) != sqlite.ResultCorrupt {
		t.Errorf("two pages in each other's place: %v", err)
	}
}

// What the damage does not touch can still be read.
func TestRead_theRest(t *testing.T) {
	path, want := filled(t)
	whole := content(t, path)
	whole[len(whole)-1] ^= 1
	must(t, os.WriteFile(path, whole, 0o600))
	conn := connect(t, path)
	defer conn.Close()
	first, err := sqlitex.ResultText(conn.Prep("SELECT id || value FROM note WHERE id = 0"))
	if err != nil || first != want[0] {
		t.Errorf("%q, %v", first, err)
	}
	if _, err := values(conn); sqlite.ErrCode(err) != sqlite.ResultCorrupt {
		t.Errorf("all of them: %v", err)
	}
}

// Several connections change the file in turn and write the log back, some of which were opened while
// page 1 was in the log alone; each page has its checksum afterwards.
func TestWrite_byTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turns.db")
	must(t, checksumvfs.Create(path, 7))
	first := connect(t, path)
	execute(t, first, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (id INTEGER PRIMARY KEY, value TEXT)")
	second := connect(t, path)
	for i := range 80 {
		conn := []*sqlite.Conn{first, second}[i%2]
		execute(t, conn, fmt.Sprintf("INSERT INTO note VALUES (%d, '%s')", i, strings.Repeat("text ", 200)))
		switch i % 20 {
		case 7:
			execute(t, conn, "PRAGMA wal_checkpoint(PASSIVE)")
		case 14:
			execute(t, conn, "DELETE FROM note WHERE id % 3 = 1")
			execute(t, conn, "PRAGMA wal_checkpoint(TRUNCATE)")
		}
	}
	third := connect(t, path)
	execute(t, third, "VACUUM")
	for _, conn := range []*sqlite.Conn{first, second, third} {
		must(t, conn.Close())
	}
	if got, err := ask(t, path); err != nil || len(got) < 40 {
		t.Errorf("%d values, %v", len(got), err)
	}
	conn := connect(t, path, "immutable=1")
	defer func() { must(t, conn.Close()) }()
	if got, err := sqlitex.ResultText(conn.Prep("PRAGMA integrity_check")); err != nil || got != "ok" {
		t.Errorf("integrity_check: %s, %v", got, err)
	}
	whole := content(t, path)
	for page := range len(whole) / pageSize {
		if sum := whole[(page+1)*pageSize-4 : (page+1)*pageSize]; bytes.Equal(sum, []byte{0, 0, 0, 0}) {
			t.Errorf("page %d has no checksum", page+1)
		}
	}
}

// A program that knows nothing of checksums closes the file last, which moves the log into the file.
func TestRead_movedByAnother(t *testing.T) {
	path, want := filled(t)
	ours := connect(t, path)
	execute(t, ours, "PRAGMA wal_autocheckpoint = 0; UPDATE note SET value = 'new' WHERE id % 50 = 0; CREATE TABLE more (id); INSERT INTO more VALUES (1)")
	other, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	must(t, err)
	execute(t, other, "PRAGMA wal_checkpoint(TRUNCATE)")
	must(t, other.Close())
	must(t, ours.Close())
	got, err := ask(t, path)
	must(t, err)
	if len(got) != len(want) || got[50] != "50new" {
		t.Errorf("%d values, %s", len(got), got[50])
	}
}

// What another program changes counts as damage: nobody can tell it from that.
func TestRead_changedByAnother(t *testing.T) {
	path, _ := filled(t)
	other, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	must(t, err)
	execute(t, other, "UPDATE note SET value = 'new' WHERE id = 50")
	must(t, other.Close())
	if _, err := ask(t, path); sqlite.ErrCode(err) != sqlite.ResultCorrupt {
		t.Errorf("%v", err)
	}
	other, err = sqlite.OpenConn(path, sqlite.OpenReadWrite)
	must(t, err)
	mended := filepath.Join(t.TempDir(), "mended.db")
	must(t, sqlitex.ExecuteTransient(other, "VACUUM INTO ?", &sqlitex.ExecOptions{Args: []any{mended}}))
	must(t, other.Close())
	if got, err := ask(t, mended); err != nil || len(got) != 300 || got[50] != "50new" {
		t.Errorf("the copy that the documentation advises: %d values, %v", len(got), err)
	}
}

// A file that SQLite made itself has no room for checksums, and is read and written as ever.
func TestUsualFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "usual.db")
	made, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	execute(t, made, "CREATE TABLE other (id INTEGER PRIMARY KEY)")
	must(t, made.Close())
	fill(t, path)
	whole := content(t, path)
	if whole[20] != 0 {
		t.Errorf("%d bytes are reserved", whole[20])
	}
	plain, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer plain.Close()
	if got, err := sqlitex.ResultText(plain.Prep("PRAGMA integrity_check")); err != nil || got != "ok" {
		t.Errorf("integrity_check: %s, %v", got, err)
	}
	if got, err := ask(t, path); err != nil || len(got) != 300 {
		t.Errorf("%d values, %v", len(got), err)
	}
}

// A log that is written once more is as it was, and the database can be opened.
func TestRewriteLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	must(t, checksumvfs.Create(path, 7))
	conn := connect(t, path)
	execute(t, conn, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (id INTEGER PRIMARY KEY, value TEXT)")
	for i := range 300 {
		execute(t, conn, fmt.Sprintf("INSERT INTO note VALUES (%d, '%s')", i, strings.Repeat("text ", 200)))
	}
	killed := filepath.Join(t.TempDir(), "notes.db")
	for _, end := range []string{"", "-wal"} {
		must(t, os.WriteFile(killed+end, content(t, path+end), 0o600))
	}
	must(t, conn.Close())
	before := content(t, killed+"-wal")
	must(t, checksumvfs.RewriteLog(killed+"-wal"))
	if !bytes.Equal(before, content(t, killed+"-wal")) || len(before) < 1<<20 {
		t.Errorf("a log of %d bytes is another", len(before))
	}
	if got, err := ask(t, killed); err != nil || len(got) != 300 {
		t.Errorf("%d values, %v", len(got), err)
	}
	if err := checksumvfs.RewriteLog(killed + "-gone"); err == nil {
		t.Error("a log that is not there was written")
	}
}
