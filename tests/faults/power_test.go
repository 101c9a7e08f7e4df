package faults_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/internal/soak"
)

const (
	// lossesOfARun is how often power is lost while the writers of one run make their steps.
	lossesOfARun = 4
	// stepsOfARun is how many steps each of them makes.
	stepsOfARun = 20
)

// loss is what a loss of power left, and what had been acknowledged by then.
type loss struct {
	folder string
	done   acknowledged
}

// outage lets eight write on a drive and loses its power now and then, which leaves another folder each
// time; the writers never notice.
type outage struct {
	*drive
	folder string
	random *rand.Rand
	most   int

	mu     sync.Mutex
	done   acknowledged
	losses []loss
	err    error
}

// newOutage returns an outage with at most so many losses.
func newOutage(t *testing.T, round, most int) *outage {
	t.Helper()
	o := &outage{folder: t.TempDir(), random: soak.Rand(streamPower, uint64(round)), most: most}
	o.drive = watch(t, t.TempDir())
	o.next = 1 + o.random.IntN(200)
	o.losePower = o.lose
	return o
}

func (o *outage) acknowledge(writer int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done[writer]++
}

// lose is called while the drive stands still.
func (o *outage) lose() (next int) {
	l := loss{folder: filepath.Join(o.folder, fmt.Sprint(len(o.losses)))}
	o.mu.Lock()
	l.done = o.done
	o.mu.Unlock()
	if o.err = os.Mkdir(l.folder, 0o700); o.err == nil {
		o.err = o.after(o.random, l.folder)
	}
	if o.losses = append(o.losses, l); o.err != nil || len(o.losses) == o.most {
		return 0
	}
	return o.changes + 1 + o.random.IntN(3000)
}

// run lets the writers make their steps.
func (o *outage) run(t *testing.T, round int) {
	t.Helper()
	m, err := openMemory(t.Context(), filepath.Join(o.drive.folder, databaseName))
	must(t, err)
	must(t, writeAll(t.Context(), m, round, stepsOfARun, o.acknowledge))
	must(t, m.store.Close(t.Context()))
	must(t, o.err)
}

// TestPower loses power while eight write. What was synced is there afterwards; of the rest all, nothing
// or parts, with sectors that are old or nonsense. What was acknowledged is there once and whole, and
// the index and the factors have it.
func TestPower(t *testing.T) {
	losses, total, arrived := 0, 0, 0
	for round := range soak.Rounds(2) {
		o := newOutage(t, round, lossesOfARun)
		o.run(t, round)
		for _, l := range o.losses {
			arrived += verify(t, filepath.Join(l.folder, databaseName), round, l.done)
			total += l.done.sum()
			if t.Failed() {
				return
			}
			must(t, os.RemoveAll(l.folder))
		}
		losses += len(o.losses)
	}
	t.Logf("power was lost %d times: of %d steps acknowledged none was lost or doubled; %d that were not acknowledged were there", losses, total, arrived)
}

// A drive that says it has kept what it has not loses what was acknowledged, and the test sees it.
func TestPower_deafDrive(t *testing.T) {
	o := newOutage(t, 0, 1)
	o.deaf, o.next = true, 3000
	o.run(t, 0)
	l := o.losses[0]
	m, err := openMemory(t.Context(), filepath.Join(l.folder, databaseName))
	if err != nil {
		return // also that is seen
	}
	defer func() { must(t, m.store.Close(t.Context())) }()
	if found, err := compare(t.Context(), m, 0, l.done); err == nil && len(found.lost) == 0 {
		t.Errorf("nothing is missed of %d steps", l.done.sum())
	}
}
