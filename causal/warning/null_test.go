package warning_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/causal/warning"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

// world is how runs come about.
type world struct {
	why string
	// tasks, kinds and calls are how many there are to choose from.
	tasks, kinds, calls int
	// fails is the probability that a run of a task fails, after what it did.
	fails func(r *rand.Rand, task int, acts []decisive.Act) float64
}

// run draws a run.
func (w world) run(r *rand.Rand, n int) episodic.Episode {
	task := r.IntN(w.tasks)
	e := episodic.Episode{ID: fmt.Sprintf("r%05d", n), Task: fmt.Sprint("task ", task), Outcome: episodic.OutcomeSuccess, Context: map[string]string{"model": fmt.Sprint(r.IntN(2))}}
	for i := range 1 + r.IntN(4) {
		kind := r.IntN(w.kinds)
		e.Decisions = append(e.Decisions, episodic.Decision{
			ID: fmt.Sprintf("d%03d", i+1), Chosen: fmt.Sprintf("tool%d(n: %d)", kind, r.IntN(w.calls)), Factor: fmt.Sprintf("tool%d=done", kind), Outcome: episodic.OutcomeUnknown,
		})
	}
	if r.Float64() < w.fails(r, task, decisive.Acts(e)) {
		e.Outcome = episodic.OutcomeFailure
	}
	return e
}

// history lets runs come one after the other, each asking before every action, and reports at which one the first warning came; 0
// for none.
func (w world) history(known warning.Tally, r *rand.Rand, runs int) int {
	for n := 1; n <= runs; n++ {
		e := w.run(r, n)
		if warnedAt(known, e) >= 0 {
			return n
		}
		known.Put(e)
	}
	return 0
}

// TestCheck_anytime lets histories grow in which what is done makes no difference, and asks at every step of every run: at most one
// in twenty ever warns. Where an action does make a difference, it warns.
func TestCheck_anytime(t *testing.T) {
	even := func(p float64) func(*rand.Rand, int, []decisive.Act) float64 {
		return func(*rand.Rand, int, []decisive.Act) float64 { return p }
	}
	const runs = 60
	for i, w := range []world{
		{"even odds, few kinds", 12, 3, 2, even(.5)},
		{"failures are rare", 12, 6, 3, even(.15)},
		{"success is rare", 12, 6, 3, even(.85)},
		{"one task", 1, 4, 30, even(.4)},
		{"many tasks, calls that never repeat", 30, 8, 100_000, even(.4)},
		{"many kinds, which keep coming", 12, 60, 2, even(.5)},
	} {
		t.Run(w.why, func(t *testing.T) {
			rounds, alarms, known := soak.Rounds(40), 0, warning.NewTally()
			for round := range rounds {
				if w.history(known.Next(), soak.Rand(260+uint64(i)<<8, uint64(round)), runs) > 0 {
					alarms++
				}
			}
			t.Logf("%d of %d histories of %d runs warn", alarms, rounds, runs)
			if 20*alarms > rounds {
				t.Errorf("%d of %d histories warn of nothing", alarms, rounds)
			}
		})
	}
	risky := world{"one kind fails more often", 12, 4, 3, func(_ *rand.Rand, _ int, acts []decisive.Act) float64 {
		for _, a := range acts {
			if a.Kind == "tool0=done" {
				return .8
			}
		}
		return .1
	}}
	found, rounds, known := 0, soak.Rounds(10), warning.NewTally()
	for round := range rounds {
		if risky.history(known.Next(), soak.Rand(261, uint64(round)), 2*runs) > 0 {
			found++
		}
	}
	t.Logf("%s: %d of %d histories warn", risky.why, found, rounds)
	if 10*found < 8*rounds {
		t.Errorf("%s: only %d of %d histories warn", risky.why, found, rounds)
	}
}
