package decisive_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

func TestCompare(t *testing.T) {
	this := run("a", episodic.OutcomeFailure, "look: 1", "find: x", "set: odd", "look: 2")
	other := run("b", episodic.OutcomeSuccess, "ask: who", "look: 1", "set: right", "look: 2!")
	good := []episodic.Episode{other, run("c", episodic.OutcomeSuccess, "set: odd"), run("d", episodic.OutcomeSuccess, "set: right")}
	got := decisive.Compare(this, other, good)
	want := []decisive.Pair{
		{Kind: decisive.PairOnlyOther, Other: "b/e001"},
		{Kind: decisive.PairSame, This: "a/e001", Other: "b/e002"},
		{Kind: decisive.PairOnlyThis, This: "a/e002"},
		{Kind: decisive.PairChanged, This: "a/d003", Other: "b/d003"},
		{Kind: decisive.PairChanged, This: "a/e004", Other: "b/e004"},
	}
	if diff := cmp.Diff(want, got.Pairs); diff != "" {
		t.Error(diff)
	}
	if got.First != 3 || got.GoodWith != 1 || got.GoodRuns != 3 {
		t.Errorf("the first difference is %d, in %d of %d good runs", got.First, got.GoodWith, got.GoodRuns)
	}
	if got.Low <= 0 || got.Low >= 1.0/3 || got.High <= 1.0/3 || got.High >= 1 {
		t.Errorf("the interval is %v to %v", got.Low, got.High)
	}
	alike := decisive.Compare(this, run("e", episodic.OutcomeFailure, "look: 1", "find: x", "set: odd", "look: 2"), nil)
	if alike.First != -1 || alike.GoodRuns != 0 || alike.Low != 0 || alike.High != 1 {
		t.Errorf("two equal runs differ: %+v", alike)
	}
}

// No other way to pair the steps of two runs in their order has more in common: three for a pair of equal steps, two for one of a kind.
func TestCompare_isBest(t *testing.T) {
	for round := range soak.Rounds(300) {
		random := soak.Rand(71, uint64(round))
		a, b := steps(random), steps(random)
		got := decisive.Compare(run("a", episodic.OutcomeFailure, a...), run("b", episodic.OutcomeFailure, b...), nil)
		i, j, score := 0, 0, 0
		for _, p := range got.Pairs {
			if p.This != "" && p.Other != "" {
				score += common(a[i], b[j])
			}
			if p.This != "" {
				i++
			}
			if p.Other != "" {
				j++
			}
		}
		if i != len(a) || j != len(b) {
			t.Fatalf("round %d: %d of %d and %d of %d steps are there", round, i, len(a), j, len(b))
		}
		if best := most(a, b); score != best {
			t.Fatalf("round %d: %v and %v have %d in common, found %d", round, a, b, best, score)
		}
	}
}

func steps(random *rand.Rand) []string {
	kinds := []string{"look: 1", "look: 2", "find: 1", "set: 1", "set: 2", "look: 1!"}
	out := make([]string, random.IntN(7))
	for i := range out {
		out[i] = kinds[random.IntN(len(kinds))]
	}
	return out
}

// common is what two steps have in common.
func common(a, b string) int {
	switch {
	case a == b:
		return 3
	case a[:3] == b[:3]:
		return 2
	default:
		return 0
	}
}

// most tries every way.
func most(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	best := max(most(a[1:], b), most(a, b[1:]))
	if n := common(a[0], b[0]); n > 0 {
		best = max(best, n+most(a[1:], b[1:]))
	}
	return best
}
