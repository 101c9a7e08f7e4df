package warning_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/causal/warning"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

// trial is what warnings do when each run in turn is left out and asks before each of its actions.
type trial struct {
	// wrong counts the runs with a first wrong change, warned those that were warned at it or before.
	wrong, warned int
	// good and runs count the good runs and all runs, falseGood and alarmed those of them that were warned at all.
	good, falseGood, runs, alarmed int
}

func (t trial) String() string {
	return fmt.Sprintf("%d of %d first wrong changes warned of, %d of %d good runs warned, %d of %d runs warned", t.warned, t.wrong, t.falseGood, t.good, t.alarmed, t.runs)
}

// leaveOneOut makes the trial. Of a run that asks, nothing is known but its task.
func leaveOneOut(known warning.Tally, all []causaltest.Labeled) trial {
	for _, l := range all {
		known.Put(l.Run)
	}
	var out trial
	for _, l := range all {
		known.Drop(l.Run.ID)
		at := warnedAt(known, l.Run)
		known.Put(l.Run)
		out.runs++
		if at >= 0 {
			out.alarmed++
		}
		if l.Run.Outcome == episodic.OutcomeSuccess {
			out.good++
			if at >= 0 {
				out.falseGood++
			}
		}
		if l.Decided != "" {
			out.wrong++
			if at >= 0 && at <= place(l) {
				out.warned++
			}
		}
	}
	return out
}

// warnedAt returns the number of the first action of a run that is warned of, -1 for none.
func warnedAt(known warning.Tally, e episodic.Episode) int {
	for i, act := range decisive.Acts(e) {
		q := warning.Question{Action: warning.ActionOf(act), Task: e.Task, Context: e.Context}
		if known.Check(q).Warns() {
			return i
		}
	}
	return -1
}

// goodOthers counts the other good runs of the task.
func goodOthers(all []causaltest.Labeled, of causaltest.Labeled) int {
	n := 0
	for _, l := range all {
		if l.Run.ID != of.Run.ID && l.Run.Outcome == episodic.OutcomeSuccess && l.Run.Context["task"] == of.Run.Context["task"] {
			n++
		}
	}
	return n
}

// place is the number of the action that decided a run.
func place(l causaltest.Labeled) int {
	for i, act := range decisive.Acts(l.Run) {
		if episodic.OccurrenceKey(l.Run.ID, act.ID) == l.Decided {
			return i
		}
	}
	return -1
}

// TestCheck_trial holds the figure that docs/failed-runs.md tells: 7 of 16 first wrong writes in public runs are warned of, which is less than the half that was
// aimed at. How new changes are counted was chosen with these runs in sight, as the page says, so the figure says little about other runs.
func TestCheck_trial(t *testing.T) {
	all := causaltest.ReadAirline(t)
	got := leaveOneOut(warning.NewTally(), all)
	comparable := 0
	for _, l := range all {
		if l.Decided != "" && goodOthers(all, l) > 0 {
			comparable++
		}
	}
	t.Logf("%v; of the wrong ones %d have a good run of the same task", got, comparable)
	if 10*got.falseGood > got.good {
		t.Errorf("%v: more than a tenth of the good runs is warned", got)
	}
	if got.wrong != 16 || got.warned < 7 {
		t.Errorf("%v: the page says 7 of 16", got)
	}
}

// TestCheck_shuffled gives the outcomes of the runs to others, where there is nothing to warn of.
func TestCheck_shuffled(t *testing.T) {
	real := causaltest.ReadAirline(t)
	for _, c := range []struct {
		why     string
		shuffle func(r *rand.Rand, all []causaltest.Labeled)
	}{
		{"among all runs", func(r *rand.Rand, all []causaltest.Labeled) { shuffle(r, all) }},
		{"within each task, which may still be hard or easy", func(r *rand.Rand, all []causaltest.Labeled) {
			for i := 0; i < len(all); {
				j := i
				for j < len(all) && all[j].Run.Context["task"] == all[i].Run.Context["task"] {
					j++
				}
				shuffle(r, all[i:j])
				i = j
			}
		}},
	} {
		var sum trial
		histories, rounds, known := 0, soak.Rounds(20), warning.NewTally()
		for round := range rounds {
			all := slices.Clone(real)
			c.shuffle(soak.Rand(262, uint64(round)), all)
			got := leaveOneOut(known.Next(), all)
			sum.runs, sum.alarmed, sum.good, sum.falseGood = sum.runs+got.runs, sum.alarmed+got.alarmed, sum.good+got.good, sum.falseGood+got.falseGood
			if got.alarmed > 0 {
				histories++
			}
		}
		t.Logf("%s: %d of %d runs warned (%.3f), of the good ones %d of %d; in %d of %d histories any", c.why, sum.alarmed, sum.runs, float64(sum.alarmed)/float64(sum.runs), sum.falseGood, sum.good, histories, rounds)
		if 20*sum.alarmed > sum.runs {
			t.Errorf("%s: more than 5 %% of the runs are warned", c.why)
		}
	}
}

func shuffle(r *rand.Rand, all []causaltest.Labeled) {
	r.Shuffle(len(all), func(i, j int) {
		all[i].Run.Outcome, all[j].Run.Outcome = all[j].Run.Outcome, all[i].Run.Outcome
	})
}
