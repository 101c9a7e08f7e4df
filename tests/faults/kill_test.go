package faults_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/soak"
)

// What tells a process that it is the one to kill.
const (
	envFile  = "FAULTS_TEST_FILE"
	envRound = "FAULTS_TEST_ROUND"
)

// TestMain runs the tests, or is the process that TestKill or TestJournal_kill kills.
func TestMain(m *testing.M) {
	path, folder := os.Getenv(envFile), os.Getenv(envJournal)
	if path == "" && folder == "" {
		os.Exit(m.Run())
	}
	work := func() error { return writeUntilKilled(path) }
	if folder != "" {
		work = func() error { return journalUntilKilled(folder) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// writeUntilKilled tells the number of the writer of each step that was acknowledged.
func writeUntilKilled(path string) error {
	round, err := strconv.Atoi(os.Getenv(envRound))
	if err != nil {
		return err
	}
	m, err := openMemory(context.Background(), path)
	if err != nil {
		return err
	}
	return writeAll(context.Background(), m, round, 1<<30, func(writer int) {
		_, _ = os.Stdout.Write([]byte{byte('0' + writer), '\n'}) // one call is one message of the pipe
	})
}

// TestKill kills a process in which eight write, at a random moment. What it had acknowledged is there
// once and whole when the file is opened again, and the index and the factors have it.
func TestKill(t *testing.T) {
	total, arrived := 0, 0
	rounds := soak.Rounds(5)
	for round := range rounds {
		path := filepath.Join(t.TempDir(), databaseName)
		done := killOne(t, path, round)
		arrived += verify(t, path, round, done)
		total += done.sum()
		if t.Failed() {
			return
		}
	}
	t.Logf("killed %d times: %d steps acknowledged, none lost or doubled; %d that were not acknowledged were there", rounds, total, arrived)
}

// killOne starts a process and kills it once it has acknowledged a random number of steps, and a random
// while later.
func killOne(t *testing.T, path string, round int) (done acknowledged) {
	t.Helper()
	random := soak.Rand(streamKills, uint64(round))
	steps, later := random.IntN(120), time.Duration(random.IntN(20_000))*time.Microsecond
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), envFile+"="+path, envRound+"="+strconv.Itoa(round))
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	if steps == 0 {
		time.AfterFunc(10*later, func() { _ = child.Process.Kill() })
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		writer, err := strconv.Atoi(lines.Text())
		must(t, err)
		if done[writer]++; done.sum() == steps {
			time.AfterFunc(later, func() { _ = child.Process.Kill() })
		}
	}
	if err := child.Wait(); child.ProcessState.Exited() {
		t.Fatalf("round %d: it ended by itself: %v", round, err)
	}
	return done
}
