package faults_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

// TestSync fails the sync of a commit while eight write, as a drive does that cannot keep what it was
// given. Nothing that it should have kept is acknowledged, and nothing more is written until the
// file is opened again: after an orderly end, after a kill and after a loss of power. After a kill the system shows what the drive has not:
// steps that are made again find their episodes there, and a loss of power right after their answers must not take them away.
func TestSync(t *testing.T) {
	total, rounds := 0, soak.Rounds(2)
	for round := range rounds {
		o := newOutage(t, round, 0)
		random := soak.Rand(streamSyncs, uint64(round))
		o.next = 0
		path := filepath.Join(o.drive.folder, databaseName)
		m, err := openMemory(t.Context(), path)
		must(t, err)
		o.failOnce(1 + random.IntN(30))
		if err := writeAll(t.Context(), m, round, 100, o.acknowledge); err == nil || o.failed != 1 {
			t.Fatalf("%d syncs failed, the writers ended with %v", o.failed, err)
		}
		checkUnsynced(t, m)
		killed, unpowered := t.TempDir(), t.TempDir()
		copyFiles(t, o.drive.folder, killed)
		must(t, o.after(random, unpowered))
		again := o.drive.killed(t)
		must(t, m.store.Close(t.Context()))
		for _, folder := range []string{killed, unpowered, o.drive.folder} {
			verify(t, filepath.Join(folder, databaseName), round, o.done)
		}
		checkRepeats(t, again, round, o.done)
		total += o.done.sum()
		if t.Failed() {
			return
		}
	}
	t.Logf("%d syncs failed: of %d steps acknowledged none was lost or doubled", rounds, total)
}

// checkRepeats opens the file that a kill left, makes the steps again that failed, and loses power.
func checkRepeats(t *testing.T, d *drive, round int, done acknowledged) {
	t.Helper()
	m, err := openMemory(t.Context(), filepath.Join(d.folder, databaseName))
	must(t, err)
	done, err = repeatAll(t.Context(), m, round, done)
	must(t, err)
	unpowered := t.TempDir()
	d.mu.Lock()
	err = d.after(soak.Rand(streamRepeats, uint64(round)), unpowered)
	d.mu.Unlock()
	must(t, err)
	must(t, m.store.Close(t.Context()))
	verify(t, filepath.Join(unpowered, databaseName), round, done)
}

// failOnce lets one sync of the journal fail.
func (o *outage) failOnce(number int) {
	o.drive.mu.Lock()
	defer o.drive.mu.Unlock()
	o.failSync = func(path string) bool {
		if isJournal(path) {
			number--
		}
		return isJournal(path) && number == 0
	}
}

// checkUnsynced wants every write to be refused, also by eight at once, and everything else to go on.
func checkUnsynced(t *testing.T, m *opened) {
	t.Helper()
	var writing sync.WaitGroup
	for range writerCount {
		writing.Go(func() {
			_, err := m.Recording.Record(t.Context(), "other", episodic.Episode{ID: "e", Task: "late"}, episodic.StateIndexed)
			refused(t, "a write", err)
		})
	}
	writing.Wait()
	refused(t, "readiness", m.store.Ready(t.Context()))
	refused(t, "the look after it", m.store.Tend(t.Context()))
	refused(t, "a migration", m.store.Migrate(t.Context()))
	if _, err := m.store.Snapshot(t.Context(), project); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("what is there cannot be read: %v", err)
	}
	if _, err := m.store.GetProject(t.Context(), "other"); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a write that was refused is there: %v", err)
	}
}

// refused wants an error that says to callers that the drive failed to keep what was written.
func refused(t *testing.T, what string, err error) {
	t.Helper()
	var engine *episodic.EngineError
	if !errors.As(err, &engine) || !strings.Contains(engine.Reason, "the drive failed to keep") {
		t.Errorf("%s: %v", what, err)
	}
}

// copyFiles copies what a kill at this moment would leave: all that was written.
func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	must(t, os.CopyFS(to, os.DirFS(from)))
	must(t, os.Remove(filepath.Join(to, databaseName+"-shm")))
}

// A sync of the database that fails leaves everything in the journal, and is made again.
func TestSync_ofTheDatabase(t *testing.T) {
	o := newOutage(t, 0, 0)
	o.next = 0
	path := filepath.Join(o.drive.folder, databaseName)
	m, err := openMemory(t.Context(), path)
	must(t, err)
	must(t, writeAll(t.Context(), m, 0, 5, o.acknowledge))
	o.drive.mu.Lock()
	o.failSync = func(path string) bool { return !isJournal(path) }
	o.drive.mu.Unlock()
	// Whatever was copied already, this is not.
	_, err = m.Recording.Record(t.Context(), "other", episodic.Episode{ID: "e", Task: "late"}, episodic.StateIndexed)
	must(t, err)
	err = m.store.Close(context.WithoutCancel(t.Context()))
	if o.failed == 0 {
		t.Fatalf("the database was not synced: %v", err)
	}
	o.drive.mu.Lock()
	o.failSync = nil
	o.drive.mu.Unlock()
	unpowered := t.TempDir()
	must(t, o.after(soak.Rand(streamSyncs, 0), unpowered))
	verify(t, filepath.Join(unpowered, databaseName), 0, o.done)
	verify(t, path, 0, o.done)
}
