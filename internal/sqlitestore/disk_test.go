package sqlitestore_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// TestStore_withoutRoom fills the file up to its limit, and then lets it grow again.
func TestStore_withoutRoom(t *testing.T) {
	s := open(t)
	record(t, s, "p", prepare(t, "first", 10))
	must(t, s.LimitPages(4))
	checkFull(t, s, func() { must(t, s.LimitPages(-1)) })
}

// TestStore_onAFullDisk does the same on a file system of 2 MiB, which another file fills.
func TestStore_onAFullDisk(t *testing.T) {
	dir := mounted(t, "size=2m")
	s := openFile(t, filepath.Join(dir, "causeway.db"))
	record(t, s, "p", prepare(t, "first", 10))
	ballast := filepath.Join(dir, "ballast")
	err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600)
	if err == nil {
		t.Fatal("the file system is not full")
	}
	checkFull(t, s, func() { must(t, os.Remove(ballast)) })
}

// checkFull has eight write to a store that has no room: that says so to each, loses nothing that was
// acknowledged, and goes on as soon as there is room.
func checkFull(t *testing.T, s *sqlitestore.Store, makeRoom func()) {
	t.Helper()
	written := []string{"first"}
	var mu sync.Mutex
	var writing sync.WaitGroup
	for w := range 8 {
		writing.Go(func() {
			var err error
			for i := 0; err == nil && i < 50; i++ {
				id := fmt.Sprintf("e%d-%02d", w, i)
				if _, err = s.RecordEpisodes(t.Context(), "p", []episodic.Prepared{prepare(t, id, 200)}, false, day); err == nil {
					mu.Lock()
					written = append(written, id)
					mu.Unlock()
				}
			}
			if !errors.Is(err, episodic.ErrUnavailable) || !strings.Contains(err.Error(), "there is no room left") {
				t.Errorf("writer %d: a full disk gives %v", w, err)
			}
		})
	}
	writing.Wait()
	check := func() {
		t.Helper()
		found, err := s.ListEpisodes(t.Context(), episodic.EpisodeQuery{Project: "p", Page: episodic.Page{Limit: 100}})
		must(t, err)
		ids := map[string]bool{}
		for _, e := range found {
			ids[e.Episode.ID] = true
		}
		if missing := slices.DeleteFunc(slices.Clone(written), func(id string) bool { return ids[id] }); len(found) != len(written) || len(missing) > 0 {
			t.Errorf("%d episodes are there, %d were acknowledged, of which are missing %v", len(found), len(written), missing)
		}
	}
	check()
	var engine *episodic.EngineError
	if err := s.Ready(t.Context()); !errors.As(err, &engine) || engine.Reason != "no space is left for the memory" {
		t.Errorf("a full disk is ready: %v", err)
	}
	makeRoom()
	must(t, s.Ready(t.Context()))
	record(t, s, "p", prepare(t, "last", 200))
	written = append(written, "last")
	check()
}

func TestOpen_withoutLeaveToWrite(t *testing.T) {
	t.Run("a folder without a store", func(t *testing.T) {
		dir := mounted(t, "")
		seal(t, dir)
		_, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "causeway.db")})
		if err == nil || !strings.Contains(err.Error(), "cannot be written") {
			t.Errorf("a folder that cannot be written: %v", err)
		}
		_, err = sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(dir, "new", "causeway.db")})
		if err == nil || !strings.Contains(err.Error(), "its folder cannot be made") {
			t.Errorf("a folder that cannot be made: %v", err)
		}
	})
	t.Run("a store", func(t *testing.T) {
		dir := mounted(t, "")
		path := filepath.Join(dir, "causeway.db")
		must(t, openAndMigrate(t, path))
		seal(t, dir)
		before := folder(t, path)
		if err := openAndMigrate(t, path); err == nil || !strings.Contains(err.Error(), "cannot be written") {
			t.Errorf("a store that cannot be written: %v", err)
		}
		if after := folder(t, path); len(after) != len(before) || after["causeway.db"] != before["causeway.db"] {
			t.Error("something was changed or created")
		}
	})
}

// mounted returns a file system of its own. Nothing but one holds a root user off; others
// get a folder, unless the file system has to be small.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if os.Geteuid() != 0 && options == "" {
		return dir
	}
	args := []string{"-t", "tmpfs", "tmpfs", dir}
	if options != "" {
		args = append([]string{"-o", options}, args...)
	}
	if out, err := exec.CommandContext(t.Context(), "mount", args...).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: no file system can be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	return dir
}

// seal makes a folder of [mounted] one that cannot be written.
func seal(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() == 0 {
		if out, err := exec.CommandContext(t.Context(), "mount", "-o", "remount,ro", dir).CombinedOutput(); err != nil {
			t.Fatalf("remount: %v: %s", err, out)
		}
		return
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		must(t, os.Chmod(filepath.Join(dir, e.Name()), 0o400))
	}
	must(t, os.Chmod(dir, 0o500))
	t.Cleanup(func() { must(t, os.Chmod(dir, 0o700)) })
}

func TestOpen_waitsForTheDrive(t *testing.T) {
	s := openFile(t, filepath.Join(t.TempDir(), "causeway.db"))
	for _, name := range []string{"fullfsync", "checkpoint_fullfsync"} {
		writer, reader, err := s.Settings(name)
		must(t, err)
		if writer != 1 || reader != 1 {
			t.Errorf("%s is %d where it is written and %d where it is read", name, writer, reader)
		}
	}
	if synchronous, _, err := s.Settings("synchronous"); err != nil || synchronous != 2 {
		t.Errorf("synchronous is %d, %v", synchronous, err)
	}
}
