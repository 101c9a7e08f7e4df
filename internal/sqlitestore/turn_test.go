package sqlitestore_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"zombiezen.com/go/sqlite/sqlitex"
)

// writeBusily is a process that begins its next write as soon as the one before has ended.
func writeBusily(path string) int {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path})
	for n := 0; err == nil; n++ {
		err = s.HoldWrite(context.Background(), fmt.Sprint("busy", n), 20*time.Millisecond)
		if n == 0 {
			fmt.Println("writing")
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// A process that writes without a pause does not keep another one from writing.
func TestStore_takesTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s := openFile(t, path)
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), "SQLITESTORE_TEST_FILE="+path, "SQLITESTORE_TEST_BUSY=1")
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	if _, err := fmt.Fscanln(out, new(string)); err != nil {
		t.Fatal(err)
	}
	var took []time.Duration
	for n := range 30 {
		began := time.Now()
		must(t, s.HoldWrite(t.Context(), fmt.Sprint("second", n), 0))
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	t.Logf("a write beside a busy process takes %v, at most %v", took[len(took)/2], took[len(took)-1])
	if median := took[len(took)/2]; median > 500*time.Millisecond {
		t.Errorf("half of the writes take more than %v", median)
	}
}

// A writer that gave up waiting leaves the turn to the next one.
func TestStore_givesUpItsTurn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	first, second := openFile(t, path), openFile(t, path)
	other := run(t, path, "BEGIN IMMEDIATE") // a tool that knows no turns
	t.Cleanup(func() { must(t, other.Close()) })
	short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	ended := make(chan error)
	go func() { ended <- first.HoldWrite(short, "a", 0) }()
	time.Sleep(50 * time.Millisecond)
	if err := second.HoldWrite(short, "b", 0); err == nil {
		t.Error("it wrote beside another writer")
	}
	if err := <-ended; err == nil {
		t.Error("it wrote beside another writer")
	}
	must(t, sqlitex.ExecuteTransient(other, "ROLLBACK", nil))
	for _, s := range []*sqlitestore.Store{second, first, second} {
		must(t, s.HoldWrite(t.Context(), "c", 0))
	}
}
