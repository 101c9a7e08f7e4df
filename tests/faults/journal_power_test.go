package faults_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/soak"
)

// callsOfAClient is how many calls each client makes in a round.
const callsOfAClient = 60

// journalLoss is what a loss of power left, and the history by then.
type journalLoss struct {
	folder  string
	history []journalOp
}

// journalDrive is a drive with a journal on it.
type journalDrive struct {
	*drive
	recorder
	random *rand.Rand
}

func newJournalDrive(t *testing.T, stream uint64, round int) *journalDrive {
	t.Helper()
	return &journalDrive{drive: watch(t, t.TempDir()), random: soak.Rand(stream, uint64(1_000_000+round))}
}

// losing lets the drive lose its power so many times, which leaves another folder each time; nobody at work notices.
func (d *journalDrive) losing(t *testing.T, most int) (losses func() []journalLoss) {
	t.Helper()
	var all []journalLoss
	folder := t.TempDir()
	var failed error
	d.next = 1 + d.random.IntN(150)
	d.losePower = func() int {
		l := journalLoss{filepath.Join(folder, fmt.Sprint(len(all))), d.sofar()}
		if failed = errors.Join(failed, os.Mkdir(l.folder, 0o700), d.after(d.random, l.folder)); failed != nil {
			return 0
		}
		if all = append(all, l); len(all) == most {
			return 0
		}
		return d.changes + 1 + d.random.IntN(400)
	}
	return func() []journalLoss {
		must(t, failed)
		return all
	}
}

// work opens the journal, lets broken do something to the drive, unless it is nil, and the clients work until all are done or the drive fails.
func (d *journalDrive) work(t *testing.T, round int, broken func(), stop func(error) bool) *journal.Journal {
	t.Helper()
	j, err := openJournal(t.Context(), d.folder, round)
	must(t, err)
	if broken != nil {
		d.drive.mu.Lock()
		broken()
		d.drive.mu.Unlock()
	}
	runClients(t.Context(), j, &d.recorder, round, 0, callsOfAClient, stop)
	return j
}

// never is for rounds in which no call may fail.
func never(t *testing.T) func(error) bool {
	return func(err error) bool {
		t.Errorf("a call failed: %v", err)
		return true
	}
}

// TestJournal_power loses power while eight clients are at work. What was synced is there afterwards; of the rest all, nothing or parts, with
// sectors that are old or nonsense. The answers before and after it are linearizable together.
func TestJournal_power(t *testing.T) {
	var n tally
	for round := range soak.Rounds(25) {
		d := newJournalDrive(t, streamPower, round)
		losses := d.losing(t, 4)
		must(t, d.work(t, round, nil, never(t)).Close())
		for i, l := range losses() {
			n.verifyJournal(t, fmt.Sprintf("round %d, loss %d", round, i), l.folder, l.history)
			if t.Failed() {
				return
			}
			must(t, os.RemoveAll(l.folder))
		}
	}
	t.Logf("power was lost %d times: of %d records acknowledged none was lost or doubled; %d that were not acknowledged were there", n.faults, n.records, n.arrived)
}

// A drive that says it has kept what it has not loses what was acknowledged, and the test sees it.
func TestJournal_powerOfADeafDrive(t *testing.T) {
	d := newJournalDrive(t, streamPower, 0)
	losses := d.losing(t, 1)
	d.deaf, d.next = true, 400
	must(t, d.work(t, 0, nil, never(t)).Close())
	l := losses()[0]
	j, err := openJournal(t.Context(), l.folder, 0)
	if err != nil {
		return // also that is seen
	}
	defer func() { must(t, j.Close()) }()
	var n tally
	if complain(n.readAll(t, j, l.history)) == "" {
		t.Errorf("nothing is missed of %d calls", len(l.history))
	}
}

// TestJournal_sync lets the sync of a commit fail, as a drive does that cannot keep what it was given. What it should
// have kept is not acknowledged, and nothing more is taken until the journal is opened again: after a kill, a loss of power, and an
// orderly end. After that end the system shows what the drive has not: repeated calls find their records there, and
// a loss of power right after their answers must not take them away.
func TestJournal_sync(t *testing.T) {
	var n tally
	for round := range soak.Rounds(100) {
		d := newJournalDrive(t, streamSyncs, round)
		what := fmt.Sprint("round ", round)
		number := 1 + d.random.IntN(20)
		j := d.work(t, round, func() { d.failOnce(number) }, func(error) bool { return true })
		if d.failed != 1 {
			t.Fatalf("%d syncs failed", d.failed)
		}
		refusedByJournal(t, j)
		killed, unpowered := t.TempDir(), t.TempDir()
		copyFiles(t, d.folder, killed)
		must(t, d.after(d.random, unpowered))
		n.verifyJournal(t, what+", killed", killed, d.sofar())
		n.verifyJournal(t, what+", unpowered", unpowered, d.sofar())
		must(t, j.Close())
		d.checkRepeats(t, &n, round)
		if t.Failed() {
			return
		}
	}
	t.Logf("syncs failed, %d journals opened afterwards: of %d records acknowledged none was lost or doubled", n.faults, n.records)
}

