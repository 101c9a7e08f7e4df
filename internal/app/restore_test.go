package app_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/backup"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/journal"
)

// The environment of the process that is killed: which backup it restores, where, and at which step it is killed.
const (
	restoreFrom = "CAUSEWAY_TEST_RESTORE_FROM"
	restoreTo   = "CAUSEWAY_TEST_RESTORE_TO"
	restoreKill = "CAUSEWAY_TEST_RESTORE_KILL"
)

func homeConfig(home string) config.Config {
	cfg := config.Default()
	cfg.Home, cfg.EnginesNamed = home, true
	return cfg
}

// reopened opens an app over a home folder, with the journal. The caller closes it.
func reopened(t *testing.T, cfg config.Config) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), cfg, engine.State{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	a.OpenCapture(t.Context(), cfg)
	return a
}

// someBackup makes a backup of a memory with three episodes, one of them deleted, and two events that wait in the journal.
func someBackup(t *testing.T) string {
	t.Helper()
	cfg := homeConfig(t.TempDir())
	a := reopened(t, cfg)
	for _, id := range []string{"e1", "e2", "e3"} {
		if _, err := a.Episodes.Recording.Record(t.Context(), "demo", episodic.Episode{ID: id, Task: "be restored", Outcome: episodic.OutcomeSuccess}, episodic.StateIndexed); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Episodes.Recording.Delete(t.Context(), "demo", "e3"); err != nil {
		t.Fatal(err)
	}
	var records []journal.Record
	for i := range 2 {
		records = append(records, journal.Record{ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", i), Hash: []byte{1}, Body: []byte("x")})
	}
	if _, err := a.Journal().Append(t.Context(), "demo", "", records); err != nil {
		t.Fatal(err)
	}
	a.Close()
	dir := filepath.Join(t.TempDir(), "monday")
	if _, err := app.Backup(t.Context(), cfg, dir, slog.New(slog.DiscardHandler), func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRestore_child is the process that is killed.
func TestRestore_child(t *testing.T) {
	at, err := strconv.Atoi(os.Getenv(restoreKill))
	if err != nil {
		t.Skip("it is run by TestRestore_killed")
	}
	steps := 0
	_, err = app.Restore(t.Context(), homeConfig(os.Getenv(restoreTo)), os.Getenv(restoreFrom), slog.New(slog.DiscardHandler), func(what string, _, _ int) {
		fmt.Println("step:", what)
		if steps++; steps == at {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A restore that is killed at any step completes when it is run again, and until then nothing opens what is there.
func TestRestore_killed(t *testing.T) {
	dir := someBackup(t)
	var steps []string
	for at := 1; ; at++ {
		home := filepath.Join(t.TempDir(), "home")
		child := exec.Command(os.Args[0], "-test.run=^TestRestore_child$", "-test.v")
		child.Env = append(os.Environ(), restoreFrom+"="+dir, restoreTo+"="+home, restoreKill+"="+strconv.Itoa(at))
		out, err := child.CombinedOutput()
		var ended *exec.ExitError
		killed := errors.As(err, &ended) && ended.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
		if err != nil && !killed {
			t.Fatalf("step %d: %v\n%s", at, err, out)
		}
		if killed {
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			steps = append(steps, strings.TrimPrefix(lines[len(lines)-1], "step: "))
			restoreAgain(t, dir, home, steps[len(steps)-1])
		}
		wantRestored(t, home)
		if !killed {
			break
		}
	}
	for _, want := range []string{"verifying", "restoring causeway.db", "comparing demo", "putting journal.db in its place", "putting causeway.db in its place"} {
		if !slices.Contains(steps, want) {
			t.Errorf("it was not killed at %q: %q", want, steps)
		}
	}
}

// restoreAgain completes a restore that was killed at a step.
func restoreAgain(t *testing.T, dir, home, step string) {
	t.Helper()
	log, cfg := slog.New(slog.DiscardHandler), homeConfig(home)
	if _, err := os.Stat(filepath.Join(home, "restoring.json")); err == nil {
		if a, err := app.Open(t.Context(), cfg, engine.State{}, log); err == nil {
			a.Close()
			t.Errorf("after %q the memory opens, although it is not restored", step)
		} else if !strings.Contains(err.Error(), "restore of a backup was not completed") {
			t.Errorf("after %q: %v", step, err)
		}
		other := someOther(t)
		if _, err := app.Restore(t.Context(), cfg, other, log, func(string, int, int) {}); err == nil || !strings.Contains(err.Error(), "another backup") {
			t.Errorf("after %q another backup is restored: %v", step, err)
		}
	}
	if _, err := app.Restore(t.Context(), cfg, dir, log, func(string, int, int) {}); err != nil {
		t.Errorf("after %q: %v", step, err)
	}
}

// wantRestored expects all of the backup in a home folder, and nothing else.
func wantRestored(t *testing.T, home string) {
	t.Helper()
	a := reopened(t, homeConfig(home))
	defer a.Close()
	present, deleted := left(t, a)
	if !slices.Equal(present, []string{"e1", "e2"}) || !slices.Equal(deleted, []string{"e3"}) {
		t.Errorf("present %v, deleted %v", present, deleted)
	}
	waiting, err := a.Journal().Pending(context.Background(), journal.StateJournaled, 0, 10)
	if err != nil || len(waiting) != 2 {
		t.Errorf("%d records wait, %v", len(waiting), err)
	}
	wantNotes(t, a, "RESTORE_BACKUP 2")
	for _, name := range []string{"restoring.json", "restoring.json.new", ".restoring"} {
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			t.Errorf("%s is left", name)
		}
	}
}

// someOther makes another backup.
func someOther(t *testing.T) string {
	t.Helper()
	cfg := homeConfig(t.TempDir())
	reopened(t, cfg).Close()
	dir := filepath.Join(t.TempDir(), fmt.Sprint("tuesday-", time.Now().UnixNano()))
	if _, err := app.Backup(t.Context(), cfg, dir, slog.New(slog.DiscardHandler), func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	if !backup.Is(dir) {
		t.Fatal("it is no backup")
	}
	return dir
}
