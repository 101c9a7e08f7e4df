package faults_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/soak"
)

// What tells a process that it is the one whose journal is to be killed.
const (
	envJournal = "FAULTS_TEST_JOURNAL"
	envLife    = "FAULTS_TEST_LIFE"
)

// livesOfARound is how often the processes of one journal are killed, one after the other.
const livesOfARound = 5

// told is a line that such a process prints.
type told struct {
	At    int       `json:"at"`
	Ended bool      `json:"ended"`
	Op    journalOp `json:"op"`
}

// journalUntilKilled lets the clients work and tells every begin and end of a call.
func journalUntilKilled(folder string) error {
	round, err := strconv.Atoi(os.Getenv(envRound))
	if err != nil {
		return err
	}
	life, err := strconv.Atoi(os.Getenv(envLife))
	if err != nil {
		return err
	}
	j, err := openJournal(context.Background(), folder, round)
	if err != nil {
		return err
	}
	r := &recorder{tell: func(at int, op journalOp, ended bool) {
		line, err := json.Marshal(told{at, ended, op})
		if err != nil {
			panic(err)
		}
		_, _ = os.Stdout.Write(append(line, '\n'))
	}}
	var failure error
	runClients(context.Background(), j, r, round, life, 1<<30, func(err error) bool { failure = err; return true })
	return failure
}

// TestJournal_kill kills processes that use one journal, one after the other, at random moments while eight clients are at work. What
// was acknowledged is there once, and the answers of all lives together are linearizable.
func TestJournal_kill(t *testing.T) {
	var n tally
	rounds := soak.Rounds(40)
	for round := range rounds {
		folder := t.TempDir()
		var history []journalOp
		for life := range livesOfARound {
			history = killJournal(t, folder, round, life, history)
			if life < livesOfARound-1 {
				n.faults++
			}
		}
		n.verifyJournal(t, fmt.Sprint("round ", round), folder, history)
		if t.Failed() {
			return
		}
	}
	t.Logf("killed %d times: of %d records acknowledged none was lost or doubled; %d that were not acknowledged were there", n.faults, n.records, n.arrived)
}

// killJournal starts a process, kills it once so many calls have ended and a random while later, and returns the history with what it told.
func killJournal(t *testing.T, folder string, round, life int, history []journalOp) []journalOp {
	t.Helper()
	random := soak.Rand(streamKills, uint64(1_000_000+round*livesOfARound+life))
	calls, later := random.IntN(200), time.Duration(random.IntN(3000))*time.Microsecond
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), envJournal+"="+folder, envRound+"="+strconv.Itoa(round), envLife+"="+strconv.Itoa(life))
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	if calls == 0 {
		time.AfterFunc(10*later, func() { _ = child.Process.Kill() })
	}
	var clock int64
	for _, op := range history {
		clock = max(clock, op.Call, op.Return)
	}
	first, ended := len(history), 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var line told
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			break // the last one was cut off
		}
		line.Op.Call += clock
		if !line.Ended {
			history = append(history, line.Op)
			continue
		}
		line.Op.Return += clock
		history[first+line.At] = line.Op
		if ended++; ended == calls {
			time.AfterFunc(later, func() { _ = child.Process.Kill() })
		}
	}
	if err := child.Wait(); child.ProcessState.Exited() {
		t.Fatalf("round %d: it ended by itself: %v", round, err)
	}
	return history
}
