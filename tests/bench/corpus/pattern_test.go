package corpus_test

import (
	"testing"

	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
)

func TestNetwork_PlannedEpisode(t *testing.T) {
	n := corpus.NewNetwork(12)
	e := n.PlannedEpisode(501)
	last := e.Decisions[len(e.Decisions)-1]
	if last.Chosen != n.Pattern(1).Matches[0].Action().State || last.Context != n.Pattern(1).Matches[0].Action().Variable {
		t.Errorf("episode 501 chose %s=%s, want what pattern 1 is about", last.Context, last.Chosen)
	}
	for _, d := range e.Decisions[:len(e.Decisions)-1] {
		if !d.At.Time.Before(last.At.Time) {
			t.Errorf("%s is chosen at %v, after the plan", d.Context, d.At)
		}
	}
}

// Every task has patterns that apply, and none needs to look at most of them.
func TestTask_findsSomePatterns(t *testing.T) {
	const all = 5_000
	n := corpus.NewNetwork(30)
	under := map[string]int{}
	seen := map[string]bool{}
	for i := range all {
		p := n.Pattern(i)
		if seen[p.Key] {
			t.Fatalf("%s is there twice", p.Name)
		}
		seen[p.Key] = true
		for _, entry := range p.Entries() {
			under[entry]++
		}
	}
	for i := range 20 {
		task, in := corpus.Task(i)
		entries, candidates := condition.TaskEntries(task, in), 0
		for _, entry := range entries {
			candidates += under[entry]
		}
		if candidates < 50 || candidates > all/5 {
			t.Errorf("task %d finds %d patterns under %v, want 50 to %d", i, candidates, entries, all/5)
		}
	}
}