// failOnce lets one sync of the log fail.
func (d *journalDrive) failOnce(number int) {
	d.failSync = func(path string) bool {
		if isJournal(path) {
			number--
		}
		return isJournal(path) && number == 0
	}
}

// refusedByJournal wants writes to be refused and reads to go on.
func refusedByJournal(t *testing.T, j *journal.Journal) {
	t.Helper()
	in := journalCall{Do: "append", Group: 1_000_000, IDs: []int{0}, Contents: []int{1}}
	for range 3 {
		_, err := ask(t.Context(), j, in)
		var engine *episodic.EngineError
		if !errors.As(err, &engine) || !strings.Contains(engine.Reason, "the drive failed to keep") {
			t.Errorf("an append after a sync that failed: %v", err)
		}
	}
	if err := j.Ready(); err == nil {
		t.Error("it is ready")
	}
	if err := j.Tend(t.Context()); err == nil {
		t.Error("it tends a file that it cannot trust")
	}
	if out, err := ask(t.Context(), j, journalCall{Do: "receipts", Group: 1_000_000}); err != nil || out.Receipts[0].Sequence > 0 {
		t.Errorf("a read: %+v, %v", out, err)
	}
}

// checkRepeats opens the journal of the folder in which the sync failed, repeats the calls that failed, and loses power.
func (d *journalDrive) checkRepeats(t *testing.T, n *tally, round int) {
	t.Helper()
	j, err := openJournal(t.Context(), d.folder, round)
	must(t, err)
	for _, op := range d.sofar() {
		if op.In.Do != "append" || op.Out.End != endUnknown {
			continue
		}
		at := d.begin(0, op.In)
		out, err := ask(t.Context(), j, op.In)
		must(t, err)
		d.end(at, out)
	}
	unpowered := t.TempDir()
	d.drive.mu.Lock()
	err = d.after(d.random, unpowered)
	d.drive.mu.Unlock()
	must(t, err)
	must(t, j.Close())
	n.verifyJournal(t, fmt.Sprintf("round %d, repeated and unpowered", round), unpowered, d.sofar())
}

// TestJournal_full lets the drive be full for a while, again and again. What has no room is refused as a whole and says so, nothing
// acknowledged is lost, and writing goes on as soon as there is room.
func TestJournal_full(t *testing.T) {
	var n tally
	refused := 0
	for round := range soak.Rounds(100) {
		d := newJournalDrive(t, streamRooms, round)
		j := d.work(t, round, d.fullAtTimes, func(err error) bool {
			var engine *episodic.EngineError
			if !errors.As(err, &engine) || engine.Reason != "no space is left for the memory" {
				t.Errorf("a full drive gives %v", err)
			}
			return false
		})
		d.drive.mu.Lock()
		d.full = nil
		d.drive.mu.Unlock()
		must(t, j.Tend(t.Context()))
		must(t, j.Ready())
		d.history = n.readAll(t, j, d.sofar())
		must(t, j.Close())
		refused += len(slices.DeleteFunc(d.sofar(), func(op journalOp) bool { return op.Out.End != endRefused }))
		n.verifyJournal(t, fmt.Sprint("round ", round), d.folder, d.sofar())
		if t.Failed() {
			return
		}
	}
	if refused == 0 {
		t.Error("the drive was never full")
	}
	t.Logf("%d calls were refused by a full drive: of %d records acknowledged none was lost or doubled", refused, n.records)
}

// fullAtTimes lets the drive be full now and then, each time for a while.
func (d *journalDrive) fullAtTimes() {
	until, from := 0, d.changes+1+d.random.IntN(200)
	d.full = func() bool {
		if d.changes >= from {
			until = d.changes + 1 + d.random.IntN(60)
			from = until + 1 + d.random.IntN(200)
		}
		return d.changes < until
	}
}

// A journal whose file cannot be made, because there is no room, says so.
func TestJournal_fullFromTheStart(t *testing.T) {
	d := newJournalDrive(t, streamRooms, 0)
	d.full = func() bool { return true }
	j, err := openJournal(context.WithoutCancel(t.Context()), d.folder, 0)
	if err == nil {
		must(t, j.Close())
	}
	var engine *episodic.EngineError
	if !errors.As(err, &engine) || engine.Reason != "no space is left for the memory" {
		t.Errorf("%v", err)
	}
}
